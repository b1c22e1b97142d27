"""Reads the time arguments of executors: one moment, or an interval FROM/TO, FROM/.., ../TO of ISO 8601."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.messages import text as sentence

if TYPE_CHECKING:
    from datetime import tzinfo

    from metnos_cli.records import Lang

OPEN = ".."
MINUTE, HOUR, DAY = 60, 3600, 86_400
"""Seconds."""
DATE_LENGTH = len("2026-11-30")
USUAL_HOURS = {(0, 9): 7, (4, 9): 7, (0, 12): 9, (4, 12): 9, (12, 19): 15, (18, 0): 20}
"""Hours at which a part of a day begins and ends -> the one that people mean by it: nine, not four."""
LONGEST_PART = timedelta(hours=23)
FIRST_STAMP, LAST_STAMP = -62_135_424_000, 253_402_214_400
"""Second day of the year 1, last day of the year 9999: in every zone dates that the calendar has."""


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of time; its end is excluded."""

    start: datetime | None
    """First moment; None: since ever."""
    end: datetime | None
    """First moment after it; None: without end."""

    def holds(self, moment: datetime) -> bool:
        """Whether a moment lies in it."""
        return (self.start is None or moment >= self.start) and (self.end is None or moment < self.end)


def from_stamp(seconds: float, zone: tzinfo | None) -> datetime:
    """The moment of a file's time stamp; one that no calendar holds is the first or the last that it does."""
    return datetime.fromtimestamp(min(max(seconds, FIRST_STAMP), LAST_STAMP), zone)


def read_period(text: str, zone: tzinfo | None) -> Period:
    """The period that a time argument means.

    Args:
        text: ``2026-11-30`` (the whole day), ``2026-11-30T10:00+01:00`` (from then on), or an interval.
        zone: Of moments that name none: the user's.

    Raises:
        ExecutorError: ``wrong_args``: it is neither, or ends before it begins.
    """
    told = text.strip()
    first, slash, last = told.partition("/")
    if not slash:
        start = read_moment(told, zone)
        return Period(start, start + timedelta(days=1) if len(told) == DATE_LENGTH else None)
    period = Period(_bound(first, zone), _bound(last, zone))
    if period.start is not None and period.end is not None and period.end < period.start:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "bad_time", found=text)
    return period


def usual_hour(period: Period, zone: tzinfo | None) -> datetime | None:
    """The usual hour of a part of a day ("domani mattina": nine); None for any other stretch of time.

    Args:
        period: A stretch of time.
        zone: In which its hours are told.
    """
    if period.start is None or period.end is None or period.end - period.start > LONGEST_PART:
        return None
    start, end = period.start.astimezone(zone), period.end.astimezone(zone)
    on_the_hour = (start.minute, end.minute) == (0, 0)
    hour = USUAL_HOURS.get((start.hour, end.hour)) if on_the_hour else None
    return None if hour is None else start.replace(hour=hour)


def read_moment(text: str, zone: tzinfo | None) -> datetime:
    """One moment of ISO 8601, with its zone; of a date its first moment.

    Raises:
        ExecutorError: ``wrong_args``: it is none.
    """
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "bad_time", found=text) from error
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=zone)


def _bound(text: str, zone: tzinfo | None) -> datetime | None:
    told = text.strip()
    return None if told in (OPEN, "") else read_moment(told, zone)


def lasting(seconds: int, lang: Lang) -> str:
    """Days, hours and minutes in words, without those there are none of; less than a minute is told as that."""
    counts = {"day": seconds // DAY, "hour": seconds % DAY // HOUR, "minute": seconds % HOUR // MINUTE}
    parts = [
        sentence(lang, f"summary.{unit}" if count == 1 else f"summary.{unit}s", count=count)
        for unit, count in counts.items()
        if count
    ]
    if not parts:
        return sentence(lang, "summary.less_than_a_minute")
    last = sentence(lang, "summary.and")
    return ", ".join(parts[:-1]) + f" {last} {parts[-1]}" if len(parts) > 1 else parts[0]
