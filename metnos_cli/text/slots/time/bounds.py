"""Reads open ends and what starts now: "entro venerdì", "since june", "fino a fine mese", "within 2 weeks"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from metnos_cli.text.slots.duration import Duration, read_duration
from metnos_cli.text.slots.time.calendar import RANK, floor, grain_span
from metnos_cli.text.slots.time.edges import bounded_by, read_edge
from metnos_cli.text.slots.time.ranges import Reads, as_clocks, as_days, hint_of, is_bare, read_range
from metnos_cli.text.slots.time.relative import away
from metnos_cli.text.slots.time.resolve import resolve
from metnos_cli.text.slots.time.resolved import fixed_start
from metnos_cli.text.slots.time.sequence import joins, read_sequence, skip_articles
from metnos_cli.text.slots.time.value import Value, between, from_resolved, opened

if TYPE_CHECKING:
    from metnos_cli.text.slots.scan import Scan
    from metnos_cli.text.slots.time.part import Parts
    from metnos_cli.text.slots.time.resolved import Resolved

_PERIODS = frozenset(("day", "week", "month", "quarter", "year"))
_DATED = frozenset(("day", "weekday", "dom", "holiday"))
_ENGLISH_FROM = "from"  # "dal mese scorso" goes on up to now
_ONWARD = re.compile(
    r"\W*(?:(?:onwards?|to|until|till|through|up|forward)\b|on(?:\W*$|,|\s+(?:in|under|inside|and)\b))", re.IGNORECASE
)
"""What follows a time that does not end: "from last year ON IN ~/Work", and not "from last year ON MY desktop"."""
_OPENS = ("until", "by", "before", "after", "since", "from")


def read_bounded(scan: Scan, at: int, context: Parts = ()) -> Reads | None:
    """The range or open end at a token, or None.

    Args:
        scan: The run of tokens.
        at: Where it starts.
        context: What was said before it and holds for it too ("giovedì dalle 9 alle 11").
    """
    if not context:
        found = _from_now(scan, at)
        if found is not None:
            return found
    for category in ("between", "from"):
        if scan.says(at, category):
            found = read_range(scan, at, context, category)
            if found is not None:
                return found
    for category in _OPENS:
        if scan.says(at, category):
            found = _open(scan, at, category, context)
            if found is not None:
                return found
    return None


def _from_now(scan: Scan, at: int) -> Reads | None:
    """What begins now: "il prima possibile", "entro due settimane", "per la settimana"."""
    if scan.says(at, "asap"):
        start = floor(scan.wall, "second")
        return Value("open", start, start, "second", "after", argument=(start, None)), at + 1
    found = _within(scan, at) if scan.says(at, "within") else None
    return found or (_throughout(scan, at) if scan.says(at, "throughout") else None)


def _within(scan: Scan, at: int) -> Reads | None:
    """Such as "entro due settimane", "within the hour": from now to then."""
    read = read_duration(scan, at + 1) if at + 1 < len(scan.tokens) else None
    unit = scan.says(at + 1, "unit")
    if read is None and unit is not None and not scan.says(at + 1, "plural"):
        read = Duration(((1, unit),), at + 2)
    if read is None:
        return None
    end = scan.wall
    for count, unit in read.parts:
        end = scan.later(end, unit, count)
    start = floor(scan.wall, "second")
    if read.unit in _PERIODS:
        return between(start, floor(end, "day"), "second", until=end), read.stop
    return between(start, floor(end, "second"), "second"), read.stop


def _throughout(scan: Scan, at: int) -> Reads | None:
    """Such as "per la settimana", "rest of the week": from now to its end."""
    unit = scan.says(at + 1, "unit")
    if unit not in _PERIODS or scan.says(at + 1, "plural"):
        return None
    if any(scan.says(at + 2, word) for word in ("next", "last", "link", "latest")):
        return None
    return between(floor(scan.wall, "second"), grain_span(scan.wall, unit)[1], "second"), at + 2


def _open(scan: Scan, at: int, category: str, context: Parts) -> Reads | None:
    """Everything before or after a time."""
    told = scan.says(at, category)
    place = skip_articles(scan, at + 1)
    if place >= len(scan.tokens):
        return None
    side = "after" if category in ("after", "since", "from") else "before"
    if not context:
        found = _after_duration(scan, at, place) if category == "after" else None
        if found is None:
            edge = read_edge(scan, place)
            from_now = category == "until" or told == "interval"
            value = bounded_by(scan, edge[0], side, from_now=from_now) if edge else None
            found = None if edge is None or value is None else (value, edge[1])
        if found is not None:
            return found
    read = _operand(scan, at, place, category, context)
    if read is None:
        return None
    parts, stop = (*context, *read[0]), read[1]
    resolved = resolve(scan, parts, until=scan.wall if category == "since" else None)
    if resolved is None or resolved.zoned:
        return None
    value = _opened(scan, from_resolved(resolved), category, told)
    if category == "from" and _is_of_it(scan, at, resolved, stop) and fixed_start(parts) is not None:
        of_it = from_resolved(resolved)
        return (replace(value, certain=False, others=(*value.others, of_it)) if resolved.unit else of_it), stop
    if category == "from" and fixed_start(parts) is None:
        value = _either_way(scan, parts, value, told)
    return value, stop


def _is_of_it(scan: Scan, at: int, found: Resolved, stop: int) -> bool:
    """Whether "from" before a day or a longer stretch means what is of it: "files from last year".

    So it does where the stretch is over, or where what is kept from it is named right before it; "from last year on"
    does not end.

    Args:
        scan: The run of tokens.
        at: Where "from" stands.
        found: The stretch.
        stop: One past its last token.
    """
    coarse = found.interval or RANK[found.grain] >= RANK["day"]
    if scan.tokens[at].key != _ENGLISH_FROM or not coarse:
        return False
    if _ONWARD.match(scan.text, scan.tokens[stop - 1].end):
        return False
    begun = found.span[0] <= scan.wall and scan.before(at) in scan.known.lists["records"]
    return found.span[1] <= scan.wall or begun


def _operand(scan: Scan, at: int, place: int, category: str, context: Parts) -> tuple[Parts, int] | None:
    """The time that stands after "before", "entro", "dalle" ..."""
    hint = scan.says(at, "hint") or (hint_of(scan.says(at, category)) if category == "from" else "any")
    if category == "from" and hint == "any" and scan.says(place, "figure"):
        return None
    read = read_sequence(scan, place, bare="year" if hint == "any" else hint, range_start=category == "from")
    read = read or (_hour_of_day(scan, place) if hint == "any" else None)
    if read is None or any(part.kind == "span" for part in read[0]):
        return None
    parts, stop = read
    if len(parts) == 1 and parts[0].kind == "moment" and parts[0].weak:
        return None  # "entro l'ora di cena"
    if context and not joins(context, parts):
        return None
    if is_bare(parts):
        parts = as_days(parts) if hint == "date" else as_clocks(parts)
    return (parts, stop) if parts else None


def _hour_of_day(scan: Scan, at: int) -> tuple[Parts, int] | None:
    """A plain figure with its day after it, which makes it an hour: "after 5 on April 14", "before 9 tomorrow"."""
    if not scan.known.rules["clock"]["twelve"] or not scan.says(at, "figure"):
        return None
    read = read_sequence(scan, at, bare="any")
    dated = read is not None and not _DATED.isdisjoint(part.kind for part in read[0])
    return read if read is not None and dated and is_bare(read[0][:1]) else None


def _either_way(scan: Scan, parts: Parts, value: Value, told: object) -> Value:
    """Of "da giovedì", which may be the one to come or the last one: not certain, with the other."""
    if scan.speaks_of_past() or any(part.kind == "clock" for part in parts):
        return value
    found = resolve(scan, parts, until=scan.wall)
    if found is None or found.span[0] == value.start:
        return value
    other = _opened(scan, from_resolved(found), "from", told)
    return replace(value, certain=False, others=(*value.others, other))


def _after_duration(scan: Scan, at: int, place: int) -> Reads | None:
    """Such as "after 5 days": from then on; "past 2 days" and "following 3 days" count otherwise."""
    if scan.says(at, "latest") or scan.says(at, "next"):
        return None
    read = read_duration(scan, place)
    if read is None or scan.says(read.stop, "ago"):
        return None
    found = resolve(scan, (away(scan, read, 1),))
    return None if found is None else (opened(from_resolved(found), "after", inclusive=True), read.stop)


def _opened(scan: Scan, value: Value, category: str, told: object) -> Value:
    start = floor(scan.wall, "second")
    if told == "interval" and value.start > start:
        until = opened(value, "before", inclusive=True).argument
        last = until[1] if until is not None else None
        return replace(between(start, value.start, "second", until=last), certain=value.certain)
    side = "after" if category in ("after", "since", "from") else "before"
    return opened(value, side, inclusive=category not in ("before", "after"))
