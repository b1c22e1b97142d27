"""Reads times of day: "alle 3 e mezza", "15:20", "half past noon", "8 della sera"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from metnos_cli.text.slots.numerals import small_int
from metnos_cli.text.slots.time.face import Read, ampm_at, is_free, moved, on_half, on_twelve
from metnos_cli.text.slots.time.part import Clock, Part, clock_part
from metnos_cli.text.slots.time.turned import read_turned

if TYPE_CHECKING:
    from metnos_cli.text.slots.scan import Scan


PROMISED = "clock"
"""Kind of a plain figure that a word before it makes an hour ("dalle", "alle")."""


def read_clock(scan: Scan, at: int, *, bare: str = "", range_start: bool = False) -> Read | None:
    """The time of day at a token, or None.

    Args:
        scan: The run of tokens.
        at: Where it may start.
        bare: Take a plain figure too ("9" of "9 - 11 giovedì"); it comes back as a ``bare`` clock. Where it is
            ``clock``, the word before promises an hour: "alle 10 e mezza" of "dalle 9 alle 10 e mezza".
        range_start: It is the first end of a range, so that "3 to 5pm" are no minutes before an hour.
    """
    core, told = at, False
    if scan.says(at, "at"):
        core, told = at + 1, True
        if core < len(scan.tokens) and scan.says(core, "at"):
            core += 1
    if core >= len(scan.tokens):
        return None
    if range_start:
        read = _plain(scan, core, told and scan.says(at, "atbare"), told, bare)
    else:
        read = read_turned(scan, core, told) or _plain(scan, core, told and scan.says(at, "atbare"), told, bare)
    if read is None:
        return None
    part, stop = _with_ampm(scan, read[0], _past_sharp(scan, read[1]))
    return _with_zone(scan, part, _past_sharp(scan, stop))


def _past_sharp(scan: Scan, at: int) -> int:
    """Past "in punto", "circa", "o'clock"."""
    while scan.says(at, "sharp") and not scan.says(at, "unit"):
        at += 1
    return at


def _plain(scan: Scan, at: int, bare_told: bool, told: bool, bare: str) -> Read | None:
    named = scan.tokens[at].get("clock")
    if named is not None:
        return _with_minutes(scan, Clock(named), at + 1, told=True)
    token = scan.tokens[at]
    if token.get("figure") and not token.key.isdecimal():
        return _figure(scan, at, told, bare)
    return _hour(scan, at, bare_told, told, bare)


def _figure(scan: Scan, at: int, told: bool, bare: str) -> Read | None:
    """``15:20``, ``15:23:24``; ``15.20`` only where an hour is expected."""
    key = scan.tokens[at].key
    sign = ":" if ":" in key else "." if "." in key else ","
    pieces = key.split(sign)
    dated = bool(bare) or ampm_at(scan, at + 1) is not None
    if len(pieces) > 3 or not all(piece.isdecimal() for piece in pieces):
        return None
    if sign != ":" and (not (told or dated) or len(pieces) != 2 or len(pieces[1]) != 2):
        return None
    if len(pieces[0]) > 2 or any(len(piece) != 2 for piece in pieces[1:]):
        return None
    hour, minute, second = (*map(int, pieces), 0)[:3]
    if hour > 24 or minute > 59 or second > 59 or (hour == 24 and minute + second):
        return None
    grain = "minute" if len(pieces) == 2 else "second"
    if not is_free(scan, at):
        return None
    twelve = on_twelve(scan, hour, pieces[0])
    return clock_part(Clock(hour, minute, second, grain, twelve)), at + 1


def _hour(scan: Scan, at: int, bare_told: bool, told: bool, bare: str) -> Read | None:
    """A plain figure or numeral as the hour, with the minutes said after it."""
    token = scan.tokens[at]
    read = small_int(scan.tokens, at)
    if read is None or (token.get("figure") and not is_free(scan, at)):
        return None
    value, stop = read
    if token.get("figure") and len(token.key) > 2:
        return _military(scan, at, told)
    if value > 24:
        return _two_numbers(scan, at, told)
    clock = Clock(value, twelve=on_twelve(scan, value, token.key))
    followed = _told_after(scan, stop) or (told and _day_follows(scan, stop))
    paired = _hour_mark(scan, at, value, stop) or (None if followed else _two_numbers(scan, at, told))
    if paired is not None:
        return paired
    promised = bare == PROMISED and _joins_minutes(scan, stop)
    part, end = _with_minutes(scan, clock, stop, told=told or followed or promised)
    if end > stop:
        meant = told or followed or promised or _pod_follows(scan, end) or ampm_at(scan, end) or scan.is_all(at, end)
        return (part, end) if meant else None
    if followed or (bare_told and told):
        return _bare_hour(scan, clock, at, stop)
    return (clock_part(replace(clock, bare=True)), stop) if bare else None


def _joins_minutes(scan: Scan, at: int) -> bool:
    """Whether a word comes next that joins minutes to their hour: "e un quarto", "e trenta", "meno dieci"."""
    return any(scan.says(at, name) is not None for name in ("past", "~past", "clockand", "clockless"))


def _told_after(scan: Scan, at: int) -> bool:
    """Whether what follows makes an hour of a figure: "o'clock", "pm", "in the morning", "della sera"."""
    if scan.says(at, "oclock"):
        return True
    at = _past_sharp(scan, at)
    return ampm_at(scan, at) is not None or _pod_follows(scan, at)


def _bare_hour(scan: Scan, clock: Clock, at: int, stop: int) -> Read | None:
    """An hour without minutes: not where a noun follows that it may count ("alle 3 persone")."""
    counted = scan.counts_noun(stop)
    if counted is True or scan.is_measured(stop):
        return None
    first, last = scan.known.rules["clock"]["doubtful"]
    doubtful = first <= clock.hour <= last and scan.tokens[at].key[0] != "0"
    return clock_part(clock, certain=counted is False and not doubtful), stop


def _hour_mark(scan: Scan, at: int, hour: int, stop: int) -> Read | None:
    """``15h``, ``15h20``, ``19h30``: never on a twelve-hour face."""
    if stop >= len(scan.tokens) or scan.tokens[stop].get("mark") != "hour" or not scan.tokens[stop].glued:
        return None
    if not scan.tokens[at].get("figure") or hour > 24:
        return None
    after = stop + 1
    if after < len(scan.tokens) and scan.tokens[after].get("figure") and scan.tokens[after].glued:
        minute = scan.tokens[after].key
        if len(minute) == 2 and minute.isdecimal() and int(minute) < 60:
            lasting = hour < 7 and not (at and scan.says(at - 1, "at"))  # "2h30" may be a duration too
            return clock_part(Clock(hour, int(minute), grain="minute"), certain=not lasting), after + 1
        return None
    told = at > 0 and any(scan.says(at - 1, name) for name in ("at", "from", "to", "between", "pastword", "and"))
    return (clock_part(Clock(hour)), stop + 1) if told or scan.is_all(at, stop + 1) else None


def _military(scan: Scan, at: int, told: bool) -> Read | None:
    """``1930`` after "at", ``330 p.m.``."""
    key = scan.tokens[at].key
    if not (told or ampm_at(scan, at + 1) is not None) or not scan.known.rules["clock"]["twelve"] or len(key) > 4:
        return None
    hour, minute = int(key[:-2]), int(key[-2:])
    if hour > 23 or minute > 59:
        return None
    twelve = len(key) == 3
    return clock_part(Clock(hour, minute, grain="minute", twelve=twelve)), at + 1


def _two_numbers(scan: Scan, at: int, told: bool) -> Read | None:
    """Such as "Nine fifty nine" read as one numeral: hour and minutes of an hour that is told as such."""
    first = scan.tokens[at].get("num")
    if first is None or not 1 <= first <= 12:
        return None
    minutes = small_int(scan.tokens, at + 1)
    if minutes is None or not 10 <= minutes[0] <= 59:
        return None
    if not told and ampm_at(scan, minutes[1]) is None:
        return None
    clock = Clock(first, minutes[0], grain="minute", twelve=on_twelve(scan, first, "1"))
    return clock_part(clock), minutes[1]


def _with_minutes(scan: Scan, clock: Clock, stop: int, *, told: bool) -> Read:
    """The hour with "e un quarto", "meno dieci", "e venti", "20" after it; the hour itself when nothing follows."""
    past = scan.says(stop, "past")
    if past is not None and (told or not scan.says(stop, "~past")):
        return moved(clock, past), stop + 1
    if scan.says(stop, "clockand") or scan.says(stop, "clockless"):
        read = small_int(scan.tokens, stop + 1)
        counted = read is None or scan.counts_noun(read[1]) is True or scan.says(read[1], "month") is not None
        if read is not None and 1 <= read[0] <= 59 and not counted:
            sign = -1 if scan.says(stop, "clockless") else 1
            return moved(clock, sign * read[0]), read[1] + (scan.says(read[1], "unit") == "minute")
    if told and clock.grain == "hour":
        minutes = _plain_minutes(scan, stop)
        if minutes is not None:
            return moved(clock, minutes[0]), minutes[1]
    return clock_part(clock), stop


def _plain_minutes(scan: Scan, at: int) -> tuple[int, int] | None:
    """Minutes right after the hour, as in "alle 3 20", "at three twenty"."""
    read = small_int(scan.tokens, at)
    if read is None or not 10 <= read[0] <= 59:
        return None
    token = scan.tokens[at]
    if token.glued or (token.get("figure") and len(token.key) != 2) or scan.counts_noun(read[1]) is not False:
        return None
    followed = scan.is_measured(read[1]) or scan.says(read[1], "month") is not None
    return None if followed else read


def _with_ampm(scan: Scan, part: Part, stop: int) -> Read:
    half = ampm_at(scan, stop)
    clock = part.clock
    if half is None or clock is None or clock.hour > 12:
        return part, stop + (half is not None)
    return part.but(clock=on_half(clock, half), certain=True), stop + 1


def _pod_follows(scan: Scan, at: int) -> bool:
    """Whether a part of the day comes next: "8 della sera", "8 tonight", "9 tomorrow morning"."""
    for place in (at, at + 1):
        if place >= len(scan.tokens):
            return False
        if scan.says(place, "pod") or scan.says(place, "daypod"):
            return True
        dated = scan.says(place, "relday") is not None or scan.says(place, "weekday") is not None
        if dated and scan.says(place + 1, "pod"):
            return True
        if not scan.says(place, "link"):
            return False
    return False


def _day_follows(scan: Scan, at: int) -> bool:
    """Whether a day comes next: "per le 6 di domani", "for 7 tomorrow"."""
    place = at + 1 if scan.says(at, "link") else at
    return any(scan.says(place, name) is not None for name in ("relday", "weekday", "daypod"))


def _with_zone(scan: Scan, part: Part, stop: int) -> Read:
    zone = scan.tokens[stop].get("zone") if stop < len(scan.tokens) else None
    if zone is None or part.clock is None:
        return part, stop
    clock = part.clock
    placed = replace(clock, grain="minute", bare=False, zone=zone)
    return part.but(clock=placed, grain="minute"), stop + 1
