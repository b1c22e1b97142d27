"""Runs the six checks in their order; the first that fails decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.memory.gate.action import action
from metnos_cli.memory.gate.effects import effects
from metnos_cli.memory.gate.grounding import grounding
from metnos_cli.memory.gate.leftover import leftover
from metnos_cli.memory.gate.polarity import polarity
from metnos_cli.memory.gate.world import world

if TYPE_CHECKING:
    from collections.abc import Callable

    from metnos_cli.memory.gate import Candidate
    from metnos_cli.records import Check

CHECKS: tuple[Callable[[Candidate], Check], ...] = (polarity, action, grounding, leftover, world, effects)
"""In the order in which they are made and shown."""


def judge(candidate: Candidate) -> tuple[Check, ...]:
    """The verdicts up to and including the first that fails; all six when it passes."""
    told: list[Check] = []
    for check in CHECKS:
        told.append(check(candidate))
        if not told[-1].passed:
            break
    return tuple(told)


def passed(checks: tuple[Check, ...]) -> bool:
    """Whether a candidate may be served."""
    return len(checks) == len(CHECKS) and all(check.passed for check in checks)
