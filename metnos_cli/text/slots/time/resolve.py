"""Places a chain of constraints on the calendar: the moment or span that is meant, seen from now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING

from metnos_cli.text.slots.time.calendar import RANK, Inside, Once, Span, Times, floor
from metnos_cli.text.slots.time.clock import on_half
from metnos_cli.text.slots.time.part import EVERY_DAY, Clock, Part, Parts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metnos_cli.text.slots.scan import Scan

_LENGTH = {"hour": timedelta(hours=1), "minute": timedelta(minutes=1), "second": timedelta(seconds=1)}
_DATED = frozenset(("day", "weekday", "dom", "holiday"))
_DAYLIGHT = 6  # o'clock: before it nobody makes an appointment
_MOST = 4000  # days looked at


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a chain means, on the wall clock."""

    span: Span
    """From and to, the end excluded."""
    grain: str
    """How exactly it was said."""
    interval: bool = False
    """Whether its value is an interval."""
    certain: bool = True
    """False when there are other readings."""
    others: tuple[Span, ...] = ()
    """The other readings."""
    rolling: Span | None = None
    """What an executor takes instead, when it runs up to now."""
    unit: str = ""
    """The unit that was counted, for "3 days ago"."""
    zoned: bool = False
    """Whether a zone was named that cannot be brought to the user's: then there is no value."""


def resolve(scan: Scan, parts: Parts, *, since: datetime | None = None, past: bool = False) -> Resolved | None:
    """The time that all constraints describe, or None when there is none.

    Args:
        scan: Holds the present moment.
        parts: The constraints.
        since: Look from here on instead of from now (the second end of a range).
        past: Take the latest one that has begun instead of the first to come.
    """
    clock = next((part for part in parts if part.clock is not None), None)
    pod = next((part for part in parts if part.kind == "pod"), None)
    dates = sorted((part for part in parts if part.times is not None), key=lambda part: -part.level)
    if clock is not None and clock.clock is not None:
        return _on_clock(scan, dates, clock, pod, since)
    if pod is not None:
        return _on_pod(scan, dates, pod, since, past=past)
    return _on_date(scan, dates, since, past=past)


def _nest(dates: Iterable[Part]) -> Times:
    times: Times | None = None
    for part in dates:
        if part.times is not None:
            times = part.times if times is None else Inside(times, part.times)
    return EVERY_DAY if times is None else times


def _start(dates: Iterable[Part], wall: datetime) -> tuple[datetime, bool]:
    """From where to look, and whether something in the chain stands fixed on the calendar."""
    fixed = [part.times.span[0] for part in dates if isinstance(part.times, Once)]
    return (min(fixed), True) if fixed else (wall, False)


def _on_date(scan: Scan, dates: list[Part], since: datetime | None, *, past: bool) -> Resolved | None:
    wall = since or scan.wall
    finest = dates[-1]
    times = _nest(dates)
    start, fixed = _start(dates, wall)
    span: Span | None
    others = tuple(other for part in dates for other in part.others)
    certain = all(part.certain for part in dates)
    if fixed:
        span = next(iter(times.forward(start)), None)
    elif past:
        span = _latest(times, wall)
    elif [part.kind for part in dates] == ["weekday"] and since is None:
        today = floor(wall, "day")
        span = next((one for one in times.forward(wall) if one[0] > today), None)
    elif since is None and {"weekday", "dom", "month"} <= {part.kind for part in dates}:
        span = _nearest(times, wall)
        certain = certain and span is not None and abs(span[0] - wall) < timedelta(days=370)
    else:
        span = next(iter(times.forward(wall)), None)
        if since is not None and span is not None and span[0] < since:
            span = next((one for one in times.forward(wall) if one[0] >= since), None)
    if span is None:
        return None
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


def _on_pod(scan: Scan, dates: list[Part], pod: Part, since: datetime | None, *, past: bool) -> Resolved | None:
    wall = since or scan.wall
    days = _days(dates)
    if days is None:
        return None
    start, fixed = _start(dates, wall)
    first, last = timedelta(hours=pod.hours[0]), timedelta(hours=pod.hours[1])
    reach = start if fixed else wall - timedelta(days=2)
    spans = ((day[0] + first, day[0] + last) for day in islice(days.forward(reach), _MOST))
    if past and not fixed:
        span = _latest_of(spans, wall)
    else:
        span = next((one for one in spans if fixed or one[1] > wall), None)
    if span is None:
        return None
    certain = all(part.certain for part in (*dates, pod))
    return Resolved(span, "hour", True, certain, tuple(_moved(dates, first, last)))


