"""Reads the times of an appointment to be written: a moment with a length, a stretch of time, or whole days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.calendar.reading import instant
from metnos_cli.executors.moments import day_start, read_length, say_moment
from metnos_cli.executors.when import DATE_LENGTH, read_moment, read_period, usual_hour
from metnos_cli.messages import text as sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.executors.calendar.reading import Happening
    from metnos_cli.executors.when import Period
    from metnos_cli.ports import ExecutorContext

LONGEST_DAYS = 21
"""A stretch of days that is longer is a month or a year: a time to choose in, no appointment."""


@dataclass(frozen=True, slots=True)
class Times:
    """When an appointment is."""

    start: datetime
    """In the user's zone; of whole days the first moment."""
    end: datetime
    """Excluded."""
    whole_day: bool
    """True: days, no times."""


def read_times(when: str, duration: Any, context: ExecutorContext) -> Times:
    """The times of a new appointment.

    Args:
        when: ISO 8601: a moment, a date, or an interval.
        duration: ISO 8601, or nothing: what the settings say.
        context: Clock, settings, language.

    Raises:
        ExecutorError: ``wrong_args``: no time, or one that ends before it begins; ``missing_input``: a day or a longer
            stretch where a time is needed.
    """
    zone = context.clock.now().tzinfo
    days = _days(when, zone)
    if days is not None:
        first, last = days
        if duration and _sub_daily(str(duration)):
            raise _ask(context, "calendar.ask_time", "when")
        if (last - first).days > LONGEST_DAYS:
            raise _ask(context, "calendar.ask_day", "when")
        return Times(day_start(first, zone), day_start(last, zone), whole_day=True)
    if "/" not in when:
        start = read_moment(when, zone).astimezone(zone)
        return Times(start, _end(start, duration, context), whole_day=False)
    period = read_period(when, zone)
    if period.start is None or _is_deadline(period, context):
        raise _ask(context, "calendar.ask_time", "when")
    start = period.start.astimezone(zone)
    if duration or period.end is None:
        return Times(start, _end(start, duration, context), whole_day=False)
    return Times(start, period.end.astimezone(zone), whole_day=False)


def shifted_times(one: Happening, shift: str, context: ExecutorContext) -> Times:
    """The times of an appointment that is put off, or brought forward, by some time; its length stays.

    Args:
        one: As it is now.
        shift: ISO 8601 duration, with a minus for earlier.
        context: Language, for a question.

    Raises:
        ExecutorError: ``wrong_args``: no duration; ``missing_input``: hours, for a whole day.
    """
    plain = shift.removeprefix("-").removeprefix("+")
    if one.whole_day and _sub_daily(plain):
        raise _ask(context, "calendar.ask_day", "to")
    length = read_length(plain)
    start = length.before(one.start) if shift.startswith("-") else length.after(one.start)
    if one.whole_day:
        return Times(start, day_start(start.date() + _days_of(one), start.tzinfo), whole_day=True)
    lasts = instant(one.end) - instant(one.start)
    return Times(start, (instant(start) + lasts).astimezone(start.tzinfo), whole_day=False)


def new_times(one: Happening, args: Mapping[str, Any], context: ExecutorContext) -> Times | None:
    """The times of an appointment after a change; None when they stay.

    Args:
        one: As it is now.
        args: ``shift``, or ``to``, ``duration`` and ``direction``.
        context: Clock, settings, language.

    Raises:
        ExecutorError: As ``shifted_times`` and ``moved_times``; ``wrong_args``: it would go the wrong way.
    """
    if args.get("shift"):
        return shifted_times(one, str(args["shift"]), context)
    times = moved_times(one, args.get("to"), args.get("duration"), context)
    _check_direction(one, times, args.get("direction"), context)
    return times


def _hour(to: str) -> time | None:
    """An hour without a day (``T15:00``); None for anything else."""
    try:
        return time.fromisoformat(to.removeprefix("T")) if to.startswith("T") else None
    except ValueError:
        return None


