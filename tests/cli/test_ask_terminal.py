"""``metnos ask`` at a terminal: it may draw and ask, and leaves a clean screen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui.screen import ROOT, Screen


def ask(*words: str, **variables: str) -> Screen:
    """One shot at a terminal, without a model."""
    return Screen("-m", "metnos_cli", "ask", *words, columns=100, METNOS_ENGINE="offline", **variables)


@pytest.fixture(autouse=True)
def documents(home: Path) -> Path:
    """A folder with a file that could be lost."""
    folder = home / "Documenti"
    folder.mkdir()
    (folder / "a.pdf").write_bytes(b"x")
    return folder


def test_the_planner_is_watched_and_leaves_nothing_behind() -> None:
    """The live line is wiped before the answer."""
    with ask("trova i pdf in ~/Documenti") as screen:
        assert screen.end() == 0

    assert "cerco un piano" in screen.raw
    assert screen.lines[0] == "File trovati in ~/Documenti: 1."
    assert "cerco" not in screen.text


def test_what_needs_no_planner_draws_nothing() -> None:
    """An everyday phrase is one line."""
    with ask("che ora è") as screen:
        assert screen.end() == 0

    assert "\x1b" not in screen.raw
    assert len(screen.lines) == 1


def test_a_question_makes_the_live_line_give_way(documents: Path) -> None:
    """Enter is no: nothing is deleted, exit status 4."""
    with ask("cancella ~/Documenti/a.pdf") as screen:
        screen.wait("Posso? delete_files", "[N]o ›").enter()
        assert screen.end() == 4

    assert "cerco" not in screen.text
    assert (documents / "a.pdf").exists()


def test_control_c_at_the_question(documents: Path) -> None:
    """The turn is over; exit status 130."""
    with ask("cancella ~/Documenti/a.pdf") as screen:
        screen.wait("[N]o ›").send("\x03")
        assert screen.end() == 130

    assert (documents / "a.pdf").exists()


def test_json_asks_and_draws_nothing() -> None:
    """Also at a terminal: refused, exit status 4, one object."""
    with ask("--json", "cancella ~/Documenti/a.pdf") as screen:
        assert screen.end() == 4

    assert "Posso?" not in screen.raw
    assert "\x1b" not in screen.raw
    assert screen.raw.startswith('{"schema_version": 1')


def test_several_files_that_cannot_be_edited_are_asked_about_again(documents: Path) -> None:
    """Their names came out of a step: e is no yes, and only y is."""
    (documents / "b.pdf").write_bytes(b"x")
    with ask("delete the pdf files in ~/Documenti", METNOS_LANG="en") as screen:
        screen.wait("May I? delete_files", "[N]o ›").enter("e").wait("There is nothing to edit").enter()
        assert screen.end() == 4

    assert {path.name for path in documents.iterdir()} == {"a.pdf", "b.pdf"}


@pytest.mark.parametrize(("said", "status", "left"), [("n", 4, {"a.pdf", "b.pdf"}), ("y", 0, {"a.pdf"})])
def test_an_edited_path_is_asked_about_again(documents: Path, said: str, status: int, left: set[str]) -> None:
    """With the new path in the arguments and in the list of what is touched."""
    (documents / "b.pdf").write_bytes(b"x")
    with ask("delete ~/Documenti/a.pdf", METNOS_LANG="en") as screen:
        screen.wait("[e]dit", "[N]o ›").enter("e").count("path = ~/Documenti/a.pdf", 2).send("\x7f" * 5).enter("b.pdf")
        screen.count("path = ~/Documenti/b.pdf", 2).count("May I? delete_files", 2).count("[N]o ›", 2).enter(said)
        assert screen.end() == status

    assert {path.name for path in documents.iterdir()} == left


@pytest.mark.parametrize("told", ["", "here"])
def test_a_folder_variable_that_names_no_folder_counts_as_unset(documents: Path, told: str) -> None:
    """Also for the library that trashes: the trash is the user's, and undo finds it."""
    unset = dict.fromkeys(("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"), told)
    environment = {**os.environ, **unset, "HOME": str(documents.parent), "PYTHONPATH": str(ROOT)}

    def run(*words: str) -> int:
        called = [sys.executable, "-m", "metnos_cli", *words]
        return subprocess.run(called, cwd=documents, env=environment, check=False, capture_output=True).returncode

    assert run("ask", "--offline", "--yes", f"cancella {documents}/a.pdf") == 0
    assert not list(documents.iterdir())
    assert (documents.parent / ".local/share/Trash/files/a.pdf").exists()
    assert run("undo", "--yes") == 0
    assert [path.name for path in documents.iterdir()] == ["a.pdf"]
