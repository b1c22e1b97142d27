"""find_events and find_events_empty: what is in the calendars, and when there is time."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.calendar.accounts import accounts_to_read
from metnos_cli.executors.calendar.free import WEEKDAYS, Hours, Span, free_spans, proposals
from metnos_cli.executors.calendar.reading import instant
from metnos_cli.executors.calendar.search import at_moment, entry, gather, holding, remarks, result, said, window
from metnos_cli.executors.moments import read_length, say_span
from metnos_cli.messages import text as sentence

if TYPE_CHECKING:
    from metnos_cli.config.load import Settings
    from metnos_cli.executors.calendar.search import Found
    from metnos_cli.ports import ExecutorContext

LIMIT = 200
PROPOSED = 5
WEEK = timedelta(days=7)


def find_events(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """List appointments, repetitions expanded.

    Args:
        args: ``when``, ``query``, ``calendar``, ``limit``.
        context: Settings, clock, guarded files.

    Raises:
        ExecutorError: ``unavailable``: no account, none can be reached; ``wrong_args``: no such account or time.
    """
    now = context.clock.now()
    start, end = window(args.get("when"), now)
    found = gather(accounts_to_read(args, context), start, end, context)
    at_once = at_moment(found.happenings, args.get("when"), start)
    chosen = [one for one in found.happenings if one.whole_day or one in at_once]
    if args.get("query"):
        chosen = holding(chosen, str(args["query"]), context.request.lang)
    chosen = chosen[: int(args.get("limit", LIMIT))]
    lines = [said(one, context.lang, now.date()) for one in chosen]
    if chosen:
        listed = "\n".join(f"- {line}" for line in lines)
        told = lines[0] if len(lines) == 1 else sentence(context.lang, "calendar.listed", lines=listed)
    else:
        told = sentence(context.lang, "calendar.none")
    told = "\n".join([told, *remarks(found, context)])
    return result([entry(one, context) for one in chosen], found, context, told=told)


def find_events_empty(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Find time without appointments, inside the working hours of the settings.

    Args:
        args: ``when``, ``duration``, ``count``, ``calendar``. A single moment asks whether that time is free.
        context: Settings, clock, guarded files.

    Raises:
        ExecutorError: As ``find_events``.
    """
    now = context.clock.now()
    length = _length(args, now, context.settings)
    told = str(args.get("when", ""))
    if told and "/" not in told and "T" in told:
        return _is_free(told, length, args, context)
    start, end = window(told, now, WEEK)
    start = max(start, now, key=instant)
    found = gather(accounts_to_read(args, context), start, end, context)
    busy = [Span(one.start, one.end) for one in found.happenings if one.busy]
    free = free_spans(busy, start, end, working_hours(context.settings), now.tzinfo)
    count = int(args.get("count", PROPOSED))
    offers = proposals(free, length, count, now.tzinfo)
    more = "count" not in args and len(proposals(free, length, count + 1, now.tzinfo)) > count
    lines = [say_span(span.start, span.end, context.lang, now.date()) for span in offers]
    key = "calendar.free" if offers else "calendar.no_time"
    answers = [sentence(context.lang, key, lines="\n".join(f"- {line}" for line in lines))]
    answers += [sentence(context.lang, "calendar.more_free")] if more else []
    entries = [_slot(span, line) for span, line in zip(offers, lines, strict=True)]
    return result(entries, found, context, told="\n".join([*answers, *remarks(found, context)]))


def working_hours(settings: Settings) -> Hours:
    """The hours of the settings.

    Raises:
        ExecutorError: ``unavailable``: one of them is wrong; the facts name it.
    """
    told = {day.strip().lower() for day in settings.texts("calendar.work_days")}
    days = frozenset(place for place, name in enumerate(WEEKDAYS) if name in told)
    if not days or len(days) != len(told):
        raise _wrong("calendar.work_days", " ".join(WEEKDAYS))
    return Hours(_clock("calendar.work_from", settings), _clock("calendar.work_to", settings), days)


def _clock(key: str, settings: Settings) -> time:
    try:
        return time.fromisoformat(settings.text(key).strip().zfill(5))
    except ValueError as error:
        raise _wrong(key, "09:00") from error


def _wrong(setting: str, wanted: str) -> ExecutorError:
    return ExecutorError(ErrorClass.UNAVAILABLE, "calendar_bad_setting", setting=setting, wanted=wanted)


def _length(args: dict[str, Any], now: datetime, settings: Settings) -> timedelta:
    if args.get("duration"):
        return instant(read_length(str(args["duration"])).after(now)) - instant(now)
    return timedelta(minutes=settings.integer("calendar.minutes"))


def _is_free(told: str, length: timedelta, args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Whether one moment is free."""
    now = context.clock.now()
    start, _ = window(told, now)
    start = start.astimezone(now.tzinfo)
    span = Span(start, (instant(start) + length).astimezone(now.tzinfo))
    found: Found = gather(accounts_to_read(args, context), span.start, span.end, context)
    busy = [one for one in found.happenings if one.busy]
    line = say_span(span.start, span.end, context.lang, now.date())
    if busy:
        taken = "\n".join(f"- {said(one, context.lang, now.date())}" for one in busy)
        told = sentence(context.lang, "calendar.is_busy", span=line, lines=taken)
    else:
        told = sentence(context.lang, "calendar.is_free", span=line)
    entries = [] if busy else [_slot(span, line)]
    return result(entries, found, context, told="\n".join([told, *remarks(found, context)]))


def _slot(span: Span, line: str) -> dict[str, Any]:
    when = f"{span.start.isoformat()}/{span.end.isoformat()}"
    return {"name": line, "start": span.start.isoformat(), "end": span.end.isoformat(), "when": when}
