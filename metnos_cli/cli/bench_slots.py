"""``metnos bench slots``: how long the values of a request take to find."""

from __future__ import annotations

import json

import typer

from metnos_cli import messages
from metnos_cli.cli.wiring import world

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def slots(
    runs: int = typer.Option(50, "--runs", min=1),
    label: str = typer.Option("", "--label"),
    as_json: bool = typer.Option(False, "--json"),
) -> None:
    """Measure how long the values of a request of ten words take to find."""
    from metnos_cli.bench.slots import measure_slots

    here = world()
    found = measure_slots(here.now(), runs)
    if as_json:
        told = {"schema_version": 1, "bench": "slots", "label": label, "at": here.now().isoformat(), **found}
        here.environment.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
        return
    here.environment.stdout.write(messages.text(here.lang, "bench_slots.row", **found) + "\n")
