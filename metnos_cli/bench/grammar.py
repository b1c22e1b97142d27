"""Measures what the grammar does for a model's plans: the same prompts with it and without it, several times over."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from importlib import resources
from typing import TYPE_CHECKING, Any

from metnos_cli.bench.plan import MOMENT, Case, load_cases
from metnos_cli.errors import Interrupted
from metnos_cli.plan.fingerprint import fingerprint
from metnos_cli.plan.grammar import generate_framework_grammar
from metnos_cli.plan.intent import find_intent
from metnos_cli.plan.narrow import narrowed
from metnos_cli.plan.pool import choose_pool
from metnos_cli.plan.prompt import plan_prompt
from metnos_cli.plan.validator import MAX_BLOCKED_PROPOSALS, PlanError, read_framework, validate_framework
from metnos_cli.ports import ProposalRequest
from metnos_cli.text.understand import understand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.ports import Catalog, Embedder, LanguageModel
    from metnos_cli.records import Completion, Framework

DATA = "data/grammar_requests.jsonl"
WITH, WITHOUT = "with", "without"


@dataclass(frozen=True, slots=True)
class Ways:
    """How the measurement is made; all of it stands in the report."""

    runs: int = 3
    """How often each request is planned; the first run takes the likeliest text, the others draw."""
    modes: tuple[str, ...] = (WITH, WITHOUT)
    """With the grammar, without it, or both."""
    max_steps: int = 6
    """Steps of a plan, at most."""
    max_tokens: int = 400
    """Tokens of a plan, at most."""
    pool_size: int = 8
    """Executors shown to the model."""
    temperature: float = 0.7
    """Of the runs after the first."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One request planned once."""

    case: Case
    """The request and what is right for it."""
    mode: str
    """With or without the grammar."""
    run: int
    """From 0."""
    converged: bool
    """Whether some proposal passed the validator."""
    right_tools: bool | None
    """Whether the first proposal called the right executors; None where the request is ambiguous."""
    valid_args: bool
    """Whether the arguments of the first proposal fit their executors."""
    reproposals: int
    """Proposals after the first."""
    tokens: int
    """Tokens written."""
    seconds: float
    """Wall time of the model and the checks; the first proposal's prompt has been read before."""
    errors: tuple[str, ...]
    """What was wrong with the last proposal."""


def load_requests(path: Path | None = None) -> tuple[Case, ...]:
    """The requests of a file as ``bench plan`` reads them, or the bundled ten.

    Raises:
        UsageError: The file cannot be read, or a line has another shape.
    """
    if path is not None:
        return load_cases(path)
    with resources.as_file(resources.files("metnos_cli.bench").joinpath(DATA)) as bundled:
        return load_cases(bundled)


def measure_grammar(
    model: LanguageModel,
    catalog: Catalog,
    cases: Sequence[Case],
    ways: Ways,
    *,
    embedder: Embedder | None = None,
    told: Callable[[Trial], None] = lambda _trial: None,
) -> tuple[list[Trial], bool]:
    """Plan every request in every way; Ctrl-C ends early and keeps what was done.

    Args:
        model: Writes the plans.
        catalog: The executors.
        cases: The requests.
        ways: How often, how long, with or without.
        embedder: For the pool; None ranks it by words alone.
        told: Called after each trial.

    Returns:
        The trials, and whether all of them were made.

    Raises:
        ModelError: The model cannot be used.
    """
    trials: list[Trial] = []
    asked = [_asked(case, catalog, embedder, ways.pool_size) for case in cases]
    try:
        for run, place, mode in _order(ways, len(cases)):
            if mode == ways.modes[0]:  # neither way pays for reading the prompt that both share
                model.complete(plan_prompt(asked[place], tuple(catalog)), max_tokens=1)
            trials.append(_try(model, catalog, cases[place], asked[place], ways, mode, run))
            told(trials[-1])
    except (KeyboardInterrupt, Interrupted):
        return trials, False
    return trials, True


def _order(ways: Ways, count: int) -> Iterator[tuple[int, int, str]]:
    """Both modes of one request after each other: an interrupted measurement still compares."""
    for run in range(ways.runs):
        for place in range(count):
            for mode in ways.modes:
                yield run, place, mode


def _asked(case: Case, catalog: Catalog, embedder: Embedder | None, pool_size: int) -> ProposalRequest:
    request = understand(case.request, now=MOMENT, lang=case.lang, canonical=False)
    intent = find_intent(request, catalog)
    return ProposalRequest(request, intent, tuple(choose_pool(request, intent, catalog, embedder, pool_size)))


