"""get_now: the present moment, here or in another time zone."""

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
        ExecutorError: ``wrong_args``: there is no such zone.
    """
    now = context.clock.now()
    if args.get("zone"):
        now = _in_zone(now, str(args["zone"]))
    return {
        "now": now.isoformat(timespec="seconds"),
        "time": f"{now:%H:%M}",
        "date": date_words(now, context.lang),
        "weekday": text(context.lang, f"day.weekday_{now.isoweekday()}"),
        "week": now.isocalendar().week,
        "year": now.year,
        "zone": str(now.tzinfo),
        "ok_count": 1,
    }


def date_words(moment: datetime, lang: Lang) -> str:
    """``3 marzo 2026``, ``3 March 2026``."""
    return f"{moment.day} {text(lang, f'day.month_{moment.month}')} {moment.year}"


def _in_zone(now: datetime, name: str) -> datetime:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return now.astimezone(ZoneInfo(name))
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "zone_unknown", zone=name) from error
