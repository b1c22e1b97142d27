"""Another process holds the database while a turn works: the turn still ends, and tells what it did."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.errors import ErrorClass, Interrupted, StoreLocked
from metnos_cli.store import turns
from metnos_cli.ui.render.json import render
from tests.executors.busy import busy_after
from tests.pipeline.test_turn import Small, Yes, plan

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def small(home: Path) -> Iterator[Small]:
    """Four files in a home of its own, and a user who says yes."""
    made = Small(home)
    made.consent = Yes()
    for number in range(4):
        (home / f"{number}.log").write_text("x")
    yield made
    made.world.close()


def test_busy_half_way_through_a_step(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer with both counts, recorded."""
    busy_after(monkeypatch, 3)

    turn = small.turn(plan(("delete_files", {"path": "~", "pattern": "*.log"})))

    assert turn.outcome.kind == "answered"
    assert "3 su 4" in turn.outcome.message
    assert turns.latest(small.world.database.read())[0].id == turn.id


def test_busy_after_a_step_that_changed_something(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dead end says that the first stands, and how to take it back."""
    busy_after(monkeypatch, 1)

    turn = small.turn(plan(("delete_files", {"path": "~/0.log"}), ("write_files", {"path": "~/note.txt", "text": "x"})))

    assert turn.outcome.kind == "dead_end"
    assert "metnos undo" in turn.outcome.message
    assert turn.results[0].changed


@pytest.mark.parametrize("place", ["recognise", "plan", "call"])
def test_busy_anywhere(small: Small, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """A dead end of class unavailable, never an exception."""

    def busy(*_: Any, **__: Any) -> Any:
        raise StoreLocked(path="metnos.db")

    target = {
        "recognise": "metnos_cli.memory.service.MemoryService.layers",
        "plan": "metnos_cli.memory.service.MemoryService.excluded",
        "call": "metnos_cli.executors.files.change.existing",
    }[place]
    monkeypatch.setattr(target, busy)

    turn = small.turn(plan(("delete_files", {"path": "~/0.log"})))

    assert turn.outcome.error is not None
    assert (turn.outcome.error.error_class, turn.outcome.error.key) == (ErrorClass.UNAVAILABLE, "store_locked")
    assert (small.home / "0.log").exists()


PLANS = {
    "answered": ("find_files", {"path": "~"}),
    "dead_end": ("read_files", {"path": "~/nowhere.txt"}),
    "refused": ("read_files", {"path": "~/.ssh/id_rsa"}),
}


@pytest.mark.parametrize("kind", PLANS)
def test_an_answer_is_worth_more_than_its_record(small: Small, kind: str) -> None:
    """Written by another all the time: the same outcome and the same cause, as JSON too, and a note."""
    free = small.turn(plan(PLANS[kind]))
    small.world.database.read().execute("PRAGMA busy_timeout=1")
    other = sqlite3.connect(small.world.environment.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    busy = small.turn(plan(PLANS[kind]))

    other.close()
    assert (busy.outcome.kind, busy.outcome.error) == (kind, free.outcome.error)
    assert busy.outcome.message.startswith(free.outcome.message)
    assert [key for key, _ in busy.trace.notes][-1:] == ["not_recorded"]
    assert json.loads(render(busy))["outcome"]["kind"] == kind


@pytest.mark.parametrize("stop", [KeyboardInterrupt, Interrupted])
def test_ctrl_c_while_waiting_for_the_record_keeps_the_answer(
    small: Small, monkeypatch: pytest.MonkeyPatch, stop: type[BaseException]
) -> None:
    """What was done is told all the same."""

    def stopped(*_: Any) -> None:
        raise stop

    monkeypatch.setattr(turns, "save", stopped)

    turn = small.turn(plan(("delete_files", {"path": "~/0.log"})))

    assert turn.outcome.kind == "answered"
    assert not (small.home / "0.log").exists()
    assert ("not_recorded", {"why": "interrupted"}) in turn.trace.notes
