"""``metnos bench grammar``: what the grammar does for plans, and how right it is on JSON Schemas."""

from __future__ import annotations

import json
import platform
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import typer

from metnos_cli import __version__, messages
from metnos_cli.cli.wiring import world
from metnos_cli.errors import ExitStatus, ModelMissing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from metnos_cli.bench.grammar import Ways
    from metnos_cli.cli.wiring import World
    from metnos_cli.ports import LanguageModel
    from metnos_cli.records import Lang

app = typer.Typer(rich_markup_mode=None, add_completion=False)
COLUMNS = (
    "trials",
    "convergence",
    "right_tools",
    "valid_args",
    "reproposals",
    "tokens",
    "seconds_median",
    "seconds_p95",
)
SHARES = frozenset(("convergence", "right_tools", "valid_args", "right", "right_with_validator"))
STEPS_TOLD = 10
"""Without a terminal, progress is told so many times."""


@app.command()
def grammar(
    grammar: bool | None = typer.Option(None, "--grammar/--no-grammar"),
    runs: int = typer.Option(3, "--runs", min=1),
    data: str = typer.Option("", "--data"),
    schemas: str = typer.Option("", "--schemas"),
    embedder: bool = typer.Option(True, "--embedder/--no-embedder"),
    label: str = typer.Option("", "--label"),
    out: str = typer.Option("", "--out"),
    as_json: bool = typer.Option(False, "--json"),
) -> None:
    """Measure plans with and without the grammar, or grammars of JSON Schemas."""
    here = world()
    head: dict[str, Any] = {"schema_version": 1, "bench": "grammar", "label": label, "at": here.now().isoformat()}
    head["versions"] = _versions()
    if schemas:
        told, complete = head | _schemas(here, schemas), True
    else:
        from metnos_cli.bench.grammar import WITH, WITHOUT, Ways

        modes = (WITH, WITHOUT) if grammar is None else (WITH,) if grammar else (WITHOUT,)
        steps, pool = here.settings.integer("engine.max_steps"), here.settings.integer("engine.pool_size")
        ways = Ways(runs=runs, modes=modes, max_steps=steps, pool_size=pool)
        measured, complete = _plans(here, ways, data, embedder=embedder)
        told = head | measured
    if out:
        from metnos_cli.config.edit import write_private

        write_private(here.environment.expand(out), json.dumps(told, ensure_ascii=False, indent=2) + "\n")
    shown = [json.dumps(told, ensure_ascii=False)] if as_json else lines(told, here.lang)
    here.environment.stdout.write("".join(f"{line}\n" for line in shown))
    if not complete:
        raise typer.Exit(ExitStatus.INTERRUPTED)


def _plans(here: World, ways: Ways, data: str, *, embedder: bool) -> tuple[dict[str, Any], bool]:
    """The convergence of plans; what was done counts also when it was interrupted."""
    from metnos_cli.bench.generation import measure_generation
    from metnos_cli.bench.grammar import grammar_report, load_requests, measure_grammar, trial_rows

    cases = load_requests(here.environment.expand(data) if data else None)
    model: LanguageModel | None = here.model()
    if model is None:
        raise ModelMissing("model_not_configured", proposer="bench grammar")
    nearest = here.embedder_or_none() if embedder else None
    with _progress(here, ways.runs * len(cases) * len(ways.modes)) as step:
        trials, complete = measure_grammar(
            model, here.catalog, cases, ways, embedder=nearest, told=lambda trial: step(trial.case.request)
        )
    settings = asdict(ways) | {
        "data": data or "bundled",
        "embedder": nearest.id if nearest else "",
        "complete": complete,
    }
    told: dict[str, Any] = {"model": model.name, "settings": settings, "figures": grammar_report(trials)}
    told |= {"generation": measure_generation(tuple(here.catalog), ways.max_steps), "trials": trial_rows(trials)}
    return told, complete


