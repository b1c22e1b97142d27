"""Has a model write plans for one request, under the grammar of its narrowed pool."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from metnos_cli.plan.narrow import narrowed
from metnos_cli.plan.prompt import plan_prefix, plan_prompt
from metnos_cli.records import Framework

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.ports import LanguageModel, ProposalRequest
    from metnos_cli.records import ModelUse, Step

MAX_TOKENS = 400
"""Longest plan, in tokens."""


class Writer:
    """Writes plans with a model.

    Args:
        model: The model.
        catalog: All executors, for the fixed part of the prompt.
        max_steps: Steps of a plan, at most.
    """

    def __init__(self, model: LanguageModel, catalog: Sequence[Manifest], max_steps: int) -> None:
        self._model = model
        self._catalog = tuple(catalog)
        self._max_steps = max_steps

    def warm(self) -> None:
        """Load the model and evaluate the fixed part of the prompt, where the model can keep it.

        Raises:
            ModelError: The model cannot be used.
            Interrupted: Cancelled.
        """
        warm = getattr(self._model, "warm", None)
        if warm is not None:
            warm(plan_prefix(self._catalog))

    def write(
        self,
        asked: ProposalRequest,
        draft: Sequence[Step],
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

        Raises:
            ModelError: The model cannot be used.
            Interrupted: Ctrl-C.
        """
        from metnos_cli.plan.grammar import generate_framework_grammar

        pool = narrowed(asked.pool, asked.request, draft)
        rest = draft[len(asked.prefix) :]
        done = self._model.complete(
            plan_prompt(asked, self._catalog, rest),
            grammar=generate_framework_grammar(pool, self._max_steps, asked.request, done=self._known(asked)),
            max_tokens=MAX_TOKENS,
            temperature=temperature,
            seed=seed,
            purpose="plan",
        )
        used(done.use)
        framework = read_plan(done.text)
        return replace(framework, steps=(*asked.prefix, *framework.steps)) if framework is not None else None

    def _known(self, asked: ProposalRequest) -> list[Manifest]:
        """Executors of the steps that are decided already: the model's own steps are counted on from there."""
        by_name = {manifest.name: manifest for manifest in (*self._catalog, *asked.pool)}
        return [by_name[step.tool] for step in asked.prefix if step.tool in by_name]


def read_plan(text: str) -> Framework | None:
    """The plan in a model's answer; None when it is cut off or has another shape.

    The last executor's own message is better than a small model's, so the plan's is left empty.
    """
    try:
        framework = Framework.from_json(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None  # the caller says that there is no plan: what was written instead is of no use to anybody
    return replace(framework, final_message="")
