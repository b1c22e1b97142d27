"""``metnos config`` as people use it."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from conftest import Metnos

from tests.ui.screen import Screen


def test_the_path_before_anything_is_set_up(metnos: Metnos, home: Path) -> None:
    """Nothing is created by asking."""
    assert metnos("config", "path").stdout == f"{home}/.config/metnos/runtime.toml\n"
    assert not (home / ".config/metnos").exists()


def test_the_first_use_writes_a_documented_file(metnos: Metnos, home: Path) -> None:
    """Private, in the user's language, changing nothing."""
    metnos("config", "show")

    path = home / ".config/metnos/runtime.toml"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "# Lingua delle risposte" in path.read_text(encoding="utf-8")


def test_every_value_shows_where_it_came_from(metnos: Metnos, home: Path) -> None:
    """Default, file with its line, variable, option."""
    metnos("config", "set", "ui.rows", "7")

    shown = metnos("config", "show", "--lang", "en", METNOS_UI_GLYPHS="ascii").stdout.splitlines()

    sources = {line.split("=")[0].strip(): line.partition("  # ")[2] for line in shown}
    assert sources["model.context"] == "default"
    assert sources["ui.glyphs"] == "METNOS_UI_GLYPHS"
    assert sources["general.lang"] == "flag"
    assert sources["ui.rows"].startswith(f"{home}/.config/metnos/runtime.toml:")
    line = int(sources["ui.rows"].rpartition(":")[2])
    content = (home / ".config/metnos/runtime.toml").read_text(encoding="utf-8").splitlines()
    assert content[line - 1] == "rows = 7"


def test_one_key_and_what_was_changed(metnos: Metnos) -> None:
    """And as JSON."""
    metnos("config", "set", "safety.roots", "~, /tmp")

    assert metnos("config", "show", "ui.rows").stdout == "ui.rows = 20  # default\n"
    told = metnos("config", "show", "--changed", "--json").json
    assert told["schema_version"] == 1
    assert told["settings"]["safety.roots"]["value"] == ["~", "/tmp"]
    assert told["settings"]["safety.roots"]["default"] == ["~"]


def test_unsetting(metnos: Metnos) -> None:
    """The default counts again."""
    metnos("config", "set", "ui.rows", "7")

    assert metnos("config", "unset", "ui.rows").exit_status == 0
    assert metnos("config", "show", "ui.rows").stdout == "ui.rows = 20  # default\n"
    assert "non era in" in metnos("config", "unset", "ui.rows").stderr


def test_a_variable_that_wins_is_mentioned(metnos: Metnos) -> None:
    """Otherwise the change seems to do nothing."""
    assert "METNOS_UI_ROWS" in metnos("config", "set", "ui.rows", "7", METNOS_UI_ROWS="9").stderr


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("set", "ui.row", "7"), "la chiave ui.row non esiste; forse volevi ui.rows"),
        (("set", "ui.rows", "sette"), "ui.rows vuole un numero intero, non sette"),
        (("set", "ui.rows", "0"), "ui.rows deve stare in 1 .."),
        (("set", "engine.fillers", "x"), "engine.fillers vuole una tabella"),
        (("show", "nulla"), "la chiave nulla non esiste"),
        (("edit",), "serve un terminale"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(metnos: Metnos, args: tuple[str, ...], told: str) -> None:
    """Exit status 2, a hint, no traceback."""
    answer = metnos("config", *args)

    assert answer.exit_status == 2
    assert answer.stdout == ""
    assert told in answer.stderr
    assert len(answer.stderr.splitlines()) <= 2


def test_a_broken_file_can_still_be_found_and_mended(metnos: Metnos, home: Path) -> None:
    """``ask`` names file, line and key; ``path`` and ``edit`` work."""
    path = home / ".config/metnos/runtime.toml"
    path.parent.mkdir(parents=True)
    path.write_text("[ui]\nrows = 'dieci'\n")

    assert f"{path}:2: ui.rows" in metnos("ask", "trova i pdf").stderr
    assert metnos("config", "path").exit_status == 0
    assert metnos("config", "set", "ui.rows", "3").exit_status == 0
    assert metnos("config", "show", "ui.rows").stdout.startswith("ui.rows = 3")


def test_editing_checks_what_was_written(home: Path) -> None:
    """In the user's own editor."""
    editor = home / "ed"
    editor.write_text("#!/bin/sh\nprintf '[ui]\\nrows = 0\\n' > \"$1\"\n")
    editor.chmod(0o700)

    with Screen("-m", "metnos_cli", "config", "edit", columns=120, EDITOR=str(editor)) as screen:
        screen.wait("runtime.toml:2: ui.rows deve stare in 1 ..")
        assert screen.end() == 2


def test_another_file(metnos: Metnos, home: Path) -> None:
    """By option or variable; it must exist."""
    other = home / "altro.toml"
    other.write_text("[ui]\nrows = 3\n")

    assert metnos("config", "show", "ui.rows", "--config", "altro.toml").stdout == f"ui.rows = 3  # {other}:2\n"
    assert metnos("config", "path", METNOS_CONFIG="~/altro.toml").stdout == f"{other}\n"
    assert metnos("--config", "no.toml", "config", "show").exit_status == 2


def test_secrets_are_not_shown(metnos: Metnos, home: Path) -> None:
    """Whatever was written where it should not be."""
    path = home / ".config/metnos/runtime.toml"
    path.parent.mkdir(parents=True)
    path.write_text("[engine.fillers]\npassword = 's3greto'\n")

    assert "s3greto" not in metnos("config", "show").stdout
    assert "s3greto" not in json.dumps(metnos("config", "show", "--json").json)


def test_the_example(metnos: Metnos) -> None:
    """The documented file, for the repository and for the curious."""
    assert metnos("config", "example", "--lang", "en").stdout == Path(".metnos.example.toml").read_text(
        encoding="utf-8"
    )
