"""Finds durations: "due ore e mezza", "90 minuti", "1h30"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metnos_cli.text.slots.found import Found
from metnos_cli.text.slots.numerals import Numeral, read_plain, small_int

if TYPE_CHECKING:
    from metnos_cli.text.slots.scan import Scan

SECONDS = {
    "second": 1,
    "minute": 60,
    "hour": 3600,
    "day": 86400,
    "week": 604800,
    "month": 2592000,
    "quarter": 7776000,
    "year": 31536000,
}
"""Length of each unit; a month counts 30 days and a year 365, as Duckling has it."""

_SMALLER = {"hour": "minute", "minute": "second", "day": "hour", "week": "day", "month": "day", "year": "month"}
_PER = {"hour": 60, "minute": 60, "day": 24, "week": 7, "month": 30, "year": 12}


@dataclass(frozen=True, slots=True)
class Duration:
    """How long, in the units that were said."""

    parts: tuple[tuple[int, str], ...]
    """Counts and units, largest first."""
    stop: int
    """Index one past its last token."""
    vague: bool = False
    """An approximate amount ("qualche ora")."""
    lone: bool = False
    """One unit with the indefinite article ("un secondo")."""

    @property
    def unit(self) -> str:
        """Its finest unit."""
        return self.parts[-1][1]

    @property
    def seconds(self) -> int:
        """Its length."""
        return sum(count * SECONDS[unit] for count, unit in self.parts)


def match_duration(scan: Scan, at: int) -> Found | None:
    """The duration at a token; ``value`` and ``unit`` as said, ``normalized`` in seconds, ``parts`` when mixed."""
    read = read_duration(scan, at)
    if read is None or not scan.is_apart(at, read.stop):
        return None
    if len(read.parts) == 1:
        value, unit = read.parts[0]
    else:
        unit = read.unit
        value = sum(count * SECONDS[part] for count, part in read.parts) // SECONDS[unit]
    fields: dict[str, Any] = {
        "value": value,
        "unit": unit,
        "normalized": {"value": read.seconds, "unit": "second"},
    }
    if len(read.parts) > 1:
        fields["parts"] = {part: count for count, part in read.parts}
    return Found(read.stop, "duration", fields, certain=not read.vague)


def read_duration(scan: Scan, at: int) -> Duration | None:
    """The longest duration that starts at a token, or None."""
    read = _single(scan, at)
    if read is None:
        return None
    parts, stop = read.parts, read.stop
    while len(parts) < 6:
        more = _next_part(scan, parts[-1][1], stop)
        if more is None:
            break
        parts += more.parts
        stop = more.stop
    return Duration(parts, stop, read.vague, read.lone and len(parts) == 1)


def _next_part(scan: Scan, unit: str, at: int) -> Duration | None:
    """A smaller part after another: "1 ora e 20 minuti", "2h30"."""
    start = at
    while start < len(scan.tokens) and start < at + 2 and (scan.says(start, "and") or scan.tokens[start].key == ","):
        start += 1
    more = _single(scan, start)
    if more is not None and not more.vague and SECONDS[more.parts[0][1]] < SECONDS[unit]:
        return more
    if unit not in ("hour", "minute") or start >= len(scan.tokens):
        return None
    token = scan.tokens[start]
    if unit == "hour" and start == at + 1 and scan.says(at, "and"):
        read = small_int(scan.tokens, start)  # "un'ora e venti"
        if (
            read is not None
            and 5 <= read[0] < 60
            and scan.counts_noun(read[1]) is False
            and not scan.is_measured(read[1])
            and scan.says(read[1], "month") is None
        ):
            return Duration(((read[0], "minute"),), read[1])
    if token.get("figure") and token.glued and start == at and token.key.isdecimal() and int(token.key) < 60:
        return Duration(((int(token.key), _SMALLER[unit]),), start + 1)
    return None


def _single(scan: Scan, at: int) -> Duration | None:
    """One count and one unit, with the half after them."""
    if at >= len(scan.tokens):
        return None
    token = scan.tokens[at]
    lasting = token.get("lasting")
    if lasting:
        count, unit = lasting.split()
        return Duration(((int(count), unit),), at + 1)
    fraction = _fraction(scan, at)
    if fraction is not None:
        return fraction
    few = token.get("few")
    numeral = Numeral(few, at + 1, vague=bool(token.get("vague"))) if few else _count(scan, at)
    if numeral is None:
        return None
    stop = numeral.stop
    while stop < len(scan.tokens) and scan.says(stop, "more") and not scan.says(stop, "unit"):
        stop += 1
    return _with_unit(scan, numeral, stop)


def _count(scan: Scan, at: int) -> Numeral | None:
    token = scan.tokens[at]
    if token.get("one"):
        following = at + 1
        if following < len(scan.tokens) and scan.says(following, "few"):
            return None
        return Numeral(1, at + 1, weak=True)
    numeral = read_plain(scan.tokens, at, scan.text, scan.known)
    if numeral is None or numeral.others or numeral.value < 0 or numeral.value > 1_000_000:
        return None
    if numeral.stop < len(scan.tokens) and scan.tokens[numeral.stop].get("andhalf"):
        following = numeral.stop + 1
        if following < len(scan.tokens) and scan.says(following, "unit"):
            return Numeral(numeral.value + 0.5, following)
    return numeral


def _with_unit(scan: Scan, numeral: Numeral, at: int) -> Duration | None:
    """The unit after a count, and what follows it ("e mezza")."""
    if at >= len(scan.tokens):
        return None
    token = scan.tokens[at]
    unit = token.get("unit") or (token.get("mark") if token.glued else None)
    times = 1
    stop = at + 1
    if unit is None and token.get("units"):
        count, unit = token.readings["units"].split()
        times = int(count)
    if unit is None or (
        "~unit" in token.readings and numeral.value > 1 and not numeral.vague and not token.get("plural")
    ):
        return None  # "forty second" is an ordinal
    if "mark" in token.readings and "unit" not in token.readings and not _is_mark(scan, at, numeral):
        return None
    value = numeral.value * times
    if stop < len(scan.tokens) and isinstance(value, int):
        if scan.says(stop, "halfmore"):
            value, stop = value + 0.5, stop + 1
        elif scan.says(stop, "quartermore"):
            value, stop = value + 0.25, stop + 1
    parts = _split(value, unit)
    return None if parts is None else Duration(parts, stop, numeral.vague, numeral.weak)


def _is_mark(scan: Scan, at: int, numeral: Numeral) -> bool:
    """Whether a letter glued to a figure is a unit of time here: "m" is one only after hours ("1h30m")."""
    token = scan.tokens[at]
    if not numeral.figure:
        return False
    if token.key == "m":
        before = at - 2
        return before >= 0 and scan.tokens[before].get("mark") == "hour"
    following = scan.text[token.end : token.end + 1]
    if token.key == "h":
        return not following.isalpha()
    if token.key == "s" and numeral.value in range(20, 100, 10):
        return False  # "the 80s" are years
    return not following.isalnum()


def _split(value: float, unit: str) -> tuple[tuple[int, str], ...] | None:
    """A count that may have a fraction as whole counts of units; None when it does not come out even."""
    whole = int(value)
    if value == whole:
        return ((whole, unit),)
    smaller = _SMALLER.get(unit)
    if smaller is None:
        return None
    rest = round((value - whole) * _PER[unit], 6)
    if unit in ("month", "week") and rest != int(rest):
        return None
    if rest != int(rest):
        deeper = _split(rest, smaller)
        if deeper is None:
            return None
        return ((whole, unit), *deeper) if whole else deeper
    return ((whole, unit), (int(rest), smaller)) if whole else ((int(rest), smaller),)


def _fraction(scan: Scan, at: int) -> Duration | None:
    """Such as "1/2 h", "3/4 d'ora"."""
    token = scan.tokens[at]
    if not token.get("figure") or token.key not in ("1/2", "1/4", "3/4") or at + 1 >= len(scan.tokens):
        return None
    after = scan.tokens[at + 1]
    unit = after.get("unit") or after.get("mark")
    top, bottom = token.key.split("/")
    if unit is None:
        return None
    parts = _split(int(top) / int(bottom), unit)
    return None if parts is None else Duration(parts, at + 2)
