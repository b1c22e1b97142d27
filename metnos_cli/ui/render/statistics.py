"""Shows the learning curve: bars by layer, a sparkline over active days, the requests that stand out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli import messages
from metnos_cli.ui.words import decimal, duration

if TYPE_CHECKING:
    from rich.console import RenderableType

    from metnos_cli.records import Lang
    from metnos_cli.store.statistics import PathUse, Statistics
    from metnos_cli.ui.glyphs import Glyphs

BAR_WIDTH = 24


def sparkline(values: list[float], marks: str) -> str:
    """One character per value of 0 to 1, from the lowest to the highest of ``marks``."""
    top = len(marks) - 1
    return "".join(marks[min(top, max(0, round(value * top)))] for value in values)


def bar(share: float, mark: str) -> str:
    """A bar of at most ``BAR_WIDTH`` marks for a share of 0 to 1; something above zero is never invisible."""
    return mark * (round(share * BAR_WIDTH) or (1 if share else 0))


def render(told: Statistics, lang: Lang, glyphs: Glyphs) -> RenderableType:
    """Everything, as one Rich renderable."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    if not told.turns:
        return Text(messages.text(lang, "stats.none"))
    layers = Table(box=None, pad_edge=False, show_header=True)
    for key in ("layer", "share", "turns", "mean", "rejected"):
        layers.add_column(messages.text(lang, f"stats.{key}"), justify="left" if key in ("layer", "share") else "right")
    for share in told.layers:
        layers.add_row(
            share.layer,
            bar(share.turns / told.turns, glyphs.full),
            str(share.turns),
            duration(lang, share.mean_seconds),
            str(share.rejected),
        )
    curve = sparkline([day.from_memory / day.turns for day in told.days], glyphs.sparks)
    summary = messages.text(
        lang,
        "stats.summary",
        turns=told.turns,
        hits=f"{told.hit_rate:.0%}",
        rejected=decimal(lang, f"{told.rejection_rate:.1%}"),
        saved=duration(lang, told.seconds_saved),
        tokens=told.tokens,
    )
    parts: list[RenderableType] = [Text(summary), layers, Text(messages.text(lang, "stats.curve", curve=curve))]
    for key, rows in (("most_used", told.most_used), ("slowest", told.slowest)):
        parts += [Text(messages.text(lang, f"stats.{key}")), _paths(rows, lang)]
    return Group(*parts)


def _paths(rows: tuple[PathUse, ...], lang: Lang) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    from metnos_cli.safety.terminal_output import clean

    table = Table(box=None, pad_edge=False, show_header=False)
    for row in rows:
        table.add_row(f"{row.turns} ×", duration(lang, row.mean_seconds), row.layer, Text(clean(row.request)))
    return table
