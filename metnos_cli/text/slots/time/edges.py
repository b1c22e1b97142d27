"""Reads the start, the middle and the end of a period: "fine mese", "by the end of next month", "EOY"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from metnos_cli.text.slots.categories import EDGES
from metnos_cli.text.slots.time.calendar import floor, grain_span, shift
from metnos_cli.text.slots.time.resolve import resolve
from metnos_cli.text.slots.time.sequence import read_sequence, skip_articles
from metnos_cli.text.slots.time.value import Value, between

if TYPE_CHECKING:
    from metnos_cli.text.slots.scan import Scan
    from metnos_cli.text.slots.time.calendar import Span

_PERIODS = frozenset(("day", "week", "month", "quarter", "year"))
_THIRDS = {"week": (3, 4), "month": (10, 20), "quarter": (30, 60)}
_HOURS = {"startof": (0, 9), "midof": (12, 14), "endof": (17, 24)}


@dataclass(frozen=True, slots=True)
class Edge:
    """An end of a period."""

    which: str
    """startof, midof or endof."""
    span: Span
    """The period."""
    grain: str
    """Its grain."""


def read_edge(scan: Scan, at: int) -> tuple[Edge, int] | None:
    """The end of a period that is named at a token, or None."""
    which = next((name for name in EDGES if scan.says(at, name)), None)
    if which is None:
        return None
    told = scan.says(at, which)
    if isinstance(told, str):
        return Edge(which, grain_span(scan.wall, told), told), at + 1
    place = skip_articles(scan, at + 1)
    if place >= len(scan.tokens):
        return None
    sequence = read_sequence(scan, place, bare="year")
    if sequence is not None and len(sequence[0]) <= 2:
        found = resolve(scan, sequence[0])
        if found is not None and found.grain in _PERIODS:
            return Edge(which, found.span, found.grain), sequence[1]
    unit = scan.says(place, "unit")
    if unit in _PERIODS and not scan.says(place, "plural"):
        return Edge(which, grain_span(scan.wall, unit), unit), place + 1
    return None


def bounded_by(scan: Scan, edge: Edge, side: str, *, from_now: bool) -> Value | None:
    """Everything up to the end of a period, or from it on.

    Args:
        scan: Holds the present moment.
        edge: Where it ends or begins; a middle is no bound.
        side: before or after.
        from_now: "Fino alla fine del mese" begins now; "entro la fine del mese" is open.
    """
    if edge.which == "midof":
        return None
    bound = edge.span[1] if edge.which == "endof" else edge.span[0]
    start = floor(scan.wall, "second")
    if from_now and side == "before" and bound > start:
        return between(start, bound, "second")
    argument = (None, bound) if side == "before" else (bound, None)
    return Value("open", bound, bound, edge.grain, side, argument=argument)


def edge_value(edge: Edge) -> Value:
    """The beginning, middle or end of a period as an interval: vague, so never certain."""
    start, end = edge.span
    if edge.grain == "day":
        first, last = (start + timedelta(hours=hours) for hours in _HOURS[edge.which])
        return replace(between(first, last, "hour"), certain=False)
    if edge.grain == "year":
        early, late = shift(start, "month", 3), shift(start, "month", 8)
    else:
        early, late = (start + timedelta(days=days) for days in _THIRDS[edge.grain])
    first, last = {"startof": (start, early), "midof": (early, late), "endof": (late, end)}[edge.which]
    return replace(between(first, last, "day"), certain=False)
