"""Asks a proposer for a whole plan, and lets nothing through that the validator does not pass."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass
from metnos_cli.pipeline.composite import expand, fill, renumber
from metnos_cli.ports import Event, ProposalRequest
from metnos_cli.records import Abstention, Framework, ModelUse, PlanTrace, Proposal, Request, Step, StepError
from metnos_cli.safety.hiding import secrets_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.pipeline.state import TurnState
    from metnos_cli.ports import Proposer, TurnPorts


@dataclass(slots=True)
class _Attempts:
    """What was proposed and what became of it."""

    told: list[Mapping[str, Any]] = field(default_factory=list)
    uses: list[ModelUse] = field(default_factory=list)
    excluded: set[str] = field(default_factory=set)
    errors: tuple[str, ...] = ()
    rejected: str = ""
    """The turn in which the user rejected what was proposed now."""


def plan(state: TurnState, ports: TurnPorts) -> TurnState:
    """Propose and validate, unless the memory already gave a framework.

    A proposal that the validator refuses is never run: the proposer is asked once more, told every error, with that
    fingerprint excluded.
    """
    if state.framework is not None or state.error is not None:
        return state
    from metnos_cli.plan.intent import find_intent
    from metnos_cli.plan.pool import choose_pool
    from metnos_cli.text.understand import complete

    if not state.request.canonical:
        state = replace(state, request=complete(state.request))
    started = time.perf_counter()
    state = replace(state, excluded=state.excluded | ports.memory.excluded(state.request))
    ports.told(Event("planning"))
    known = state.hit.framework.steps if state.hit else ()
    request = _uncovered(state)
    intent = find_intent(request, ports.catalog)
    proposer = ports.proposer()
    # Loading the embedder costs a second; the proposer without a model reads words and nothing else.
    embedder = None if proposer.name == "offline" else ports.embedder()
    pool = choose_pool(request, intent, ports.catalog, embedder, ports.settings.integer("engine.pool_size"))
    pool = tuple(manifest for manifest in pool if manifest.name != state.failed_tool)
    asked = ProposalRequest(
        request=request, intent=intent, pool=pool, excluded=state.excluded, prefix=known, memory=ports.facts(request)
    )
    attempts = _Attempts(excluded=set(state.excluded))
    answer = _agree(proposer, asked, ports, attempts)
    shown = tuple(manifest.name for manifest in pool)
    trace = PlanTrace(proposer.name, intent, shown, tuple(attempts.told), time.perf_counter() - started)
    state = replace(
        state,
        trace=replace(state.trace, plan=trace, model=(*state.trace.model, *attempts.uses)),
        excluded=frozenset(attempts.excluded),
    )
    ports.told(Event("planned", {"plan": trace}))
    if isinstance(answer, Abstention):
        return _complete(state, answer, ports)
    return replace(state, framework=expand(_joined(known, answer.framework), ports.catalog))


def _agree(proposer: Proposer, asked: ProposalRequest, ports: TurnPorts, attempts: _Attempts) -> Proposal | Abstention:
    """Ask until the validator is content, a bounded number of times."""
    from metnos_cli.plan.fingerprint import fingerprint
    from metnos_cli.plan.validator import MAX_BLOCKED_PROPOSALS, validate_framework

    for _ in range(MAX_BLOCKED_PROPOSALS):
        answer = proposer.propose(
            replace(asked, excluded=frozenset(attempts.excluded), errors=attempts.errors), attempts.uses.append
        )
        if isinstance(answer, Abstention):
            return answer if answer.questions or not attempts.rejected else _no_other(attempts.rejected)
        pool = _with_prefix(asked, ports)
        whole = _joined(asked.prefix, answer.framework)
        errors = validate_framework(whole, pool, max_steps=ports.settings.integer("engine.max_steps"))
        mark = fingerprint(answer.framework)
        told = tuple(error.text for error in errors)
        attempts.told.append({"fingerprint": mark, "errors": told, "score": answer.score})
        unwanted = "" if errors else ports.memory.rejected(asked.request, expand(whole, ports.catalog))
        attempts.rejected = attempts.rejected or unwanted
        if not errors and not unwanted and mark not in asked.excluded:
            return answer
        attempts.excluded.add(mark)
        attempts.errors = told
    return _no_other(attempts.rejected) if attempts.rejected else Abstention("no_valid_plan", ErrorClass.OUT_OF_SCOPE)


def _no_other(turn: str) -> Abstention:
    """The end where the only plan is the one that the user rejected for these very words."""
    return Abstention("rejected", ErrorClass.OUT_OF_SCOPE, {"turn": turn})


def _with_prefix(asked: ProposalRequest, ports: TurnPorts) -> tuple[Manifest, ...]:
    """The pool, and the executors of steps that are already decided."""
    names = {manifest.name for manifest in asked.pool}
    extra = (ports.catalog.get(step.tool) for step in asked.prefix if step.tool not in names)
    return (*asked.pool, *(manifest for manifest in extra if manifest is not None))


def _uncovered(state: TurnState) -> Request:
    """The request, or what a recognised prefix leaves of it."""
    hit = state.hit
    if hit is None or not hit.uncovered:
        return state.request
    from metnos_cli.text.understand import understand

    return understand(hit.uncovered, now=state.request.now, lang=state.request.lang)


def _joined(prefix: tuple[Step, ...], rest: Framework) -> Framework:
    """Known steps first; the rest counts on from there when its proposer counted from 1."""
    if not prefix:
        return rest
    if rest.steps[: len(prefix)] == prefix:
        return rest
    place = {number: number + len(prefix) for number in range(1, len(rest.steps) + 1)}
    moved = tuple(Step(step.tool, renumber(dict(step.args), place)) for step in rest.steps)
    return Framework((*prefix, *moved), rest.fillers, renumber(rest.final_message, place))


def _complete(state: TurnState, abstention: Abstention, ports: TurnPorts) -> TurnState:
    """A question that the user answers completes the draft; without a draft or an answer it is an end."""
    if abstention.questions and abstention.draft is not None:
        from metnos_cli.errors import InputNeeded

        try:
            answers = ports.dialog.ask(abstention.questions)
        except InputNeeded:
            return replace(state, questions=abstention.questions)
        draft = abstention.draft
        steps = tuple(Step(step.tool, fill(dict(step.args), answers)) for step in draft.steps)
        secret = [answers.get(str(asked.get("var"))) for asked in abstention.questions if _is_secret(asked)]
        state = state.keeping(secrets_in(secret))
        completed = expand(replace(draft, steps=steps), ports.catalog)
        unwanted = ports.memory.rejected(state.request, completed)
        if unwanted:
            return _complete(state, _no_other(unwanted), ports)
        return replace(state, framework=completed)
    if abstention.questions:
        return replace(state, questions=abstention.questions)
    error = StepError(abstention.error_class, f"abstain.{abstention.reason}", abstention.facts)
    return state.failing(error)


def _is_secret(question: Mapping[str, Any]) -> bool:
    """Whether the answer to a question must not be kept or shown."""
    return (question.get("schema") or question).get("kind") == "credentials"
