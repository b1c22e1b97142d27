"""``metnos bench plan``: how often the planner is right, and how long it takes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

from metnos_cli import messages
from metnos_cli.cli.wiring import world

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from metnos_cli.bench.plan import Answer
    from metnos_cli.cli.wiring import World
    from metnos_cli.records import Lang

app = typer.Typer(rich_markup_mode=None, add_completion=False)
PROPOSERS = ("offline", "simple", "metis")
COLUMNS = ("requests", "right_tools", "right", "wrong", "abstained", "valid", "seconds_median")


@app.command()
def plan(
    data: str = typer.Option("", "--data"),
    proposer: str = typer.Option("", "--proposer"),
    embedder: bool = typer.Option(True, "--embedder/--no-embedder"),
    label: str = typer.Option("", "--label"),
    out: str = typer.Option("", "--out"),
    as_json: bool = typer.Option(False, "--json"),
) -> None:
    """Measure plans: valid, right tools, right arguments, seconds."""
    from metnos_cli.bench.plan import load_cases, measure, report

    here = world()
    if proposer:
        here.use(engine_proposer=proposer)
    cases = load_cases(here.environment.expand(data) if data else None)
    chosen = here.proposer()
    answers = measure(
        chosen,
        here.catalog,
        cases,
        embedder=here.embedder_or_none() if embedder else None,
        pool_size=here.settings.integer("engine.pool_size"),
        told=_progress(here, len(cases)),
    )
    told: dict[str, Any] = {"schema_version": 1, "bench": "plan", "label": label, "at": here.now().isoformat()}
    model = here.model() if chosen.name in {"simple", "metis"} else None
    told |= {
        "proposer": chosen.name,
        "model": model.name if model else "",
        "data": data or "bundled",
        **report(answers),
    }
    if out:
        path = here.environment.expand(out)
        path.write_text(json.dumps(told, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    if as_json:
        here.environment.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
        return
    for line in lines(told, here.lang):
        here.environment.stdout.write(f"{line}\n")


def lines(told: Mapping[str, Any], lang: Lang) -> list[str]:
    """The result as a plain table, and what was not right."""
    model = told["model"] or "-"
    shown = [messages.text(lang, "bench_plan.head", proposer=told["proposer"], model=model)]
    shown.append(f"{'':<14}" + "".join(f"{messages.text(lang, f'bench_plan.{name}'):>13}" for name in COLUMNS))
    rows = {messages.text(lang, "bench_plan.overall"): told["overall"], **told["by_class"], **told["by_lang"]}
    shown += [
        f"{name:<14}" + "".join(f"{_cell(figures[column]):>13}" for column in COLUMNS) for name, figures in rows.items()
    ]
    for one in told["not_right"]:
        found = " ".join(one["tools"]) or one["reason"]
        shown.append(f"{one['verdict']:<11} {one['request']} -> {found}")
    return shown


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _progress(here: World, total: int) -> Callable[[Answer], None]:
    """Count the cases on stderr, where that is a terminal."""
    done = 0

    def told(_answer: Answer) -> None:
        nonlocal done
        done += 1
        if here.environment.is_terminal(here.environment.stderr):
            here.environment.stderr.write(f"\r{done}/{total}" + ("\n" if done == total else ""))
            here.environment.stderr.flush()

    return told
