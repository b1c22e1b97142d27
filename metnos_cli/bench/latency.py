"""Measures what a plan costs on this machine: reading the prompt, once and again; the grammar; simple and metis."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metnos_cli.bench.plan import MOMENT, load_cases, measure
from metnos_cli.plan.grammar import generate_framework_grammar
from metnos_cli.plan.intent import find_intent
from metnos_cli.plan.pool import choose_pool
from metnos_cli.plan.prompt import plan_prefix, plan_prompt
from metnos_cli.plan.proposer.metis import MetisProposer
from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.plan.proposer.simple import SimpleProposer
from metnos_cli.ports import ProposalRequest
from metnos_cli.records import Prompt
from metnos_cli.text.understand import understand

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from metnos_cli.models.llama import LlamaModel
    from metnos_cli.ports import Catalog
    from metnos_cli.records import Completion

FIRST, LATER = "find the 3 largest files in ~/data", "trova i pdf in ~/Documenti e copiali in ~/backup"
STEPS = 6
WRITTEN = 96
"""Tokens that the grammar's cost is measured over."""


def prompt_of(text: str, catalog: Catalog) -> tuple[Prompt, ProposalRequest]:
    """The planner's prompt for a request, without a draft, and what it was made from."""
    request = understand(text, now=MOMENT, canonical=False)
    intent = find_intent(request, catalog)
    asked = ProposalRequest(request, intent, choose_pool(request, intent, catalog, None))
    return plan_prompt(asked, tuple(catalog)), asked


def measure_prompt(build: Callable[[Path], LlamaModel], catalog: Catalog) -> dict[str, Any]:
    """Reading the prompt in a process that never met it, and in a later one with another request.

    Args:
        build: Makes a model that keeps its prefixes in the given folder, as a fresh process would.
        catalog: The executors.

    Returns:
        Seconds and tokens of both, and the later one's share of the first.
    """
    told: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="metnos-latency-") as folder:
        for name, text in (("first", FIRST), ("later", LATER)):
            model = build(Path(folder))
            model.warm()  # loading the weights is not reading the prompt
            use = model.complete(prompt_of(text, catalog)[0], max_tokens=1).use
            model.close()
            told[name] = {
                "seconds": round(use.prompt_seconds, 3),
                "tokens": use.prompt_tokens,
                "cached_tokens": use.cached_tokens,
            }
    told["share"] = round(told["later"]["seconds"] / told["first"]["seconds"], 4)
    return told


def measure_grammar(model: LlamaModel, catalog: Catalog, runs: int) -> dict[str, Any]:
    """Tokens a second with the grammar of eight executors and without, over the same prompt, by turns.

    Args:
        model: The model.
        catalog: The executors; the pool of a request has eight.
        runs: Pairs of runs; medians are told.
    """
    prompt, asked = prompt_of(FIRST, catalog)
    grammar = generate_framework_grammar(asked.pool, STEPS, asked.request)
    model.complete(prompt, max_tokens=1)
    speeds: dict[str, list[float]] = {"without": [], "with": []}
    texts: set[str] = set()
    for _ in range(runs):
        speeds["without"].append(speed(model.complete(prompt, max_tokens=WRITTEN)))
        done = model.complete(prompt, grammar=grammar, max_tokens=WRITTEN)
        speeds["with"].append(speed(done))
        texts.add(done.text)
    medians = {name: round(statistics.median(found), 2) for name, found in speeds.items()}
    return {
        "executors": len(asked.pool),
        "tokens_per_second": medians,
        "ratio": round(medians["with"] / medians["without"], 4),
        "texts": len(texts),
    }


def speed(done: Completion) -> float:
    """Tokens written in a second, the prompt's reading left out."""
    return done.use.completion_tokens / max(done.use.seconds - done.use.prompt_seconds, 1e-9)


def measure_proposers(model: LlamaModel, catalog: Catalog, count: int) -> dict[str, Any]:
    """Seconds a plan by simple and by metis takes, over the same requests, by turns.

    Args:
        model: The model, its prefix read.
        catalog: The executors.
        count: Requests of the bundled set, evenly spread.
    """
    cases = [case for case in load_cases() if case.tools]
    chosen: Sequence[Any] = cases[:: max(1, len(cases) // count)][:count]
    offline = OfflineProposer(catalog)
    seconds: dict[str, list[float]] = {"simple": [], "metis": []}
    elsewhere = Prompt(plan_prefix(catalog), "-")
    for case in chosen:
        for proposer in (SimpleProposer(model, offline=offline), MetisProposer(model, offline=offline)):
            model.complete(elsewhere, max_tokens=1)  # neither finds the other's prompt already read
            started = time.perf_counter()
            measure(proposer, catalog, [case])
            seconds[proposer.name].append(time.perf_counter() - started)
    totals = {name: round(sum(found), 3) for name, found in seconds.items()}
    return {"requests": len(chosen), "seconds": totals, "ratio": round(totals["metis"] / totals["simple"], 4)}
