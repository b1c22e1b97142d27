"""One constraint of a time expression: a month, a weekday, an hour, a part of the day ..."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from metnos_cli.text.slots.time.calendar import Once, Series, Times, day_span, day_start, easter, grain_span, shift

if TYPE_CHECKING:
    from datetime import datetime

    from metnos_cli.text.slots.time.calendar import Span

LEVEL = {
    "year": 80,
    "half": 72,
    "quarter": 70,
    "season": 68,
    "month": 60,
    "week": 50,
    "weekend": 45,
    "span": 42,
    "day": 40,
    "holiday": 40,
    "dom": 40,
    "weekday": 40,
    "pod": 30,
    "moment": 10,
    "clock": 10,
}
"""How coarse each kind is; a finer one is looked for inside a coarser one."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day as it was said."""

    hour: int
    """0 to 24."""
    minute: int = 0
    """0 to 59."""
    second: int = 0
    """0 to 59."""
    grain: str = "hour"
    """hour, minute or second: how exactly it was said."""
    twelve: bool = False
    """Said on a twelve-hour face: half a day later is meant just as well."""
    half: str = ""
    """am or pm, when that was said."""
    bare: bool = False
    """A plain figure that only its surroundings make an hour."""
    zone: int | None = None
    """Minutes east of Greenwich, when a zone was named."""

    def starts(self) -> tuple[int, ...]:
        """Seconds after midnight at which it may be, in order."""
        first = self.hour * 3600 + self.minute * 60 + self.second
        if not self.twelve:
            return (first,)
        return (first, first + 43200) if self.hour < 12 else (first - 43200, first)


@dataclass(frozen=True, slots=True)
class Part:
    """A constraint, as spans that satisfy it."""

    kind: str
    """A key of ``LEVEL``."""
    times: Times | None
    """The spans; None for a clock or a part of the day, which are placed on their day when that is known."""
    grain: str
    """Grain of the value."""
    clock: Clock | None = None
    """Kind clock."""
    day: int = 0
    """Kind dom: the day of the month; kind month: its number."""
    hours: tuple[int, int] = (0, 0)
    """Kind pod: from which hour of its day to which."""
    name: str = ""
    """Kind pod: its name in the language's table."""
    half: str = ""
    """Kind pod: which half of the day it means: am, pm or night."""
    lone: bool = False
    """A figure with an article alone makes it a day ("il 15"): it may be a number too."""
    weak: bool = False
    """The word also means something else."""
    certain: bool = True
    """False when the words have another reading."""
    others: tuple[Span, ...] = ()
    """The spans of the other readings."""
    interval: bool = False
    """Its value is an interval, not a point."""
    whole_day: Once | None = None
    """Kind moment: the day it falls on."""
    rolling: tuple[datetime, datetime] | None = None
    """What an executor takes for "the last 7 days": up to now."""
    unit: str = ""
    """Kind moment: the unit that was counted; "3 days ago" means a day to an executor."""

    @property
    def level(self) -> int:
        """How coarse it is."""
        return LEVEL[self.kind]

    def but(self, **changes: object) -> Part:
        """The same with some fields changed."""
        return replace(self, **changes)  # type: ignore[arg-type]


Parts = tuple[Part, ...]


def day_part(span: Span) -> Part:
    """A certain day."""
    return Part("day", Once(span), "day")


def cycle_part(grain: str, moment: datetime) -> Part:
    """The week, month ... that a moment is in; a day or an hour of it likewise."""
    kind = "moment" if grain in ("second", "minute", "hour") else grain
    return Part(kind, Once(grain_span(moment, grain)), grain)


def year_part(year: int) -> Part | None:
    """A year, or None outside the calendar."""
    if not 1 <= year < 9998:
        return None
    return Part("year", Once((day_start(year, 1, 1), day_start(year + 1, 1, 1))), "year")


def month_part(month: int) -> Part:
    """A month of any year."""

    def within(start: datetime) -> tuple[Span, ...]:
        return (grain_span(start.replace(month=month), "month"),)

    return Part("month", Series("year", within), "month", day=month)


