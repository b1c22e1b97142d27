"""Reads times of day: "alle 3 e mezza", "15:20", "half past noon", "8 della sera"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from metnos_cli.text.slots.numerals import small_int
from metnos_cli.text.slots.time.part import Clock, Part, clock_part

if TYPE_CHECKING:
    from metnos_cli.text.slots.scan import Scan

Read = tuple[Part, int]
"""A part and the index one past its last token."""


def read_clock(scan: Scan, at: int, *, bare: bool = False, range_start: bool = False) -> Read | None:
    """The time of day at a token, or None.

    Args:
        scan: The run of tokens.
        at: Where it may start.
        bare: Take a plain figure too ("9" of "9 - 11 giovedì"); it comes back as a ``bare`` clock.
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
        read = _turned(scan, core, told) or _plain(scan, core, told and scan.says(at, "atbare"), told, bare)
    if read is None:
        return None
    part, stop = read
    while stop < len(scan.tokens) and scan.says(stop, "sharp") and not scan.says(stop, "unit"):
        stop += 1
    part, stop = _with_ampm(scan, part, stop)
    while stop < len(scan.tokens) and scan.says(stop, "sharp") and not scan.says(stop, "unit"):
        stop += 1
    return _with_zone(scan, part, stop)


def _plain(scan: Scan, at: int, bare_told: bool, told: bool, bare: bool) -> Read | None:
    named = scan.tokens[at].get("clock")
    if named is not None:
        return _with_minutes(scan, Clock(named), at + 1, told=True)
    token = scan.tokens[at]
    if token.get("figure") and not token.key.isdecimal():
        return _figure(scan, at, told, bare)
    return _hour(scan, at, bare_told, told, bare)


def _figure(scan: Scan, at: int, told: bool, bare: bool) -> Read | None:
    """``15:20``, ``15:23:24``; ``15.20`` only where an hour is expected."""
    key = scan.tokens[at].key
    sign = ":" if ":" in key else "." if "." in key else ","
    pieces = key.split(sign)
    dated = bare or _ampm_at(scan, at + 1) is not None
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
    if not _is_free(scan, at):
        return None
    twelve = _on_twelve(scan, hour, pieces[0])
    return clock_part(Clock(hour, minute, second, grain, twelve)), at + 1


def _is_free(scan: Scan, at: int) -> bool:
    """Whether a figure is no part of a longer sign, such as ``host:8080`` or ``v3:20``."""
    start = scan.tokens[at].start
    before = scan.text[start - 1] if start else " "
    return not (before.isalnum() or before in "_./:$€#")


def _on_twelve(scan: Scan, hour: int, shown: str) -> bool:
    return bool(scan.known.rules["clock"]["twelve"]) and 1 <= hour <= 12 and shown[0] != "0"


def _hour(scan: Scan, at: int, bare_told: bool, told: bool, bare: bool) -> Read | None:
    """A plain figure or numeral as the hour, with the minutes said after it."""
    token = scan.tokens[at]
    read = small_int(scan.tokens, at)
    if read is None or (token.get("figure") and not _is_free(scan, at)):
        return None
    value, stop = read
    if token.get("figure") and len(token.key) > 2:
        return _military(scan, at, told)
    if value > 24:
        return _two_numbers(scan, at, told)
    written = _hour_mark(scan, at, value, stop)
    if written is not None:
        return written
    clock = Clock(value, twelve=_on_twelve(scan, value, token.key))
    if _told_after(scan, stop) or (told and _day_follows(scan, stop)):
        told = bare_told = True
    else:
        paired = _two_numbers(scan, at, told)
        if paired is not None:
            return paired
    minutes = _with_minutes(scan, clock, stop, told=told)
    if minutes is not None and minutes[1] > stop:
        part, stop = minutes
        if not told and not (_pod_follows(scan, stop) or _ampm_at(scan, stop) is not None):
            return minutes if scan.is_all(at, stop) else None
        return minutes
    if bare_told and told:
        return _bare_hour(scan, clock, at, stop)
    if bare and clock.hour <= 24:
        return clock_part(Clock(value, twelve=clock.twelve, bare=True)), stop
    return None


def _told_after(scan: Scan, at: int) -> bool:
    """Whether what follows makes an hour of a figure: "o'clock", "pm", "in the morning", "della sera"."""
    if scan.says(at, "oclock"):
        return True
    while at < len(scan.tokens) and scan.says(at, "sharp") and not scan.says(at, "unit"):
        at += 1
    return _ampm_at(scan, at) is not None or _pod_follows(scan, at)


def _bare_hour(scan: Scan, clock: Clock, at: int, stop: int) -> Read | None:
    """An hour without minutes: not where a noun follows that it may count ("alle 3 persone")."""
    counted = scan.counts_noun(stop)
    if counted is True or scan.says(stop, "percent") or scan.says(stop, "unit") or scan.says(stop, "scale"):
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
    if not (told or _ampm_at(scan, at + 1) is not None) or not scan.known.rules["clock"]["twelve"] or len(key) > 4:
        return None
    hour, minute = int(key[:-2]), int(key[-2:])
    if hour > 23 or minute > 59:
        return None
    twelve = len(key) == 3
    return clock_part(Clock(hour, minute, grain="minute", twelve=twelve)), at + 1


