"""Places a chain of constraints on the calendar: the moment or span that is meant, seen from now."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from metnos_cli.text.slots.time.calendar import floor
from metnos_cli.text.slots.time.daytime import on_clock, on_pod
from metnos_cli.text.slots.time.resolved import Resolved, View, fixed_start, nest

if TYPE_CHECKING:
    from datetime import datetime

    from metnos_cli.text.slots.scan import Scan
    from metnos_cli.text.slots.time.calendar import Span, Times
    from metnos_cli.text.slots.time.part import Part, Parts

_NEAR = timedelta(days=370)  # a weekday that fits a date only farther away is more likely a slip


def resolve(
    scan: Scan, parts: Parts, *, since: datetime | None = None, until: datetime | None = None
) -> Resolved | None:
    """The time that all constraints describe, or None when there is none.

    What comes back (a weekday, a date without its year) is the first to come, or the last that has begun where the
    request speaks of the past ("i file modificati lunedì").

    Args:
        scan: Holds the present moment.
        parts: The constraints.
        since: The first from this moment on instead (the second end of a range).
        until: The last that begins up to this moment instead ("since june").
    """
    clock = next((part for part in parts if part.clock is not None), None)
    pod = next((part for part in parts if part.kind == "pod"), None)
    dates = sorted((part for part in parts if part.times is not None), key=lambda part: -part.level)
    view = View(scan.wall)
    if since is not None:
        view = View(since, strict=True)
    elif until is not None:
        view = View(until, back=True)
    elif fixed_start(dates) is None and scan.speaks_of_past():
        view = View(scan.wall, back=True)
    elif dates and fixed_start(dates) is None and scan.speaks_of_records():
        return _either_way(scan, dates, clock, pod)
    return _seen(scan, dates, clock, pod, view)


def _seen(scan: Scan, dates: list[Part], clock: Part | None, pod: Part | None, view: View) -> Resolved | None:
    if clock is not None:
        return on_clock(scan, dates, clock, pod, view)
    return on_pod(scan, dates, pod, view) if pod is not None else _on_date(dates, view)


def _either_way(scan: Scan, dates: list[Part], clock: Part | None, pod: Part | None) -> Resolved | None:
    """The first to come and the last that has begun, neither certain."""
    ahead = _seen(scan, dates, clock, pod, View(scan.wall))
    behind = _seen(scan, dates, clock, pod, View(scan.wall, back=True))
    if ahead is None or behind is None or behind.span == ahead.span:
        return ahead
    return replace(ahead, certain=False, others=(*ahead.others, behind.span))


def _on_date(dates: list[Part], view: View) -> Resolved | None:
    finest = dates[-1]
    times = nest(dates)
    start = fixed_start(dates)
    kinds = [part.kind for part in dates]
    certain = all(part.certain for part in dates)
    if start is not None:
        span = next(iter(times.forward(start)), None)
    elif view.back:
        span = _latest(times, view.wall)
    elif view.strict:
        span = next((one for one in times.forward(view.wall) if one[0] >= view.wall), None)
    elif kinds == ["weekday"]:
        today = floor(view.wall, "day")
        span = next((one for one in times.forward(view.wall) if one[0] > today), None)
    elif {"weekday", "dom", "month"} <= set(kinds):
        span = _nearest(times, view.wall)
        certain = certain and span is not None and abs(span[0] - view.wall) < _NEAR
    else:
        span = next(iter(times.forward(view.wall)), None)
    if span is None:
        return None
    others = tuple(other for part in dates for other in part.others)
    return Resolved(span, finest.grain, finest.interval, certain, others, finest.rolling, finest.unit)


def _latest(times: Times, wall: datetime) -> Span | None:
    """The latest span that has begun."""
    running = next(iter(times.forward(wall)), None)
    if running is not None and running[0] <= wall:
        return running
    return next(iter(times.backward(wall)), None)


def _nearest(times: Times, wall: datetime) -> Span | None:
    ahead, behind = next(iter(times.forward(wall)), None), next(iter(times.backward(wall)), None)
    if ahead is None or behind is None:
        return ahead or behind
    return ahead if ahead[0] - wall <= wall - behind[0] else behind
