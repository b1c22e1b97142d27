"""Reads a chain of constraints that describe one time: "venerdì 20 settembre alle 7:30 del pomeriggio"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.text.slots.categories import ATOMS
from metnos_cli.text.slots.numerals import small_int
from metnos_cli.text.slots.ordinal import read_ordinal
from metnos_cli.text.slots.time.clock import read_clock
from metnos_cli.text.slots.time.cycle import read_cycle
from metnos_cli.text.slots.time.date import day_after_weekday, read_date
from metnos_cli.text.slots.time.named import read_named, shifted_pod
from metnos_cli.text.slots.time.nth import read_nth
from metnos_cli.text.slots.time.part import Clock, Parts, clock_part, dom_part, year_part
from metnos_cli.text.slots.time.relative import read_relative
from metnos_cli.text.slots.time.resolve import resolve

if TYPE_CHECKING:
    from metnos_cli.text.slots.lexicon import Readings
    from metnos_cli.text.slots.scan import Scan
    from metnos_cli.text.slots.time.calendar import Span

Reads = tuple[Parts, int]

_DEEPEST = 3  # "il giorno dopo il giorno dopo ...": nobody means more

_ARTICLES = 2  # as many may stand before a time


def atoms(readings: Readings) -> tuple[str, ...]:
    """Which kinds of constraint a word may start; worked out once per word."""
    known = readings.get("atoms")
    if known is None:
        known = tuple(name for name, starts in ATOMS.items() if not starts.isdisjoint(readings))
        if readings:
            readings["atoms"] = known
    return known


def read_sequence(scan: Scan, at: int, *, bare: str = "", range_start: bool = False) -> Reads | None:
    """The longest chain of constraints that starts at a token and describes one time.

    Args:
        scan: The run of tokens.
        at: Where it starts.
        bare: Take a plain figure too where nothing better is read: ``clock``, ``hour`` (a clock's, without minutes),
            ``date``, ``year`` or ``any`` tells as what.
        range_start: It is the first end of a range: a word that leads to the second end closes it.
    """
    early = scan.says(at, "podshift")
    if early and at + 1 < len(scan.tokens):
        read = read_sequence(scan, at + 1)
        shifted = None if read is None else _shift_pod(scan, read[0], at)
        if read is not None and shifted is not None:
            return shifted, read[1]
    first = _atom(scan, at, range_start=range_start)
    if first is None and bare:
        first = _bare(scan, at, bare)
    if first is None:
        return None
    parts, stop = first
    while len(parts) < 8:
        if range_start and _leads_on(scan, parts, stop):
            break
        more = _next(scan, parts, stop)
        if more is None:
            break
        parts, stop = more
    return parts, stop


def skip_articles(scan: Scan, at: int) -> int:
    """Past the articles before a time; one that makes a day of a figure ("il 15") stays."""
    for _ in range(_ARTICLES):
        if scan.says(at, "article") and not scan.says(at, "domarticle"):
            at += 1
    return at


def _leads_on(scan: Scan, parts: Parts, at: int) -> bool:
    """Whether the second end of a range starts here; "alle" may still tell the hour of the first."""
    said = scan.says(at, "to")
    return said is not None and (said != "clock" or any(part.clock is not None for part in parts))


def _atom(scan: Scan, at: int, *, range_start: bool = False) -> Reads | None:
    """The longest single constraint at a token."""
    best: Reads | None = None
    for name in atoms(scan.tokens[at].readings):
        found = _read(scan, at, name, range_start)
        if found is not None and (best is None or found[1] > best[1]):
            best = found
    return best


def _read(scan: Scan, at: int, name: str, range_start: bool) -> Reads | None:
    if name == "cycle":
        return read_cycle(scan, at)
    if name == "nth":
        return read_nth(scan, at, read_operand)
    if name == "relative":
        return read_relative(scan, at, read_operand)
    if name == "date":
        return read_date(scan, at)
    if name == "named":
        return read_named(scan, at)
    clock = read_clock(scan, at, range_start=range_start)
    return None if clock is None else ((clock[0],), clock[1])


def read_operand(scan: Scan, at: int) -> tuple[Span, int] | None:
    """The time that another one is counted from, as a span."""
    if at >= len(scan.tokens) or scan.depth >= _DEEPEST:
        return None
    for _ in range(_ARTICLES):
        if at < len(scan.tokens) and scan.says(at, "article") and not atoms(scan.tokens[at].readings):
            at += 1
    scan.depth += 1
    read = read_sequence(scan, at, bare="year") if at < len(scan.tokens) else None
    scan.depth -= 1
    if read is None:
        return None
    found = resolve(scan, read[0])
    return None if found is None or found.zoned else (found.span, read[1])


def _bare(scan: Scan, at: int, kind: str) -> Reads | None:
    """A plain figure that its surroundings make a year, a day or an hour."""
    token = scan.tokens[at]
    marked = kind in ("date", "any") or (scan.says(at, "figure") and scan.says(at + 1, "ordsuffix"))
    ordinal = read_ordinal(scan.tokens, at) if marked else None
    if ordinal is not None and (day := dom_part(ordinal[0])) is not None:
        return (day,), ordinal[1]
    read = small_int(scan.tokens, at)
    if read is None:
        clock = read_clock(scan, at, bare=kind) if kind != "year" and token.get("figure") else None
        return None if clock is None else ((clock[0],), clock[1])
    value, stop = read
    if token.get("figure") and len(token.key) == 4 and 1900 <= value <= 2100 and scan.is_apart(at, stop):
        year = year_part(value)
        return None if year is None or scan.counts_noun(stop) is True else ((year,), stop)
    if kind == "year" or scan.is_measured(stop):
        return None
    if kind == "date":
        return ((clock_part(Clock(value, bare=True)),), stop) if 1 <= value <= 31 else None
    clock = read_clock(scan, at, bare=kind)
    if clock is not None:
        return (clock[0],), clock[1]
    return ((clock_part(Clock(value, bare=True)),), stop) if 1 <= value <= 31 else None


def _next(scan: Scan, parts: Parts, stop: int) -> Reads | None:
    """One more constraint after a chain, past the words that may link them."""
    close = _day_of_weekday(scan, parts, stop) or _year_after(scan, parts, stop)
    if close is not None:
        return close
    for place in range(stop, min(stop + 3, len(scan.tokens))):
        found = _atom(scan, place)
        if found is not None and joins(parts, found[0]) and not _goes_to(scan, parts, found[0], range(stop, place)):
            return (*parts, *found[0]), found[1]
        shifted = _shift_pod(scan, parts, place)
        if shifted is not None:
            return shifted, place + 1
        if not (scan.says(place, "link") or _links(scan, place, stop)):
            return None
    return None


_DATED = frozenset(("day", "weekday", "dom", "holiday"))


def _goes_to(scan: Scan, parts: Parts, more: Parts, between: range) -> bool:
    """Whether a word that leads on parts two days: "domani alle 10 A venerdì" is no one day."""
    both = all(not _DATED.isdisjoint(part.kind for part in one) for one in (parts, more))
    return both and any(scan.says(place, "to") for place in between)


def _day_of_weekday(scan: Scan, parts: Parts, stop: int) -> Reads | None:
    """The plain figure after a weekday as its day of the month, unless a date is read there."""
    if parts[-1].kind != "weekday" or any(part.kind in ("dom", "day", "month") for part in parts):
        return None
    place = stop + (stop < len(scan.tokens) and scan.tokens[stop].key == ",")
    dated = _atom(scan, place) if place < len(scan.tokens) else None
    if dated is not None and any(part.kind in ("dom", "day") for part in dated[0]):
        return None
    day = day_after_weekday(scan, place) if place < len(scan.tokens) else None
    return None if day is None else ((*parts, *day[0]), day[1])


def _year_after(scan: Scan, parts: Parts, stop: int) -> Reads | None:
    """The year right after a holiday, a season, a month or a date."""
    if parts[-1].kind not in ("holiday", "season", "month", "dom") or not scan.says(stop, "figure"):
        return None
    year = _bare(scan, stop, "year")
    return ((*parts, *year[0]), year[1]) if year is not None and joins(parts, year[0]) else None


def _links(scan: Scan, at: int, stop: int) -> bool:
    """A comma right after the chain; "from" in "sunday from last week"."""
    if scan.tokens[at].key == ",":
        return at == stop
    return bool(scan.says(at, "from")) and any(scan.says(at + 1, name) for name in ("this", "next", "last"))


def _shift_pod(scan: Scan, parts: Parts, at: int) -> Parts | None:
    """The chain with the part of the day that "presto" or "tardi" after it makes of its own."""
    shift_by = scan.says(at, "podshift")
    if shift_by is None:
        return None
    for place, part in enumerate(parts):
        if part.kind == "pod":
            pod = shifted_pod(scan, part, shift_by)
            return None if pod is None else (*parts[:place], pod, *parts[place + 1 :])
    return None


_DAYS = frozenset(("day", "holiday", "dom"))


def joins(parts: Parts, more: Parts) -> bool:
    """Whether two chains may describe one and the same time."""
    kinds = {part.kind for part in parts}
    new = {part.kind for part in more}
    both = kinds | new
    if kinds & new or "span" in both or (kinds & _DAYS and new & _DAYS):
        return False
    fine = both & {"clock", "pod"}
    days = both & (_DAYS | {"weekday"})
    if "moment" in both:
        if both == {"moment", "day"}:
            return True  # "oggi tra un'ora": the one lies in the other, or nothing is found
        moment = next(part for part in (*parts, *more) if part.kind == "moment")
        return moment.whole_day is not None and both <= {"moment", "clock", "pod"}
    if fine and not days and both - {"clock", "pod"}:
        return False
    if "week" in both and both - {"week", "weekday", "weekend", "clock", "pod"}:
        return False
    if "weekend" in both and both - {"weekend", "week", "month", "year"}:
        return False
    if "season" in both and both - {"season", "year"}:
        return False
    if both & {"quarter", "half"} and len(both - {"year"}) > 1:
        return False
    if "year" in both and "weekday" in both and not days - {"weekday"} and "month" not in both:
        return False
    return not ("holiday" in both and "month" in both)
