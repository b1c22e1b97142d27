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

app = typer.Typer(rich_markup_mode=None)
SHOWN = 10
"""Wrong answers listed for people; the JSON has them all."""


@app.command()
def recall(
    data: str = typer.Option("", "--data", help="JSON Lines with utterance, lang, tool, args: asked, then taught."),
    pairs: str = typer.Option("", "--pairs", help="JSON Lines with a, b, label: a is taught, b is asked."),
    seed: int = typer.Option(7, "--seed", help="Order of the requests."),
    now: str = typer.Option("", "--now", help="What the time is taken to be (ISO 8601 with offset)."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
    label: str = typer.Option("", "--label", help="Name of this run, kept in the JSON."),
    out: str = typer.Option("", "--out", help="Write the JSON to this file too."),
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
