"""Reads a day of the month that nobody names: "il 15 del mese", "the first of the month", "l'ultimo del mese"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.text.slots.time.calendar import Once, day_span, days_in_month, floor, shift
from metnos_cli.text.slots.time.part import Part

if TYPE_CHECKING:
    from metnos_cli.text.slots.scan import Scan
    from metnos_cli.text.slots.time.calendar import Span
    from metnos_cli.text.slots.time.part import Parts

_LINKS = 2
"""As many words may stand between the day and "month"."""
_TOLD = ("next", "last", "this", "latest", "month", "unit")
"""What says after "month" which one is meant."""
_MONTHS = 12


def day_of_the_month(scan: Scan, day: int, at: int) -> tuple[Parts, int] | None:
    """The next such day, today included; where past things are spoken of, the last one.

    Args:
        scan: The run of tokens.
        day: From 1; -1 is the month's last day.
        at: One past the words that tell the day: "of the month" has to stand there.
    """
    place = at
    while place < at + _LINKS and scan.says(place, "link") and not scan.says(place, "unit"):
        place += 1
    if place == at or scan.says(place, "unit") != "month" or scan.says(place, "plural"):
        return None
    after = place + 1 + bool(scan.says(place + 1, "link"))
    if any(scan.says(here, name) is not None for here in (place + 1, after) for name in _TOLD):
        return None  # "il 15 del mese prossimo", "il 15 del mese di ottobre"
    span = _nearest(scan, day)
    return None if span is None else ((Part("day", Once(span), "day"),), place + 1)


def _nearest(scan: Scan, day: int) -> Span | None:
    past = scan.speaks_of_past()
    for count in range(_MONTHS):
        start = shift(floor(scan.wall, "month"), "month", -count if past else count)
        last = days_in_month(start.year, start.month)
        span = day_span(start.year, start.month, last if day < 0 else day)
        if span is not None and (span[0] <= scan.wall if past else span[1] > scan.wall):
            return span
    return None
