"""A turn without its secrets: what is shown, printed, kept and learnt from never has them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from metnos_cli.records import Step
from metnos_cli.safety.hiding import hide

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.records import Framework, Outcome, StepError, StepResult, Trace, Turn


def without_secrets(turn: Turn, secrets: Sequence[str]) -> Turn:
    """The turn with every secret replaced wherever a value of the run can have carried it.

    Args:
        turn: As it was run.
        secrets: What the user typed in secret, and what executors marked so.
    """
    if not secrets:
        return turn
    return replace(
        turn,
        trace=_trace(turn.trace, secrets),
        framework=_framework(turn.framework, secrets) if turn.framework else None,
        results=tuple(_result(result, secrets) for result in turn.results),
        outcome=_outcome(turn.outcome, secrets),
    )


def _trace(trace: Trace, secrets: Sequence[str]) -> Trace:
    return replace(
        trace,
        placeholders=tuple((name, str(hide(value, secrets)), whom) for name, value, whom in trace.placeholders),
        notes=tuple((key, hide(facts, secrets)) for key, facts in trace.notes),
    )


def _framework(framework: Framework, secrets: Sequence[str]) -> Framework:
    """An answer that completed a plan stands in it as it was typed."""
    steps = tuple(Step(step.tool, hide(step.args, secrets)) for step in framework.steps)
    return replace(framework, steps=steps, final_message=str(hide(framework.final_message, secrets)))


def _result(result: StepResult, secrets: Sequence[str]) -> StepResult:
    verdict = result.verdict
    return replace(
        result,
        args=hide(result.args, secrets),
        result=hide(result.result, secrets),
        error=_error(result.error, secrets),
        verdict=replace(verdict, facts=hide(verdict.facts, secrets)) if verdict else None,
    )


def _error(error: StepError | None, secrets: Sequence[str]) -> StepError | None:
    if error is None:
        return None
    return replace(error, facts=hide(error.facts, secrets), message=hide(error.message, secrets))


def _outcome(outcome: Outcome, secrets: Sequence[str]) -> Outcome:
    return replace(
        outcome,
        message=hide(outcome.message, secrets),
        entries=hide(outcome.entries, secrets),
        error=_error(outcome.error, secrets),
        questions=hide(outcome.questions, secrets),
    )
