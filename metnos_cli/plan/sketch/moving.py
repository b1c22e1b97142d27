"""Tells apart when something is now and when it is to be: "move tomorrow's meeting to 3 pm"."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.lexicon import words_of
from metnos_cli.plan.sketch.kinds import argument_kinds
from metnos_cli.plan.sketch.told_words import TODAY
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.reading import Reading
    from metnos_cli.records import Lang, Slot

HOURS = frozenset({"hour", "minute"})
AT = {"it": " alle ", "en": " at "}
CLOCK = re.compile(
    r"\d+(am|pm)?|am|pm|[ap]|m|at|alle|le|all|ore|una|clock|o|noon|mezzogiorno|to|e|mezza|half|past"
    r"|un|quarto|meno|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici"
    r"|diciassette|diciotto|diciannove|(?:venti|trenta|quaranta|cinquanta)(?:cinque)?|a|quarter|one|two|three|four|five"
    r"|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty"
)
"""Words of an hour that say no day."""
OF = frozenset({"di", "del", "dello", "dell", "della", "of"})
"""What joins a thing to the day it is on."""
LEADS_NEW = frozenset({"a", "ad", "al", "allo", "alla", "all", "alle", "to"})
"""Words before the time to which something is moved, wherever it stands: "sposta A lunedì la cena di sabato"."""
LEADS_OLD = OF | {"delle", "da", "dal", "dalla", "dalle", "dall", "from"}
"""Words before the time at which something is now."""
LENGTHENS = ("allung", "accorc", "prolung", "extend", "shorten", "lengthen")
"""How verbs begin that give a thing another end."""
POSSESSIVE = "s"
"""What is left of "'s" after it: "Saturday's dinner"."""
Told = tuple["Slot", str, str]
"""A time with the word before it and the word after it."""
UNCLEAR = ("", "")
"""What two times tell of which nobody knows which is the new one."""


def told_moves(found: Sequence[Told], reading: Reading, words: Lexicon) -> tuple[str, ...]:
    """When something is (empty when that is not said) and to when it is moved.

    Args:
        found: The times of a clause, each with the words around it.
        reading: The clause.
        words: Its language.

    Returns:
        Both; ``UNCLEAR`` where they are two of which nobody knows which is which, nothing where they say neither.
    """
    verbs = reading.clause.verbs
    if len(found) == 1 and ("move" in verbs or ("edit" in verbs and leads_new(*found[0][:2], words))):
        ((slot, before, after),) = found
        moment = str(as_argument(slot))
        if "move" not in verbs and reading.clause.words[reading.clause.verb_start].startswith(LENGTHENS):
            return UNCLEAR  # "extend the meeting to 3 pm": its end
        if after == POSSESSIVE and leads_new(slot, before, words):
            return _hour_of(slot, moment)
        if _only_hour(slot):
            return ("", moment[moment.index("T") :][: len("T15:00")])  # an hour alone is one of the day it is on
        if words.is_cue("into", (before,)):
            return ("", moment)
        if from_to(slot, before, words):
            return _ends(moment)
        its_day = _day_of_it(slot, before, reading, words.lang)
        return () if its_day is None else (its_day, moment)
    if len(found) == 2:
        return _old_and_new(found[0], found[1], reading, words.lang)
    return ()


def _hour_of(slot: Slot, moment: str) -> tuple[str, ...]:
    """The day and the moment of "to 3 pm tomorrow's meeting": the day tells which one, the hour is new."""
    if slot.fields.get("grain") not in HOURS or "/" in moment:
        return UNCLEAR
    day = datetime.fromisoformat(moment).replace(hour=0, minute=0, second=0)
    return (f"{day.isoformat()}/{(day + timedelta(days=1)).isoformat()}", moment)


def _old_and_new(first: Told, second: Told, reading: Reading, lang: Lang) -> tuple[str, ...]:
    """Two times by the words that lead to them; those of "la cena di sabato a lunedì" stand in the usual order."""
    if _leads(first, LEADS_NEW):
        if not _leads(second, LEADS_OLD) and second[2] != POSSESSIVE:
            return UNCLEAR  # "sposta a lunedì la cena alle 20"
        first, second = second, first
    elif _leads(second, LEADS_OLD) and not _only_hour(second[0]):
        return UNCLEAR
    elif "move" not in reading.clause.verbs:
        return ()
    else:
        then = _same_day(first[0], second[0], reading, lang)
        ends = () if then is None else _ends(then)  # "of Friday at 10 am to Monday at 11 am"
        return () if then is None else ends or (str(as_argument(first[0])), then)
    old, new = str(as_argument(first[0])), str(as_argument(second[0]))
    if not _only_hour(second[0]):
        return (old, new)
    then = _same_day(first[0], second[0], reading, lang)
    return UNCLEAR if then is None else (old, then)


def _leads(told: Told, leading: frozenset[str]) -> bool:
    """Whether a time has one of these words before it, or as its own first word ("alle 20")."""
    slot, before, _ = told
    return before in leading or not leading.isdisjoint(words_of(slot.text)[:1])


def leads_new(slot: Slot, before: str, words: Lexicon) -> bool:
    """Whether something is moved to a time, by the word before it or its own first: "alle 20"."""
    return words.is_cue("into", (before,)) or not LEADS_NEW.isdisjoint(words_of(slot.text)[:1])


def from_to(slot: Slot, before: str, words: Lexicon) -> bool:
    """Whether two days that read as a stretch are an old one and a new one: "la cena di sabato a lunedì".

    "Sposta le ferie dal 10 al 17" may as well tell all the days they are to have.
    """
    ends = _ends(str(as_argument(slot)))
    told = words_of(slot.text)
    named = any(word in TODAY or words.is_cue("weekdays", (word,)) for word in told)
    return bool(ends) and (before in OF or (named and told[0] in {"da", "from"}))


def _ends(span: str) -> tuple[str, ...]:
    """The first and the last time of a stretch that goes from one day to another; nothing for any other."""
    first, slash, last = span.partition("/")
    if not slash or ".." in (first, last):
        return ()
    start, end = datetime.fromisoformat(first), datetime.fromisoformat(last)
    if start.time() == end.time() == time.min:
        day = timedelta(days=1)
        return (
            (f"{first}/{(start + day).isoformat()}", f"{(end - day).isoformat()}/{last}") if end - start > day else ()
        )
    return (first, last) if start.date() != end.date() and time.min not in (start.time(), end.time()) else ()


def _only_hour(slot: Slot) -> bool:
    """Whether a time is an hour without a day."""
    return slot.fields.get("grain") in HOURS and all(CLOCK.fullmatch(word) for word in words_of(slot.text))


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