def _two_numbers(scan: Scan, at: int, told: bool) -> Read | None:
    """ "Nine fifty nine" read as one numeral: hour and minutes of an hour that is told as such."""
    first = scan.tokens[at].get("num")
    if first is None or not 1 <= first <= 12:
        return None
    minutes = small_int(scan.tokens, at + 1)
    if minutes is None or not 10 <= minutes[0] <= 59:
        return None
    if not told and _ampm_at(scan, minutes[1]) is None:
        return None
    clock = Clock(first, minutes[0], grain="minute", twelve=_on_twelve(scan, first, "1"))
    return clock_part(clock), minutes[1]


def _with_minutes(scan: Scan, clock: Clock, stop: int, *, told: bool) -> Read | None:
    """The hour with "e un quarto", "meno dieci", "e venti", "20" after it; the hour itself when nothing follows."""
    tokens = scan.tokens
    past = tokens[stop].get("past") if stop < len(tokens) else None
    if past is not None and (told or "~past" not in tokens[stop].readings):
        return _moved(clock, past), stop + 1
    if stop + 1 < len(tokens) and (scan.says(stop, "clockand") or scan.says(stop, "clockless")):
        read = small_int(tokens, stop + 1)
        if read is not None and 1 <= read[0] <= 59 and not scan.says(read[1], "month"):
            if scan.counts_noun(read[1]) is not True:
                sign = -1 if scan.says(stop, "clockless") else 1
                after = read[1] + (tokens[read[1]].get("unit") == "minute" if read[1] < len(tokens) else 0)
                return _moved(clock, sign * read[0]), after
    if told and stop < len(tokens) and clock.grain == "hour":
        read = small_int(tokens, stop)
        shown = tokens[stop].key
        if read is not None and 10 <= read[0] <= 59 and (not shown.isdecimal() or len(shown) == 2):
            if not tokens[stop].glued and scan.counts_noun(read[1]) is False and not scan.says(read[1], "unit"):
                if not scan.says(read[1], "month"):
                    return _moved(clock, read[0]), read[1]
    return clock_part(clock), stop


def _moved(clock: Clock, minutes: int) -> Part:
    hour, minute = divmod(clock.hour * 60 + minutes, 60)
    if hour >= 24:
        hour -= 24
    if hour == 0 and clock.twelve:
        hour = 12
    return clock_part(Clock(hour, minute, grain="minute", twelve=clock.twelve))


def _turned(scan: Scan, at: int, told: bool) -> Read | None:
    """Minutes before the hour: "un quarto a mezzogiorno", "half past three", "20 minutes to 5", "ten after 3pm"."""
    tokens = scan.tokens
    before = tokens[at].get("to_hour")
    if before is not None:
        hour = _plain_hour(scan, at + 1)
        return None if hour is None else (_moved(hour[0], -before), hour[1])
    minutes = tokens[at].get("fraction")
    stop = at + 1
    clear = minutes is not None or told
    if minutes is None:
        read = small_int(tokens, at)
        if read is None or not 1 <= read[0] <= 59:
            return None
        minutes, stop = read
        if stop < len(tokens) and tokens[stop].get("unit") == "minute":
            stop, clear = stop + 1, True
    if stop >= len(tokens):
        return None
    if minutes == 30 and tokens[at].get("fraction") and (told or scan.is_all(at, stop + 1)):
        hour = _plain_hour(scan, stop)
        if hour is not None and tokens[stop].get("clock") is None:
            return _moved(hour[0], 30), hour[1]
    sign = 1 if scan.says(stop, "pastword") else -1 if scan.says(stop, "toword") else 0
    hour = _plain_hour(scan, stop + 1) if sign else None
    if hour is None:
        return None
    clock, end = hour
    ended = tokens[end - 1].get("clock") is not None or _ampm_at(scan, end) is not None or scan.says(end, "oclock")
    if not clear and not ended and (sign < 0 or not scan.is_all(at, end)):
        return None
    doubtful = sign < 0 and not clear and tokens[end - 1].get("clock") is None  # "10 to 5pm" may be a range
    if doubtful and minutes % 5:
        return None
    return _moved(clock, sign * minutes).but(certain=not doubtful), end


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
    return Clock(read[0], twelve=_on_twelve(scan, read[0], scan.tokens[at].key)), stop


def _ampm_at(scan: Scan, at: int) -> str | None:
    """ "am" or "pm" at a token; a lone letter must be glued to the figure."""
    if at >= len(scan.tokens):
        return None
    token = scan.tokens[at]
    half = token.get("ampm")
    if half is None or (len(token.key) == 1 and not token.glued):
        return None
    following = scan.text[token.end : token.end + 1]
    return None if following.isalnum() else str(half)


def _with_ampm(scan: Scan, part: Part, stop: int) -> Read:
    half = _ampm_at(scan, stop)
    clock = part.clock
    if half is None or clock is None or clock.hour > 12:
        return part, stop + (half is not None)
    return part.but(clock=on_half(clock, half), certain=True), stop + 1


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
