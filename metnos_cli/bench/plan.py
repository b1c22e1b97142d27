"""Measures the planner: valid plans, right tools, right arguments, abstentions, wrong plans, seconds."""

from __future__ import annotations

import json
import statistics
import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal

from metnos_cli.errors import UsageError
from metnos_cli.plan.fingerprint import fingerprint
from metnos_cli.plan.intent import find_intent
from metnos_cli.plan.pool import choose_pool
from metnos_cli.plan.validator import validate_framework
from metnos_cli.ports import ProposalRequest
from metnos_cli.records import LANGS, Abstention, Framework, ModelUse, Proposal
from metnos_cli.text.understand import understand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from metnos_cli.ports import Catalog, Embedder, Proposer
    from metnos_cli.records import Lang

DATA = "data/plan_requests.jsonl"
MOMENT = datetime(2026, 3, 4, 10, 0, tzinfo=UTC)
"""When every request is asked: what "ieri" means is the same in every run."""
ATTEMPTS = 2
"""Proposals before the turn ends, as in a real turn."""
QUESTION, HONEST_END = "question", "honest_end"
ENDS: Mapping[str, str] = {"get_inputs": QUESTION, "request_new_executor": HONEST_END}
"""Executors by which a plan says that it cannot answer, and what that amounts to."""
Verdict = Literal["right", "wrong_args", "wrong", "abstained"]


@dataclass(frozen=True, slots=True)
class Case:
    """One request and what is right for it."""

    request: str
    """As asked."""
    lang: Lang | None
    """Its language; None lets the words tell."""
    kind: str
    """Class of the request: simple, two-step, complex, unanswerable ..."""
    tools: tuple[tuple[str, ...], ...]
    """Right sequences of executors, the expected one first; empty where a question or an honest end is right."""
    args: Mapping[str, Any]
    """Arguments that some step must have."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the planner made of one case."""

    case: Case
    """The case."""
    verdict: Verdict
    """right: tools and arguments; wrong_args: right tools; abstained: no plan although there is one."""
    valid: bool | None
    """Whether the plan passed the validator; None without a plan."""
    tools: tuple[str, ...]
    """Executors of the plan."""
    reason: str
    """Why it abstained."""
    attempts: int
    """Proposals asked for."""
    seconds: float
    """Wall time of intent, pool and proposals."""
    uses: tuple[ModelUse, ...]
    """Calls of the model."""

    @property
    def right_tools(self) -> bool:
        """Whether the executors were right, or the abstention."""
        return self.verdict in {"right", "wrong_args"}


def load_cases(path: Path | None = None) -> tuple[Case, ...]:
    """The cases of a file with one JSON object a line; the bundled ones without a file.

    ``{"request", "lang", "expect": {"tools": [...], "args": {...}}}``; ``"or"`` beside ``tools`` lists other right
    sequences, ``{"outcome": "question" | "honest_end"}`` or empty ``tools`` stand for a right abstention.

    Raises:
        UsageError: The file cannot be read, or a line has another shape; facts: ``file``, ``line``, ``why``.
    """
    name = str(path or DATA)
    try:
        told = (
            path.read_text(encoding="utf-8")
            if path
            else resources.files("metnos_cli.bench").joinpath(DATA).read_text("utf-8")
        )
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError("bench_data", file=name, line=0, why=str(error)) from error
    cases = []
    for number, line in enumerate(told.splitlines(), 1):
        if line.strip():
            try:
                cases.append(_case(json.loads(line)))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise UsageError("bench_data", file=name, line=number, why=repr(error)) from error
    return tuple(cases)


def _case(told: Mapping[str, Any]) -> Case:
    expect = told["expect"]
    lang = told.get("lang")
    first = tuple(expect.get("tools") or ())
    others = tuple(tuple(tools) for tools in expect.get("or", ()))
    return Case(
        request=str(told["request"]),
        lang=lang if lang in LANGS else None,
        kind=str(told.get("class", told.get("kind", "all"))),
        tools=(first, *others) if first and not all(tool in ENDS for tool in first) else (),
        args=dict(expect.get("args") or {}),
    )


def measure(
    proposer: Proposer,
    catalog: Catalog,
    cases: Iterable[Case],
    *,
    embedder: Embedder | None = None,
    pool_size: int = 8,
    told: Callable[[Answer], None] = lambda _answer: None,
) -> list[Answer]:
    """Plan every case; Ctrl-C ends early and keeps what was done.

    Args:
        proposer: The planner.
        catalog: The executors.
        cases: What to plan.
        embedder: For the pool; None ranks it by words alone.
        pool_size: Executors shown to the planner.
        told: Called after each case.
    """
    answers: list[Answer] = []
    try:
        for case in cases:
            answers.append(_answer(proposer, catalog, case, embedder, pool_size))
            told(answers[-1])
    except KeyboardInterrupt:
        return answers
    return answers


