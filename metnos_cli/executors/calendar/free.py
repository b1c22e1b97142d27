"""Free time between appointments, inside the hours in which a person meets others."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import tzinfo

STEP = timedelta(minutes=30)
"""Proposals begin on the hour and on the half hour."""
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@dataclass(frozen=True, slots=True)
class Hours:
    """When a person meets others."""

    start: time
    """Beginning of the day."""
    end: time
    """End of the day; not after ``start``: past midnight."""
    days: frozenset[int]
    """Days of the week, Monday is 0."""

    def on(self, day: date, zone: tzinfo | None) -> tuple[datetime, datetime] | None:
        """The day's first and last moment, or None when it is no such day."""
        if day.weekday() not in self.days:
            return None
        begin = datetime.combine(day, self.start, zone)
        until = day if self.end > self.start else day + timedelta(days=1)
        return begin, datetime.combine(until, self.end, zone)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time."""

    start: datetime
    """First moment."""
    end: datetime
    """First moment after it."""


def free_spans(busy: Iterable[Span], start: datetime, end: datetime, hours: Hours, zone: tzinfo | None) -> list[Span]:
    """What is left of the hours between two moments when the busy stretches are taken out.

    Args:
        busy: In any order, overlapping or not.
        start: Nothing before it.
        end: Nothing after it.
        hours: Of each day.
        zone: In which days and hours are meant.
    """
    taken = sorted(((span.start.astimezone(UTC), span.end.astimezone(UTC)) for span in busy), key=lambda pair: pair[0])
    found: list[Span] = []
    day = start.astimezone(zone).date() - timedelta(days=1)  # yesterday's hours may reach past midnight
    last = end.astimezone(zone).date()
    while day <= last:
        open_hours = hours.on(day, zone)
        day += timedelta(days=1)
        if open_hours is None:
            continue
        at = max(start.astimezone(UTC), open_hours[0].astimezone(UTC))
        until = min(end.astimezone(UTC), open_hours[1].astimezone(UTC))
        for begin, finish in taken:
            if finish <= at:
                continue
            if begin >= until:
                break
            if begin > at:
                found.append(_span(at, begin, zone))
            at = max(at, finish)
        if at < until:
            found.append(_span(at, until, zone))
    return found


def proposals(free: Sequence[Span], length: timedelta, count: int, zone: tzinfo | None) -> list[Span]:
    """So many stretches of one length, on as many different days as there are, the earliest of each day first.

    Args:
        free: In order.
        length: Of each proposal.
        count: How many, at most.
        zone: In which days are meant.
    """
    by_day: dict[date, list[Span]] = {}
    for span in free:
        for start in _starts(span, length, zone):
            by_day.setdefault(start.astimezone(zone).date(), []).append(_span(start, start + length, zone))
    chosen: list[Span] = []
    rank = 0
    while len(chosen) < count and any(len(offers) > rank for offers in by_day.values()):
        chosen += [offers[rank] for offers in by_day.values() if len(offers) > rank][: count - len(chosen)]
        rank += 1
    return sorted(chosen, key=lambda span: span.start.astimezone(UTC))


def _starts(span: Span, length: timedelta, zone: tzinfo | None) -> Iterable[datetime]:
    """Moments (UTC) at which a stretch of ``length`` fits, not overlapping one another."""
    at, end = span.start.astimezone(UTC), span.end.astimezone(UTC)
    local = at.astimezone(zone)
    past = timedelta(minutes=local.minute % 30, seconds=local.second, microseconds=local.microsecond)
    if past:
        at += STEP - past
    while at + length <= end:
        yield at
        at += max(length, STEP)


def _span(start: datetime, end: datetime, zone: tzinfo | None) -> Span:
    return Span(start.astimezone(zone), end.astimezone(zone))
