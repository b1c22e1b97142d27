"""get_now: the present moment, here or in another time zone; which day another day is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.messages import text

if TYPE_CHECKING:
    from datetime import datetime

    from metnos_cli.ports import ExecutorContext
    from metnos_cli.records import Lang


def get_now(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """The moment in figures and in words.

    Raises:
        ExecutorError: ``wrong_args``: there is no such zone, or no such moment.
    """
    now = context.clock.now()
    key = "day.now"
    if args.get("when"):
        now, hour = _asked(str(args["when"]), now)
        key = "day.moment" if hour else "day.day"
    if args.get("zone"):
        now = _in_zone(now, str(args["zone"]))
    told = {
        "time": f"{now:%H:%M}",
        "date": date_words(now, context.lang),
        "weekday": text(context.lang, f"day.weekday_{now.isoweekday()}"),
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
    """The start of what is asked about, and whether an hour of it is meant."""
    from datetime import time

    from metnos_cli.executors.when import read_period

    period = read_period(when, now.tzinfo)
    if period.start is None:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "bad_time", found=when)
    start = period.start.astimezone(now.tzinfo)
    return start, period.end is None or start.time() != time.min


def date_words(moment: datetime, lang: Lang) -> str:
    """``3 marzo 2026``, ``3 March 2026``."""
    return f"{moment.day} {text(lang, f'day.month_{moment.month}')} {moment.year}"


def _in_zone(now: datetime, name: str) -> datetime:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return now.astimezone(ZoneInfo(name))
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "zone_unknown", zone=name) from error
