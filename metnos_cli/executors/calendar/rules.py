"""Looks at recurrence rules before anybody expands them: one that never comes to an end is told, not run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FREQUENCIES = ("YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY")
DENSE = frozenset({"MINUTELY", "SECONDLY"})
DENSE_COUNT = 1000
"""Repetitions by the minute that are still expanded, when the rule itself ends."""
EARLIEST_YEAR = {"HOURLY": 1990, "DAILY": 1800}
"""A rule is run from its start on: from earlier ones, too many repetitions would have to be passed."""
LONGEST_MONTHS = dict.fromkeys(range(1, 13), 31) | {2: 29, 4: 30, 6: 30, 9: 30, 11: 30}
SET_SIZES = {"DAILY": 1, "WEEKLY": 7, "MONTHLY": 31, "YEARLY": 366, "HOURLY": 1}
LISTS = ("BYMONTH", "BYMONTHDAY", "BYSETPOS", "BYHOUR", "BYMINUTE", "BYSECOND")


@dataclass(frozen=True, slots=True)
class BadRule:
    """A rule that is not expanded."""

    rule: str
    """As written."""
    key: str
    """Message key below ``[calendar]`` of why: ``rule_dense``, ``rule_never``, ``rule_odd``, ``rule_itself``."""


@cache
def _rule_line() -> re.Pattern[str]:
    return re.compile(r"^(?:RRULE|EXRULE)(?:;[^:\r\n]*)?:([^\r\n]*)", re.MULTILINE | re.IGNORECASE)


@cache
def _start_line() -> re.Pattern[str]:
    return re.compile(r"^DTSTART(?:;[^:\r\n]*)?:(\d{4})", re.MULTILINE | re.IGNORECASE)


def bad_rule(text: str) -> BadRule | None:
    """The first rule of an iCalendar text (time zones included) that must not be expanded; None when all may be.

    The library that expands rules runs one until it yields something or the year 9999 is over: an interval of 0 and
    a rule by the second never end, 30 February takes seconds or minutes.

    Args:
        text: Unfolded iCalendar.
    """
    for component in _components(text):
        rules = _rule_line().findall(component)
        if rules and re.search(r"^RECURRENCE-ID", component, re.MULTILINE | re.IGNORECASE):
            # A repetition that claims to be one of its own repetitions.
            return BadRule(rules[0].strip(), "rule_itself")
        years = [int(year) for year in _start_line().findall(component)]
        for rule in rules:
            key = _fault(rule.strip(), min(years, default=9999))
            if key:
                return BadRule(rule.strip(), key)
    return None


def unfold(text: str) -> str:
    """Lines that were folded after 75 octets, whole again, each ending with a line feed alone."""
    return re.sub(r"\n[ \t]", "", text.replace("\r\n", "\n").replace("\r", "\n"))


def _components(text: str) -> list[str]:
    """The text cut at each BEGIN and END: properties of one component each."""
    return re.split(r"^(?:BEGIN|END):[^\r\n]*$", text, flags=re.MULTILINE | re.IGNORECASE)


def _fault(rule: str, start_year: int) -> str:
    parts = {}
    for part in rule.upper().split(";"):
        name, equals, value = part.partition("=")
        if not equals:
            return "rule_odd"
        parts[name.strip()] = value.strip()
    frequency = parts.get("FREQ", "")
    numbers = _numbers(parts)
    if frequency not in FREQUENCIES or numbers is None:
        return "rule_odd"
    if any(numbers.get(name, [1])[0] < 1 for name in ("INTERVAL", "COUNT")):
        return "rule_odd"
    if frequency in DENSE and not 0 < numbers.get("COUNT", [0])[0] <= DENSE_COUNT:
        return "rule_dense"
    if start_year < EARLIEST_YEAR.get(frequency, 0):
        return "rule_dense"
    return "rule_never" if _never(frequency, numbers) else ""


def _numbers(parts: Mapping[str, str]) -> dict[str, list[int]] | None:
    """Every part that holds whole numbers; None when one does not."""
    found = {}
    for name in (*LISTS, "INTERVAL", "COUNT"):
        if name in parts:
            try:
                found[name] = [int(one) for one in parts[name].split(",")]
            except ValueError:
                return None
    return found


def _never(frequency: str, numbers: Mapping[str, Sequence[int]]) -> bool:
    """Whether no day of any year fits."""
    days = [abs(day) for day in numbers.get("BYMONTHDAY", ())]
    months = numbers.get("BYMONTH", tuple(LONGEST_MONTHS))
    if any(month not in LONGEST_MONTHS for month in months):
        return True
    if days and min(days) > max(LONGEST_MONTHS[month] for month in months):
        return True
    positions = [abs(place) for place in numbers.get("BYSETPOS", ())]
    if not positions or frequency not in SET_SIZES:
        return False
    times = 1
    for name in ("BYHOUR", "BYMINUTE", "BYSECOND"):
        times *= max(1, len(numbers.get(name, ())))
    return min(positions) > SET_SIZES[frequency] * times