def dom_part(day: int) -> Part | None:
    """A day of any month, or None when no month has it."""
    if not 1 <= day <= 31:
        return None

    def within(start: datetime) -> tuple[Span, ...]:
        span = day_span(start.year, start.month, day)
        return (span,) if span else ()

    return Part("dom", Series("month", within), "day", day=day)


def weekday_part(weekday: int) -> Part:
    """A day of any week; Monday is 0."""

    def within(start: datetime) -> tuple[Span, ...]:
        day = start + timedelta(days=weekday)
        return ((day, day + timedelta(days=1)),)

    return Part("weekday", Series("week", within), "day")


def quarter_part(quarter: int) -> Part | None:
    """A quarter of any year."""
    if not 1 <= quarter <= 4:
        return None

    def within(start: datetime) -> tuple[Span, ...]:
        return (grain_span(start.replace(month=3 * quarter - 2), "quarter"),)

    return Part("quarter", Series("year", within), "quarter")


def half_part(half: int) -> Part | None:
    """A half of any year."""
    if half not in (1, 2):
        return None

    def within(start: datetime) -> tuple[Span, ...]:
        first = start.replace(month=6 * half - 5)
        return ((first, shift(first, "month", 6)),)

    return Part("half", Series("year", within), "month", interval=True)


_SEASONS = (((3, 20), (6, 21)), ((6, 21), (9, 24)), ((9, 23), (12, 21)), ((12, 21), (3, 21)))


def season_part(season: int) -> Part:
    """A season of any year by its usual dates; spring is 0."""
    (month, day), (last_month, last_day) = _SEASONS[season]

    def within(start: datetime) -> tuple[Span, ...]:
        end = shift(start.replace(month=last_month, day=last_day), "year", int(last_month < month))
        return ((start.replace(month=month, day=day), end),)

    return Part("season", Series("year", within), "day", interval=True)


def weekend_part() -> Part:
    """Friday at six in the evening to Monday."""

    def within(start: datetime) -> tuple[Span, ...]:
        return ((start + timedelta(days=4, hours=18), start + timedelta(days=7)),)

    return Part("weekend", Series("week", within), "hour", interval=True)


def pod_part(first: int, last: int, half: str) -> Part:
    """A part of the day, in hours from its midnight (more than 24: after the next one)."""
    return Part("pod", None, "hour", hours=(first, last), half=half, interval=True)


def clock_part(clock: Clock, certain: bool = True) -> Part:
    """A time of day."""
    return Part("clock", None, clock.grain, clock=clock, certain=certain)


EVERY_DAY = Series("day", lambda start: ((start, start + timedelta(days=1)),))
"""All days, for times of day that come without a date."""


def holiday_part(told: str) -> Part:
    """A holiday by its rule.

    Args:
        told: ``12-25`` (month and day), ``easter+1`` (days from Easter) or ``5/6#2`` (in May the second Sunday;
            ``#-1`` is the last one, ``#4+1`` the day after the fourth).
    """

    def within(start: datetime) -> tuple[Span, ...]:
        span = _holiday_in(told, start.year)
        return (span,) if span else ()

    return Part("holiday", Series("year", within), "day")


def _holiday_in(told: str, year: int) -> Span | None:
    if told.startswith("easter"):
        day = easter(year) + timedelta(days=int(told[6:] or 0))
        return day_span(day.year, day.month, day.day)
    if "#" not in told:
        month, number = told.split("-")
        return day_span(year, int(month), int(number))
    month, rest = told.split("/")
    weekday, count = rest.split("#")
    count, _, later = count.partition("+")
    first = day_start(year, int(month), 1)
    if int(count) > 0:
        day = first + timedelta(days=(int(weekday) - first.weekday()) % 7 + 7 * (int(count) - 1))
    else:
        last = shift(first, "month", 1) - timedelta(days=1)
        day = last - timedelta(days=(last.weekday() - int(weekday)) % 7)
    day += timedelta(days=int(later or 0))
    return day_span(day.year, day.month, day.day)
