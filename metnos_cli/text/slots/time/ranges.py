"""Reads ranges with two ends: "dalle 9 alle 11 di giovedì", "tra il 13 e il 15 luglio", "July 13-15"."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from metnos_cli.text.slots.time.calendar import floor
from metnos_cli.text.slots.time.part import Parts, dom_part
from metnos_cli.text.slots.time.resolve import resolve
from metnos_cli.text.slots.time.resolved import finer
from metnos_cli.text.slots.time.sequence import joins, read_sequence, skip_articles
from metnos_cli.text.slots.time.value import Value, between

if TYPE_CHECKING:
    from metnos_cli.text.slots.scan import Scan
    from metnos_cli.text.slots.time.resolved import Resolved

Reads = tuple[Value, int]
"""A value and the index one past its last token."""


def hint_of(told: object) -> str:
    """What a preposition makes one expect after it: ``clock``, ``date`` or ``any``."""
    return told if isinstance(told, str) else "any"


def read_range(scan: Scan, at: int, context: Parts, category: str) -> Reads | None:
    """Both ends after "from" or "between".

    Args:
        scan: The run of tokens.
        at: Where "from" or "between" stands.
        context: What was said before and holds for both ends.
        category: ``from`` or ``between``.
    """
    hint = hint_of(scan.tokens[at].readings[category])
    start = skip_articles(scan, at + 1)
    # "tra le 9 e 10": what may be minutes is the second end where there is no other
    for bare in (hint, "hour") if hint == "clock" else (hint,):
        first = read_sequence(scan, start, bare=bare, range_start=True) if start < len(scan.tokens) else None
        joint = None if first is None else _joint(scan, first[1], between=category == "between")
        if first is not None and joint is not None:
            return _to(scan, first[0], joint, context, hint)
    return None


def _joint(scan: Scan, at: int, *, between: bool) -> int | None:
    """Where the second end starts, after the word or dash that joins it; None when there is none."""
    if at < len(scan.tokens) and scan.tokens[at].key == "," and not between:
        at += 1
    if at + 1 >= len(scan.tokens):
        return None
    if scan.says(at, "dash") or scan.says(at, "andto" if between else "to") or (between and scan.says(at, "and")):
        return at + 1
    return None


def read_dashed(scan: Scan, first: Parts, stop: int, context: Parts = ()) -> Reads | None:
    """A second end after a time, without "from": "9:30 - 11:00 giovedì", "July 13 to 15"."""
    joint = _joint(scan, stop, between=False)
    if is_bare(first[:1]) and len(first) > 1:
        return None  # "mettine uno giovedì alle 10": a figure before the day begins no range
    return None if joint is None else _to(scan, first, joint, context, "any", loose=True)


_DAYS = frozenset(("day", "weekday", "dom", "holiday"))
_LONGEST = timedelta(hours=12)
_FARTHEST_DASH = 5  # "9:30 am - 11"


def read_hours(scan: Scan, day: Parts, at: int) -> Reads | None:
    """Plain figures with a dash after a day: "giovedì 9-11", "tomorrow 2-4 pm".

    Args:
        scan: The run of tokens.
        day: What was said before; only after a day are they hours.
        at: Where the first figure stands.
    """
    at += at < len(scan.tokens) and scan.tokens[at].key == ","
    if not scan.says(at, "figure") or not any(scan.says(at + near, "dash") for near in range(1, _FARTHEST_DASH)):
        return None
    if _DAYS.isdisjoint(part.kind for part in day) or any(part.clock is not None or part.lone for part in day):
        return None
    first = read_sequence(scan, at, bare="clock")
    if first is None or not scan.says(first[1], "dash") or first[1] + 1 >= len(scan.tokens):
        return None
    second = read_sequence(scan, first[1] + 1, bare="clock")
    if second is None or not as_clocks(first[0]):
        return None
    if any(part.clock is None for part in (*first[0], *second[0])) or scan.counts_noun(second[1]) is True:
        return None  # "giovedì 3-5 dicembre", "domani 3-5 file"
    found = _to(scan, as_clocks(first[0]), first[1] + 1, day, "clock", loose=True)
    return found if found is not None and found[0].end - found[0].start <= _LONGEST else None


def _to(scan: Scan, first: Parts, at: int, context: Parts, hint: str, *, loose: bool = False) -> Reads | None:
    """Both ends resolved: what only one of them says holds for the other too."""
    joint = scan.tokens[at - 1]
    said = joint.get("to") or joint.get("andto")
    hint = hint_of(said) if isinstance(said, str) else hint
    place = skip_articles(scan, at)
    second = read_sequence(scan, place, bare=hint) if place < len(scan.tokens) else None
    if second is None:
        return None
    second = _with_year(scan, *second)
    ends = _settle(first, second[0], context, hint)
    if ends is None or (loose and not _comparable(*ends)):
        return None
    value = _resolve_range(scan, *ends)
    return None if value is None else (value, second[1])


def _with_year(scan: Scan, parts: Parts, stop: int) -> tuple[Parts, int]:
    """A plain figure with the year after it: "april 3-5 2014"."""
    place = stop + 1 if stop < len(scan.tokens) and scan.tokens[stop].key == "," else stop
    if not (len(parts) == 1 and is_bare(parts) and scan.says(place, "figure")):
        return parts, stop
    read = read_sequence(scan, place, bare="year")
    if read is None or [part.kind for part in read[0]] != ["year"]:
        return parts, stop
    return (*parts, *read[0]), read[1]


def is_bare(parts: Parts) -> bool:
    """Whether there is a plain figure among the constraints."""
    return any(part.clock is not None and part.clock.bare for part in parts)


def _settle(first: Parts, second: Parts, context: Parts, hint: str) -> tuple[Parts, Parts] | None:
    """Plain figures become hours or days, and each end takes from the other what is coarser than itself."""
    if context:
        if not (joins(context, first) and joins(context, second)):
            return None
        first, second = (*context, *first), (*context, *second)
    both = (*first, *second)
    if is_bare(first) or is_bare(second):
        clocks = any(part.clock is not None and not part.clock.bare for part in both)
        months = any(part.kind in ("dom", "month") for part in both)
        days = any(part.kind in ("day", "weekday", "holiday", "pod") for part in both)
        if hint == "clock" or clocks or (days and not months and hint != "date"):
            first, second = as_clocks(first), as_clocks(second)
        elif hint == "date" or months:
            first, second = as_days(first), as_days(second)
        else:
            return None
        if not first or not second:
            return None
    first = (*first, *_coarser(second, first))
    second = (*second, *_coarser(first, second))
    return first, second


def as_clocks(parts: Parts) -> Parts:
    """Plain figures as hours; empty when one is no hour."""
    if any(part.clock is not None and part.clock.hour > 24 for part in parts):
        return ()
    return tuple(part.but(clock=replace(part.clock, bare=False)) if part.clock is not None else part for part in parts)


def as_days(parts: Parts) -> Parts:
    """Plain figures as days of the month; empty when one is none."""
    settled = []
    for part in parts:
        if part.clock is not None and part.clock.bare:
            day = dom_part(part.clock.hour)
            if day is None:
                return ()
            settled.append(day)
        else:
            settled.append(part)
    return tuple(settled)


def _coarser(given: Parts, to: Parts) -> Parts:
    """The constraints of one end that hold for the other too: coarser than its finest, and of a level it has not."""
    levels = {part.level for part in to}
    finest = min(levels)
    return tuple(part for part in given if part.level > finest and part.level not in levels and part.kind != "span")


def _comparable(first: Parts, second: Parts) -> bool:
    """Whether two ends are told alike, so that what stands between them is a range and no chance."""
    return {part.kind for part in first if part.level <= 40} == {part.kind for part in second if part.level <= 40}


def _resolve_range(scan: Scan, first: Parts, second: Parts) -> Value | None:
    first, second = _same_half(first, second), _same_half(second, first)
    start = resolve(scan, first)
    if start is None or start.zoned:
        return None
    end = _end(scan, first, second, start)
    if end is None or end.zoned:
        return None
    if end.span[1] <= start.span[0]:
        # "dal 28 dicembre al 3 gennaio 2014": the year is the end's
        start = resolve(scan, tuple(part for part in first if part.kind != "year"), until=end.span[0])
        if start is None or end.span[1] <= start.span[0]:
            return None
    grain = finer(start.grain, end.grain)
    on_clock = any(part.kind == "clock" for part in second)
    until = end.span[0] if on_clock else None
    value = between(start.span[0], end.span[1], grain, until=until)
    others = tuple(
        _moved(value, other[0] - start.span[0]) for other in start.others if other[0] - start.span[0] >= timedelta(0)
    )
    return replace(value, certain=start.certain and end.certain, others=others)


def _moved(value: Value, by: timedelta) -> Value:
    """The same range at the other reading of its start ("dalle 3 alle 5" in the afternoon)."""
    argument = value.argument
    if argument is not None:
        argument = (argument[0] and argument[0] + by, argument[1] and argument[1] + by)
    return replace(value, start=value.start + by, end=value.end + by, others=(), argument=argument)


def _same_half(parts: Parts, other: Parts) -> Parts:
    """A twelve-hour clock takes "am" or "pm" from the other end: "9-11 am", "3-5pm"."""
    mine = next((part.clock for part in parts if part.clock is not None), None)
    its = next((part.clock for part in other if part.clock is not None), None)
    if mine is None or its is None or not mine.twelve or its.twelve:
        return parts
    if mine.hour < its.hour < 12:
        return tuple(part.but(clock=replace(mine, twelve=False)) if part.clock is not None else part for part in parts)
    if its.hour < 12 or mine.hour + 12 > its.hour:
        return parts
    later = replace(mine, hour=mine.hour + 12 if mine.hour < 12 else mine.hour, twelve=False)
    return tuple(part.but(clock=later) if part.clock is not None else part for part in parts)


def _end(scan: Scan, first: Parts, second: Parts, start: Resolved) -> Resolved | None:
    """The first time from the start on that the second end describes.

    An hour after midnight has its day from the start only: "sabato dalle 22 alle 2" is over on Sunday, and not on the
    next Saturday.
    """
    clock = next((part.clock for part in second if part.clock is not None), None)
    since = start.span[0]
    if clock is not None and clock.hour <= 12 and not clock.twelve and clock.zone is None:
        begun = since - floor(since, "day")
        said = timedelta(hours=clock.hour, minutes=clock.minute)
        if said <= begun < said + timedelta(hours=12):
            noon = replace(clock, hour=clock.hour + 12)
            shifted = tuple(part.but(clock=noon) if part.clock is not None else part for part in second)
            found = resolve(scan, shifted, since=since)
            if found is not None and found.span[0] > since:
                return found
    found = resolve(scan, second, since=since)
    same_day = all(any(part is other for other in first) for part in second if part.kind != "clock")
    far = clock is not None and same_day and found is not None and found.span[0] - since >= timedelta(days=1)
    if found is not None and found.span[0] >= since and not far:
        return found
    if clock is not None:
        alone = tuple(part for part in second if part.kind == "clock")
        return resolve(scan, alone, since=since)
    return found
