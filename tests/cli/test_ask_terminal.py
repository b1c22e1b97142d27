"""``metnos ask`` at a terminal: it may draw and ask, and leaves a clean screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.screen import Screen


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
