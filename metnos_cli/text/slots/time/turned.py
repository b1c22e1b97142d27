"""Reads minutes said before their hour: "half past three", "ten to five", "un quarto a mezzogiorno"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.text.slots.numerals import small_int
from metnos_cli.text.slots.time.face import Read, ampm_at, moved, on_twelve
from metnos_cli.text.slots.time.part import Clock

if TYPE_CHECKING:
    from metnos_cli.text.slots.scan import Scan


def read_turned(scan: Scan, at: int, told: bool) -> Read | None:
    """The time of day at a token, the minutes being said first.

    Args:
        scan: The run of tokens.
        at: Where the minutes stand.
        told: Whether a word before them promises an hour ("alle", "at").
    """
    before = scan.says(at, "to_hour")
    if before is not None:
        hour = _plain_hour(scan, at + 1)
        return None if hour is None else (moved(hour[0], -before), hour[1])
    minutes = _minutes(scan, at)
    if minutes is None:
        return None
    count, stop, clear = minutes
    half = _half_hour(scan, at, stop, told)
    if half is not None:
        return half
    sign = 1 if scan.says(stop, "pastword") else -1 if scan.says(stop, "toword") else 0
    hour = _plain_hour(scan, stop + 1) if sign else None
    if hour is None:
        return None
    clock, end = hour
    named = scan.says(end - 1, "clock") is not None
    clear = clear or told or named
    if not (clear or ampm_at(scan, end) or scan.says(end, "oclock") or (sign > 0 and scan.is_all(at, end))):
        return None
    doubtful = sign < 0 and not clear  # "10 to 5pm" may be a range
    return None if doubtful and count % 5 else (moved(clock, sign * count).but(certain=not doubtful), end)


def _minutes(scan: Scan, at: int) -> tuple[int, int, bool] | None:
    """Minutes, where they stop, and whether a word makes minutes of them."""
    fraction = scan.says(at, "fraction")
    if fraction is not None:
        return fraction, at + 1, True
    read = small_int(scan.tokens, at)
    if read is None or not 1 <= read[0] <= 59:
        return None
    named = scan.says(read[1], "unit") == "minute"
    return read[0], read[1] + named, named


def _half_hour(scan: Scan, at: int, stop: int, told: bool) -> Read | None:
    """Such as "half three": half past it."""
    if scan.says(at, "fraction") != 30 or scan.says(stop, "clock") is not None:
        return None
    hour = _plain_hour(scan, stop) if told or scan.is_all(at, stop + 1) else None
    return None if hour is None else (moved(hour[0], 30), hour[1])


def _plain_hour(scan: Scan, at: int) -> tuple[Clock, int] | None:
    if at >= len(scan.tokens):
        return None
    named = scan.tokens[at].get("clock")
    if named is not None:
        return Clock(named), at + 1
    read = small_int(scan.tokens, at)
    if read is None or not 0 <= read[0] <= 24:
        return None
    stop = read[1]
    if stop < len(scan.tokens) and scan.tokens[stop].get("mark") == "hour" and scan.tokens[stop].glued:
        return Clock(read[0]), stop + 1
    return Clock(read[0], twelve=on_twelve(scan, read[0], scan.tokens[at].key)), stop
