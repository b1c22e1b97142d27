"""Decides before any model is asked whether a plan can be made at all, and what rules alone would plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metnos_cli.plan.proposer.offline import question
from metnos_cli.plan.sketch.compose import Composer
from metnos_cli.plan.sketch.draft import Refusal
from metnos_cli.records import Abstention, Framework

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.ports import ProposalRequest
    from metnos_cli.records import Step

FINAL = frozenset({"no_tool", "condition"})
"""Refusals that no model can better: the tool is not there, or nothing can be put off."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What rules say of a request."""

    draft: tuple[Step, ...] = ()
    """Their plan; empty when they came to none."""
    abstention: Abstention | None = None
    """The end, when there is nothing to plan."""


def in_scope(asked: ProposalRequest, catalog: Sequence[Manifest] = ()) -> Scope:
    """What rules alone make of a request: a draft, a question that comes before any plan, an end, or nothing."""
    found = Composer(asked.request, asked.pool, catalog).compose()
    if isinstance(found, Refusal):
        final = found.reason in FINAL or not asked.pool
        told = Abstention(found.reason, found.error_class, found.facts) if final else None
        return Scope(abstention=told)
    framework = Framework(steps=tuple(found.steps))
    if found.missing:
        return Scope(abstention=question(found, framework, asked.request.lang))
    return Scope(draft=framework.steps)