def _latest_of(spans: Iterable[Span], wall: datetime) -> Span | None:
    found = None
    for span in islice(spans, 40):
        if span[0] > wall:
            break
        found = span
    return found


def _moved(dates: list[Part], first: timedelta, last: timedelta) -> Iterable[Span]:
    return [(other[0] + first, other[0] + last) for part in dates for other in part.others]


def _days(dates: list[Part]) -> Times | None:
    """The days a time of day may be on; None when what is said is coarser than a day."""
    if not dates:
        return EVERY_DAY
    finest = dates[-1]
    if finest.kind == "moment":
        return finest.whole_day
    return _nest(dates) if finest.kind in _DATED else None


def _on_clock(scan: Scan, dates: list[Part], part: Part, pod: Part | None, since: datetime | None) -> Resolved | None:
    clock = part.clock
    days = _days(dates)
    if clock is None or days is None:
        return None
    certain = part.certain
    if pod is not None:
        certain = True
        if clock.hour <= 12:
            clock = on_half(clock, pod.half)
    if clock.zone is not None and not scan.zoned:
        return Resolved((scan.wall, scan.wall), clock.grain, zoned=True)
    wall = since or scan.wall
    if clock.zone is not None:
        wall = _to_zone(scan, wall, clock.zone)
    start, fixed = _start(dates, wall)
    moments = _moments(days, clock, start if fixed else wall - timedelta(days=2), fixed=fixed)
    from_here = wall.replace(second=0, microsecond=0) if since is None else wall
    chosen, other = _choose(moments, from_here, fixed=fixed, later=since is not None)
    if chosen is None:
        return None
    others, sure = _doubts(scan, clock, chosen, other, dated=bool(dates))
    if not part.certain and pod is None and clock.hour < 12 and not others:
        others = (chosen + timedelta(hours=12),)
    certain = certain and sure and all(date.certain for date in dates)
    length = _LENGTH[clock.grain]
    spans = [(moment, moment + length) for moment in (chosen, *others)]
    if clock.zone is not None:
        spans = [(_from_zone(scan, one[0], clock.zone), _from_zone(scan, one[1], clock.zone)) for one in spans]
    offset = chosen - floor(chosen, "day")
    elsewhere = [(day[0] + offset, day[0] + offset + length) for date in dates for day in date.others]
    return Resolved(spans[0], clock.grain, False, certain, (*spans[1:], *elsewhere))


def _moments(days: Times, clock: Clock, start: datetime, *, fixed: bool) -> list[tuple[datetime, ...]]:
    """The moments of each day, for the first days that come."""
    found = []
    for day in islice(days.forward(start), 1 if fixed else 6):
        found.append(tuple(day[0] + timedelta(seconds=seconds) for seconds in clock.starts()))
    return found


def _choose(
    moments: list[tuple[datetime, ...]], wall: datetime, *, fixed: bool, later: bool
) -> tuple[datetime | None, datetime | None]:
    """The moment that is meant, and the other one on a twelve-hour face.

    Today it is the first that is still to come; on another day the one that is not at night.
    """
    for day in moments:
        coming = [moment for moment in day if moment >= wall]
        if not fixed and not coming:
            continue
        if len(day) == 1:
            return day[0], None
        early, late = day
        if later or early.date() == wall.date():
            chosen = coming[0] if coming else late
        else:
            chosen = late if early.hour <= _DAYLIGHT else early
        return chosen, early if chosen is late else late
    return None, None


def _doubts(
    scan: Scan, clock: Clock, chosen: datetime, other: datetime | None, *, dated: bool
) -> tuple[tuple[datetime, ...], bool]:
    """Other readings of a time of day, and whether the chosen one is certain."""
    if other is not None:
        night = other.hour < _DAYLIGHT or (other < scan.wall and other.date() == scan.wall.date())
        return ((), True) if night and chosen.hour >= _DAYLIGHT else ((other,), False)
    if clock.hour == 0 and clock.minute == 0 and dated:
        return (chosen + timedelta(days=1),), False  # midnight opens a day or closes it
    return (), True


def _to_zone(scan: Scan, wall: datetime, minutes: int) -> datetime:
    """A moment of the user's wall clock on the clock of another zone."""
    utc = wall.replace(tzinfo=scan.now.tzinfo).astimezone(UTC).replace(tzinfo=None)
    return utc + timedelta(minutes=minutes)


def _from_zone(scan: Scan, moment: datetime, minutes: int) -> datetime:
    utc = (moment - timedelta(minutes=minutes)).replace(tzinfo=UTC)
    return utc.astimezone(scan.now.tzinfo).replace(tzinfo=None)


def finer(one: str, other: str) -> str:
    """The finer of two grains."""
    return one if RANK[one] <= RANK[other] else other
