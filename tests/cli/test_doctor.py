"""``metnos doctor`` sees what is wrong, says what to do, and exits accordingly."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Metnos

from metnos_cli.cli.doctor import LOOKS


def test_a_sound_installation(metnos: Metnos) -> None:
    """Every part looked at, exit 0."""
    answer = metnos("doctor", "--json")

    assert answer.exit_status == 0, answer.stdout
    parts = {part["part"]: part["state"] for part in answer.json["parts"]}
    assert parts["database"] == parts["embedder"] == parts["executors"] == "ok"


def test_each_fault_has_its_fix(metnos: Metnos, home: Path) -> None:
    """A manifest that is wrong, settings open to others: exit 1, a command to run for each."""
    metnos("ask", "che ora è")
    (home / ".config/metnos/runtime.toml").chmod(0o644)
    folder = home / ".config/metnos/executors/broken"
    folder.mkdir(parents=True)
    (folder / "manifest.toml").write_text("name = 1\n", encoding="utf-8")

    answer = metnos("doctor")

    assert answer.exit_status == 1
    assert "chmod 600" in answer.stdout
    assert "metnos executors check" in answer.stdout


@pytest.mark.parametrize(
    "content", ["this is no TOML", "[general]\nlang = 7\n", "[nowhere]\nx = 1\n", "[ui]\nrows = -3\n"]
)
def test_settings_that_cannot_be_read_are_one_fault_among_the_parts(metnos: Metnos, home: Path, content: str) -> None:
    """The file and its line are named, and every other part is looked at all the same."""
    metnos("ask", "che ora è")
    file = home / ".config/metnos/runtime.toml"
    file.write_text(content, encoding="utf-8")

    answer = metnos("doctor", "--json")
    assert answer.exit_status == 1
    parts = {part["part"]: part["state"] for part in answer.json["parts"]}
    assert parts["settings"] == "fault"
    assert [part for part, state in parts.items() if state == "fault"] == ["settings"]
    assert parts.keys() == LOOKS.keys()

    shown = metnos("doctor")
    assert f"{file}:" in shown.stdout
    assert "metnos config" in shown.stdout
    assert file.read_text(encoding="utf-8") == content
