"""Reads ranges and open ends: "dalle 9 alle 11", "entro venerdì", "since june", "fino a fine mese"."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from metnos_cli.text.slots.duration import Duration, read_duration
from metnos_cli.text.slots.time.calendar import Once, floor, grain_span, shift
from metnos_cli.text.slots.time.part import Part, Parts, cycle_part, dom_part
from metnos_cli.text.slots.time.relative import away
from metnos_cli.text.slots.time.resolve import resolve
from metnos_cli.text.slots.time.resolved import finer, fixed_start
from metnos_cli.text.slots.time.sequence import joins, read_sequence
from metnos_cli.text.slots.time.value import Value, between, from_resolved, opened

if TYPE_CHECKING:
    from metnos_cli.text.slots.scan import Scan
    from metnos_cli.text.slots.time.resolved import Resolved

Reads = tuple[Value, int]


def read_bounded(scan: Scan, at: int, context: Parts = ()) -> Reads | None:
    """The range or open end at a token, or None.

    Args:
        scan: The run of tokens.
        at: Where it starts.
        context: What was said before it and holds for it too ("giovedì dalle 9 alle 11").
    """
    token = scan.tokens[at]
    if scan.says(at, "asap") and not context:
        start = floor(scan.wall, "second")
        return Value("open", start, start, "second", "after", argument=(start, None)), at + 1
    for category in ("within", "throughout", "between", "from"):
        if token.get(category):
            found = _READERS[category](scan, at, context)
            if found is not None:
                return found
    for category in ("until", "by", "before", "after", "since", "from"):
        if token.get(category):
            found = _open(scan, at, category, context)
            if found is not None:
                return found
    return None


def _within(scan: Scan, at: int, context: Parts) -> Reads | None:
    """ "Entro due settimane", "within 2 weeks": from now to then."""
    read = read_duration(scan, at + 1) if at + 1 < len(scan.tokens) and not context else None
    unit = scan.says(at + 1, "unit")
    if read is None and unit is not None and not scan.says(at + 1, "plural") and not context:
        read = Duration(((1, unit),), at + 2)  # "within the hour"
    if read is None:
        return None
    end = scan.wall
    for count, unit in read.parts:
        end = scan.later(end, unit, count)
    start = floor(scan.wall, "second")
    if read.unit not in ("second", "minute", "hour"):
        return between(start, floor(end, "day"), "second", until=end), read.stop
    return between(start, floor(end, "second"), "second"), read.stop


def _throughout(scan: Scan, at: int, context: Parts) -> Reads | None:
    """ "Per la settimana", "rest of the week": from now to its end."""
    unit = scan.tokens[at + 1].get("unit") if at + 1 < len(scan.tokens) and not context else None
    if unit not in ("day", "week", "month", "quarter", "year") or scan.says(at + 1, "plural"):
        return None
    if at + 2 < len(scan.tokens) and any(scan.says(at + 2, word) for word in ("next", "last", "link", "latest")):
        return None
    return between(floor(scan.wall, "second"), grain_span(scan.wall, unit)[1], "second"), at + 2


def _between(scan: Scan, at: int, context: Parts) -> Reads | None:
    return _range(scan, at, context, "between")


def _from_to(scan: Scan, at: int, context: Parts) -> Reads | None:
    return _range(scan, at, context, "from")


_READERS = {"within": _within, "throughout": _throughout, "between": _between, "from": _from_to}


def _hint(told: object) -> str:
    return told if isinstance(told, str) else "any"


def _range(scan: Scan, at: int, context: Parts, category: str) -> Reads | None:
    """Both ends after "from" or "between"."""
    hint = _hint(scan.tokens[at].readings[category])
    start = _skip_article(scan, at + 1)
    first = read_sequence(scan, start, bare=hint, range_start=True) if start < len(scan.tokens) else None
    if first is None:
        return None
    joint = _joint(scan, first[1], between=category == "between")
    if joint is None:
        return None
    return _to(scan, first[0], joint, context, hint)


def _skip_article(scan: Scan, at: int) -> int:
    for _ in range(2):
        if scan.says(at, "article") and not scan.says(at, "domarticle"):
            at += 1
    return at


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
    return None if joint is None else _to(scan, first, joint, context, "any", loose=True)


def _to(scan: Scan, first: Parts, at: int, context: Parts, hint: str, *, loose: bool = False) -> Reads | None:
    """Both ends resolved: what only one of them says holds for the other too."""
    joint = scan.tokens[at - 1]
    said = joint.get("to") or joint.get("andto")
    hint = _hint(said) if isinstance(said, str) else hint
    place = _skip_article(scan, at)
    second = read_sequence(scan, place, bare=hint) if place < len(scan.tokens) else None
    if second is None:
        return None
    second = _with_year(scan, *second)
    ends = _settle(scan, first, second[0], context, hint)
    if ends is None or (loose and not _comparable(*ends)):
        return None
    value = _resolve_range(scan, *ends)
    return None if value is None else (value, second[1])


def _with_year(scan: Scan, parts: Parts, stop: int) -> tuple[Parts, int]:
    """A plain figure with the year after it: "april 3-5 2014"."""
    place = stop + 1 if stop < len(scan.tokens) and scan.tokens[stop].key == "," else stop
    if not (len(parts) == 1 and _bare_clock(parts) and scan.says(place, "figure")):
        return parts, stop
    read = read_sequence(scan, place, bare="year")
    if read is None or [part.kind for part in read[0]] != ["year"]:
        return parts, stop
    return (*parts, *read[0]), read[1]


def _bare_clock(parts: Parts) -> bool:
    return any(part.clock is not None and part.clock.bare for part in parts)


def _settle(scan: Scan, first: Parts, second: Parts, context: Parts, hint: str) -> tuple[Parts, Parts] | None:
    """Plain figures become hours or days, and each end takes from the other what is coarser than itself."""
    if context:
        if not (joins(context, first) and joins(context, second)):
            return None
        first, second = (*context, *first), (*context, *second)
    both = (*first, *second)
    if _bare_clock(first) or _bare_clock(second):
        clocks = any(part.clock is not None and not part.clock.bare for part in both)
        months = any(part.kind in ("dom", "month") for part in both)
        days = any(part.kind in ("day", "weekday", "holiday", "pod") for part in both)
        if hint == "clock" or clocks or (days and not months and hint != "date"):
            first, second = _as_clocks(first), _as_clocks(second)
        elif hint == "date" or months:
            first, second = _as_days(first), _as_days(second)
        else:
            return None
        if not first or not second:
            return None
    first = (*first, *_coarser(second, first))
    second = (*second, *_coarser(first, second))
    return first, second


def _as_clocks(parts: Parts) -> Parts:
    if any(part.clock is not None and part.clock.hour > 24 for part in parts):
        return ()
    return tuple(part.but(clock=replace(part.clock, bare=False)) if part.clock is not None else part for part in parts)


def _as_days(parts: Parts) -> Parts:
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
    end = _end(scan, second, start)
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
    return replace(value, certain=start.certain and end.certain)


def _same_half(parts: Parts, other: Parts) -> Parts:
    """A twelve-hour clock takes "pm" from the other end: "3-5pm"."""
    mine = next((part.clock for part in parts if part.clock is not None), None)
    its = next((part.clock for part in other if part.clock is not None), None)
    if mine is None or its is None or not mine.twelve or its.twelve or its.hour < 12 or mine.hour + 12 > its.hour:
        return parts
    later = replace(mine, hour=mine.hour + 12 if mine.hour < 12 else mine.hour, twelve=False)
    return tuple(part.but(clock=later) if part.clock is not None else part for part in parts)


def _end(scan: Scan, second: Parts, start: Resolved) -> Resolved | None:
    """The first time from the start on that the second end describes."""
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
    if found is not None and found.span[0] >= since:
        return found
    if clock is not None:
        alone = tuple(part for part in second if part.kind == "clock")
        return resolve(scan, alone, since=since)
    return found


def _open(scan: Scan, at: int, category: str, context: Parts) -> Reads | None:
    """Everything before or after a time."""
    told = scan.tokens[at].readings[category]
    hint = scan.tokens[at].get("hint") or ("any" if category != "from" else _hint(told))
    place = _skip_article(scan, at + 1)
    if place >= len(scan.tokens):
        return None
    counted = scan.says(at, "latest") or scan.says(at, "next")  # "past 2 days", "following 3 days"
    later = _after_duration(scan, place) if category == "after" and not context and not counted else None
    if later is not None:
        return later
    ended = read_edge(scan, place, category)
    if ended is not None and not context:
        return _at_edge(scan, ended[0], category, told), ended[1]
    if category == "from" and hint == "any" and scan.tokens[place].get("figure"):
        return None
    read = read_sequence(scan, place, bare="year" if hint == "any" else hint, range_start=category == "from")
    if read is None or any(part.kind == "span" for part in read[0]):
        return None
    parts, stop = read
    if len(parts) == 1 and parts[0].kind == "moment" and parts[0].weak:
        return None  # "entro l'ora di cena"
    if context and not joins(context, parts):
        return None
    if _bare_clock(parts):
        parts = _as_days(parts) if hint == "date" else _as_clocks(parts)
    if not parts:
        return None
    parts = (*context, *parts)
    found = resolve(scan, parts, until=scan.wall if category == "since" else None)
    if found is None or found.zoned:
        return None
    value = _opened(scan, from_resolved(found), category, told)
    if category == "from" and fixed_start(parts) is None:
        value = _either_way(scan, parts, value, told)
    return value, stop


def _either_way(scan: Scan, parts: Parts, value: Value, told: object) -> Value:
    """"Da giovedì" may be the one to come or the last one: not certain, with the other."""
    if scan.speaks_of_past() or any(part.kind == "clock" for part in parts):
        return value
    found = resolve(scan, parts, until=scan.wall)
    if found is None or found.span[0] == value.start:
        return value
    other = _opened(scan, from_resolved(found), "from", told)
    return replace(value, certain=False, others=(*value.others, other))


def _after_duration(scan: Scan, at: int) -> Reads | None:
    """ "After 5 days": from then on."""
    read = read_duration(scan, at)
    if read is None or scan.says(read.stop, "ago"):
        return None
    found = resolve(scan, (away(scan, read, 1),))
    return None if found is None else (opened(from_resolved(found), "after", inclusive=True), read.stop)


def _opened(scan: Scan, value: Value, category: str, told: object) -> Value:
    if told == "interval":
        start = floor(scan.wall, "second")
        until = opened(value, "before", inclusive=True).argument
        last = until[1] if until is not None else None
        interval = between(start, value.start, "second", until=last)
        return replace(interval, certain=value.certain and value.start > start)
    side = "after" if category in ("after", "since", "from") else "before"
    return opened(value, side, inclusive=category not in ("before", "after"))


def read_edge(scan: Scan, at: int, category: str = "") -> tuple[Part, int] | None:
    """The period whose end (or start) is named: "fine mese", "the end of the next month", "EOY"."""
    token = scan.tokens[at]
    edge = next((name for name in ("endof", "startof", "midof") if token.get(name)), None)
    if edge is None or (category and edge == "midof"):
        return None
    told = token.readings[edge]
    if isinstance(told, str):
        return cycle_part(told, scan.wall).but(half=edge), at + 1
    place = _skip_article(scan, at + 1)
    if place >= len(scan.tokens):
        return None
    unit = scan.tokens[place].get("unit")
    sequence = read_sequence(scan, place, bare="year")
    if sequence is not None and len(sequence[0]) <= 2:
        found = resolve(scan, sequence[0])
        if found is not None and found.grain in ("week", "month", "quarter", "year", "day"):
            kind = found.grain if found.grain != "day" else "day"
            return Part(kind, Once(found.span), found.grain, half=edge), sequence[1]
    if unit in ("day", "week", "month", "quarter", "year") and not scan.says(place, "plural"):
        return cycle_part(unit, scan.wall).but(half=edge), place + 1
    return None


def _at_edge(scan: Scan, part: Part, category: str, told: object) -> Value:
    """ "Entro la fine del mese": open before the period's end; "fino alla fine del mese": from now to it."""
    span = part.times.span if isinstance(part.times, Once) else grain_span(scan.wall, part.grain)
    bound = span[1] if part.half == "endof" else span[0]
    start = floor(scan.wall, "second")
    if category == "until" or told == "interval":
        return between(start, bound, "second")
    side = "after" if category in ("after", "since", "from") else "before"
    return Value("open", bound, bound, part.grain, side, argument=(None, bound) if side == "before" else (bound, None))


_EDGES = {"month": (10, 20), "year": (90, 243), "quarter": (30, 60), "week": (3, 4), "day": (0, 1)}


def edge_value(part: Part) -> Value | None:
    """The beginning, middle or end of a period as an interval: vague, so never certain."""
    if not isinstance(part.times, Once):
        return None
    start, end = part.times.span
    if part.grain == "day":
        hours = {"endof": (17, 24), "startof": (0, 9), "midof": (12, 14)}[part.half]
        first, last = start + timedelta(hours=hours[0]), start + timedelta(hours=hours[1])
        return replace(between(first, last, "hour"), certain=False)
    if part.grain == "year":
        early, late = shift(start, "month", 3), shift(start, "month", 8)
    else:
        first_days, last_days = _EDGES[part.grain]
        early, late = start + timedelta(days=first_days), start + timedelta(days=last_days)
    bounds = {"startof": (start, early), "midof": (early, late), "endof": (late, end)}[part.half]
    return replace(between(bounds[0], bounds[1], "day"), certain=False)
