"""Tells apart when something is now and when it is to be: "move tomorrow's meeting to 3 pm"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.lexicon import words_of
from metnos_cli.plan.sketch.kinds import argument_kinds
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.reading import Reading
    from metnos_cli.records import Lang, Slot

HOURS = frozenset({"hour", "minute"})
AT = {"it": " alle ", "en": " at "}
CLOCK = re.compile(r"\d+(am|pm)?|am|pm|[ap]|m|at|alle|le|all|ore|una|clock|o|noon|mezzogiorno|to|e|mezza|half|past")
"""Words of an hour that say no day."""
OF = frozenset({"di", "del", "dello", "dell", "della", "of"})
"""What joins a thing to the day it is on."""


def told_moves(found: Sequence[tuple[Slot, str]], reading: Reading, words: Lexicon) -> tuple[str, ...]:
    """When something is (empty when that is not said) and to when it is moved; empty where the times say neither.

    Args:
        found: The times of a clause with the word before each.
        reading: The clause.
        words: Its language.
    """
    if len(found) == 1:
        ((slot, before),) = found
        moment = str(as_argument(slot))
        if slot.fields.get("grain") in HOURS and all(CLOCK.fullmatch(word) for word in words_of(slot.text)):
            return ("", moment[moment.index("T") :][: len("T15:00")])  # an hour alone is one of the day it is on
        if words.is_cue("into", (before,)):
            return ("", moment)
        its_day = _day_of_it(slot, before, reading, words.lang)
        return () if its_day is None else (its_day, moment)
    if len(found) == 2:
        (first, _), (second, _) = found
        then = _same_day(first, second, reading, words.lang)
        return () if then is None else (str(as_argument(first)), then)
    return ()


def day_and_hour(found: Sequence[Slot], reading: Reading, lang: Lang) -> Any:
    """A day and an hour that other words part ("tomorrow's appointment at 5 pm"), read as if they stood together."""
    days = [slot for slot in found if slot.fields.get("grain") == "day"]
    hours = [slot for slot in found if slot.fields.get("grain") in HOURS]
    if len(found) != 2 or len(days) != 1 or len(hours) != 1:
        return None
    read = _one(f"{days[0].text} {hours[0].text}", reading, lang)
    return None if read is None else as_argument(read)


def is_half_moved(manifest: Manifest, args: Mapping[str, Any]) -> bool:
    """Whether a sentence taken whole tells what is to be changed, and to when it is moved was not looked for."""
    return manifest.verb == "change" and "to" in argument_kinds(manifest) and "to" not in args


def _same_day(days: Slot, hours: Slot, reading: Reading, lang: Lang) -> str | None:
    """The moment on the day that is spoken of, where only an hour follows; None when they do not read as one."""
    if days.fields.get("grain") != "day" or hours.fields.get("grain") not in HOURS:
        return None
    told = f"{days.text}{AT[lang]}{hours.text}" if hours.text[:1].isdigit() else f"{days.text} {hours.text}"
    read = _one(told, reading, lang)
    return None if read is None else str(as_argument(read))


def _day_of_it(slot: Slot, before: str, reading: Reading, lang: Lang) -> str | None:
    """The day alone of "la riunione di domani alle 15", whose hour is where it is moved to; None for other times."""
    day, at, _ = slot.text.partition(AT[lang])
    if not at or before not in OF:
        return None
    read = _one(day, reading, lang)
    return str(as_argument(read)) if read is not None and read.fields.get("grain") == "day" else None


def _one(text: str, reading: Reading, lang: Lang) -> Any:
    from metnos_cli.text.slots import find_slots

    read = find_slots(text, lang, reading.now)
    return read[0] if len(read) == 1 and read[0].dim == "time" and read[0].certain else None
