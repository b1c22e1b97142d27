"""Proposes the best of several plans: the rules' draft, the model's likeliest, and a draw where those two disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.fingerprint import fingerprint
from metnos_cli.plan.proposer.scope import in_scope
from metnos_cli.plan.proposer.scoring import is_guess, plan_score
from metnos_cli.plan.proposer.writer import Writer
from metnos_cli.records import Abstention, Framework, Proposal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from metnos_cli.plan.proposer.offline import OfflineProposer
    from metnos_cli.plan.proposer.scope import Scope
    from metnos_cli.ports import LanguageModel, ProposalRequest
    from metnos_cli.records import ModelUse, Step

DRAWS = 1
"""Sampled plans besides the likeliest one; they share its prompt, which is evaluated once."""
TEMPERATURE = 0.7


class MetisProposer:
    """Ranks two or three plans by ``scoring.plan_score`` and keeps the others for a re-proposal in the same turn.

    Args:
        model: The model.
        offline: The rules: their draft is a candidate too, their catalog fills the fixed part of the prompt.
        max_steps: Steps of a plan, at most.
    """

    def __init__(self, model: LanguageModel, *, offline: OfflineProposer, max_steps: int = 6) -> None:
        self._catalog = offline.catalog
        self._writer = Writer(model, offline.catalog, max_steps)
        self._kept: tuple[str, list[Proposal]] = ("", [])

    @property
    def name(self) -> str:
        """Always ``metis``."""
        return "metis"

    def warm(self) -> None:
        """Load the model and evaluate the fixed part of the prompt."""
        self._writer.warm()

    def propose(self, asked: ProposalRequest, used: Callable[[ModelUse], None]) -> Proposal | Abstention:
        """The best plan that is not excluded; asked again in the same turn, the next one of those kept.

        Raises:
            ModelError: The model cannot be used.
            Interrupted: Ctrl-C.
        """
        kept = self._next(asked)
        if kept is not None:
            return kept
        scope = in_scope(asked, self._catalog)
        if scope.abstention is not None:
            return scope.abstention
        ranked = self._ranked(asked, scope, used)
        if not ranked:
            return Abstention("no_valid_plan", ErrorClass.OUT_OF_SCOPE)
        best, *others = ranked
        self._kept = (_turn(asked), others)
        if scope.plan is None and is_guess(best.framework, asked):
            return Abstention("not_understood", ErrorClass.OUT_OF_SCOPE)
        return best

    def _next(self, asked: ProposalRequest) -> Proposal | None:
        """The next plan kept from the same turn; None for a new turn, or when none is left."""
        turn, others = self._kept
        if turn != _turn(asked) or not asked.excluded:
            return None
        while others:
            one = others.pop(0)
            if fingerprint(one.framework) not in asked.excluded:
                return one
        return None

    def _ranked(self, asked: ProposalRequest, scope: Scope, used: Callable[[ModelUse], None]) -> list[Proposal]:
        """Different plans that are not excluded, the best first; equal scores keep the order in which they came."""
        draft = scope.draft
        plans: list[Framework] = [scope.plan] if scope.plan is not None else []
        likeliest = self._writer.write(asked, draft, used)
        plans += [scope.told(likeliest)] if likeliest is not None else []
        if not _agree(plans, draft):
            for seed in range(1, DRAWS + 1):
                drawn = self._writer.write(asked, draft, used, temperature=TEMPERATURE, seed=seed)
                plans += [scope.told(drawn)] if drawn is not None else []
        seen: dict[str, Framework] = {}
        for plan in plans:
            seen.setdefault(fingerprint(plan), plan)
        scored = [
            Proposal(plan, plan_score(plan, asked, draft)) for mark, plan in seen.items() if mark not in asked.excluded
        ]
        return sorted(scored, key=lambda one: -(one.score or 0.0))


def _turn(asked: ProposalRequest) -> str:
    """What tells one turn from another."""
    return f"{asked.request.now.isoformat()} {asked.request.text}"


def _agree(plans: Sequence[Framework], draft: Sequence[Step]) -> bool:
    """Whether model and rules came to the same tools: nothing is gained by another draw."""
    return bool(draft) and len(plans) > 1 and [step.tool for step in plans[-1].steps] == [step.tool for step in draft]
