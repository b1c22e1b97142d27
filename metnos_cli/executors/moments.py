"""Lengths of time, and moments and spans in the user's words; right across changes of the clock."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Literal

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.messages import text as sentence

if TYPE_CHECKING:
    from datetime import date, tzinfo

    from metnos_cli.records import Lang

Repeat = Literal["", "daily", "weekly", "monthly", "yearly"]


@dataclass(frozen=True, slots=True)
class Length:
    """A length of time as people mean it: a month is no number of days, an hour is always an hour."""

    months: int = 0
    """Calendar months; a day that a month does not have becomes its last."""
    days: int = 0
    """Calendar days: the clock shows the same time afterwards."""
    exact: timedelta = timedelta()
    """Hours, minutes and seconds as they pass."""

    def after(self, moment: datetime) -> datetime:
        """The moment so much later, in the same zone.

        Args:
            moment: With its zone.
        """
        return self._away(moment, 1)

    def before(self, moment: datetime) -> datetime:
        """The moment so much earlier, in the same zone: a month before 15 March is 15 February.

        Args:
            moment: With its zone.
        """
        return self._away(moment, -1)

    def _away(self, moment: datetime, sign: int) -> datetime:
        """So much later (1) or earlier (-1): by the calendar first, then by what passes.

        Raises:
            ExecutorError: ``wrong_args``: no calendar goes so far.
        """
        try:
            there = moment
            if self.months or self.days:
                there = add_months(moment, sign * self.months).replace(fold=0) + sign * timedelta(days=self.days)
            # Hours pass in UTC: arithmetic on local times would lose or gain one when the clock is changed. A time of
            # the clock that a day does not have becomes the one that it is there.
            return (there.astimezone(UTC) + sign * self.exact).astimezone(moment.tzinfo)
        except (OverflowError, ValueError) as error:
            raise ExecutorError(ErrorClass.WRONG_ARGS, "too_far") from error


@cache
def _iso() -> re.Pattern[str]:
    figure = r"(\d+(?:[.,]\d+)?)"
    return re.compile(
        rf"P(?:{figure}Y)?(?:{figure}M)?(?:{figure}W)?(?:{figure}D)?(?:T(?:{figure}H)?(?:{figure}M)?(?:{figure}S)?)?"
    )


def read_length(text: str) -> Length:
    """An ISO 8601 duration such as ``PT1H30M``, ``P1D``, ``P2W``.

    Raises:
        ExecutorError: ``wrong_args``: it is none, or of no length.
    """
    told = text.strip().upper()
    found = _iso().fullmatch(told)
    if found is None or not any(found.groups()) or told.endswith("T"):
        raise ExecutorError(ErrorClass.WRONG_ARGS, "bad_length", found=text)
    years, months, weeks, days, hours, minutes, seconds = (
        float((part or "0").replace(",", ".")) for part in found.groups()
    )
    whole = weeks * 7 + days
    length = Length(
        months=round(years * 12 + months),
        days=int(whole),
        exact=timedelta(days=whole % 1, hours=hours, minutes=minutes, seconds=seconds),
    )
    if length == Length():
        raise ExecutorError(ErrorClass.WRONG_ARGS, "bad_length", found=text)
    return length


def add_months(moment: datetime, months: int) -> datetime:
    """So many calendar months later; the 31st becomes the month's last day."""
    if not months:
        return moment
    year, month = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    return moment.replace(year=year, month=month + 1, day=min(moment.day, monthrange(year, month + 1)[1]))


def day_start(day: date, zone: tzinfo | None) -> datetime:
    """A day's first moment in a zone."""
    return datetime(day.year, day.month, day.day, tzinfo=zone)


def say_day(day: date, lang: Lang, today: date) -> str:
    """``oggi``, ``domani``, ``mercoledì 2 dicembre``; another year is named."""
    near = {
        today: "moment.today",
        today + timedelta(days=1): "moment.tomorrow",
        today - timedelta(days=1): "moment.yesterday",
    }
    if day in near:
        return sentence(lang, near[day])
    year = "" if day.year == today.year else f" {day.year}"
    weekday = sentence(lang, f"day.weekday_{day.isoweekday()}")
    return f"{weekday} {day.day} {sentence(lang, f'day.month_{day.month}')}{year}"


def say_moment(moment: datetime, lang: Lang, today: date, *, whole_day: bool = False) -> str:
    """``domani alle 10:00``; of a whole day the day alone."""
    day = say_day(moment.date(), lang, today)
    return day if whole_day else sentence(lang, "moment.at", day=day, time=f"{moment:%H:%M}")


def say_span(start: datetime, end: datetime, lang: Lang, today: date, *, whole_day: bool = False) -> str:
    """``domani 10:00–11:00``; whole days without times; the end is excluded."""
    first = say_day(start.date(), lang, today)
    if whole_day:
        last = (end - timedelta(days=1)).date()
        return first if last <= start.date() else f"{first} – {say_day(last, lang, today)}"
    if end.date() == start.date():
        return f"{first} {start:%H:%M}–{end:%H:%M}"
    return f"{first} {start:%H:%M} – {say_day(end.date(), lang, today)} {end:%H:%M}"


def next_after(anchor: datetime, repeat: Repeat, moment: datetime) -> datetime | None:
    """The first repetition of ``anchor`` after a moment, at the same time of the clock; None when it does not repeat.

    Args:
        anchor: First occurrence, in the user's zone.
        repeat: How it repeats.
        moment: With its zone.
    """
    if not repeat:
        return None
    if anchor > moment:
        return anchor
    at = moment.astimezone(anchor.tzinfo)
    if repeat in ("daily", "weekly"):
        step = 1 if repeat == "daily" else 7
        count = max(0, (at.date() - anchor.date()).days // step)
        while (found := anchor + timedelta(days=count * step)) <= moment:
            count += 1
        return found
    step = 1 if repeat == "monthly" else 12
    count = max(0, ((at.year - anchor.year) * 12 + at.month - anchor.month) // step)
    while (found := add_months(anchor, count * step)) <= moment:
        count += 1
    return found


def last_until(anchor: datetime, repeat: Repeat, moment: datetime) -> datetime:
    """The latest repetition of ``anchor`` that is not after a moment; before the first, the first."""
    following = next_after(anchor, repeat, moment)
    if following is None or following == anchor:
        return anchor
    back = {"daily": Length(days=-1), "weekly": Length(days=-7)}
    if repeat in back:
        return back[repeat].after(following)
    step = 1 if repeat == "monthly" else 12
    count = ((following.year - anchor.year) * 12 + following.month - anchor.month) // step
    return add_months(anchor, (count - 1) * step)
