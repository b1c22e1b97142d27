"""Reads dates: ISO, "3 marzo 2015", "23/06/18", "il 15", "march 3rd", "ottobre 2014", "nel 2014"."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from metnos_cli.text.slots.numerals import small_int
from metnos_cli.text.slots.ordinal import read_ordinal
from metnos_cli.text.slots.time.calendar import day_span
from metnos_cli.text.slots.time.face import ampm_at
from metnos_cli.text.slots.time.monthday import day_of_the_month
from metnos_cli.text.slots.time.part import (
    Clock,
    Part,
    Parts,
    clock_part,
    day_part,
    dom_part,
    month_part,
    year_part,
)

if TYPE_CHECKING:
    from metnos_cli.text.slots.scan import Scan

Reads = tuple[Parts, int]
"""Parts and the index one past their last token."""


@cache
def _iso() -> re.Pattern[str]:
    return re.compile(
        r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:t(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(z|[+-]\d{2}:?\d{2})?)?"
    )


def read_date(scan: Scan, at: int) -> Reads | None:
    """The date at a token, or None."""
    token = scan.tokens[at]
    if token.get("figure"):
        if not token.key.isdecimal():
            return _figures(scan, at)
        return _year_month(scan, at) or _spaced(scan, at) or _day_first(scan, at) or _lone_year(scan, at)
    if token.get("month") is not None:
        return _month_first(scan, at)
    if token.get("domarticle") and at + 1 < len(scan.tokens):
        return _spaced(scan, at + 1) or _day_first(scan, at + 1) or _lone_day(scan, at)
    if token.get("num") is not None or token.get("ord") is not None:
        return _day_first(scan, at)
    return None


def _figures(scan: Scan, at: int) -> Reads | None:
    token = scan.tokens[at]
    if not scan.is_apart(at, at + 1) or (scan.text[token.start - 1 : token.start] or " ") in "/.:":
        return None
    key = token.key
    if key in scan.known.lists["never_values"]:
        return None
    iso = _iso().fullmatch(key)
    if iso is not None:
        return _from_iso(iso, at)
    for sign in "/-.":
        pieces = key.split(sign)
        if len(pieces) > 1 and all(piece.isdecimal() for piece in pieces):
            return _from_pieces(scan, pieces, sign, at)
    return None


def _from_iso(iso: re.Match[str], at: int) -> Reads | None:
    year, month, day, hour, minute, second, zone = iso.groups()
    span = day_span(int(year), int(month), int(day))
    if span is None:
        return None
    if hour is None:
        return (day_part(span),), at + 1
    if int(hour) > 23 or int(minute) > 59 or int(second or 0) > 59:
        return None
    offset = None
    if zone:
        offset = 0
        if zone != "z":
            hours, minutes = int(zone[1:3]), int(zone[-2:])
            offset = (hours * 60 + minutes) * (-1 if zone[0] == "-" else 1)
    grain = "second" if second else "minute"
    clock = Clock(int(hour), int(minute), int(second or 0), grain, zone=offset)
    return (day_part(span), clock_part(clock)), at + 1


def _from_pieces(scan: Scan, pieces: list[str], sign: str, at: int) -> Reads | None:
    """Day, month and year in the order of the language, day and month, or month and year."""
    if len(pieces) == 3 and len(pieces[0]) <= 2 and len(pieces[1]) <= 2 and len(pieces[2]) in (2, 4):
        if sign == "." and len(pieces[2]) == 2 and not (len(pieces[0]) == len(pieces[1]) == 2):
            return None  # more like a version
        year = full_year(pieces[2])
        orders = _orders(scan, int(pieces[0]), int(pieces[1]))
        spans = [span for day, month in orders if (span := day_span(year, month, day))]
        if not spans:
            return None
        return (day_part(spans[0]).but(certain=len(spans) == 1, others=tuple(spans[1:])),), at + 1
    if len(pieces) != 2 or sign != "/":
        return None
    first, second = int(pieces[0]), int(pieces[1])
    if len(pieces[0]) == 4 and 1900 <= first <= 2100 and 1 <= second <= 12:
        return _of_year(month_part(second), first, at + 1)
    if len(pieces[1]) == 4 and 1900 <= second <= 2100 and 1 <= first <= 12:
        return _of_year(month_part(first), second, at + 1)
    return _without_year(scan, pieces, at)


def _without_year(scan: Scan, pieces: list[str], at: int) -> Reads | None:
    """Such as "15/2"; in "3/4 dei file" and "3/4 files" the figures are a fraction."""
    fraction = scan.after(at + 1).partition(" ")[0] in scan.known.lists["fraction_of"]
    if fraction or scan.counts_noun(at + 1) is True or any(len(piece) > 2 for piece in pieces):
        return None
    orders = _orders(scan, int(pieces[0]), int(pieces[1]))
    for day, month in orders:
        part = dom_part(day)
        if part is not None and day_span(2000, month, day):
            return (month_part(month), part.but(certain=len(orders) == 1)), at + 1
    return None


def _orders(scan: Scan, first: int, second: int) -> list[tuple[int, int]]:
    """(day, month) as the two figures may be meant, likeliest first."""
    dmy, mdy = (first, second), (second, first)
    if scan.known.rules["dates"] == "dmy":
        return [dmy] if second <= 12 else []
    if first > 12:
        return [dmy] if second <= 12 else []
    return [mdy, dmy] if second <= 12 and first != second else [mdy]


def full_year(shown: str) -> int:
    """A year of two figures: before 50 it is of this century, from 50 of the last."""
    year = int(shown)
    if len(shown) > 2:
        return year
    return year + (2000 if year < 50 else 1900)


def _of_year(part: Part, year: int, stop: int) -> Reads | None:
    found = year_part(year)
    return None if found is None else ((found, part), stop)


def _spaced(scan: Scan, at: int) -> Reads | None:
    """``26 / 12 / 2018``."""
    tokens = scan.tokens[at : at + 5]
    if len(tokens) < 5 or tokens[1].key != "/" or tokens[3].key != "/" or len(tokens[4].key) != 4:
        return None
    pieces = [token.key for token in (tokens[0], tokens[2], tokens[4])]
    if not all(piece.isdecimal() for piece in pieces):
        return None
    read = _from_pieces(scan, pieces, "/", at)
    return None if read is None else (read[0], at + 5)


def _year_month(scan: Scan, at: int) -> Reads | None:
    """``2014-10``."""
    token = scan.tokens[at]
    if len(token.key) != 4 or at + 2 >= len(scan.tokens) or not 1900 <= int(token.key) <= 2100:
        return None
    dash, month = scan.tokens[at + 1], scan.tokens[at + 2]
    if not (dash.get("dash") and dash.glued and month.glued and month.key.isdecimal() and len(month.key) == 2):
        return None
    if not 1 <= int(month.key) <= 12 or not scan.is_apart(at, at + 3):
        return None
    return _of_year(month_part(int(month.key)), int(token.key), at + 3)


def _day_first(scan: Scan, at: int) -> Reads | None:
    """Such as "3 marzo 2015", "primo maggio", "the 15th of february", "31/Oct/1974"."""
    read = read_ordinal(scan.tokens, at) or small_int(scan.tokens, at)
    if read is None or not 1 <= read[0] <= 31 or (read[0] == 1 and scan.says(at, "~num")):
        return None  # "un set" is no first of September
    day, stop = read
    month_at = _skip(scan, stop, 2)
    if month_at >= len(scan.tokens) or scan.tokens[month_at].get("month") is None:
        return None
    if read_ordinal(scan.tokens, at) is None and _has_own_day(scan, stop, month_at):
        return None
    glued_on = scan.says(at, "figure") and not scan.is_apart(at, at + 1) and scan.says(at + 1, "month") is None
    if glued_on and not (read_ordinal(scan.tokens, at) or scan.tokens[at + 1].key in "/-"):
        return None
    part = dom_part(day)
    month = scan.tokens[month_at].readings["month"]
    if part is None or not day_span(2000, month, day):
        return None
    year, stop = _year_after(scan, month_at + 1, short=scan.tokens[month_at - 1].key in "/-")
    return (*((year,) if year else ()), month_part(month), part), stop


def _has_own_day(scan: Scan, stop: int, month_at: int) -> bool:
    """Whether words part a figure from a month that has a day after it: "after 5 on April 14"."""
    if all(scan.tokens[place].key in "/-" for place in range(stop, month_at)):
        return False
    own = _month_first(scan, month_at)
    return own is not None and any(part.kind == "dom" for part in own[0])


def _skip(scan: Scan, at: int, most: int) -> int:
    """Past the words that may stand between a day and its month."""
    for _ in range(most):
        if at < len(scan.tokens) and (scan.says(at, "link") or (scan.tokens[at].key in "/-" and scan.tokens[at].glued)):
            if scan.says(at, "month"):
                return at
            at += 1
    return at


def _month_first(scan: Scan, at: int) -> Reads | None:
    """Such as "Marzo 2015", "march 3rd, 2015", "genn 2013"."""
    token = scan.tokens[at]
    month = month_part(token.readings["month"])
    weak = "~month" in token.readings
    year, stop = _year_after(scan, at + 1)
    if year is not None:
        return (year, month), stop
    after = at + 1
    if scan.known.rules["dates"] == "mdy" and after < len(scan.tokens):
        if scan.says(after, "article") and after + 1 < len(scan.tokens):
            after += 1
        ordinal = read_ordinal(scan.tokens, after)
        read = ordinal or small_int(scan.tokens, after)
        counted = read is None or scan.counts_noun(read[1]) is True or scan.is_measured(read[1])
        if read is not None and 1 <= read[0] <= 31 and (ordinal or not counted):
            part = dom_part(read[0])
            if part is not None and day_span(2000, month.day, read[0]) and not _is_clock(scan, read[1]):
                year, stop = _year_after(scan, read[1])
                return (*((year,) if year else ()), month, part), stop
    if token.get("weekday") is not None:
        return None  # "mar" alone is a day of the week
    return (month.but(weak=weak),), at + 1


def _is_clock(scan: Scan, at: int) -> bool:
    return at < len(scan.tokens) and bool(scan.tokens[at].get("ampm")) and scan.tokens[at].glued


def _year_after(scan: Scan, at: int, *, short: bool = False) -> tuple[Part | None, int]:
    """A year after a month, with what may stand between them; ``short``: two figures will do ("31-Oct-74")."""
    place = at
    while place < len(scan.tokens) and place < at + 2 and _joins_year(scan, place):
        place += 1
    if place >= len(scan.tokens):
        return None, at
    token = scan.tokens[place]
    if not token.get("figure") or not token.key.isdecimal():
        return None, at
    if len(token.key) == 4 and 1000 <= int(token.key) <= 2999:
        return year_part(int(token.key)), place + 1
    if short and len(token.key) == 2 and token.glued and place > at and scan.tokens[place - 1].key in "/-":
        return year_part(full_year(token.key)), place + 1
    return None, at


def _joins_year(scan: Scan, at: int) -> bool:
    token = scan.tokens[at]
    return token.key == "," or scan.says(at, "link") or (token.key in "/-" and token.glued)


def _lone_year(scan: Scan, at: int) -> Reads | None:
    """Such as "Nel 2014", "anno 2014"."""
    token = scan.tokens[at]
    if len(token.key) != 4 or not 1900 <= int(token.key) <= 2100 or not at or not scan.says(at - 1, "yearword"):
        return None
    if scan.counts_noun(at + 1) is True or not scan.is_apart(at, at + 1):
        return None
    year = year_part(int(token.key))
    stop = at + 1
    era = scan.says(stop, "era")
    if era is not None:
        if era == "bc":
            return None  # the calendar begins with the year 1
        stop += 1
    return None if year is None else ((year,), stop)


_COUNTABLE = ("weekday", "scale", "last", "latest", "next", "units", "weekend", "half", "pod", "ord", "num", "andhalf")


def _lone_day(scan: Scan, at: int) -> Reads | None:
    """Such as "Il 15", "the 15th", "on the 15": a day of the month without its month."""
    place = at + 1
    ordinal = read_ordinal(scan.tokens, place)
    read = ordinal or small_int(scan.tokens, place)
    if read is None or not 1 <= read[0] <= 31 or not scan.is_apart(place, read[1]):
        return None
    day, stop = read
    unnamed = day_of_the_month(scan, day, stop)
    if unnamed is not None:
        return unnamed
    if ordinal and not scan.tokens[place].get("figure") and not scan.is_all(at, stop):
        return None  # "the first ..." counts things
    if scan.counts_noun(stop) is not False or scan.is_measured(stop) or ampm_at(scan, stop) is not None:
        return None  # "the 10 am meeting"
    slashed = stop < len(scan.tokens) and scan.tokens[stop].key == "/"
    if slashed or any(scan.says(stop, name) is not None for name in _COUNTABLE):
        return None
    part = dom_part(day)
    return None if part is None else ((part.but(lone=not scan.is_all(at, stop)),), stop)


def day_after_weekday(scan: Scan, at: int) -> Reads | None:
    """The day of the month after a weekday: "martedì 19", "Tuesday the 19th"."""
    place = at + 1 if scan.says(at, "domarticle") or scan.says(at, "article") else at
    if place >= len(scan.tokens):
        return None
    ordinal = read_ordinal(scan.tokens, place)
    token = scan.tokens[place]
    if ordinal is None and not (token.get("figure") and token.key.isdecimal() and len(token.key) <= 2):
        return None
    day, stop = ordinal or (int(token.key), place + 1)
    if ordinal is None and (scan.counts_noun(stop) is not False or scan.says(stop, "dash")):
        return None
    if scan.is_measured(stop) or scan.says(stop, "ampm") or scan.says(stop, "mark") or scan.says(stop, "month"):
        return None
    part = dom_part(day)
    return None if part is None else ((part,), stop)
