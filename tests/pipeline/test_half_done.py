"""A turn that changed something and did not come to its good end says what it did and how to take it back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.cli.guards import build_undo
from metnos_cli.errors import ExitStatus
from metnos_cli.ports import ConsentAnswer, ConsentQuestion
from metnos_cli.ui.consent import YesConsent
from tests.pipeline.test_turn import FAIL, SUCCEED, Small, plan, small

if TYPE_CHECKING:
    from metnos_cli.records import Turn

__all__ = ["small"]

MOVED = ("move_files", {"path": "~/a.log", "dst": "~/b/"})
SECOND: dict[str, tuple[str, dict[str, Any]]] = {
    "a missing file": ("move_files", {"path": "~/gone.log", "dst": "~/b/"}),
    "a fault": ("break_things", {}),
    "a denial": ("delete_files", {"path": "~/.ssh/id"}),
    "nobody to say yes": ("delete_files", {"path": "~/c.log"}),
    "an answer that is missing": ("ask_things", {}),
}


class No:
    """Says no, always."""

    def ask(self, question: ConsentQuestion) -> ConsentAnswer:
        return ConsentAnswer("no")


def half(small: Small, second: tuple[str, dict[str, Any]]) -> Turn:
    """A turn whose first step moves a file and whose second does not end well."""
    for name in ("a.log", "c.log"):
        (small.home / name).write_text(name)
    small.executor("break_things", FAIL.format(error_class="unavailable"), effect="write")
    small.executor("ask_things", FAIL.format(error_class="missing_input"))
    return small.turn(plan(MOVED, second))


@pytest.mark.parametrize("why", SECOND)
def test_what_was_done_before_the_end_is_told(small: Small, why: str) -> None:
    """Whatever ends the turn: the step before it in its own words, and undo."""
    turn = half(small, SECOND[why])

    assert turn.outcome.exit_status is not ExitStatus.ANSWERED
    assert (small.home / "b/a.log").exists()
    assert "Spostati in ~/b: 1." in turn.outcome.message
    assert "metnos undo" in turn.outcome.message


def test_what_is_told_can_be_taken_back(small: Small) -> None:
    """The undo that the message names does it."""
    half(small, SECOND["a missing file"])
    undo = build_undo(small.world)

    found = undo.plan()
    assert found is not None
    undo.run(found)

    assert (small.home / "a.log").exists()


def test_a_no_after_a_step_does_not_say_that_nothing_was_done(small: Small) -> None:
    """It is the second step that was not done."""
    small.consent = No()

    told = half(small, SECOND["nobody to say yes"]).outcome.message

    assert "non ho fatto nulla" not in told
    assert "Spostati in ~/b: 1." in told


def test_a_step_that_may_have_done_something_says_so(small: Small) -> None:
    """It failed in a way that does not tell how far it came."""
    told = half(small, SECOND["a fault"]).outcome.message

    assert "break_things si è fermato a metà" in told


def test_a_turn_that_changed_nothing_speaks_of_no_undo(small: Small) -> None:
    """A look that fails leaves nothing to take back, and no folder is left behind."""
    small.executor("work_things", SUCCEED)

    turn = small.turn(plan(("work_things", {}), ("move_files", {"path": "~/gone.log", "dst": "~/new/"})))

    assert "metnos undo" not in turn.outcome.message
    assert not (small.home / "new").exists()


def test_some_of_the_items_of_one_step(small: Small) -> None:
    """Those that went are told, those that did not too, and how to take back the former."""
    small.consent = YesConsent()
    (small.home / "a").mkdir()
    (small.home / "b").mkdir()
    for name in ("a/1.log", "a/2.log", "b/2.log"):
        (small.home / name).write_text(name)

    told = small.turn(plan(("move_files", {"path": "~/a", "pattern": "*.log", "dst": "~/b"}))).outcome.message

    assert "1 su 2 fatti" in told
    assert "metnos undo" in told
