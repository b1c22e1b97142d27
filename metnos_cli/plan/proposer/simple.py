"""Proposes one plan with the model: under the grammar of the pool, with the rules' own draft before its eyes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.narrow import narrowed
from metnos_cli.plan.prompt import plan_prompt
from metnos_cli.plan.proposer.offline import question
from metnos_cli.plan.proposer.scope import Scope, in_scope
from metnos_cli.records import Abstention, Framework, Proposal

if TYPE_CHECKING:
    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.ports import LanguageModel, ProposalRequest
    from metnos_cli.records import Completion, ModelUse, Step

MAX_TOKENS = 400
"""Longest plan, in tokens."""


class SimpleProposer:
    """One call of the model, one plan.

    Args:
        model: Builds the model; called when a plan is asked for, not before.
        catalog: All executors, for the fixed part of the prompt.
        max_steps: Steps of a plan, at most.
    """

    def __init__(
        self, model: Callable[[], LanguageModel], catalog: Iterable[Manifest], max_steps: int = 6
    ) -> None:
        self._model = model
        self._catalog = tuple(catalog)
        self._max_steps = max_steps

    @property
    def name(self) -> str:
        """Always ``simple``."""
        return "simple"

    def propose(self, asked: ProposalRequest, used: Callable[[ModelUse], None]) -> Proposal | Abstention:
        """One plan, or an abstention where the rules know that none can be made.

        Raises:
            ModelError: The model cannot be used.
            Interrupted: Ctrl-C.
        """
        scope = in_scope(asked)
        if scope.abstention is not None:
            return scope.abstention
        writer = Writer(self._model(), self._catalog, self._max_steps)
        framework = writer.write(asked, scope.draft, used)
        if framework is None:
            return Abstention("no_valid_plan", ErrorClass.OUT_OF_SCOPE)
        return Proposal(framework)


class Writer:
    """Has the model write plans for a request under its grammar.

    Args:
        model: The model.
        catalog: All executors.
        max_steps: Steps of a plan, at most.
    """

    def __init__(self, model: LanguageModel, catalog: Iterable[Manifest], max_steps: int) -> None:
        self._model = model
        self._catalog = tuple(catalog)
        self._max_steps = max_steps

    def write(
        self,
        asked: ProposalRequest,
        draft: tuple[Step, ...],
        used: Callable[[ModelUse], None],
        *,
        temperature: float = 0.0,
        seed: int = 0,
    ) -> Framework | None:
        """One plan, or None when the model did not come to the end of one.

        Args:
            asked: The request and its pool.
            draft: Steps that rules alone came to.
            used: Told what the call cost.
            temperature: 0 for the likeliest plan.
            seed: Of the draw, above 0.
        """
        from metnos_cli.plan.grammar import generate_framework_grammar

        pool = narrowed(asked.pool, asked.request, draft)
        done = self._model.complete(
            plan_prompt(asked, self._catalog, draft),
            grammar=generate_framework_grammar(pool, self._max_steps, asked.request),
            max_tokens=MAX_TOKENS,
            temperature=temperature,
            seed=seed,
            purpose="plan",
        )
        used(done.use)
        return read_plan(done)


def read_plan(done: Completion) -> Framework | None:
    """The plan in a model's answer; None when it is cut off or has another shape.

    The last executor's own message is better than a small model's, so the plan's is left empty.
    """
    try:
        framework = Framework.from_json(json.loads(done.text))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None  # the caller says that the model gave no plan: what it wrote instead is of no use to anybody
    return replace(framework, final_message="")