def _schemas(here: World, file: str) -> dict[str, Any]:
    from metnos_cli.bench.schemas import load_schemas, measure_schemas, schemas_report

    cases = load_schemas(here.environment.expand(file))
    with _progress(here, len(cases)) as step:
        results = measure_schemas(cases, lambda result: step(result.case.id))
    return {"file": file, "complete": len(results) == len(cases), **schemas_report(results)}


def _versions() -> dict[str, str]:
    from importlib.metadata import PackageNotFoundError, version

    told = {"metnos": __version__, "python": platform.python_version()}
    for package in ("llama-cpp-python", "jsonschema"):
        try:
            told[package] = version(package)
        except PackageNotFoundError:
            told[package] = ""
    return told


def lines(told: Mapping[str, Any], lang: Lang) -> list[str]:
    """The result as plain tables: overall, by class and by request; or by part of a schema file."""
    return _schema_lines(told, lang) if "schemas" in told else _plan_lines(told, lang)


def _plan_lines(told: Mapping[str, Any], lang: Lang) -> list[str]:
    figures = told["figures"]
    shown = [messages.text(lang, "bench_grammar.head", model=told["model"], runs=told["settings"]["runs"])]
    if not told["settings"]["complete"]:
        shown.append(messages.text(lang, "bench_grammar.interrupted"))
    tables: list[tuple[str, list[str]]] = [("overall", [""])]
    first: Mapping[str, Any] = next(iter(figures.values()), {})
    tables += [(part, list(first.get(part, {}))) for part in ("by_class", "by_request")]
    for part, names in tables:
        shown += ["", f"{messages.text(lang, f'bench_grammar.{part}'):<44}" + _heads(lang, COLUMNS)]
        for name in names:
            for mode, held in figures.items():
                row = held[part][name] if name else held[part]
                title = f"{name[:30]} " if name else ""
                shown.append(f"{title + messages.text(lang, f'bench_grammar.{mode}'):<44}" + _cells(row, COLUMNS))
    return [*shown, "", *(messages.text(lang, "bench_grammar.generation", **row) for row in told["generation"])]


def _schema_lines(told: Mapping[str, Any], lang: Lang) -> list[str]:
    columns = ("schemas", "right", "right_with_validator")
    shown = [f"{told['file']:<44}" + _heads(lang, columns)]
    rows = {messages.text(lang, "bench_grammar.overall"): told["overall"], **told["by_split"]}
    shown += [f"{name:<44}" + _cells(row, columns) for name, row in rows.items()]
    shown.append(messages.text(lang, "bench_grammar.cost", **told["generation_ms"], size=told["characters"]["max"]))
    facts = {"left": told["left_to_validator"], "without": len(told["without_grammar"])}
    shown.append(messages.text(lang, "bench_grammar.left", **facts))
    for one in told["not_right"]:
        left = ", ".join(one["left_to_validator"]) or "-"
        shown.append(f"{one['id']}: {' '.join(one['texts'])[:120]} ({left})")
    return shown


def _heads(lang: Lang, columns: tuple[str, ...]) -> str:
    return "".join(f"{messages.text(lang, f'bench_grammar.{name}'):>13}" for name in columns)


def _cells(row: Mapping[str, Any], columns: tuple[str, ...]) -> str:
    return "".join(f"{_cell(name, row[name]):>13}" for name in columns)


def _cell(name: str, value: Any) -> str:
    if value is None:
        return "-"
    if name in SHARES:
        return f"{value:.1%}"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


@contextmanager
def _progress(here: World, total: int) -> Iterator[Callable[[str], None]]:
    """A bar on stderr; without a terminal, a line for every tenth of the way."""
    stderr = here.environment.stderr
    done = 0
    if not here.environment.is_terminal(stderr):

        def tell(_what: str) -> None:
            nonlocal done
            done += 1
            if done * STEPS_TOLD // total != (done - 1) * STEPS_TOLD // total:
                stderr.write(f"{done}/{total}\n")
                stderr.flush()

        yield tell
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from metnos_cli.ui.console import rich_console

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}", markup=False))
    console = rich_console(here.environment, stderr, plain=here.globals.plain)
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda what: bar.update(task, advance=1, description=what[:40])