def _try(
    model: LanguageModel, catalog: Catalog, case: Case, asked: ProposalRequest, ways: Ways, mode: str, run: int
) -> Trial:
    """One request, asked again with the errors told until a proposal is valid or too many were not."""
    started = time.perf_counter()
    pool = narrowed(asked.pool, asked.request)
    first: Framework | None = None
    errors: tuple[PlanError, ...] = ()
    tokens = attempt = 0
    for attempt in range(MAX_BLOCKED_PROPOSALS):
        done = _complete(model, catalog, asked, pool, ways, mode, run)
        tokens += done.use.completion_tokens
        framework, errors = read_framework(_outermost(done.text))
        if framework is not None:
            errors = validate_framework(framework, asked.pool, max_steps=ways.max_steps)
            asked = replace(asked, excluded=asked.excluded | {fingerprint(framework)})
        if attempt == 0:
            first, at_first = framework, errors
        if not errors:
            break
        asked = replace(asked, errors=tuple(error.text for error in errors))
    return Trial(
        case=case,
        mode=mode,
        run=run,
        converged=not errors,
        right_tools=_right_tools(case, first),
        valid_args=first is not None and not any("/args" in error.pointer for error in at_first),
        reproposals=attempt,
        tokens=tokens,
        seconds=time.perf_counter() - started,
        errors=tuple(error.text for error in errors),
    )


def _complete(
    model: LanguageModel,
    catalog: Catalog,
    asked: ProposalRequest,
    pool: Sequence[Manifest],
    ways: Ways,
    mode: str,
    run: int,
) -> Completion:
    return model.complete(
        plan_prompt(asked, tuple(catalog)),
        grammar=generate_framework_grammar(pool, ways.max_steps, asked.request) if mode == WITH else None,
        max_tokens=ways.max_tokens,
        temperature=ways.temperature if run else 0.0,
        seed=run,
        purpose="plan",
    )


def _outermost(text: str) -> Any:
    """The first JSON object in a text, as a lenient reader finds it; the text itself when there is none."""
    start = text.find("{")
    if start >= 0:
        try:
            return json.JSONDecoder().raw_decode(text, start)[0]
        except ValueError:
            return text
    return text


def _right_tools(case: Case, framework: Framework | None) -> bool | None:
    if not case.tools:
        return None
    return framework is not None and tuple(step.tool for step in framework.steps) in case.tools


def grammar_report(trials: Sequence[Trial]) -> dict[str, Any]:
    """Figures of all trials, by class and by request, with and without the grammar."""
    modes = [mode for mode in (WITH, WITHOUT) if any(trial.mode == mode for trial in trials)]
    kinds = dict.fromkeys(trial.case.kind for trial in trials)
    requests = dict.fromkeys(trial.case.request for trial in trials)
    return {
        mode: {
            "overall": _figures([trial for trial in trials if trial.mode == mode]),
            "by_class": {
                kind: _figures([trial for trial in trials if (trial.mode, trial.case.kind) == (mode, kind)])
                for kind in kinds
            },
            "by_request": {
                text: _figures([trial for trial in trials if (trial.mode, trial.case.request) == (mode, text)])
                for text in requests
            },
        }
        for mode in modes
    }


def _figures(trials: Sequence[Trial]) -> dict[str, Any]:
    """Shares are None where nothing can be said."""
    seconds = sorted(trial.seconds for trial in trials)
    judged = [trial.right_tools for trial in trials if trial.right_tools is not None]
    return {
        "trials": len(trials),
        "convergence": _share([trial.converged for trial in trials]),
        "right_tools": _share(judged),
        "valid_args": _share([trial.valid_args for trial in trials]),
        "reproposals": sum(trial.reproposals for trial in trials),
        "tokens": sum(trial.tokens for trial in trials) / len(trials) if trials else None,
        "seconds_median": _at(seconds, 0.5),
        "seconds_p95": _at(seconds, 0.95),
    }


def _share(values: Sequence[bool]) -> float | None:
    return sum(values) / len(values) if values else None


def _at(ordered: Sequence[float], part: float) -> float | None:
    """The value below which this part of them lies (nearest rank)."""
    if not ordered:
        return None
    return ordered[max(0, min(len(ordered) - 1, -int(-part * len(ordered) // 1) - 1))]


def trial_rows(trials: Sequence[Trial]) -> list[Mapping[str, Any]]:
    """Each trial as one JSON object."""
    return [
        {
            "request": trial.case.request,
            "lang": trial.case.lang,
            "class": trial.case.kind,
            "grammar": trial.mode == WITH,
            "run": trial.run,
            "converged": trial.converged,
            "right_tools": trial.right_tools,
            "valid_args": trial.valid_args,
            "reproposals": trial.reproposals,
            "tokens": trial.tokens,
            "seconds": round(trial.seconds, 3),
            "errors": list(trial.errors),
        }
        for trial in trials
    ]
