"""Reads what is counted from the present: "la settimana prossima", "last tuesday", "gli ultimi 7 giorni"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.text.slots.numerals import small_int
from metnos_cli.text.slots.time.calendar import Once, floor, shift
from metnos_cli.text.slots.time.date import read_date
from metnos_cli.text.slots.time.named import named_pod, read_named, relative_day, this_pod
from metnos_cli.text.slots.time.part import Part, Parts, cycle_part

if TYPE_CHECKING:
    from metnos_cli.text.slots.scan import Scan

Reads = tuple[Parts, int]

_FEW = 3
"""What "i prossimi giorni" comes to."""


def read_cycle(scan: Scan, at: int) -> Reads | None:
    """What stands at a token relative to the present, or None."""
    return _counted(scan, at) or _qualified(scan, at) or _qualified_after(scan, at)


def _step(scan: Scan, at: int) -> tuple[int, bool] | None:
    """Which one a word asks for: 0 this, 1 next, -1 last; and whether it is "ultimo", which runs up to now."""
    if at >= len(scan.tokens):
        return None
    if scan.says(at, "next"):
        return 1, False
    if scan.says(at, "last"):
        return -1, False
    if scan.says(at, "latest"):
        return -1, True
    if scan.says(at, "this"):
        return 0, False
    return None


def _counted(scan: Scan, at: int) -> Reads | None:
    """Such as "Ultimi 2 giorni", "i 2 giorni passati", "le 3 prossime settimane", "next few days"."""
    step, stop = _step(scan, at), at
    count: int | None = None
    if step is not None:
        stop += 1
    read = _count(scan, stop)
    if read is not None:
        count, stop = read
        if step is None and (step := _step(scan, stop)) is not None:
            stop += 1
    unit = scan.tokens[stop].get("unit") if stop < len(scan.tokens) else None
    times = 1
    if unit is None and stop < len(scan.tokens) and scan.says(stop, "units"):
        many, unit = scan.tokens[stop].readings["units"].split()
        times = int(many)
    if unit is None:
        return None
    plural = scan.says(stop, "plural") or times > 1
    stop += 1
    if step is None:
        step = _step(scan, stop)
        stop += 1
    if step is None or step[0] == 0 or (count is None and not plural):
        return None
    part = last_or_next(scan, unit, step[0] * (count or _FEW) * times)
    return (part.but(certain=count is not None),), stop


def _count(scan: Scan, at: int) -> tuple[int, int] | None:
    if at >= len(scan.tokens):
        return None
    few = scan.tokens[at].get("few")
    if few:
        return few, at + 1
    read = small_int(scan.tokens, at)
    return read if read is not None and read[0] > 0 else None


def last_or_next(scan: Scan, unit: str, count: int) -> Part:
    """The whole units before (negative) or after the present one; for executors the past ones run up to now."""
    here = floor(scan.wall, unit)
    if count > 0:
        start = shift(here, unit, 1)
        return Part("span", Once((start, shift(start, unit, count))), unit, interval=True)
    rolling = scan.later(scan.wall, unit, count)
    since = floor(rolling, "day") if unit not in ("second", "minute", "hour") else rolling
    span = (shift(here, unit, count), here)
    return Part("span", Once(span), unit, interval=True, rolling=(since, scan.wall))


def _qualified(scan: Scan, at: int) -> Reads | None:
    """Such as "Questa settimana", "prossimo lunedì", "last night", "l'ultima ora", "next summer"."""
    step = _step(scan, at)
    if step is None:
        return None
    found = _the_one(scan, at + 1, step[0], latest=step[1])
    if found is None:
        return None
    parts, stop = found
    if step[0] == 0 and len(parts) == 1 and parts[0].kind == "pod":
        return this_pod(scan, parts[0]), stop
    return parts, stop


def _qualified_after(scan: Scan, at: int) -> Reads | None:
    """Such as "Settimana prossima", "lunedì scorso", "friday after next", "week before last"."""
    after = at + 1
    if after >= len(scan.tokens):
        return None
    if scan.says(after, "afternext"):
        found = _the_one(scan, at, 2)
    elif scan.says(after, "beforelast"):
        found = _the_one(scan, at, -2)
    elif scan.says(after, "after"):
        found = _following(scan, at, after)
    elif not scan.known.rules["qualifier_after"]:
        return None
    else:
        step = _step(scan, after)
        found = None if step is None or step[1] else _the_one(scan, at, step[0])
    return None if found is None or found[1] != after else (found[0], after + 1)


def _following(scan: Scan, at: int, after: int) -> Reads | None:
    """Such as "la settimana dopo", with nothing after it: the next one, seen from now or from what was told before."""
    last = after + 1 >= len(scan.tokens) and not scan.island.after.isalnum()
    if not last or not (scan.says(at, "unit") in ("week", "month", "year") or scan.says(at, "weekday") is not None):
        return None
    found = _the_one(scan, at, 1)
    return None if found is None else (tuple(part.but(certain=False) for part in found[0]), found[1])


def _the_one(scan: Scan, at: int, step: int, *, latest: bool = False) -> Reads | None:
    """The unit, weekday, month, season, holiday ... at a token, some steps from the present one."""
    if at >= len(scan.tokens):
        return None
    unit = scan.tokens[at].get("unit")
    if unit is not None:
        return (_unit(scan, unit, step, latest=latest),), at + 1
    if step == -1 and scan.says(at, "lastpod") and scan.says(at, "pod"):
        return (relative_day(scan, -1), named_pod(scan, scan.tokens[at].readings["pod"])), at + 1
    found = read_named(scan, at)
    if found is None and scan.says(at, "month"):
        dated = read_date(scan, at)
        found = dated if dated is not None and len(dated[0]) == 1 else None
    if found is None or len(found[0]) != 1:
        return None
    part = found[0][0]
    if part.kind == "pod":
        return _night(scan, found, step)
    if part.kind in ("day", "moment") or part.times is None:
        return None
    return ((part if step == 0 else stepped(scan, part, step)).but(weak=False),), found[1]


def _night(scan: Scan, found: Reads, step: int) -> Reads | None:
    """Such as "Questa sera", "la scorsa notte"; there is no "next evening"."""
    pod = found[0][0].but(weak=False)
    if step == 0:
        return (pod,), found[1]
    return ((relative_day(scan, -1), pod), found[1]) if step == -1 else None


def _unit(scan: Scan, unit: str, step: int, *, latest: bool) -> Part:
    part = cycle_part(unit, shift(scan.wall, unit, step))
    if latest and step < 0:
        return part.but(rolling=(scan.later(scan.wall, unit, step), scan.wall))
    return part


def stepped(scan: Scan, part: Part, step: int) -> Part:
    """The next or the last of what comes back, as one span.

    Where a language's "next" may skip the one that comes first ("lunedì prossimo" said on a Friday), the value is as
    the language's table has it and the other reading is told.
    """
    times = part.times
    today = floor(scan.wall, "day")
    if times is None:
        return part
    if step < 0:
        spans = times.backward(today)
        for _ in range(-step):
            span = next(spans)
        return part.but(times=Once(span))
    following = [span for span, _ in zip(times.forward(scan.wall), range(step + 2), strict=False)]
    skips = scan.known.rules["clock"]["next_skips"]
    if part.kind == "weekday" and skips:
        chosen = following[step]
        doubtful = following[step - 1] if following[step - 1][0] > today else None
    else:
        future = [span for span in following if span[0] > scan.wall]
        chosen = future[step - 1]
        soon = part.kind in ("weekday", "weekend") and step == 1 and chosen[0] < shift(floor(today, "week"), "week", 1)
        doubtful = future[step] if soon and len(future) > step else None
    others = () if doubtful is None else (doubtful,)
    return part.but(times=Once(chosen), certain=doubtful is None, others=others)
