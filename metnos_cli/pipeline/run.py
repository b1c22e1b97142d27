"""Runs a plan: for each step placeholders, schema, vaglio, executor; no model in the loop but fillers."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError, InputNeeded, Interrupted, Refused, StoreError
from metnos_cli.pipeline.binding import Binder, UnboundPlaceholder
from metnos_cli.ports import ConsentQuestion, Event
from metnos_cli.records import EFFECTFUL, StepError, StepResult, Verdict
from metnos_cli.safety.hiding import hide, restored, secrets_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.pipeline.state import TurnState
    from metnos_cli.ports import ExecutorContext, TurnPorts

UNSURE = frozenset({ErrorClass.INTERNAL, ErrorClass.UNAVAILABLE})
"""An effectful executor that failed so may have acted already: it counts as having changed something."""

EDITS_AT_MOST = 6
"""Times the user is asked about arguments of his own that cannot be used; then the turn ends with the reason."""


class TurnInterrupted(Interrupted):
    """Ctrl-C inside the turn; ``state`` is how far it came."""

    def __init__(self, state: TurnState) -> None:
        super().__init__()
        self.state = state


@dataclass(frozen=True, slots=True)
class _Call:
    """One call, ready to be judged."""

    index: int
    manifest: Manifest
    args: Mapping[str, Any]
    entries: list[Any] | None
    provenance: Mapping[str, str]
    found: bool = False
    """Whether the entries were looked up for this very call: the arguments that say which are as they are."""
    edits: int = 0
    """How often the user was asked for other arguments, or whether to go on with his own."""
    again: bool = False
    """Whether the user chose to edit it: it is done after a yes to what it then is, and not before."""
    waited: float = 0.0
    """Seconds that the user thought about it."""
    problem: str = ""
    """Why the arguments that the user typed cannot be used; empty: nothing is known against them."""


def run(state: TurnState, ports: TurnPorts) -> TurnState:
    """Run the steps that have not run yet; stops at the first error.

    Raises:
        TurnInterrupted: Ctrl-C between steps or inside one.
    """
    if state.framework is None or state.error is not None or state.questions:
        return state
    context = ports.context(state.request)
    try:
        while state.error is None and len(state.results) < len(state.framework.steps):
            context.check_cancelled()
            state = _step(state, ports, context, len(state.results) + 1)
            if state.questions:
                break
    except TurnInterrupted:
        raise
    except (Interrupted, KeyboardInterrupt) as stop:
        raise TurnInterrupted(state) from stop
    return state


def _step(state: TurnState, ports: TurnPorts, context: ExecutorContext, index: int) -> TurnState:
    assert state.framework is not None  # noqa: S101  run() checked
    step = state.framework.steps[index - 1]
    ports.told(Event("step", {"step": index, "tool": step.tool}))
    started = time.perf_counter()
    manifest = ports.catalog.get(step.tool)
    if manifest is None:
        return state.failing(StepError(ErrorClass.WRONG_TOOL, "unknown_tool", {"tool": step.tool}), step.tool)
    binder = Binder(state, ports, index)
    try:
        args, entries = binder.bind(step.args)
    except UnboundPlaceholder as missing:
        facts = {"placeholder": missing.placeholder, "tool": step.tool}
        return state.failing(StepError(ErrorClass.WRONG_ARGS, "unbound_placeholder", facts), step.tool)
    except StoreError as error:
        return state.failing(StepError(ErrorClass.UNAVAILABLE, error.key, error.facts), step.tool)
    state = replace(
        state,
        trace=replace(
            state.trace,
            placeholders=(*state.trace.placeholders, *binder.resolved),
            model=(*state.trace.model, *binder.uses),
        ),
    )
    call = _Call(index, manifest, args, entries, binder.provenance)
    result, questions, edited = _attempt(state, ports, context, call, started)
    state = replace(state, edited=state.edited or edited)
    ports.told(Event("step_done", {"step": index, "tool": step.tool, "result": result}))
    if questions:
        return replace(state, questions=questions)
    state = _noting(replace(state, results=(*state.results, result)), result).keeping(secrets_of(result.result))
    return state.failing(result.error, step.tool) if result.error else state


def _noting(state: TurnState, result: StepResult) -> TurnState:
    """The state with what the executor wants the user to know beside its answer (``notes``: key and facts)."""
    for key, facts in (result.result or {}).get("notes") or ():
        state = state.noting(str(key), **facts)
    return state


def _attempt(
    state: TurnState, ports: TurnPorts, context: ExecutorContext, call: _Call, started: float
) -> tuple[StepResult, tuple[Mapping[str, Any], ...], bool]:
    """Check, judge and call, every failure becoming data; what came of it, open questions, whether the user edited."""
    verdict: Verdict | None = None
    result: Mapping[str, Any] | None = None
    error: StepError | None = None
    questions: tuple[Mapping[str, Any], ...] = ()
    called = False
    try:
        _check(call)
        call = _prepared(call, context)
        verdict = _judged(state, ports, call)
        while True:
            call = _permitted(state, ports, call, verdict)
            called = not call.problem
            if called:
                try:
                    result = ports.runner.call(call.manifest, _passed(call), context)
                    break
                except ExecutorError as failure:
                    call, called = _again(call, failure, state), False
    except ExecutorError as failure:
        error = StepError(failure.error_class, failure.key, failure.facts, failure.message)
    except StoreError as failure:
        error = StepError(ErrorClass.UNAVAILABLE, failure.key, failure.facts)
    except Refused as refusal:
        error = StepError(ErrorClass.DENIED, refusal.key, {"tool": call.manifest.name, **refusal.facts})
    except InputNeeded as needed:
        questions = tuple(needed.facts.get("questions", ()))
    except (Interrupted, KeyboardInterrupt) as stop:
        # Some of a step's items may be done already when it is stopped: it counts as having changed something.
        changed = called and call.manifest.effect in EFFECTFUL
        midway = (replace(_result(call, verdict, started), changed=True),) if changed else ()
        raise TurnInterrupted(replace(state, results=(*state.results, *midway))) from stop
    changed = _changed(call.manifest, result, error, called)
    told = replace(_result(call, verdict, started), result=result, error=error, changed=changed)
    return told, questions, call.edits > 0


def _passed(call: _Call) -> dict[str, Any]:
    """The arguments as the executor takes them."""
    return dict(call.args) if call.entries is None else {**call.args, "entries": call.entries}


def _result(call: _Call, verdict: Verdict | None, started: float) -> StepResult:
    """What is known of a step before it ends."""
    return StepResult(
        index=call.index,
        tool=call.manifest.name,
        args=call.args,
        provenance=call.provenance,
        effect=call.manifest.effect,
        result=None,
        error=None,
        verdict=verdict,
        seconds=time.perf_counter() - started - call.waited,
        changed=False,
    )


def _changed(manifest: Manifest, result: Mapping[str, Any] | None, error: StepError | None, called: bool) -> bool:
    if not called or manifest.effect not in EFFECTFUL:
        return False
    if result is not None:
        return int(result.get("ok_count", 1)) > 0
    return error is not None and error.error_class in UNSURE


def _check(call: _Call) -> None:
    """The arguments fit the schema; called without any, an executor that needs none pays nothing.

    Raises:
        ExecutorError: ``wrong_args``, with every fault.
    """
    if not call.args and call.entries is None and not ({"required", "oneOf", "anyOf"} & set(call.manifest.args)):
        return
    from metnos_cli.plan.validator import validate_tool_call

    told = dict(call.args) if call.entries is None else {**call.args, "from_step": 1}
    fits, errors = validate_tool_call({"tool": call.manifest.name, "args": told}, (call.manifest,))
    if not fits:
        why = "; ".join(error.text for error in errors)
        raise ExecutorError(ErrorClass.WRONG_ARGS, "bad_arguments", tool=call.manifest.name, why=why)


def _prepared(call: _Call, context: ExecutorContext) -> _Call:
    """The call with exactly what will be done in its arguments, for executors that work that out beforehand.

    Raises:
        ExecutorError, InputNeeded: It cannot be done as asked.
    """
    if not call.manifest.run.prepare:
        return call
    from metnos_cli.executors.preparing import prepare, prepared_provenance

    args = prepare(call.manifest, _passed(call), context)
    entries = args.pop("entries", None)
    provenance = prepared_provenance(call.args, args, call.provenance)
    return replace(call, args=args, entries=entries, provenance=provenance, found=entries is not None)


def _judged(state: TurnState, ports: TurnPorts, call: _Call) -> Verdict:
    """The vaglio's word, or a question when the plan was recognised by similarity alone and has an effect."""
    verdict = ports.vaglio.judge(call.manifest, _passed(call), call.provenance, state.request)
    by_likeness = state.hit is not None and state.hit.confirm and call.manifest.effect in EFFECTFUL
    if verdict.decision == "allow" and by_likeness:
        return Verdict("ask", "recognised_by_similarity", {"tool": call.manifest.name})
    return verdict


