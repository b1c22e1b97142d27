"""Reads what is counted from another time: "primo lunedì di settembre", "la settimana del 6 ottobre", "Q3 2018"."""

from __future__ import annotations

from datetime import timedelta
from itertools import islice
from typing import TYPE_CHECKING

from metnos_cli.text.slots.numerals import small_int
from metnos_cli.text.slots.ordinal import read_ordinal
from metnos_cli.text.slots.time.calendar import (
    Once,
    Series,
    Span,
    Times,
    day_span,
    floor,
    grain_span,
    shift,
    spans_inside,
)
from metnos_cli.text.slots.time.monthday import day_of_the_month
from metnos_cli.text.slots.time.part import (
    Part,
    Parts,
    half_part,
    holiday_part,
    quarter_part,
    weekday_part,
    weekend_part,
    year_part,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from metnos_cli.text.slots.scan import Scan

    Operand = Callable[[Scan, int], tuple[Span, int] | None]
    Reads = tuple[Parts, int]


def read_nth(scan: Scan, at: int, operand: Operand) -> Reads | None:
    """What stands at a token and is counted inside, after or before another time.

    Args:
        scan: The run of tokens.
        at: Where it may start.
        operand: Reads the other time and resolves it to a span.
    """
    return (
        _quarter(scan, at)
        or _nth(scan, at, operand)
        or _day_of(scan, at, operand)
        or _week_of(scan, at, operand)
        or _long_weekend(scan, at)
    )


def _unit_times(scan: Scan, at: int) -> tuple[Part, int] | None:
    """A unit, a weekday or a weekend as something that can be counted."""
    if at >= len(scan.tokens):
        return None
    readings = scan.tokens[at].readings
    unit = readings.get("unit")
    if unit in ("day", "week", "month", "quarter", "year"):
        return Part(unit, _units(unit), unit), at + 1
    if "weekday" in readings:
        return weekday_part(readings["weekday"]), at + 1
    if "weekend" in readings:
        return weekend_part(), at + 1
    return None


def _units(unit: str) -> Times:
    def within(start: object) -> tuple[Span, ...]:
        return (grain_span(start, unit),)  # type: ignore[arg-type]

    def quarters(start: object) -> tuple[Span, ...]:
        return tuple(grain_span(shift(start, "month", 3 * k), "quarter") for k in range(4))  # type: ignore[arg-type]

    return Series("year", quarters) if unit == "quarter" else Series(unit, within)


def _place(scan: Scan, at: int) -> tuple[int, int] | None:
    """Which one is asked for, from 1, or from the end with -1; and where the word stops."""
    if at >= len(scan.tokens):
        return None
    if scan.says(at, "latest") or scan.says(at, "last"):
        return -1, at + 1
    ordinal = read_ordinal(scan.tokens, at)
    if ordinal is None:
        return None
    if ordinal[1] < len(scan.tokens) and scan.says(ordinal[1], "last"):
        return -ordinal[0], ordinal[1] + 1
    return ordinal


def _nth(scan: Scan, at: int, operand: Operand) -> Reads | None:
    """Such as "Primo martedì di ottobre", "terzo martedì dopo natale", "last day of october 2015"."""
    place = _place(scan, at)
    if place is None or not -53 <= place[0] <= 366:
        return None
    counted = _unit_times(scan, place[1])
    if counted is None or counted[0].times is None:
        return None
    part, stop = counted
    side = _side(scan, stop)
    if side is None:
        return _lone_quarter(part, place[0], stop)
    read = operand(scan, stop + side[1])
    if read is None:
        current = _of_current(scan, part, place[0], stop + side[1]) if side[0] == 0 else None
        return current or _lone_quarter(part, place[0], stop)
    span = _count(part, place[0], side[0], read[0])
    if span is None:
        return None
    kind = "day" if part.kind == "weekday" else part.kind
    return (Part(kind, Once(span), part.grain, interval=part.interval),), read[1]


def _of_current(scan: Scan, part: Part, place: int, at: int) -> Reads | None:
    """Such as "Ultimo venerdì del mese": of the present one, or of the next when that is over.

    Where past things are spoken of it is that of the present one, or of the last when it is yet to come.
    """
    unit = scan.says(at, "unit")
    if unit not in ("week", "month", "quarter", "year") or scan.says(at, "plural"):
        return None
    past = scan.speaks_of_past()
    for away in (0, -1 if past else 1):
        period = grain_span(shift(floor(scan.wall, unit), unit, away), unit)
        span = _count(part, place, 0, period)
        if span is not None and (span[0] <= scan.wall if past else span[1] > scan.wall):
            kind = "day" if part.kind == "weekday" else part.kind
            return (Part(kind, Once(span), part.grain, interval=part.interval),), at + 1
    return None


def _day_of(scan: Scan, at: int, operand: Operand) -> Reads | None:
    """Such as "20 of next month", "il 20 di questo mese", "l'ultimo del mese"."""
    last = scan.says(at, "latest") or scan.says(at, "last")
    read = (-1, at + 1) if last else read_ordinal(scan.tokens, at) or small_int(scan.tokens, at)
    if read is None or not (last or 1 <= read[0] <= 31) or not scan.says(read[1], "link"):
        return None
    unnamed = day_of_the_month(scan, *read)
    if unnamed is not None or last:
        return unnamed
    place = read[1] + 1
    if not any(scan.says(k, "unit") == "month" for k in range(place, place + 4)):
        return None
    other = operand(scan, place)
    if other is None or scan.tokens[other[1] - 1].get("month") is not None:
        return None
    start, end = other[0]
    if end != shift(start, "month", 1) or start.day != 1:
        return None
    span = day_span(start.year, start.month, read[0])
    return None if span is None else ((Part("day", Once(span), "day"),), other[1])


def _long_weekend(scan: Scan, at: int) -> Reads | None:
    """Such as "Labor day weekend": with the holiday that lengthens it."""
    told = scan.tokens[at].get("holiday")
    if told is None or not scan.says(at + 1, "weekend"):
        return None
    holiday = holiday_part(told).times
    span = None if holiday is None else next(iter(holiday.forward(scan.wall)), None)
    if span is None or span[0].weekday() in (1, 2, 3):
        return None
    monday = floor(span[0] - timedelta(days=1), "week")
    start = min(monday + timedelta(days=4, hours=18), span[0])
    end = max(monday + timedelta(days=7), span[1])
    return (Part("weekend", Once((start, end)), "hour", interval=True),), at + 2


def _lone_quarter(part: Part, place: int, stop: int) -> Reads | None:
    if part.kind != "quarter":
        return None
    quarter = quarter_part(place)
    return None if quarter is None else ((quarter,), stop)


def _side(scan: Scan, at: int) -> tuple[int, int] | None:
    """Whether one counts inside (0), after (1) or before (-1) what follows, and how many words say so."""
    if at >= len(scan.tokens):
        return None
    if scan.says(at, "after"):
        return 1, 1
    if scan.says(at, "before"):
        return -1, 1
    if scan.says(at, "link"):
        both = scan.says(at + 1, "link") is not None
        return 0, 1 + both
    return None


def _count(part: Part, place: int, side: int, span: Span) -> Span | None:
    times = part.times
    if times is None or place == 0:
        return None
    if side > 0:
        later = (one for one in times.forward(span[1]) if one[0] >= span[1])
        return next(islice(later, place - 1, None), None) if place > 0 else None
    if side < 0:
        return next(islice(times.backward(span[0]), place - 1, None), None) if place > 0 else None
    inside = list(islice(spans_inside(times, span), 370))
    index = place - 1 if place > 0 else place
    return inside[index] if -len(inside) <= index < len(inside) else None


def _week_of(scan: Scan, at: int, operand: Operand) -> Reads | None:
    """Such as "La settimana del 6 ottobre", "il mese dopo natale 2015", "the sunday before easter"."""
    counted = _unit_times(scan, at)
    if counted is None:
        return None
    part, stop = counted
    side = _side(scan, stop)
    if side is None or (side[0] == 0 and part.kind not in ("week", "weekend")):
        return None
    read = operand(scan, stop + side[1])
    if read is None or read[0][1] - read[0][0] < timedelta(days=1):
        return None
    span, end = read
    if side[0] == 0 and span[1] - span[0] > timedelta(days=1):
        return None
    others: tuple[Span, ...] = ()
    if side[0]:
        chosen = _count(part, 1, side[0], span)
    else:
        chosen, others = _holding(part, span)
    if chosen is None:
        return None
    kind = "day" if part.kind == "weekday" else part.kind
    found = Part(kind, Once(chosen), part.grain, interval=part.interval, certain=not others, others=others)
    return (found,), end


def _holding(part: Part, span: Span) -> tuple[Span | None, tuple[Span, ...]]:
    """The week or weekend that holds a day; of a Sunday both the week it ends and the one it opens may be meant."""
    if part.kind == "weekend":
        monday = floor(span[0], "week")
        return next(iter(spans_inside(part.times, (monday, shift(monday, "day", 7)))), None), ()  # type: ignore[arg-type]
    week = grain_span(span[0], "week")
    if span[0].weekday() == 6:
        return grain_span(span[1], "week"), (week,)
    return week, ()


def _quarter(scan: Scan, at: int) -> Reads | None:
    """``Q3``, ``Q3 2018``, ``18q4``, ``2018Q4``; halves of the year."""
    tokens = scan.tokens
    if scan.says(at, "quartermark") and at + 1 < len(tokens):
        after = tokens[at + 1]
        if not (after.glued and after.key in ("1", "2", "3", "4")) or not scan.is_apart(at, at + 2):
            return None
        part = quarter_part(int(after.key))
        return _with_year(scan, part, at + 2)
    if tokens[at].get("figure") and at + 2 < len(tokens) and scan.says(at + 1, "quartermark"):
        mark, which = tokens[at + 1], tokens[at + 2]
        if not (mark.glued and which.glued and which.key in ("1", "2", "3", "4")) or len(tokens[at].key) not in (2, 4):
            return None
        from metnos_cli.text.slots.time.date import full_year

        year = year_part(full_year(tokens[at].key)) if tokens[at].key.isdecimal() else None
        part = quarter_part(int(which.key))
        return ((year, part), at + 3) if year and part else None
    ordinal = read_ordinal(tokens, at)
    if ordinal and ordinal[1] < len(tokens):
        if scan.says(ordinal[1], "half"):
            return _with_year(scan, half_part(ordinal[0]), ordinal[1] + 1)
        if tokens[ordinal[1]].get("unit") == "quarter":
            return _with_year(scan, quarter_part(ordinal[0]), ordinal[1] + 1)
    return None


def _with_year(scan: Scan, part: Part | None, stop: int) -> Reads | None:
    if part is None:
        return None
    place = stop
    while place < len(scan.tokens) and place < stop + 2 and scan.says(place, "link"):
        place += 1
    if place < len(scan.tokens) and scan.tokens[place].get("figure"):
        read = small_int(scan.tokens, place)
        if read is not None and 1900 <= read[0] <= 2100:
            year = year_part(read[0])
            if year is not None:
                return (year, part), read[1]
    return (part,), stop
