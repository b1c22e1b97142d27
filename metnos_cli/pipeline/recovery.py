"""One way out after a failed step, chosen by the error's class and never by its text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass, InputNeeded
from metnos_cli.pipeline.planning import plan
from metnos_cli.pipeline.run import run
from metnos_cli.records import Framework, Step
from metnos_cli.safety.hiding import secrets_in

if TYPE_CHECKING:
    from metnos_cli.pipeline.state import TurnState
    from metnos_cli.ports import TurnPorts

REPLANNED = frozenset({ErrorClass.WRONG_TOOL, ErrorClass.WRONG_ARGS})
"""Another plan may do better; not so for what is down, denied, broken or beyond Metnos."""


def recover(state: TurnState, ports: TurnPorts) -> TurnState:
    """Ask for what is missing, or try one other plan; leave everything else to the end.

    Nothing is tried again after a step that changed something: twice done is worse than not done; nor after the user
    typed arguments of his own: another plan would not have them.
    """
    if state.error is None:
        return state
    if state.error.error_class is ErrorClass.MISSING_INPUT:
        return _ask(state, ports)
    lost = state.changed or state.edited
    if state.error.error_class in REPLANNED and state.framework is not None and not lost:
        return _alternative(state, ports)
    return state


def _ask(state: TurnState, ports: TurnPorts) -> TurnState:
    """Put the missing argument to the user and go on with the same plan from the same step."""
    error, framework = state.error, state.framework
    if error is None or framework is None or "arg" not in error.facts:
        return state
    name = str(error.facts["arg"])
    question = {
        "var": name,
        "prompt": str(error.facts.get("prompt") or _prompt(state, name)),
        "schema": {"kind": str(error.facts.get("kind", "text"))},
    }
    try:
        answers = ports.dialog.ask((question,))
    except InputNeeded:
        return replace(state, questions=(question,), error=None)
    place = len(state.results) - 1
    step = framework.steps[place]
    completed = Step(step.tool, {**step.args, name: answers.get(name)})
    steps = (*framework.steps[:place], completed, *framework.steps[place + 1 :])
    again = replace(
        state,
        framework=replace(framework, steps=steps),
        results=state.results[:place],
        error=None,
        failed_tool="",
    )
    if error.facts.get("kind") == "credentials":
        again = again.keeping(secrets_in(answers.get(name)))
    return run(again, ports)


def _prompt(state: TurnState, name: str) -> str:
    """What is asked where the executor does not say it itself."""
    from metnos_cli import messages

    lang = state.request.lang
    key = f"ask.named_{name}"
    return messages.text(lang, key if messages.has(lang, key) else "ask.other", tool=state.failed_tool)


def _alternative(state: TurnState, ports: TurnPorts) -> TurnState:
    """One other plan, without the failed one; without the failed executor too when it was the wrong tool."""
    from metnos_cli.plan.fingerprint import fingerprint

    failed: Framework | None = state.framework
    if failed is None or state.error is None:
        return state
    fresh = replace(
        state,
        framework=None,
        results=(),
        error=None,
        failed_tool=state.failed_tool if state.error.error_class is ErrorClass.WRONG_TOOL else "",
        excluded=state.excluded | {fingerprint(failed)},
    )
    other = plan(fresh, ports)
    if other.framework is None:
        # Nobody knows better: the first failure is the honest cause, not the lack of an alternative.
        return replace(state, trace=other.trace).noting("no_alternative")
    return run(other.noting("recovered", tool=state.failed_tool), ports)
