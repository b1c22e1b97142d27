"""What a time of day on a clock's face is made of: the halves of the day, minutes moved, twelve hours or more."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from metnos_cli.text.slots.time.part import Clock, Part, clock_part

if TYPE_CHECKING:
    from metnos_cli.text.slots.scan import Scan

Read = tuple[Part, int]
"""A part and the index one past its last token."""


def is_free(scan: Scan, at: int) -> bool:
    """Whether a figure is no part of a longer sign, such as ``host:8080`` or ``v3:20``."""
    start = scan.tokens[at].start
    before = scan.text[start - 1] if start else " "
    return not (before.isalnum() or before in "_./:$€#")


def on_twelve(scan: Scan, hour: int, shown: str) -> bool:
    """Whether an hour is said on a twelve-hour face; "03:00" is not."""
    return bool(scan.known.rules["clock"]["twelve"]) and 1 <= hour <= 12 and shown[0] != "0"


def moved(clock: Clock, minutes: int) -> Part:
    """A clock some minutes later, or earlier."""
    hour, minute = divmod(clock.hour * 60 + minutes, 60)
    if hour >= 24:
        hour -= 24
    if hour == 0 and clock.twelve:
        hour = 12
    return clock_part(Clock(hour, minute, grain="minute", twelve=clock.twelve))


def ampm_at(scan: Scan, at: int) -> str | None:
    """The half of the day at a token, am or pm; a lone letter must be glued to the figure."""
    if at >= len(scan.tokens):
        return None
    token = scan.tokens[at]
    half = token.get("ampm")
    if half is None or (len(token.key) == 1 and not token.glued):
        return None
    following = scan.text[token.end : token.end + 1]
    return None if following.isalnum() else str(half)


def on_half(clock: Clock, half: str) -> Clock:
    """The clock in one half of the day: am, pm, or night (early hours after midnight, otherwise the evening)."""
    hour = clock.hour
    if half == "am":
        hour = 0 if hour == 12 else hour
    elif hour == 0:
        hour = 24  # "midnight tonight" ends the day
    elif half == "pm":
        hour = hour + 12 if hour < 12 else hour
    elif hour == 12:
        hour = 24 if clock.minute == 0 else 0
    elif 6 <= hour < 12:
        hour += 12
    return replace(clock, hour=hour, twelve=False, bare=False, half=half)
