"""``metnos bench recall``: how much the memory answers, and how much of that is wrong."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

from metnos_cli.cli.wiring import world
from metnos_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.cli.wiring import World

app = typer.Typer(rich_markup_mode=None, add_completion=False)
SHOWN = 10
"""Wrong answers listed for people; the JSON has them all."""


@app.command()
def recall(
    data: str = typer.Option("", "--data"),
    pairs: str = typer.Option("", "--pairs"),
    seed: int = typer.Option(7, "--seed"),
    now: str = typer.Option("", "--now"),
    as_json: bool = typer.Option(False, "--json"),
    label: str = typer.Option("", "--label"),
    out: str = typer.Option("", "--out"),
) -> None:
    """Ask the memory alone, no model, nothing executed; a wrong answer counts more than a missing one."""
    from metnos_cli.bench.recall import REFERENCE, measure_pairs, measure_stream

    here = world()
    if bool(data) == bool(pairs):
        raise UsageError("bench_recall_one")
    path = here.environment.expand(data or pairs)
    moment = now or REFERENCE
    if data:
        told = measure_stream(path, here.settings, here.embedder(), seed=seed, now=moment)
    else:
        told = measure_pairs(path, here.settings, here.embedder(), now=moment)
    head = {"schema_version": 1, "bench": "recall", "label": label, "file": path.name}
    told = {**head, "embedder": here.embedder().id, **told}
    content = json.dumps(told, ensure_ascii=False, indent=None if as_json else 2)
    if out:
        from metnos_cli.config.edit import write_private

        write_private(here.environment.expand(out), content + "\n")
    if as_json:
        here.environment.stdout.write(content + "\n")
        return
    _print(here, told)


def _print(here: World, told: Mapping[str, Any]) -> None:
    """Figures on stdout, one a line; the first wrong answers under them."""
    say = here.environment.stdout.write
    for key, value in told.items():
        if not isinstance(value, list):
            say(f"{key}: {json.dumps(value, ensure_ascii=False)}\n")
    for key, value in told.items():
        if isinstance(value, list):
            for row in value[:SHOWN]:
                say(f"{key}: {json.dumps(row, ensure_ascii=False)}\n")
