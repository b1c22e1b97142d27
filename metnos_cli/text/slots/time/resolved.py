"""What a chain of constraints comes to on the calendar, and how a chain is laid over it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metnos_cli.text.slots.time.calendar import RANK, Inside, Once, Span, Times
from metnos_cli.text.slots.time.part import EVERY_DAY

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from metnos_cli.text.slots.time.part import Part


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


@dataclass(frozen=True, slots=True)
class View:
    """From where the calendar is looked at: what comes back is taken at its first or its last time from there."""

    wall: datetime
    """The moment looked from."""
    back: bool = False
    """The last that has begun by then, instead of the first that is not over."""
    strict: bool = False
    """The first that begins then or later: the second end of a range."""


def nest(dates: Iterable[Part]) -> Times:
    """The spans that satisfy all constraints, given coarsest first; every day when there are none."""
    times: Times | None = None
    for part in dates:
        if part.times is not None:
            times = part.times if times is None else Inside(times, part.times)
    return EVERY_DAY if times is None else times


def fixed_start(dates: Iterable[Part]) -> datetime | None:
    """The earliest start of what stands fixed on the calendar; None when everything comes back."""
    return min((part.times.span[0] for part in dates if isinstance(part.times, Once)), default=None)


def finer(one: str, other: str) -> str:
    """The finer of two grains."""
    return one if RANK[one] <= RANK[other] else other
