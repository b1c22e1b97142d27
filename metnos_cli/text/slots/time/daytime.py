"""Places hours and parts of the day on the days that are meant."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING

from metnos_cli.text.slots.time.calendar import Once, Span, Times, floor, shift
from metnos_cli.text.slots.time.face import on_half
from metnos_cli.text.slots.time.part import EVERY_DAY, Clock, Part
from metnos_cli.text.slots.time.resolved import Resolved, View, fixed_start, nest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from metnos_cli.text.slots.scan import Scan

_LENGTH = {"hour": timedelta(hours=1), "minute": timedelta(minutes=1), "second": timedelta(seconds=1)}
_DATED = frozenset(("day", "weekday", "dom", "holiday"))
_EARLY = 6  # o'clock: up to it the afternoon is likelier on another day
_NIGHT = 5  # o'clock: before it nobody means the morning
_DAYS = 10  # days looked at: what comes back by the hour is among the first


def _days(dates: list[Part]) -> Times | None:
    """The days a time of day may be on; None when what is said is coarser than a day."""
    if not dates:
        return EVERY_DAY
    finest = dates[-1]
    if finest.kind == "moment":
        return finest.whole_day
    return nest(dates) if finest.kind in _DATED else None


def _candidates(dates: list[Part], view: View) -> Iterator[Span]:
    """The days to try, likeliest first; days whose evening may still be running are among them."""
    days = _days(dates)
    if days is None:
        return iter(())
    start = fixed_start(dates)
    if start is not None:
        return islice(days.forward(start), 1)
    if view.back:
        return islice(days.backward(shift(view.wall, "day", 2)), _DAYS)
    return islice(days.forward(shift(view.wall, "day", -2)), _DAYS)


def on_pod(scan: Scan, dates: list[Part], pod: Part, view: View) -> Resolved | None:
    """A part of the day on its day, such as "lunedì mattina"."""
    first, last = (timedelta(hours=hour) for hour in pod.hours)
    fixed = fixed_start(dates) is not None
    span = None
    for day in _candidates(dates, view):
        span = (day[0] + first, day[0] + last)
        if fixed or (span[0] <= view.wall if view.back else span[1] > view.wall):
            break
        span = None
    if span is None:
        return None
    certain = all(part.certain for part in (*dates, pod))
    others = [(other[0] + first, other[0] + last) for part in dates for other in part.others]
    again = None if view.back or view.strict else _again(dates, span[0], scan.wall)
    if again is not None and (dates or span[0] <= scan.wall):
        certain = False
        others.append((span[0] + again, span[1] + again))
    return Resolved(span, "hour", True, certain, tuple(others))


def _again(dates: list[Part], start: datetime, wall: datetime) -> timedelta | None:
    """When what is meant may also be the next one: "martedì alle 9" said on a Tuesday, "in the morning" said then."""
    if start.date() != wall.date():
        return None
    kinds = [part.kind for part in dates]
    if kinds == ["weekday"] and not isinstance(dates[0].times, Once):
        return timedelta(days=7)
    return timedelta(days=1) if not kinds else None


def on_clock(scan: Scan, dates: list[Part], part: Part, pod: Part | None, view: View) -> Resolved | None:
    """A time of day on its day, such as "sabato alle 9 di sera"."""
    clock = _in_half(part.clock, pod)
    if clock is None:
        return None
    if clock.zone is not None:
        if not scan.zoned:
            return Resolved((scan.wall, scan.wall), clock.grain, zoned=True)
        view = View(_to_zone(scan, view.wall, clock.zone), view.back, view.strict)
    chosen, other = _choose(dates, clock, view)
    if chosen is None:
        return None
    others, sure = _doubts(scan, dates, clock, chosen, other)
    if not part.certain and pod is None:
        sure, others = False, others or _afternoon(clock, chosen)
    if not (view.back or view.strict) and dates and _again(dates, chosen, scan.wall):
        sure, others = False, (*others, chosen + timedelta(days=7))
    offset = chosen - floor(chosen, "day")
    elsewhere = tuple(day[0] + offset for date in dates for day in date.others)
    spans = [_clock_span(scan, clock, moment) for moment in (chosen, *others, *elsewhere)]
    return Resolved(spans[0], clock.grain, False, sure and all(date.certain for date in dates), tuple(spans[1:]))


def _afternoon(clock: Clock, chosen: datetime) -> tuple[datetime, ...]:
    return (chosen + timedelta(hours=12),) if clock.hour < 12 else ()


def _in_half(clock: Clock | None, pod: Part | None) -> Clock | None:
    """The clock in the half of the day that a part of the day says; None when the two contradict each other."""
    if clock is None or pod is None:
        return clock
    if clock.half and pod.half in ("am", "pm") and clock.half != pod.half:
        return None  # "lunch at 7:30am"
    return on_half(clock, pod.half) if clock.hour <= 12 and not clock.half else clock


def _clock_span(scan: Scan, clock: Clock, moment: datetime) -> Span:
    """The hour, minute or second of a clock, on the user's own."""
    end = moment + _LENGTH[clock.grain]
    if clock.zone is None:
        return moment, end
    return _from_zone(scan, moment, clock.zone), _from_zone(scan, end, clock.zone)


def _choose(dates: list[Part], clock: Clock, view: View) -> tuple[datetime | None, datetime | None]:
    """The moment that is meant, and the other one on a twelve-hour face.

    Today it is the first that is still to come; on another day the one that is not at night.
    """
    fixed = fixed_start(dates) is not None
    wall = view.wall if view.strict else floor(view.wall, "minute")
    for day in _candidates(dates, view):
        moments = [day[0] + timedelta(seconds=seconds) for seconds in clock.starts()]
        fitting = [moment for moment in moments if (moment <= wall if view.back else moment >= wall)]
        if not fixed and not fitting:
            continue
        if len(moments) == 1:
            return moments[0], None
        early, late = moments
        if view.back and fitting:
            chosen = fitting[-1]
        elif view.strict or early.date() == wall.date():
            chosen = fitting[0] if fitting else late
        else:
            chosen = late if early.hour <= _EARLY else early
        return chosen, early if chosen is late else late
    return None, None


def _doubts(
    scan: Scan, dates: list[Part], clock: Clock, chosen: datetime, other: datetime | None
) -> tuple[tuple[datetime, ...], bool]:
    """Other readings of a time of day, and whether the chosen one is certain."""
    if other is not None:
        out = other.hour < _NIGHT or (other < scan.wall and other.date() == scan.wall.date())
        return ((), True) if out and chosen.hour >= _NIGHT else ((other,), False)
    if clock.hour == 0 and clock.minute == 0 and dates:
        return (chosen + timedelta(days=1),), False  # midnight opens a day or closes it
    return (), True


def _to_zone(scan: Scan, wall: datetime, minutes: int) -> datetime:
    """A moment of the user's wall clock on the clock of another zone."""
    utc = wall.replace(tzinfo=scan.now.tzinfo).astimezone(UTC).replace(tzinfo=None)
    return utc + timedelta(minutes=minutes)


def _from_zone(scan: Scan, moment: datetime, minutes: int) -> datetime:
    utc = (moment - timedelta(minutes=minutes)).replace(tzinfo=UTC)
    return utc.astimezone(scan.now.tzinfo).replace(tzinfo=None)
