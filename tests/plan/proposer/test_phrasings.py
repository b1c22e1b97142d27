"""Some hundreds of ways to say things: a change that mends one of them does not break the others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.plan.validator import validate_framework
from metnos_cli.records import Abstention
from tests.plan.asking import asked, bundled, tools_of

FILE = Path(__file__).with_name("phrasings.jsonl")


def outcome(text: str) -> list[str] | str:
    """Tools of the plan, which is valid; or what else came of it."""
    given = asked(text)
    answer = OfflineProposer(tuple(bundled())).propose(given, lambda _use: None)
    if isinstance(answer, Abstention):
        return "question" if answer.questions else "end"
    assert validate_framework(answer.framework, given.pool) == ()
    assert {step.tool for step in answer.framework.steps} <= set(tools_of(given.pool))
    return [step.tool for step in answer.framework.steps]


def test_phrasings_keep_their_plans() -> None:
    """Nearly all as they were, and hardly ever a plan that is wrong rather than none."""
    cases: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    found = [(case, outcome(case["request"])) for case in cases]

    changed = [(case, told) for case, told in found if told != case.get("tools", case.get("outcome"))]
    wrong = [(case, told) for case, told in changed if isinstance(told, list)]
    assert len(changed) <= 0.03 * len(cases), changed
    assert len(wrong) <= 0.015 * len(cases), wrong
