"""The fingerprint of a plan is the same whatever values the request put into it."""

from __future__ import annotations

from typing import Any

from metnos_cli.plan.fingerprint import fingerprint
from metnos_cli.records import Filler, Framework, Slot, Step


def plan(**args: Any) -> Framework:
    """One call."""
    return Framework((Step("find_files", args),))


def slot(dim: str, text: str, value: Any) -> Slot:
    """A slot with a plain value."""
    return Slot(dim, text, 0, len(text), {"value": value})


def test_values_of_slots_do_not_count() -> None:
    """The same plan for two requests, and the learned one, have one fingerprint."""
    one = fingerprint(
        plan(path="~/Documenti", limit=3), [slot("path", "~/Documenti", "~/Documenti"), slot("number", "tre", 3)]
    )
    other = fingerprint(plan(path="/tmp", limit=9), [slot("path", "/tmp", "/tmp"), slot("number", "9", 9)])
    learned = fingerprint(plan(path="${SLOT:path}", limit="${SLOT:number#2}"))

    assert one == other == learned
    assert len(one) == 64


def test_everything_else_in_the_steps_counts() -> None:
    """Tools, arguments, literals that are no slot, references, order."""
    first = Framework((Step("a_b", {"x": 1}), Step("c_d", {"from_step": 1})))
    told = {
        fingerprint(framework)
        for framework in (
            first,
            Framework(first.steps[::-1]),
            Framework((first.steps[0], Step("c_d", {"from_step": 2}))),
            Framework((Step("a_b", {"x": "1"}), first.steps[1])),
            Framework((Step("a_b", {"y": 1}), first.steps[1])),
            Framework((Step("a_b", {"x": True}), first.steps[1])),
            Framework(first.steps[:1]),
        )
    }

    assert len(told) == 7


def test_a_step_number_is_no_value_of_the_request() -> None:
    """``from_step`` stays even when the request says the same number."""
    numbers = [slot("number", "1", 1)]

    assert fingerprint(plan(from_step=1), numbers) != fingerprint(plan(from_step=2), numbers)


def test_order_of_arguments_fillers_and_message_do_not_count() -> None:
    """They do not change what is done."""
    steps = (Step("find_files", {"a": 1, "b": 2}),)

    assert fingerprint(Framework(steps)) == fingerprint(
        Framework((Step("find_files", {"b": 2, "a": 1}),), {"q": Filler("Quale?")}, "Fatto.")
    )
