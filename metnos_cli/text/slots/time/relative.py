"""Reads what is a duration away: "tra due ore", "3 settimane fa", "a week from now", "due giorni dopo natale"."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from metnos_cli.text.slots.duration import Duration, read_duration
from metnos_cli.text.slots.numerals import small_int
from metnos_cli.text.slots.time.calendar import FINER, Once, Span, floor, grain_span, shift
from metnos_cli.text.slots.time.part import Part, Parts

if TYPE_CHECKING:
    from datetime import datetime

    from metnos_cli.text.slots.scan import Scan
    from metnos_cli.text.slots.time.nth import Operand

Reads = tuple[Parts, int]


def read_relative(scan: Scan, at: int, operand: Operand) -> Reads | None:
    """The time a duration away that starts at a token, or None."""
    if scan.says(at, "in"):
        start = at + 1
        while start < len(scan.tokens) and scan.says(start, "more"):
            start += 1
        read = read_duration(scan, start) if start < len(scan.tokens) else None
        if read is None or (read.stop < len(scan.tokens) and scan.says(read.stop, "ago")):
            return None
        return (away(scan, read, 1),), read.stop
    counted = _weekdays_ago(scan, at)
    if counted is not None:
        return counted
    duration = read_duration(scan, at)
    if duration is None or duration.stop >= len(scan.tokens):
        return None
    stop = duration.stop
    if scan.says(stop, "ago"):
        return (away(scan, duration, -1),), stop + 1
    if scan.says(stop, "fromnow"):
        return (away(scan, duration, 1),), stop + 1
    sign = 1 if scan.says(stop, "after") else -1 if scan.says(stop, "before") else 0
    if scan.says(stop, "from") and not (at and scan.says(at - 1, "lasts")):
        sign = 1  # but "for 10 days from monday" lasts so long
    other = operand(scan, stop + 1) if sign else None
    if other is None:
        return None
    part = _from_other(scan, other[0], duration, sign)
    return None if part is None else ((part,), other[1])


def _weekdays_ago(scan: Scan, at: int) -> Reads | None:
    """Such as "Two mondays ago"."""
    read = small_int(scan.tokens, at)
    if read is None or not 1 <= read[0] <= 52 or not scan.says(read[1] + 1, "ago"):
        return None
    weekday = scan.says(read[1], "weekdays")
    if weekday is None:
        return None
    today = floor(scan.wall, "day")
    last = shift(today, "day", -((today.weekday() - weekday - 1) % 7 + 1))
    return (Part("day", Once(grain_span(shift(last, "week", 1 - read[0]), "day")), "day"),), read[1] + 2


def away(scan: Scan, duration: Duration, sign: int) -> Part:
    """The moment a duration after (1) or before (-1) the present one."""
    moment = scan.wall
    for count, unit in duration.parts:
        moment = scan.later(moment, unit, sign * count)
    grain = FINER[duration.unit]
    span = grain_span(moment, grain) if grain != "second" else _second(moment)
    return Part(
        "moment",
        Once(span),
        grain,
        certain=not duration.vague,
        whole_day=Once(grain_span(moment, "day")) if duration.unit not in ("second", "minute", "hour") else None,
        unit=duration.unit,
    )


def _second(moment: datetime) -> Span:
    start = floor(moment, "second")
    return start, start + timedelta(seconds=1)


def _from_other(scan: Scan, span: Span, duration: Duration, sign: int) -> Part | None:
    """A duration after or before a day or a moment."""
    moment = span[0]
    length = span[1] - span[0]
    if length > timedelta(days=1):
        return None
    for count, unit in duration.parts:
        moment = scan.later(moment, unit, sign * count)
    if length == timedelta(days=1) and duration.unit not in ("second", "minute", "hour"):
        return Part("day", Once(grain_span(moment, "day")), "day")
    grain = "minute" if length <= timedelta(minutes=1) or duration.unit in ("minute", "second") else "hour"
    return Part("moment", Once(grain_span(moment, grain)), grain)
