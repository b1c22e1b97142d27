"""Decides before any model is asked whether a plan can be made at all, and what rules alone would plan."""

from __future__ import annotations

from dataclasses import dataclass, replace
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

FINAL = frozenset({"no_tool", "condition", "duplicates"})
"""Refusals that no model can better: the tool is not there, nothing can be put off, a choice is the user's."""
CHANGING_VERBS = frozenset({"delete", "move", "copy", "write", "create", "send"})
UNSURE = frozenset({"negation", "left_over"})
"""Refusals after which nothing is changed on a model's word: it may have passed over the "not", or the "tomorrow"."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What rules say of a request."""

    plan: Framework | None = None
    """Their plan; None when they came to none."""
    abstention: Abstention | None = None
    """The end, when there is nothing to plan."""

    @property
    def draft(self) -> tuple[Step, ...]:
        """The steps of their plan; empty when they came to none."""
        return self.plan.steps if self.plan is not None else ()

    def told(self, framework: Framework) -> Framework:
        """A model's plan with what the rules would say at its end, where both call the same executors."""
        same = [step.tool for step in framework.steps] == [step.tool for step in self.draft]
        return replace(framework, final_message=self.plan.final_message) if self.plan and same else framework


def in_scope(asked: ProposalRequest, catalog: Sequence[Manifest] = ()) -> Scope:
    """What rules alone make of a request: a draft, a question that comes before any plan, an end, or nothing."""
    found = Composer(asked.request, asked.pool, catalog, asked.prefix).compose()
    if isinstance(found, Refusal):
        changes = not CHANGING_VERBS.isdisjoint(asked.intent.get("verbs", ()))
        final = found.reason in FINAL or not asked.pool or (changes and found.reason in UNSURE)
        told = Abstention(found.reason, found.error_class, found.facts) if final else None
        return Scope(abstention=told)
    framework = Framework(steps=tuple(found.steps), final_message=found.final_message(asked.request.lang))
    if found.missing:
        return Scope(abstention=question(found, framework, asked.request.lang))
    return Scope(plan=framework)
