"""Reads how a thing comes back and when it begins: "ogni lunedì alle 9", "every evening at 8", "il 15 di ogni mese"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from metnos_cli.plan.lexicon import words_of
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.lexicon.tokens import Token
    from metnos_cli.records import Lang, Request, Slot

MONTHLY = "monthly"
REPEATS = frozenset({"daily", "weekly", MONTHLY, "yearly"})
"""Choices by which something comes back."""
DAY_LENGTH = 60
"""Characters within which "the first of the month" stands."""
EVERY = frozenset({"ogni", "every", "each"})
UNITS = frozenset({"giorno", "settimana", "mese", "anno", "day", "week", "month", "year"})
"""After "every": the words that name no day and no part of one."""
TOMORROW: Mapping[Lang, str] = {"it": "domani ", "en": "tomorrow "}
"""Makes a time of a part of a day: "sera alle 8" is one only of some day."""
OF_THE_MONTH: Mapping[Lang, str] = {"it": " del mese", "en": " of the month"}
OF = frozenset({"di", "of"})
REPEATING = (
    *(("che", "si", "ripete"), ("si", "ripete"), ("da", "ripetere"), ("ripetuto",), ("ripetuta",)),
    *(("it", "repeats"), ("that", "repeats"), ("which", "repeats"), ("repeating",), ("repeated",)),
)
"""Words before a repetition that say no more than it does, the longest first."""
A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Recurrence:
    """How something comes back."""

    repeat: str
    """The choice."""
    when: str
    """Its first time as an argument takes it; empty where none is told, or none for sure."""
    first: int
    """Place of the first token that says so."""
    stop: int
    """One past the last."""


def find_recurrence(request: Request, tokens: Sequence[Token], words: Lexicon) -> Recurrence | None:
    """The first recurrence that is told, with its first time.

    Args:
        request: What was asked.
        tokens: Its tokens, or what is left of them.
        words: Its language.
    """
    for place, token in enumerate(tokens):
        for count in (3, 2, 1):
            phrase = tuple(one.text for one in tokens[place : place + count])
            repeat = next((value for value in words.values.get(phrase, ()) if value in REPEATS), "")
            if repeat and len(phrase) == count:
                found = _with_time(request, tokens, Recurrence(repeat, "", place, place + count), words.lang)
                return replace(found, first=said_to_repeat(tokens, found.first))
        if token.text in EVERY and place + 1 < len(tokens):
            start = tokens[place + 1].start
            slot = _read(request.text[start : start + DAY_LENGTH], request, words.lang)
            if slot is not None and slot.text.endswith(OF_THE_MONTH[words.lang].rpartition(" ")[2]):
                stop = _past(tokens, tokens[place + 1].start + slot.end)
                return Recurrence(MONTHLY, str(as_argument(slot)), place, stop)  # "ogni primo del mese"
    return None


def said_to_repeat(tokens: Sequence[Token], first: int) -> int:
    """Place of the first word that only says that something comes back: "SI RIPETE ogni anno".

    Args:
        tokens: Of a request or a clause.
        first: Where the repetition itself stands; the answer for one that nothing of the kind leads to.
    """
    for said in REPEATING:
        start = first - len(said)
        if start >= 0 and tuple(token.text for token in tokens[start:first]) == said:
            return start
    return first


def _with_time(request: Request, tokens: Sequence[Token], found: Recurrence, lang: Lang) -> Recurrence:
    """A recurrence with the time that stands right beside it, if there is one."""
    named = tokens[found.first].text in EVERY and tokens[found.stop - 1].text not in UNITS
    start = tokens[found.first + 1].start if named else tokens[found.stop].start if found.stop < len(tokens) else -1
    if start < 0 and found.repeat != MONTHLY:
        return found
    day = found.first - 2
    if found.repeat == MONTHLY and day >= 0 and tokens[day + 1].text in OF:
        told = request.text[tokens[day].start : tokens[day].end] + OF_THE_MONTH[lang]
        slot = _read(told, request, lang)
        if slot is not None and slot.end == len(told):  # "il 15 di ogni mese"
            first = day - 1 if day and words_of(tokens[day - 1].text)[:1] in (["il"], ["the"]) else day
            first -= bool(first and tokens[first - 1].text == "on")  # "on the 15th of every month"
            return Recurrence(MONTHLY, str(as_argument(slot)), first, found.stop)
    if start < 0:
        return found
    slot = _read(request.text[start:], request, lang)
    if slot is not None:
        return Recurrence(found.repeat, str(as_argument(slot)), found.first, _past(tokens, start + slot.end))
    lead = TOMORROW[lang]
    slot = _read(lead + request.text[start:], request, lang) if named else None
    if slot is None or "T" not in str(as_argument(slot)) or "/" in str(as_argument(slot)):
        return found
    moment = datetime.fromisoformat(str(as_argument(slot))).astimezone(request.now.tzinfo)
    moment -= A_DAY  # today's may be to come yet
    return Recurrence(found.repeat, moment.isoformat(), found.first, _past(tokens, start + slot.end - len(lead)))


def _read(text: str, request: Request, lang: Lang) -> Slot | None:
    """The time that opens a text, if it is sure and a moment or a day."""
    from metnos_cli.text.slots import find_slots

    read = find_slots(text, lang, request.now)[:1]
    sure = [slot for slot in read if slot.dim == "time" and slot.certain and not text[: slot.start].strip()]
    return sure[0] if sure and sure[0].fields.get("kind") == "point" else None


def _past(tokens: Sequence[Token], end: int) -> int:
    """Place of the first token that starts at an offset of the request or after it."""
    return next((place for place, token in enumerate(tokens) if token.start >= end), len(tokens))