def moved_times(one: Happening, to: Any, duration: Any, context: ExecutorContext) -> Times | None:
    """The new times of an appointment; None when they stay.

    Args:
        one: As it is now.
        to: ISO 8601: a moment moves it, a date moves it to that day at the same time, an hour (``T15:00``) to that
            hour of the same day, a morning or an afternoon to its usual hour; any other interval gives both ends.
        duration: ISO 8601: another length.
        context: Clock, settings, language.

    Raises:
        ExecutorError: As ``read_times``.
    """
    if not to and not duration:
        return None
    zone = context.clock.now().tzinfo
    length = instant(one.end) - instant(one.start)
    to = _usual(str(to), context) if to else to
    if to and (hour := _hour(str(to))) is not None:
        if one.whole_day:
            raise _ask(context, "calendar.ask_day", "to")
        start = datetime.combine(one.start.date(), hour, zone)
        return Times(start, _later(start, duration, length), whole_day=False)
    days = _days(str(to), zone) if to else None
    if days is not None:
        if (days[1] - days[0]).days > LONGEST_DAYS:
            raise _ask(context, "calendar.ask_day", "to")
        if one.whole_day:
            return Times(day_start(days[0], zone), day_start(days[0] + _days_of(one), zone), whole_day=True)
        start = datetime.combine(days[0], one.start.time(), zone)
        return Times(start, _later(start, duration, length), whole_day=False)
    if not to:
        if one.whole_day and _sub_daily(str(duration)):
            raise _ask(context, "calendar.ask_time", "to")
        return Times(one.start, _later(one.start, duration, length), whole_day=one.whole_day)
    new = read_times(str(to), duration, context)
    if "/" in str(to) or duration or one.whole_day:
        return new
    return Times(new.start, (instant(new.start) + length).astimezone(zone), whole_day=False)


def _check_direction(one: Happening, times: Times | None, direction: Any, context: ExecutorContext) -> None:
    """Refuse to put off what was to be brought forward, and the other way round, or to leave it where it is."""
    if times is None or not direction:
        return
    before, after = instant(one.start), instant(times.start)
    if after < before if direction == "earlier" else after > before:
        return
    when = say_moment(times.start, context.lang, context.clock.now().date(), whole_day=times.whole_day)
    raise ExecutorError(ErrorClass.WRONG_ARGS, f"calendar_not_{direction}", title=one.title, when=when)


def _usual(to: str, context: ExecutorContext) -> str:
    """A part of a day as its usual hour; any other time as it is."""
    zone = context.clock.now().tzinfo
    usual = usual_hour(read_period(to, zone), zone) if "/" in to else None
    return to if usual is None else usual.isoformat()


def _days(when: str, zone: Any) -> tuple[date, date] | None:
    """First day and the day after the last, when a time argument means whole days."""
    told = when.strip()
    if len(told) == DATE_LENGTH:
        first = read_moment(told, zone).date()
        return first, first + timedelta(days=1)
    if "/" not in told:
        return None
    period = read_period(told, zone)
    if period.start is None or period.end is None:
        return None
    start, end = period.start.astimezone(zone), period.end.astimezone(zone)
    at_midnight = all((moment.hour, moment.minute, moment.second) == (0, 0, 0) for moment in (start, end))
    return (start.date(), end.date()) if at_midnight and end.date() > start.date() else None


def _is_deadline(period: Period, context: ExecutorContext) -> bool:
    """Whether a stretch runs from the very second of asking to some time: "by Friday" is when to choose a time in."""
    asked = instant(context.request.now).replace(microsecond=0)
    return period.start is not None and period.end is not None and instant(period.start) == asked


def _sub_daily(duration: str) -> bool:
    return bool(read_length(duration).exact)


def _days_of(one: Happening) -> timedelta:
    return one.end.date() - one.start.date()


def _later(start: datetime, duration: Any, length: timedelta) -> datetime:
    if duration:
        return read_length(str(duration)).after(start)
    return (instant(start) + length).astimezone(start.tzinfo)


def _end(start: datetime, duration: Any, context: ExecutorContext) -> datetime:
    return _later(start, duration, timedelta(minutes=context.settings.integer("calendar.minutes")))


def _ask(context: ExecutorContext, key: str, argument: str) -> ExecutorError:
    prompt = sentence(context.lang, key)
    return ExecutorError(ErrorClass.MISSING_INPUT, "calendar_no_time", arg=argument, prompt=prompt)