def _answer(proposer: Proposer, catalog: Catalog, case: Case, embedder: Embedder | None, pool_size: int) -> Answer:
    """Plan one case as a turn would: asked once more when the validator refuses."""
    uses: list[ModelUse] = []
    started = time.perf_counter()
    request = understand(case.request, now=MOMENT, lang=case.lang, canonical=False)
    intent = find_intent(request, catalog)
    asked = ProposalRequest(request, intent, choose_pool(request, intent, catalog, embedder, pool_size))
    found: Proposal | Abstention = Abstention("no_valid_plan", _out_of_scope())
    valid: bool | None = None
    attempts = 0
    while attempts < ATTEMPTS and valid is not True:
        attempts += 1
        found = proposer.propose(asked, uses.append)
        if isinstance(found, Abstention):
            break
        errors = validate_framework(found.framework, asked.pool)
        valid = not errors
        mark = fingerprint(found.framework)
        asked = replace(
            asked, excluded=asked.excluded | {mark}, errors=tuple(f"{one.pointer}: {one.text}" for one in errors)
        )
    seconds = time.perf_counter() - started
    plan = found.framework if isinstance(found, Proposal) else None
    reason = found.reason if isinstance(found, Abstention) else ""
    asks = isinstance(found, Abstention) and bool(found.questions)
    tools = tuple(step.tool for step in plan.steps) if plan else ()
    return Answer(case, _verdict(case, plan, asks), valid, tools, reason, attempts, seconds, tuple(uses))


def _out_of_scope() -> Any:
    from metnos_cli.errors import ErrorClass

    return ErrorClass.OUT_OF_SCOPE


def _verdict(case: Case, plan: Framework | None, asks: bool) -> Verdict:
    """How an outcome compares with what is right; ``asks`` tells a question from an end, and both are honest."""
    del asks
    if plan is None or all(step.tool in ENDS for step in plan.steps):
        return "abstained" if case.tools else "right"
    if tuple(step.tool for step in plan.steps) not in case.tools:
        return "wrong"
    return (
        "right"
        if all(_has(plan, name, value) for name, value in case.args.items()) or _other(case, plan)
        else "wrong_args"
    )


def _other(case: Case, plan: Framework) -> bool:
    """Whether another right sequence was taken, whose arguments are not the expected one's."""
    if tuple(step.tool for step in plan.steps) == case.tools[0]:
        return False
    named = {name for step in plan.steps for name in step.args}
    return all(_has(plan, name, value) for name, value in case.args.items() if name in named)


def _has(plan: Framework, name: str, value: Any) -> bool:
    """Whether some step has this argument with this value."""
    return any(name in step.args and _same(step.args[name], value) for step in plan.steps)


def _same(found: Any, wanted: Any) -> bool:
    """Equality as people mean it: letters' case, a closing slash and 3 for 3.0 make no difference."""
    if isinstance(found, str) and isinstance(wanted, str):
        return found.casefold().rstrip("/") == wanted.casefold().rstrip("/")
    return bool(found == wanted)


def figures(answers: Sequence[Answer]) -> dict[str, Any]:
    """Shares and times over some answers; shares of an empty set are None."""
    plans = [answer for answer in answers if answer.valid is not None]
    told = [answer.seconds for answer in answers]
    prompts = [use.prompt_seconds for answer in answers for use in answer.uses]
    return {
        "requests": len(answers),
        "right_tools": _share(answer.right_tools for answer in answers),
        "right": _share(answer.verdict == "right" for answer in answers),
        "wrong": _share(answer.verdict == "wrong" for answer in answers),
        "abstained": _share(answer.verdict == "abstained" for answer in answers),
        "plans": len(plans),
        "valid": _share(bool(answer.valid) for answer in plans),
        "right_args": _share(answer.verdict == "right" for answer in plans if answer.right_tools),
        "seconds_median": round(statistics.median(told), 4) if told else None,
        "seconds_max": round(max(told), 4) if told else None,
        "prompt_seconds_median": round(statistics.median(prompts), 4) if prompts else None,
        "completion_tokens": sum(use.completion_tokens for answer in answers for use in answer.uses),
    }


def _share(holds: Iterable[bool]) -> float | None:
    counted = list(holds)
    return round(sum(counted) / len(counted), 4) if counted else None


def report(answers: Sequence[Answer]) -> dict[str, Any]:
    """Overall figures, figures by class and by language, and every answer that was not right."""
    kinds = dict.fromkeys(answer.case.kind for answer in answers)
    return {
        "overall": figures(answers),
        "by_class": {kind: figures([one for one in answers if one.case.kind == kind]) for kind in kinds},
        "by_lang": {lang: figures([one for one in answers if one.case.lang == lang]) for lang in LANGS},
        "not_right": [
            {
                "request": answer.case.request,
                "verdict": answer.verdict,
                "tools": list(answer.tools),
                "expected": [list(tools) for tools in answer.case.tools],
                "reason": answer.reason,
            }
            for answer in answers
            if answer.verdict != "right"
        ],
    }
