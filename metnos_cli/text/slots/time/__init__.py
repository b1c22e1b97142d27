"""Finds times: moments, days, weeks, spans and open ends, counted from now, in the user's zone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from metnos_cli.text.slots.categories import FOLLOWS, OPENERS
from metnos_cli.text.slots.found import Found
from metnos_cli.text.slots.time.bounds import read_bounded
from metnos_cli.text.slots.time.calendar import OutOfCalendar
from metnos_cli.text.slots.time.edges import edge_value, read_edge
from metnos_cli.text.slots.time.lasting import length_after, read_from_lasting, read_lasting
from metnos_cli.text.slots.time.ranges import read_dashed, read_hours
from metnos_cli.text.slots.time.resolve import resolve
from metnos_cli.text.slots.time.sequence import read_sequence
from metnos_cli.text.slots.time.value import fields_of, from_resolved

if TYPE_CHECKING:
    from metnos_cli.text.slots.scan import Scan
    from metnos_cli.text.slots.time.part import Parts
    from metnos_cli.text.slots.time.value import Value


_ABBREVIATION = 4  # letters: "set", "sept", "tues"


def _is_plain(scan: Scan, at: int) -> bool:
    """Whether a number has nothing after it that could make a time of it."""
    token = scan.tokens[at]
    if not token.key.isalnum() or (len(token.key) == 4 and at and scan.says(at - 1, "yearword")):
        return False
    numeral = scan.number(at)
    stop = at + 1 if numeral is None else numeral.stop
    if stop >= len(scan.tokens):
        return stop == at + 1
    after = scan.tokens[stop]
    if "num" in after.readings or "figure" in after.readings:
        return not scan.says(stop + 1, "ampm") and not scan.says(stop + 2, "ampm")
    follows: bool | None = after.readings.get("follows")
    if follows is None:
        follows = not FOLLOWS.isdisjoint(after.readings)
        if after.readings:
            after.readings["follows"] = follows
    return not (follows or after.key == "/")


def match_time(scan: Scan, at: int) -> Found | None:
    """The longest time expression that starts at a token.

    ``kind`` is ``point`` (``value``, ``grain``), ``interval`` (``from``, ``to``, the end excluded, ``grain``) or
    ``open`` (``dir``, ``value``, ``grain``), as Duckling has them. ``argument`` holds the bounds that an executor
    takes, where they are not those of the value: "gli ultimi 7 giorni" run up to now.
    """
    scan.place = scan.tokens[at].start
    try:
        return _match(scan, at)
    except (OverflowError, OutOfCalendar):
        return None  # beyond the calendar: no value rather than a wrong one


def _match(scan: Scan, at: int) -> Found | None:
    if (scan.says(at, "figure") or scan.says(at, "num") is not None) and _is_plain(scan, at):
        return None
    if scan.says(at, "every"):
        return _recurring(scan, at)
    if scan.says(at, "lasts"):
        lasting = read_lasting(scan, at)
        if lasting is not None:
            return _found(scan, *lasting)
    if any(scan.says(at, name) for name in OPENERS):
        bounded = (read_from_lasting(scan, at) if scan.says(at, "from") else None) or read_bounded(scan, at)
        if bounded is not None:
            return _found(scan, *bounded)
    edge = read_edge(scan, at)
    if edge is not None:
        return _found(scan, edge_value(edge[0]), edge[1])
    read = read_sequence(scan, at)
    if read is None:
        return _bare_range(scan, at)
    return _chain(scan, at, *read)


def _recurring(scan: Scan, at: int) -> Found | None:
    """Such as "Ogni lunedì alle 9" is no one time: its words are passed over."""
    read = read_sequence(scan, at + 1) if at + 1 < len(scan.tokens) else None
    if read is None:
        if not scan.says(at + 1, "unit"):
            return None
        again = read_sequence(scan, at + 2) if at + 2 < len(scan.tokens) else None
        return Found(again[1] if again else at + 2, "", {})
    bounded = _bounded_after(scan, *read)
    stop = bounded[1] if bounded else read[1]
    if stop < len(scan.tokens) and any(scan.says(stop, name) for name in OPENERS):
        more = read_bounded(scan, stop)  # "ogni lunedì entro le 9"
        stop = more[1] if more else stop
    return Found(stop, "", {})


def _chain(scan: Scan, at: int, parts: Parts, stop: int) -> Found | None:
    dashed = read_dashed(scan, parts, stop)
    if dashed is not None:
        return _found(scan, *dashed)
    bounded = _bounded_after(scan, parts, stop)
    if bounded is not None:
        return _found(scan, *bounded)
    doubtful = all(part.weak for part in parts) or (
        parts[0].kind == "pod" and len(parts) > 1 and parts[1].kind == "clock"
    )
    if doubtful and not _is_meant(scan, at, stop, parts):
        return None
    found = resolve(scan, parts)
    if found is None:
        return Found(stop, "", {}) if len(parts) > 1 else None
    if found.zoned:
        return Found(stop, "", {})
    value = from_resolved(found)
    lasting = length_after(scan, value, stop)
    if lasting is not None:
        return _found(scan, *lasting)
    told = _found(scan, value, stop)
    if len(parts) == 1 and parts[0].lone:
        number = {"dim": "number", "value": parts[0].day}
        return replace(told, certain=False, alternatives=(*told.alternatives, number))
    return told


def _bounded_after(scan: Scan, parts: Parts, stop: int) -> tuple[Value, int] | None:
    """A range or open end after a day: "giovedì dalle 9 alle 11", "tomorrow before noon"."""
    hours = read_hours(scan, parts, stop)
    if hours is not None:
        return hours
    place = stop
    while place < len(scan.tokens) and place < stop + 2:
        if any(scan.says(place, name) for name in OPENERS):
            found = read_bounded(scan, place, parts)
            if found is not None:
                return found
        if not (scan.says(place, "link") or scan.tokens[place].key == ","):
            return None
        place += 1
    return None


def _bare_range(scan: Scan, at: int) -> Found | None:
    """Such as "9 - 11 giovedì", "13-15 luglio": plain figures that the end makes hours or days."""
    if at + 2 >= len(scan.tokens) or not (scan.says(at, "figure") or scan.says(at, "num")):
        return None
    first = read_sequence(scan, at, bare="any")
    dashed = None if first is None or first[0][0].kind == "year" else read_dashed(scan, *first)
    return None if dashed is None else _found(scan, *dashed)


def _is_meant(scan: Scan, at: int, stop: int, parts: Parts) -> bool:
    """Whether an everyday word is a time here: it stands alone, or after a word that goes with times."""
    if scan.is_all(at, stop) or (at and scan.is_all(0, stop)):
        return True
    if parts[0].kind == "pod":
        return bool(at) and bool(scan.says(at - 1, "thispod"))
    if parts[0].kind == "moment":  # "ora" is now at the end of a request, and an hour after an article
        return not scan.after(stop).isalnum() and scan.before(at) not in scan.known.lists["now_not_after"]
    short = len(scan.tokens[at].key) <= _ABBREVIATION and parts[0].kind in ("month", "weekday")
    return scan.before(at) in scan.known.lists["abbreviation_after" if short else "weak_after"]


def _found(scan: Scan, value: Value, stop: int) -> Found:
    zone = scan.now.tzinfo
    others = tuple(fields_of(other, zone) for other in value.others)
    return Found(stop, "time", fields_of(value, zone), value.certain, others)
