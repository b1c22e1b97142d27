"""Reads a start with its length: "from 4pm for 30 minutes", "per 10 giorni dal 18 dicembre"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.text.slots.duration import Duration, read_duration
from metnos_cli.text.slots.time.calendar import floor, shift
from metnos_cli.text.slots.time.resolve import resolve
from metnos_cli.text.slots.time.sequence import read_sequence, skip_articles
from metnos_cli.text.slots.time.value import Value, between

if TYPE_CHECKING:
    from datetime import datetime

    from metnos_cli.text.slots.scan import Scan

_REACH = 12  # words within which the length of a start is told
_LONG = frozenset(("day", "week", "month", "quarter", "year"))


def read_lasting(scan: Scan, at: int) -> tuple[Value, int] | None:
    """A length and its start: "for 10 days from 18th Dec"."""
    duration = _length(scan, at)
    if duration is None or not scan.says(duration.stop, "from"):
        return None
    start = _start(scan, duration.stop + 1)
    return None if start is None else (_span(scan, start[0], duration), start[1])


def read_from_lasting(scan: Scan, at: int) -> tuple[Value, int] | None:
    """A start and its length: "from 4pm for thirty minutes"."""
    if not any(scan.says(place, "lasts") for place in range(at + 2, min(at + _REACH, len(scan.tokens)))):
        return None
    start = _start(scan, at + 1)
    duration = None if start is None else _length(scan, start[1])
    return None if start is None or duration is None else (_span(scan, start[0], duration), duration.stop)


def length_after(scan: Scan, value: Value, at: int) -> tuple[Value, int] | None:
    """A day and how many days it lasts: "18 dicembre per 10 giorni"; an hour and its length stay apart."""
    duration = _length(scan, at) if value.kind == "point" and value.grain == "day" else None
    if duration is None or duration.unit not in _LONG:
        return None
    return _span(scan, value.start, duration), duration.stop


def _length(scan: Scan, at: int) -> Duration | None:
    if not scan.says(at, "lasts") or at + 1 >= len(scan.tokens):
        return None
    return read_duration(scan, at + 1)


def _start(scan: Scan, at: int) -> tuple[datetime, int] | None:
    at = skip_articles(scan, at + bool(scan.says(at, "from") and not scan.says(at, "at")))
    read = read_sequence(scan, at, range_start=True) if at < len(scan.tokens) else None
    found = None if read is None else resolve(scan, read[0])
    if read is None or found is None or found.zoned or found.interval:
        return None
    return found.span[0], read[1]


def _span(scan: Scan, start: datetime, duration: Duration) -> Value:
    """From the start on; like every range it closes with the unit in which it ends."""
    end = start
    for count, unit in duration.parts:
        end = scan.later(end, unit, count)
    grain = duration.unit
    return between(start, shift(floor(end, grain), grain, 1), grain, until=end)
