"""``metnos bench latency``: what a plan costs on this machine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

from metnos_cli import messages
from metnos_cli.cli.wiring import world
from metnos_cli.errors import ModelMissing

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from metnos_cli.models.llama import LlamaModel
    from metnos_cli.records import Lang

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def latency(
    runs: int = typer.Option(3, "--runs", min=1),
    requests: int = typer.Option(6, "--requests", min=1),
    label: str = typer.Option("", "--label"),
    out: str = typer.Option("", "--out"),
    as_json: bool = typer.Option(False, "--json"),
) -> None:
    """Measure the model: prompt, grammar, simple and metis."""
    from metnos_cli.bench.latency import measure_grammar, measure_prompt, measure_proposers
    from metnos_cli.models.llama import LlamaModel

    here = world()
    path = here.settings.path("model.path")
    if path is None:
        raise ModelMissing("model_not_configured", proposer="metis")

    def build(folder: Path | None) -> LlamaModel:
        return LlamaModel(
            path,
            context=here.settings.integer("model.context"),
            threads=here.settings.integer("model.threads") or None,
            gpu_layers=here.settings.integer("model.gpu_layers"),
            cache_dir=folder,
        )

    told: dict[str, Any] = {"schema_version": 1, "bench": "latency", "label": label, "at": here.now().isoformat()}
    model = build(here.environment.cache_dir)
    told |= {"model": model.name, "prompt": measure_prompt(build, here.catalog)}
    told["grammar"] = measure_grammar(model, here.catalog, runs)
    told["proposers"] = measure_proposers(model, here.catalog, requests)
    if out:
        file = here.environment.expand(out)
        file.write_text(json.dumps(told, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    if as_json:
        here.environment.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
        return
    for line in lines(told, here.lang):
        here.environment.stdout.write(f"{line}\n")


def lines(told: Mapping[str, Any], lang: Lang) -> list[str]:
    """The result in sentences."""
    prompt, grammar, proposers = told["prompt"], told["grammar"], told["proposers"]
    say = messages.text
    return [
        say(lang, "bench_latency.head", model=told["model"]),
        say(lang, "bench_latency.prompt", share=f"{prompt['share']:.1%}", first=prompt["first"], later=prompt["later"]),
        say(lang, "bench_latency.grammar", ratio=f"{grammar['ratio']:.2f}", **_flat(grammar)),
        say(lang, "bench_latency.proposers", ratio=f"{proposers['ratio']:.2f}", **_plain(proposers)),
    ]


def _flat(grammar: Mapping[str, Any]) -> dict[str, Any]:
    speeds = grammar["tokens_per_second"]
    return {"executors": grammar["executors"], "fast": speeds["without"], "slow": speeds["with"]}


def _plain(proposers: Mapping[str, Any]) -> dict[str, Any]:
    return {"requests": proposers["requests"], **proposers["seconds"]}
