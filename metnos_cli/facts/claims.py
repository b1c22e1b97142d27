"""Reads what a fact claims, and tells whether a newer one contradicts an older one: words only, no model, no cosine."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from metnos_cli.facts.words import fact_words
from metnos_cli.text.canonical import lemmas
from metnos_cli.text.content import content_lemmas
from metnos_cli.text.normalise import normal_form

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.facts.words import FactWords
    from metnos_cli.records import Lang

Kind = Literal["property", "figure", "place", "other"]


@dataclass(frozen=True, slots=True)
class Claim:
    """What a fact says, as far as its words tell."""

    topic: str
    """The thing and what is said of it, such as ``is codice cancello``; empty: it does not give one thing one value."""
    kind: Kind
    """Whether that thing has one value by nature (a code, a birthday), or the value is a figure or a place."""
    frame: tuple[str, ...]
    """For a figure, the value's words that are none: "alle" of "alle 10"."""
    value: frozenset[str]
    """Content words of the value."""
    said: str
    """All content words, sorted, negation left out."""
    negated: bool
    """Whether it says that something is not so."""


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"[^\W_]+")


def without_opening(text: str, lang: Lang) -> str:
    """The fact alone: "ricordati che il codice è 4711" is "il codice è 4711"."""
    told = " ".join(text.split())
    for opening in fact_words(lang).openings:
        rest = told[len(opening) :]
        if told.lower().startswith(opening) and (not rest or rest[0].isspace()):
            # The longest opening has matched: with nothing behind it, there is no fact to tell apart.
            return rest.strip() or told
    return told


def changes_with_time(text: str, lang: Lang) -> bool:
    """Whether a word of it means another day tomorrow than today ("domani", "lunedì")."""
    return not fact_words(lang).relative.isdisjoint(_word().findall(text.lower()))


def claim(text: str, lang: Lang) -> Claim:
    """What a fact claims."""
    known = fact_words(lang)
    words = _word().findall(normal_form(text).lower())
    negated = not known.negation.isdisjoint(words)
    said = " ".join(sorted(content_lemmas(" ".join(word for word in words if word not in known.negation), lang)))
    place = next((at for at, word in enumerate(words) if _says(word, at, known)), None)
    if place is None or negated:
        return Claim("", "other", (), frozenset(), said, negated)
    return _about(words, place, lang, said)


def _about(words: list[str], place: int, lang: Lang, said: str) -> Claim:
    """The claim of a sentence that says something of something at ``place``."""
    known = fact_words(lang)
    subject, value, verb = words[:place], words[place + 1 :], words[place]
    if verb in known.copulas:
        if _names_a_property(value, known) and not _names_a_thing(subject, known):
            subject, value = value, subject
        sense = "is"
    else:
        sense = known.verbs[verb]
    of = sorted(_thing(subject, lang))
    if not of and verb in known.first_person:
        of = ["*"]
    kind, frame = _kind(subject, value, sense, known)
    topic = f"{sense} {' '.join(of)}" if of and value and kind != "other" else ""
    return Claim(topic, kind, frame, frozenset(content_lemmas(" ".join(value), lang)), said, negated=False)


def contradicts(new: Claim, old: Claim) -> bool:
    """Whether both cannot be true, the newer one being right.

    The same words with and without a negation contradict each other; so do two values of one thing, when the thing
    has one value by nature (the code of the gate), or both values are of the kind of which a thing has one at a time:
    a place, or a figure said in the same way. Anything else is kept beside: to forget wrongly is worse than to know
    two things. A newer fact that only says less than the older one replaces nothing.
    """
    if new.said == old.said and new.negated != old.negated:
        return True
    if not new.topic or new.topic != old.topic or new.value == old.value or new.value < old.value:
        return False
    if "property" in (new.kind, old.kind):
        return True
    return new.kind == old.kind and new.frame == old.frame


def _says(word: str, at: int, known: FactWords) -> bool:
    return (word in known.copulas and at > 0) or (word in known.verbs and (at > 0 or word in known.first_person))


def _names_a_thing(words: Sequence[str], known: FactWords) -> bool:
    return bool(words) and (words[0] in known.articles or _names_a_property(words, known))


def _names_a_property(words: Sequence[str], known: FactWords) -> bool:
    return bool(words) and words[0] in known.articles and not known.properties.isdisjoint(words)


def _thing(words: Sequence[str], lang: Lang) -> set[str]:
    """What identifies the subject: its content words, and whose it is ("il mio medico" is not "il medico di Anna")."""
    possessives = _possessives(lang)
    whose = {f"{lemma}+" for word, lemma in _pairs(words, lang) if word in possessives}
    return {*content_lemmas(" ".join(words), lang), *whose}


def _pairs(words: Sequence[str], lang: Lang) -> list[tuple[str, str]]:
    return [(word, lemmas(word, lang)[0]) for word in words]


@cache
def _possessives(lang: Lang) -> frozenset[str]:
    """Articles that say whose; the plain ones have one or two letters or stand here."""
    plain = {"the", "gli", "una", "uno", "an"}
    return frozenset(word for word in fact_words(lang).articles if len(word) > 2 and word not in plain)


def _kind(subject: Sequence[str], value: Sequence[str], sense: str, known: FactWords) -> tuple[Kind, tuple[str, ...]]:
    """What sort of value a subject is given."""
    if sense == "call" or sense == "chiamare":
        return ("other" if not known.several.isdisjoint(subject) else "property"), ()
    if sense != "is" or not known.properties.isdisjoint(subject):
        return "property", ()
    figures = [word for word in value if word in known.dates or any(letter.isdigit() for letter in word)]
    if figures:
        return "figure", tuple(word for word in value if word not in figures)
    where = value[1:] if value and value[0] in known.located else value
    if where and where[0] in known.places:
        return "place", ()
    return "other", ()
