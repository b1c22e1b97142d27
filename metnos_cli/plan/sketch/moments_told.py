"""Finds moments and repetitions that a reminder would lose, and hours that belong to a day that is told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.lexicon import words_of
from metnos_cli.plan.sketch.moving import CLOCK
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.records import Lang, Request

DAY: Mapping[Lang, str] = {
    "it": r"(?:luned[iì]|marted[iì]|mercoled[iì]|gioved[iì]|venerd[iì]|sabato|domenica)",
    "en": r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?",
}
_COUNT = r"(?:\d+|un|una|uno|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dodici|quindici|venti|trenta)"
_NUMBER = r"(?:\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|other|second)"
_UNIT = r"(?:or[ae]|minut[oi]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|mattin[ae]|ser[ae]|nott[ei]|pomerigg(?:io|i))"
_SPAN = r"(?:(?:half )?hours?|minutes?|days?|weeks?|months?|years?|mornings?|evenings?|nights?|afternoons?)"
LOST: Mapping[Lang, tuple[str, ...]] = {
    "it": (
        rf"\bogni (?:{_COUNT}\b|{_UNIT}\b|{DAY['it']})",
        rf"\btutt[ie] (?:i|gli|le) (?:{_COUNT} )?(?:{_UNIT}\b|{DAY['it']})",
        rf"\b{_COUNT} volt[ae] (?:a|al|alla|all|ogni|l)\b",
        r"\ba giorni alterni\b|\bogni (?:mezz|quarto)\b",
        r"\bun giorno s[iì] e un[o]? no\b",
        rf"\b(?:{_COUNT} )?(?:{_UNIT}|mezz ora|quarto d ora) (?:prima|dopo)\b",
        rf"\b(?:e|o|poi) (?:il |di |anche )*{DAY['it']}\b",
        r"^(?:e|o|poi)\b.*|.*\b(?:e|o|poi)$",
    ),
    "en": (
        rf"\b(?:every|each) (?:{_NUMBER} |couple )?(?:of )?(?:few )?(?:{_SPAN}\b|{DAY['en']})",
        rf"\bevery (?:{_NUMBER}|\d+(?:st|nd|rd|th)|weekdays?|weekend)\b|\b(?:hourly|nightly|on weekdays)\b",
        rf"\b(?:once|twice|{_NUMBER} times) (?:a|an|per|every|each) \w+",
        rf"\b{_SPAN} (?:before|after)\b",
        rf"\b(?:and|or|then) (?:on |also )*{DAY['en']}\b",
        r"^(?:and|or|then)\b.*|.*\b(?:and|or|then)$",
        rf"\bfrom {DAY['en']} (?:to|until|till|through) {DAY['en']}\b",
    ),
}
"""What tells a moment or a repetition where it is left among the words of a reminder."""
REPEATED: Mapping[Lang, tuple[str, ...]] = {"it": LOST["it"][:5], "en": LOST["en"][:3]}
"""Those of them that tell a repetition."""
RANGE: Mapping[Lang, str] = {
    "it": rf"\b(?:da|dal|dalla) {DAY['it']} (?:a|al|alla|fino a|fino al) {DAY['it']}\b",
    "en": rf"\bfrom {DAY['en']} (?:to|until|till|through) {DAY['en']}\b",
}
UNTIL: Mapping[Lang, str] = {"it": r"\b(?:fino|finch[eé]|sino)\b(?: \w+){0,2}", "en": r"\b(?:until|till)\b(?: \w+)?"}
NARROWED: Mapping[Lang, str] = {
    "it": rf"\b(?:ferial[ei]|festiv[oi]|lavorativ[oi]|per (?:{_COUNT} |i prossimi |le prossime )+{_UNIT})\b|\be \d+$",
    "en": rf"\b(?:weekdays?|weekends?|for (?:{_NUMBER} |the next )+{_SPAN})\b|\band \d+\w*$",
}
"""Beside a repetition: on which of its days, for how long, at which hour more."""
HOUR: Mapping[Lang, str] = {"it": r"\b(?:alle|all|dalle) \w+", "en": r"\bat (?:\d+\w*|noon|midnight)"}
SIDES: Mapping[Lang, frozenset[str]] = {"it": frozenset({"prima", "dopo"}), "en": frozenset({"before", "after"})}
FROM = frozenset({"dalle", "dall", "tra", "fra", "e", "from", "between", "and", "until"})
LIGHT = frozenset({"di", "del", "delle", "dell", "della", "dalle", "of", "the", "in", "poi"})


def untaken(args: Mapping[str, Any], request: Request, words: Lexicon) -> str:
    """Words of a reminder that tell a moment or a repetition which its arguments do not hold; empty for none.

    Args:
        args: Of the call.
        request: The request.
        words: Its language.
    """
    lang = words.lang
    text, whole = (" ".join(words_of(told)) for told in (str(args.get("text", "")), request.text))
    lost = next((found.group(0) for found in (re.search(one, text) for one in LOST[lang]) if found), "")
    lost = lost or _group(RANGE[lang], whole)
    if not lost and args.get("repeat"):
        lost = _group(UNTIL[lang], whole) or _group(HOUR[lang], text) or _group(NARROWED[lang], text)
    return lost


def comes_back(request: Request, lang: Lang) -> str:
    """Words that tell a repetition, outside quotations and times that were read; empty for none.

    Args:
        request: The request.
        lang: Its language.
    """
    text = request.text
    for slot in request.slots:
        if slot.dim in {"quoted", "time"}:
            text = text[: slot.start] + " " * (slot.end - slot.start) + text[slot.end :]
    whole = " ".join(words_of(text))
    return next((found.group(0) for found in (re.search(one, whole) for one in REPEATED[lang]) if found), "")


def open_hour(when: str, request: Request, lang: Lang) -> bool:
    """Whether an open stretch of time is hours before or after one of a day that is told.

    Args:
        when: A time argument.
        request: The request.
        lang: Its language.
    """
    if SIDES[lang].isdisjoint(words_of(request.text)):
        return False
    same = [slot for slot in request.slots if slot.dim == "time" and slot.certain and str(as_argument(slot)) == when]
    if not same:
        return True  # a day and an hour that stand apart
    known = SIDES[lang] | LIGHT
    return any(word not in known and not CLOCK.fullmatch(word) for slot in same for word in words_of(slot.text))


def after_hour_alone(when: str, request: Request, lang: Lang) -> bool:
    """Whether an open stretch of time is told by the hour alone after which it begins: those of today are meant.

    Args:
        when: A time argument.
        request: The request.
        lang: Its language.
    """
    return when.endswith("/..") and _alone(when, SIDES[lang] | LIGHT | FROM, request)


def before_hour_alone(when: str, request: Request, lang: Lang) -> bool:
    """Whether an open stretch of time is told by the hour alone before which it is: "prima delle 12", no "entro".

    Args:
        when: A time argument.
        request: The request.
        lang: Its language.
    """
    told = not SIDES[lang].isdisjoint(words_of(request.text))
    return told and when.startswith("../") and _alone(when, SIDES[lang] | LIGHT, request)


def _alone(when: str, known: frozenset[str], request: Request) -> bool:
    """Whether a time is told by an hour and these words."""
    same = [slot for slot in request.slots if slot.dim == "time" and slot.certain and str(as_argument(slot)) == when]
    told = [word for slot in same for word in words_of(slot.text)]
    return bool(told) and all(word in known or CLOCK.fullmatch(word) for word in told)


def only_hours(when: str, request: Request) -> bool:
    """Whether a stretch of hours is told by two of them alone: "from 3 to 5 pm".

    Args:
        when: A time argument.
        request: The request.
    """
    same = [slot for slot in request.slots if slot.dim == "time" and "/" in when and str(as_argument(slot)) == when]
    words = [word for slot in same for word in words_of(slot.text)]  # none: their day stands apart
    return all(word in FROM or CLOCK.fullmatch(word) for word in words)


def _group(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    return found.group(0) if found else ""
