"""get_now: the present moment, here or in another time zone; which day another day is, and how far away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.messages import text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from metnos_cli.ports import ExecutorContext
    from metnos_cli.records import Lang


NEAR: Mapping[int, str] = {-1: "moment.yesterday", 0: "moment.today", 1: "moment.tomorrow"}
"""Days from now that have names."""


def get_now(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """The moment in figures and in words.

    Raises:
        ExecutorError: ``wrong_args``: there is no such zone, or no such moment.
    """
    present = now = context.clock.now()
    key, away = "day.now", ""
    if args.get("when"):
        now, hour = _asked(str(args["when"]), now)
        key = "day.moment" if hour else "day.day"
        away = _moments_away(now, present, context.lang) if hour else _days_away(now, present, context.lang)
    if args.get("zone"):
        now = _in_zone(now, str(args["zone"]))
    told = {
        "time": f"{now:%H:%M}",
        "date": date_words(now, context.lang),
        "weekday": text(context.lang, f"day.weekday_{now.isoweekday()}"),
        "away": away,
    }
    said = text(context.lang, key, **told)
    return {
        "text": said[:1].upper() + said[1:],
        **told,
        "now": now.isoformat(timespec="seconds"),
        "week": now.isocalendar().week,
        "year": now.year,
        "zone": str(now.tzinfo),
        "ok_count": 1,
    }


def _asked(when: str, now: datetime) -> tuple[datetime, bool]:
    """The start of what is asked about (of "until Friday" that day), and whether an hour of it is meant."""
    from datetime import time, timedelta

    from metnos_cli.executors.when import read_period

    period = read_period(when, now.tzinfo)
    if period.start is None:
        if period.end is None:
            raise ExecutorError(ErrorClass.WRONG_ARGS, "bad_time", found=when)
        end = period.end.astimezone(now.tzinfo)
        # "Until Friday" ends where Saturday begins.
        return (end, True) if end.time() != time.min else (end - timedelta(days=1), False)
    start = period.start.astimezone(now.tzinfo)
    return start, period.end is None or start.time() != time.min


def _days_away(day: datetime, now: datetime, lang: Lang) -> str:
    """How many days lie between, with the weeks they make."""
    from metnos_cli.executors.when import DAY, lasting

    days = (day.date() - now.date()).days
    if days in NEAR:
        return text(lang, NEAR[days])
    told = text(lang, "day.ahead" if days > 0 else "day.ago", lasting=lasting(abs(days) * DAY, lang))
    weeks, rest = divmod(abs(days), 7)
    if weeks < 2:
        return told
    said = text(lang, "day.weeks", count=weeks)
    said = text(lang, "day.weeks_and", weeks=said, days=lasting(rest * DAY, lang)) if rest else said
    return text(lang, "day.in_weeks", days=told, weeks=said)


def _moments_away(moment: datetime, now: datetime, lang: Lang) -> str:
    """Days, hours and minutes that lie between, as clocks tell them."""
    from metnos_cli.executors.when import MINUTE, lasting

    minutes = int(moment.timestamp() // MINUTE - now.timestamp() // MINUTE)
    if not minutes:
        return text(lang, "day.right_now")
    return text(lang, "day.ahead" if minutes > 0 else "day.ago", lasting=lasting(abs(minutes) * MINUTE, lang))


def date_words(moment: datetime, lang: Lang) -> str:
    """``3 marzo 2026``, ``3 March 2026``."""
    return f"{moment.day} {text(lang, f'day.month_{moment.month}')} {moment.year}"


def _in_zone(now: datetime, name: str) -> datetime:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return now.astimezone(ZoneInfo(name))
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "zone_unknown", zone=name) from error