def _permitted(state: TurnState, ports: TurnPorts, call: _Call, verdict: Verdict) -> _Call:
    """The call to make, once the vaglio and the user agree; what he edits is asked about again as it then is.

    Raises:
        Refused: The vaglio denies, or the user says no, or nobody can be asked.
        ExecutorError: The edited arguments do not fit.
    """
    name = call.manifest.name
    while True:
        if call.again or call.problem:
            verdict = _judged(state, ports, call)
            verdict = Verdict("ask", "edited") if verdict.decision == "allow" else verdict
        if verdict.decision == "deny":
            raise Refused(f"vaglio.{verdict.reason}", **{**verdict.facts, "tool": name})
        if verdict.decision == "allow":
            return call
        question = _question(state, ports, call, verdict)
        asked_at = time.perf_counter()
        answer = ports.consent.ask(question)
        call = replace(call, waited=call.waited + time.perf_counter() - asked_at)
        if answer.choice == "no":
            raise Refused("not_understood" if answer.unclear else "user_said_no", tool=name)
        if answer.choice != "edit" or answer.args is None:
            return _agreed(state, call)
        call = _edited(state, call, restored(answer.args, question.args, call.args))


def _agreed(state: TurnState, call: _Call) -> _Call:
    """The call after a yes: arguments that were told to be wrong are not right because they are said again.

    Raises:
        ExecutorError: They do not fit the schema, and were asked for often enough.
    """
    if not call.problem:
        return call
    try:
        _check(call)
    except ExecutorError as failure:
        return _again(call, failure, state)
    return replace(call, problem="")


