"""``metnos bench scale``: what the memory costs when it has grown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

from metnos_cli import messages
from metnos_cli.cli.wiring import world

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.records import Lang

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def scale(
    entries: list[int] = typer.Option([10_000], "--entries", min=1),
    label: str = typer.Option("", "--label"),
    as_json: bool = typer.Option(False, "--json"),
) -> None:
    """Measure the memory by its size: opening, the same words, likeness, new requests."""
    from metnos_cli.bench.scale import measure_scale

    here = world()
    rows = measure_scale(here.settings, entries)
    if as_json:
        told = {"schema_version": 1, "bench": "scale", "label": label, "at": here.now().isoformat(), "sizes": rows}
        here.environment.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
        return
    for line in lines(rows, here.lang):
        here.environment.stdout.write(f"{line}\n")


def lines(rows: Sequence[Mapping[str, Any]], lang: Lang) -> list[str]:
    """The result in sentences, one a size."""
    return [messages.text(lang, "bench_scale.row", **row) for row in rows]
