"""The score prefers plans that do what the verbs say, with the request's own values, in few steps."""

from __future__ import annotations

from typing import Any

import pytest

from metnos_cli.plan.proposer.scoring import plan_score
from metnos_cli.records import Framework, Step
from tests.plan.asking import asked

TEXT = "trova i pdf in ~/a e copiali in ~/b"
GOOD = (("find_files", {"path": "~/a", "pattern": "*.pdf"}), ("copy_files", {"from_step": 1, "dst": "~/b"}))


def score(*steps: tuple[str, dict[str, Any]], text: str = TEXT, draft: tuple[Step, ...] = ()) -> float:
    framework = Framework(tuple(Step(tool, args) for tool, args in steps))
    return plan_score(framework, asked(text), draft)


@pytest.mark.parametrize(
    "worse",
    [
        GOOD[:1],
        (GOOD[0], ("move_files", {"from_step": 1, "dst": "~/b"})),
        (("find_files", {"path": "~/a"}), GOOD[1]),
        (("find_files", {"path": "~/elsewhere", "pattern": "*.pdf"}), GOOD[1]),
        (*GOOD, ("sort_entries", {"from_step": 2, "by": "name"})),
        (GOOD[0], ("copy_files", {"from_step": 1})),
        (GOOD[0], ("copy_files", {"from_step": 5, "dst": "~/b"})),
    ],
    ids=["half", "other verb", "value lost", "value invented", "surplus step", "argument missing", "wrong reference"],
)
def test_the_right_plan_scores_best(worse: tuple[tuple[str, dict[str, Any]], ...]) -> None:
    """Each way to be wrong costs."""
    assert score(*GOOD) > score(*worse)


def test_an_order_is_no_invention() -> None:
    """A step that the rules came to as well is not surplus, and a field's name is not an invented value."""
    text = "what is the oldest file in ~/archive?"
    find: tuple[str, dict[str, Any]] = ("find_files", {"path": "~/archive"})
    sort: tuple[str, dict[str, Any]] = ("sort_entries", {"from_step": 1, "by": "modified", "order": "asc", "limit": 1})
    draft = (Step(*find), Step(*sort))

    assert score(find, sort, text=text, draft=draft) > score(find, text=text, draft=draft)


def test_score_is_the_same_every_time() -> None:
    """Nothing random is in it."""
    assert len({score(*GOOD) for _ in range(5)}) == 1


def test_agreement_with_the_rules_counts() -> None:
    """Of two plans the one that the rules came to as well is a little better."""
    draft = tuple(Step(tool, args) for tool, args in GOOD)

    assert score(*GOOD, draft=draft) > score(*GOOD)
