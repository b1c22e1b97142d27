"""One turn that cannot be taken back does not keep the ones before it, but nothing under it is taken back either."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Metnos
    from tests.executors.small_world import SmallWorld

LATER: dict[str, tuple[Callable[[SmallWorld], Any], Callable[[SmallWorld], Any]]] = {
    "written": (lambda w: w.call("write_files", path="~/n.txt", text="x"), lambda w: w.file("n.txt", "mine")),
    "copied": (lambda w: w.call("copy_files", path="~/a/1.log", dst="~/n.log"), lambda w: w.file("n.log", "mine")),
    "moved": (lambda w: w.call("move_files", path="~/a/1.log", dst="~/n.log"), lambda w: w.file("n.log", "mine")),
    "made": (lambda w: w.call("create_dirs", path="~/n"), lambda w: w.file("n/kept", "mine")),
    "trashed": (lambda w: w.call("delete_files", path="~/a/1.log"), lambda w: w.file("a/1.log", "mine")),
}
"""What is done in the later turn, and what the user does afterwards so that it cannot be taken back."""
UNDER: dict[str, tuple[Callable[[SmallWorld], Any], Callable[[SmallWorld], Any], Callable[[SmallWorld], Any]]] = {
    "overwritten, then moved": (
        lambda w: w.call("write_files", path="~/note.txt", text="new", mode="overwrite"),
        lambda w: w.call("move_files", path="~/note.txt", dst="~/other.txt"),
        lambda w: w.file("other.txt", "mine"),
    ),
    "written, then trashed": (
        lambda w: w.call("write_files", path="~/n.txt", text="x"),
        lambda w: w.call("delete_files", path="~/n.txt"),
        lambda w: w.file("n.txt", "mine"),
    ),
    "moved, then moved on": (
        lambda w: w.call("move_files", path="~/note.txt", dst="~/m.txt"),
        lambda w: w.call("move_files", path="~/m.txt", dst="~/o.txt"),
        lambda w: w.file("o.txt", "mine"),
    ),
    "made, then filled": (
        lambda w: w.call("create_dirs", path="~/n"),
        lambda w: w.call("write_files", path="~/n/x.txt", text="x"),
        lambda w: w.file("n/x.txt", "mine"),
    ),
}


def content(small: SmallWorld) -> dict[str, str]:
    """Every file of the home with what is in it."""
    hidden = (small.home / ".local", small.home / ".config")
    files = (path for path in sorted(small.home.rglob("*")) if path.is_file())
    return {
        str(path.relative_to(small.home)): path.read_text()
        for path in files
        if not any(path.is_relative_to(folder) for folder in hidden)
    }


@pytest.fixture
def furnished(small: SmallWorld) -> SmallWorld:
    """A few files."""
    for name in ("a/1.log", "a/2.log", "note.txt"):
        small.file(name, name)
    return small


@pytest.mark.parametrize("what", LATER)
def test_the_next_undo_goes_on_to_what_was_before(furnished: SmallWorld, what: str) -> None:
    """The later turn is told with its reason and left alone; the one before it is taken back."""
    act, spoil = LATER[what]
    furnished.call("create_dirs", path="~/Q")
    furnished.turn = "turn-2"
    act(furnished)
    spoil(furnished)
    before = content(furnished)

    blocked = furnished.undoing.plan()
    assert blocked is not None
    assert not blocked.possible
    assert all(step.why for step in blocked.steps)
    assert furnished.undoing.pass_over(blocked)
    furnished.undo()

    assert not (furnished.home / "Q").exists()
    assert content(furnished) == before
    assert furnished.undoing.plan() is None


@pytest.mark.parametrize("what", UNDER)
def test_what_lies_under_it_stays(furnished: SmallWorld, what: str) -> None:
    """An earlier change to the very thing is not taken back blindly, and that is told."""
    first, second, spoil = UNDER[what]
    first(furnished)
    furnished.turn = "turn-2"
    second(furnished)
    spoil(furnished)
    before = content(furnished)

    blocked = furnished.undoing.plan()
    assert blocked is not None
    furnished.undoing.pass_over(blocked)
    plan = furnished.undoing.plan()

    assert plan is not None
    assert not plan.possible
    assert content(furnished) == before
    assert not furnished.undoing.pass_over(plan)


def test_the_command_tells_and_goes_on(metnos: Metnos, home: Path) -> None:
    """First the reason, in words that do not sound as if it were done; then the earlier turn."""
    (home / "appunti.txt").write_text("prima")
    metnos("ask", "--yes", "crea la cartella ~/Q")
    metnos("ask", "--yes", "copia ~/appunti.txt in ~/Backup/")
    (home / "Backup/appunti.txt").write_text("mio")

    first = metnos("--lang", "it", "undo", "--yes")
    second = metnos("--lang", "it", "undo", "--yes")

    assert first.exit_status == 1
    assert "non si può: ~/Backup/appunti.txt" in first.stderr
    assert "prossimo undo" in first.stderr
    assert second.exit_status == 0, second.stderr
    assert not (home / "Q").exists()
    assert (home / "Backup/appunti.txt").read_text() == "mio"


def test_a_look_alone_passes_nothing_over(metnos: Metnos, home: Path) -> None:
    """``--dry-run`` says it again each time."""
    metnos("ask", "--yes", "crea la cartella ~/Q")
    (home / "Q/kept").write_text("mio")

    assert metnos("undo", "--dry-run").stderr == metnos("undo", "--dry-run").stderr != ""