def _question(state: TurnState, ports: TurnPorts, call: _Call, verdict: Verdict) -> ConsentQuestion:
    """What the user is asked: everything but what he typed in secret."""
    return ConsentQuestion(
        tool=call.manifest.name,
        effect=call.manifest.effect,
        args=hide(call.args, state.secrets),
        reason=verdict.reason,
        facts=hide(verdict.facts, state.secrets),
        targets=hide(ports.vaglio.targets(call.manifest, _passed(call)), state.secrets),
        provenance=call.provenance,
        editable=not call.found,
        problem=str(hide(call.problem, state.secrets)),
        again=call.again,
    )


def _edited(state: TurnState, call: _Call, args: Mapping[str, Any]) -> _Call:
    """The call with the user's own arguments, to be judged and asked about like any other.

    Raises:
        ExecutorError: They do not fit the schema, and were asked for often enough.
    """
    if args == call.args:
        return replace(call, again=True)
    typed = {name for name, value in args.items() if name not in call.args or value != call.args[name]}
    provenance = {**call.provenance, **dict.fromkeys(typed, "user")}
    edited = replace(call, args=dict(args), provenance=provenance, edits=call.edits + 1, problem="", again=True)
    try:
        _check(edited)
    except ExecutorError as failure:
        return _again(edited, failure, state)
    return edited


def _again(call: _Call, failure: ExecutorError, state: TurnState) -> _Call:
    """The call to ask about once more: what the user typed cannot be done, and he is told why beside it.

    Raises:
        ExecutorError: The failure itself: nobody typed anything, it was asked often enough, or something may be done.
    """
    if not 0 < call.edits < EDITS_AT_MOST or failure.error_class in UNSURE:
        raise failure
    from metnos_cli.pipeline.terminator import told_error

    error = StepError(failure.error_class, failure.key, failure.facts, failure.message)
    return replace(call, problem=told_error(state.request.lang, error), edits=call.edits + 1)
