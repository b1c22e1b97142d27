"""Proposes one plan with the model: under the grammar of the pool, with the rules' own draft before its eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.proposer.scope import in_scope
from metnos_cli.plan.proposer.scoring import is_guess
from metnos_cli.plan.proposer.writer import Writer
from metnos_cli.records import Abstention, Proposal

if TYPE_CHECKING:
    from collections.abc import Callable

    from metnos_cli.plan.proposer.offline import OfflineProposer
    from metnos_cli.ports import LanguageModel, ProposalRequest
    from metnos_cli.records import ModelUse


class SimpleProposer:
    """One call of the model, one plan.

    Args:
        model: The model.
        offline: The rules: their draft is shown to the model, their catalog fills the fixed part of the prompt.
        max_steps: Steps of a plan, at most.
    """

    def __init__(self, model: LanguageModel, *, offline: OfflineProposer, max_steps: int = 6) -> None:
        self._catalog = offline.catalog
        self._writer = Writer(model, offline.catalog, max_steps)

    @property
    def name(self) -> str:
        """Always ``simple``."""
        return "simple"

    def warm(self) -> None:
        """Load the model and evaluate the fixed part of the prompt."""
        self._writer.warm()

    def propose(self, asked: ProposalRequest, used: Callable[[ModelUse], None]) -> Proposal | Abstention:
        """One plan, or an abstention where the rules know that none can be made.

        Raises:
            ModelError: The model cannot be used.
            Interrupted: Ctrl-C.
        """
        scope = in_scope(asked, self._catalog)
        if scope.abstention is not None:
            return scope.abstention
        framework = self._writer.write(asked, scope.draft, used)
        if framework is None:
            return Abstention("no_valid_plan", ErrorClass.OUT_OF_SCOPE)
        if scope.plan is None and is_guess(framework, asked):
            return Abstention("not_understood", ErrorClass.OUT_OF_SCOPE)
        return Proposal(scope.told(framework))
