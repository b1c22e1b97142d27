"""Reads what has a name: "domani", "stasera", weekdays, seasons, holidays, weekends, parts of the day."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from metnos_cli.text.slots.time.calendar import Once, floor, shift
from metnos_cli.text.slots.time.part import (
    Part,
    Parts,
    day_part,
    holiday_part,
    pod_part,
    season_part,
    weekday_part,
    weekend_part,
)

if TYPE_CHECKING:
    from metnos_cli.text.slots.scan import Scan


def read_named(scan: Scan, at: int) -> tuple[Parts, int] | None:
    """The named time at a token, or None."""
    parts = _named(scan, at)
    return None if parts is None else (parts, at + 1)


def _named(scan: Scan, at: int) -> Parts | None:
    readings = scan.tokens[at].readings
    if "relday" in readings:
        return (relative_day(scan, readings["relday"]),)
    if "weekday" in readings:
        return (weekday_part(readings["weekday"]).but(weak="~weekday" in readings),)
    if "daypod" in readings:
        days, _, name = readings["daypod"].partition(" ")
        pod = named_pod(scan, name)
        return this_pod(scan, pod) if days == "0" else (relative_day(scan, int(days)), pod)
    if "holiday" in readings:
        return (holiday_part(readings["holiday"]).but(weak="~holiday" in readings),)
    if "weekend" in readings:
        return (weekend_part().but(weak="~weekend" in readings),)
    if "season" in readings:
        return (season_part(readings["season"]).but(weak="~season" in readings),)
    if "pod" in readings:
        return (named_pod(scan, readings["pod"]).but(weak=True),)
    if "now" in readings:
        return (present(scan).but(weak="~now" in readings),)
    return None


def relative_day(scan: Scan, days: int) -> Part:
    """A day some days from today."""
    start = shift(floor(scan.wall, "day"), "day", days)
    return day_part((start, start + timedelta(days=1)))


def named_pod(scan: Scan, name: str) -> Part:
    """A part of the day, by its name in the table."""
    first, last, half = scan.known.rules["pods"][name]
    return pod_part(first, last, half).but(name=name)


def shifted_pod(scan: Scan, pod: Part, shift_by: str) -> Part | None:
    """The early or late half of a part of the day; None when the table has none."""
    name = shift_by + pod.name.removeprefix("early").removeprefix("late")
    return named_pod(scan, name).but(weak=pod.weak) if name in scan.known.rules["pods"] else None


def this_pod(scan: Scan, pod: Part) -> Parts:
    """A part of today; of the night that is not over yet, when it began yesterday."""
    running = pod.hours[0] >= 24 and scan.wall.hour < pod.hours[1] - 24
    return relative_day(scan, -1 if running else 0), pod


def present(scan: Scan) -> Part:
    """The present second."""
    start = floor(scan.wall, "second")
    return Part("moment", Once((start, start + timedelta(seconds=1))), "second")
