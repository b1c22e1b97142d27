"""Calendar arithmetic on wall-clock moments: floors, shifts, series of spans."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Span = tuple[datetime, datetime]
"""From a moment to another, the end excluded; wall clock, without a zone."""

GRAINS = ("second", "minute", "hour", "day", "week", "month", "quarter", "year")
RANK = {grain: rank for rank, grain in enumerate(GRAINS)}
FINER = {
    "year": "month",
    "quarter": "month",
    "month": "day",
    "week": "day",
    "day": "hour",
    "hour": "minute",
    "minute": "second",
    "second": "second",
}
"""The grain of "N units from now"."""

_FIXED = {
    "second": timedelta(seconds=1),
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(days=7),
}
# Periods that a series is followed: what does not come back within them was not meant.
_FARTHEST = {"day": 370, "week": 110, "month": 60, "year": 40}


class OutOfCalendar(ValueError):
    """A moment before the year 1 or after 9999."""


def floor(moment: datetime, grain: str) -> datetime:
    """The start of the second, minute ... year that a moment is in; weeks start on Monday."""
    if grain == "second":
        return moment.replace(microsecond=0)
    if grain == "minute":
        return moment.replace(second=0, microsecond=0)
    if grain == "hour":
        return moment.replace(minute=0, second=0, microsecond=0)
    midnight = day_start(moment.year, moment.month, moment.day)
    if grain == "day":
        return midnight
    if grain == "week":
        return shift(midnight, "day", -midnight.weekday())
    if grain == "month":
        return midnight.replace(day=1)
    if grain == "quarter":
        return midnight.replace(month=(moment.month - 1) // 3 * 3 + 1, day=1)
    return midnight.replace(month=1, day=1)


def day_start(year: int, month: int, day: int) -> datetime:
    """Midnight on the wall clock; the zone is put on when the value is written."""
    return datetime(year, month, day)  # noqa: DTZ001


def shift(moment: datetime, grain: str, count: int) -> datetime:
    """A moment some units later; the 31st becomes the last day of a shorter month.

    Raises:
        OutOfCalendar: The result is in no year that the calendar has.
    """
    try:
        fixed = _FIXED.get(grain)
        if fixed is not None:
            return moment + fixed * count
        months = count * {"month": 1, "quarter": 3, "year": 12}[grain]
        year, month = divmod(moment.year * 12 + moment.month - 1 + months, 12)
        last = days_in_month(year, month + 1)
        return moment.replace(year=year, month=month + 1, day=min(moment.day, last))
    except (OverflowError, ValueError) as error:
        raise OutOfCalendar from error


def days_in_month(year: int, month: int) -> int:
    """Days of a month; 31 outside the years the calendar has, where another check fails."""
    if month in (4, 6, 9, 11):
        return 30
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28
    return 31


def day_span(year: int, month: int, day: int) -> Span | None:
    """One day, or None when there is no such day."""
    if not (1 <= year < 9999 and 1 <= month <= 12 and 1 <= day <= days_in_month(year, month)):
        return None
    start = day_start(year, month, day)
    return start, start + _FIXED["day"]


def grain_span(moment: datetime, grain: str) -> Span:
    """The second, minute ... year that a moment is in."""
    start = floor(moment, grain)
    return start, shift(start, grain, 1)


def easter(year: int) -> date:
    """Easter Sunday of the western churches (the anonymous Gregorian computus)."""
    century, in_century = divmod(year, 100)
    leap, rest = divmod(century, 4)
    correction = (century - (century + 8) // 25 + 1) // 3
    moon = (19 * (year % 19) + century - leap - correction + 15) % 30
    weekday = (32 + 2 * rest + 2 * (in_century // 4) - moon - in_century % 4) % 7
    late = (year % 19 + 11 * moon + 22 * weekday) // 451
    month, day = divmod(moon + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)


@dataclass(frozen=True, slots=True)
class Series:
    """Spans that come back: each Monday, each 15th, each Christmas, each evening."""

    period: str
    """day, week, month or year: one call of ``within`` per period."""
    within: Callable[[datetime], tuple[Span, ...]]
    """The spans that belong to the period starting at a moment, in order."""

    def forward(self, at: datetime) -> Iterator[Span]:
        """Spans that end after a moment, in order."""
        start = shift(floor(at, self.period), self.period, -1)
        for _ in range(_FARTHEST[self.period]):
            for span in self.within(start):
                if span[1] > at:
                    yield span
            start = shift(start, self.period, 1)

    def backward(self, at: datetime) -> Iterator[Span]:
        """Spans that end at a moment or before, latest first."""
        start = shift(floor(at, self.period), self.period, 1)
        for _ in range(_FARTHEST[self.period]):
            for span in reversed(self.within(start)):
                if span[1] <= at:
                    yield span
            start = shift(start, self.period, -1)


@dataclass(frozen=True, slots=True)
class Once:
    """A single span: tomorrow, the year 2014, a date with its year."""

    span: Span
    """The span."""

    def forward(self, at: datetime) -> Iterator[Span]:
        """The span, if it ends after a moment."""
        if self.span[1] > at:
            yield self.span

    def backward(self, at: datetime) -> Iterator[Span]:
        """The span, if it ends at a moment or before."""
        if self.span[1] <= at:
            yield self.span


@dataclass(frozen=True, slots=True)
class Inside:
    """The spans of a finer series inside each span of a coarser one."""

    outer: Times
    """The coarser."""
    inner: Times
    """The finer."""

    def forward(self, at: datetime) -> Iterator[Span]:
        """Spans that end after a moment, in order."""
        for outer in self.outer.forward(at):
            for span in spans_inside(self.inner, outer):
                if span[1] > at:
                    yield span

    def backward(self, at: datetime) -> Iterator[Span]:
        """Spans that end at a moment or before, latest first."""
        for outer in self.outer.backward(shift(at, "day", 366)):
            for span in reversed(list(spans_inside(self.inner, outer))):
                if span[1] <= at:
                    yield span


Times = Series | Once | Inside


def spans_inside(series: Times, outer: Span) -> Iterator[Span]:
    """The spans of a series that lie inside a span, in order."""
    for span in series.forward(outer[0]):
        if span[1] > outer[1]:
            return
        if span[0] >= outer[0]:
            yield span
