"""``metnos bench facts``: how often the right fact is found, and how long it takes among ten thousand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

from metnos_cli import messages
from metnos_cli.cli.wiring import world

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.records import Lang

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def facts(
    data: str = typer.Option("", "--data"),
    runs: int = typer.Option(20, "--runs", min=1),
    label: str = typer.Option("", "--label"),
    out: str = typer.Option("", "--out"),
    as_json: bool = typer.Option(False, "--json"),
) -> None:
    """Measure recall and speed of facts."""
    from metnos_cli.bench.facts import measure, measure_time

    here = world()
    embedder = here.embedder()
    told: dict[str, Any] = {"schema_version": 1, "bench": "facts", "label": label, "at": here.now().isoformat()}
    told |= measure(embedder, here.reranker(), here.environment.expand(data) if data else None)
    told["time"] = measure_time(embedder, runs)
    if out:
        path = here.environment.expand(out)
        path.write_text(json.dumps(told, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    if as_json:
        here.environment.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
        return
    for line in lines(told, here.lang):
        here.environment.stdout.write(f"{line}\n")


def lines(told: Mapping[str, Any], lang: Lang) -> list[str]:
    """The result as a plain table."""
    say = messages.text
    shown = [say(lang, "bench_facts.head", facts=told["facts"], questions=told["questions"], embedder=told["embedder"])]
    shown.append(f"{'':<8} {'r@1':>7} {'r@5':>7} {'r@50':>7} {'ms':>8}")
    for row in told["recall"]:
        parts = [f"{row[f'recall_at_{depth}']:>7.1%}" for depth in (1, 5, 50)]
        shown.append(f"{row['way']:<8} {' '.join(parts)} {row['milliseconds']:>8.1f}")
    spent = told["time"]
    keys = ("first_search_ms", "later_search_ms")
    return [*shown, *(say(lang, f"bench_facts.{key}", count=spent["facts"], **spent[key]) for key in keys)]
