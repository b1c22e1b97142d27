"""Undo where the world says "not now": what may work another time is offered again, what cannot is given up."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError, StoreLocked
from metnos_cli.safety.undo import Reversal, Undo, Undone, Unfinished
from metnos_cli.store import journal

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.executors.small_world import SmallWorld

LATER = {
    "server down": ExecutorError(ErrorClass.UNAVAILABLE, "mail_unreachable"),
    "no room": OSError(errno.ENOSPC, "No space left on device"),
    "no rights": OSError(errno.EACCES, "Permission denied"),
    "database busy": StoreLocked(path="metnos.db"),
    "half way": Unfinished("mail_not_yet_back", {"lamp": 3, "left": 1}),
}
FINAL = {
    "denied": ExecutorError(ErrorClass.DENIED, "path_outside"),
    "gone": ExecutorError(ErrorClass.WRONG_ARGS, "missing"),
    "no trash there": ExecutorError(ErrorClass.UNAVAILABLE, "no_trash"),
    "something in its place": OSError(errno.EEXIST, "File exists"),
    "half gone": Unfinished("mail_not_all_back", None),
}


def once(small: SmallWorld, reverser: Callable[[journal.Change, Any], Reversal]) -> Undone:
    """Take the last turn back."""
    undoing = Undo(small.store, {"lamp.on": reverser})
    plan = undoing.plan()
    assert plan is not None
    return undoing.run(plan)


def raising(error: Exception) -> Callable[[journal.Change, Any], Reversal]:
    """A reverser whose act fails so."""

    def act() -> None:
        raise error

    return lambda change, _: Reversal(change, "other", {"kind": change.kind}, act)


def working(change: journal.Change, _: Any) -> Reversal:
    """A reverser whose act works."""
    return Reversal(change, "other", {"kind": change.kind}, lambda: None)


@pytest.mark.parametrize("error", LATER.values(), ids=LATER)
def test_what_may_pass_is_offered_again(small: SmallWorld, error: Exception) -> None:
    """As often as it takes; then it is taken back."""
    small.journal.note("lamp.on", {"lamp": 3})

    tried = [once(small, raising(error)) for _ in range(2)]
    undone = once(small, working)

    assert [(len(one.stuck), one.stuck[0].later) for one in tried] == [(1, True)] * 2
    assert len(undone.done) == 1


@pytest.mark.parametrize("error", FINAL.values(), ids=FINAL)
def test_what_cannot_pass_is_given_up(small: SmallWorld, error: Exception) -> None:
    """Told once; the turn before it comes next."""
    small.journal.note("lamp.on", {"lamp": 3})

    undone = once(small, raising(error))

    assert [step.later for step in undone.stuck] == [False]
    assert Undo(small.store, {}).plan() is None


@pytest.mark.parametrize("later", [True, False])
def test_seen_beforehand_counts_the_same(small: SmallWorld, *, later: bool) -> None:
    """A server that is looked at before anything is done."""
    small.journal.note("lamp.on", {"lamp": 3})

    once(small, lambda change, _: Reversal(change, "other", {}, None, "calendar_down", later))

    assert (Undo(small.store, {}).plan() is not None) == later


def test_of_a_half_taken_back_change_only_the_rest_is_tried_again(small: SmallWorld) -> None:
    """The note says what is left."""
    small.journal.note("lamp.on", {"lamp": 3, "left": 7})

    once(small, raising(Unfinished("mail_not_yet_back", {"lamp": 3, "left": 1})))

    assert [change.facts for change in journal.standing(small.store.read(), "turn-1")] == [{"lamp": 3, "left": 1}]


def test_a_busy_database_does_not_hide_what_was_taken_back(small: SmallWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it is done and told; offered again, nothing is left to do."""
    for name in ("a", "b"):
        small.file(name, name)
        small.call("move_files", path=f"~/{name}", dst=f"~/new-{name}")

    def busy(*_: object) -> None:
        raise StoreLocked(path="metnos.db")

    monkeypatch.setattr(journal, "mark", busy)
    _, undone = small.undo()
    monkeypatch.undo()
    _, again = small.undo()

    assert (len(undone.done), undone.stuck, undone.noted) == (2, (), False)
    assert (len(again.done), again.stuck, again.noted) == (2, (), True)
    assert sorted(path.name for path in small.home.iterdir() if not path.name.startswith(".")) == ["a", "b"]
