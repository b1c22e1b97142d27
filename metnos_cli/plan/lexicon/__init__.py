"""The words of requests, as data: verbs, nouns and cues of both languages, read once from it.toml and en.toml."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.lexicon.forms import english_forms, italian_forms, without_clitics

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from metnos_cli.records import Lang

Phrase = tuple[str, ...]
DO = "do"
"""Class of verbs that leave all to what follows ("fai ...")."""
SAY = "say"
"""Class of verbs that only ask for an answer ("dimmi ..."): what is asked comes after."""

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class VerbForm:
    """What a word says when it is a verb."""

    classes: tuple[str, ...]
    """Verb classes it may ask for."""
    pronoun: str = ""
    """Attached pronoun of the thing meant (Italian), or empty."""
    infinitive: bool = False
    """Whether it is an infinitive."""


@dataclass(frozen=True, slots=True)
class Superlative:
    """Words that ask for the extreme of something."""

    key: str
    """size, modified, memory, cpu, name."""
    order: str
    """asc or desc."""
    words: Phrase
    """The words."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """One language."""

    lang: Lang
    """Which one."""
    verbs: Mapping[str, VerbForm]
    """Form -> what it says."""
    phrases: Mapping[Phrase, str]
    """Several words -> verb class."""
    cues: Mapping[str, frozenset[Phrase]]
    """Function words and set phrases by role: courtesy, connectors, negations ..."""
    objects: Mapping[str, str]
    """Noun -> object of an executor's name."""
    superlatives: tuple[Superlative, ...]
    """Longest first."""
    sort_keys: Mapping[Phrase, str]
    """Words -> what to order or group by."""
    kinds: Mapping[Phrase, tuple[str, ...]]
    """What people call files -> their extensions."""
    comparators: Mapping[Phrase, str]
    """Words before a quantity -> greater, at_least, less, at_most."""
    places: Mapping[str, str]
    """Name of a standard folder -> its path."""
    asking: frozenset[str]
    """Words of the phrases that only ask ("qual è", "which"): they tell nothing apart."""
    values: Mapping[Phrase, tuple[str, ...]]
    """Words -> names of the values that they ask for in an executor's choices."""
    numbers: Mapping[str, int]
    """Number word -> its value."""
    zones: Mapping[Phrase, str]
    """Name of a place -> its time zone."""
    object_pronouns: tuple[str, ...]
    """Pronouns of the thing meant that attach to a verb."""
    person_pronouns: tuple[str, ...]
    """Pronouns of a person that attach to a verb."""
    unaccented: Mapping[str, str]
    """Word typed without its accent -> the word: "piu" is "più", where it is no word of its own."""
    longest: int
    """Words of the longest phrase of any kind."""

    def verb(self, word: str) -> VerbForm | None:
        """What a word says when it is a verb, with attached pronouns taken off; None when it is no verb known."""
        known = self.verbs.get(word)
        if known is not None or not self.object_pronouns:
            return known
        for form, pronoun in without_clitics(word, self.object_pronouns, self.person_pronouns):
            known = self.verbs.get(form)
            if known is not None:
                return VerbForm(known.classes, pronoun, known.infinitive)
        return None

    def is_cue(self, role: str, words: Phrase) -> bool:
        """Whether these words have that role."""
        return words in self.cues.get(role, frozenset())

    def cue_at(self, role: str, words: list[str], place: int) -> int:
        """How many words of a cue stand at a place (the longest), 0 for none."""
        known = self.cues.get(role, frozenset())
        for count in range(min(self.longest, len(words) - place), 0, -1):
            if tuple(words[place : place + count]) in known:
                return count
        return 0

    def phrase_at(self, words: list[str], place: int) -> tuple[str, int]:
        """(verb class, words) of the longest phrase at a place; ("", 0) for none."""
        for count in range(min(self.longest, len(words) - place), 0, -1):
            known = self.phrases.get(tuple(words[place : place + count]))
            if known is not None:
                return known, count
        return "", 0


def words_of(text: str) -> list[str]:
    """Lower-case words of a text; apostrophes and hyphens separate ("c'è" is two)."""
    return _WORD.findall(text.lower())


def _superlatives(told: Iterable[Mapping[str, Any]]) -> list[Superlative]:
    return [Superlative(entry["key"], entry["order"], _phrase(text)) for entry in told for text in entry["words"]]


@cache
def lexicon(lang: Lang) -> Lexicon:
    """The words of one language, read once."""
    import tomllib

    told = tomllib.loads(resources.files(__name__).joinpath(f"{lang}.toml").read_text(encoding="utf-8"))
    phrases = {_phrase(text): verb for verb, texts in told["phrases"].items() for text in texts}
    cues = {role: frozenset(map(_phrase, texts)) for role, texts in told["words"].items()}
    superlatives = _superlatives(told["superlatives"])
    sort_keys = {_phrase(text): key for key, texts in told["sort_keys"].items() for text in texts}
    comparators = {_phrase(text): op for op, texts in told["comparators"].items() for text in texts}
    every = [
        *phrases,
        *_values(told["values"]),
        *(phrase for role in cues.values() for phrase in role),
        *sort_keys,
        *comparators,
    ]
    every += [entry.words for entry in superlatives]
    verbs = _verbs(told, lang)
    return Lexicon(
        lang=lang,
        verbs=verbs,
        phrases=phrases,
        cues=cues,
        objects={word: kind for kind, nouns in told["objects"].items() for word in nouns},
        superlatives=tuple(sorted(superlatives, key=lambda entry: -len(entry.words))),
        sort_keys=sort_keys,
        kinds={_phrase(noun): tuple(extensions) for noun, extensions in told["kinds"].items()},
        comparators=comparators,
        places=dict(told["places"]),
        asking=frozenset(
            word for phrase, verb in phrases.items() if verb == SAY or len(phrase) == 1 for word in phrase
        ),
        values=_values(told["values"]),
        numbers=dict(told["numbers"]),
        zones={_phrase(place): zone for place, zone in told["zones"].items()},
        object_pronouns=tuple(told["clitics"]["object"]),
        person_pronouns=tuple(told["clitics"]["person"]),
        unaccented=_unaccented({word for phrase in every if phrase not in sort_keys for word in phrase}, verbs),
        longest=max(map(len, every)),
    )


def _unaccented(known: set[str], verbs: Mapping[str, VerbForm]) -> dict[str, str]:
    """Forms without an accent of the words that have one, but for those that are words themselves ("è", "e").

    What things are ordered by is left out: "eta" may be the name of a column.
    """
    import unicodedata

    plain = {
        "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign)): word
        for word in known
        if not word.isascii()
    }
    return {form: word for form, word in plain.items() if form not in known and form not in verbs and len(form) > 2}


def _verbs(told: Mapping[str, Any], lang: Lang) -> dict[str, VerbForm]:
    """All forms of all verbs; a form of several verbs has all their classes, the first declared first."""
    forms: dict[str, list[str]] = {}
    infinitives: set[str] = set()
    generate = italian_forms if lang == "it" else english_forms
    for verb_class, verbs in told["verbs"].items():
        for verb in verbs:
            infinitives.add(verb)
            for form in (*generate(verb), *_extra(told, verb)):
                classes = forms.setdefault(form, [])
                if verb_class not in classes:
                    classes.append(verb_class)
    return {form: VerbForm(tuple(classes), "", form in infinitives) for form, classes in forms.items()}


def _values(told: Mapping[str, list[str]]) -> dict[Phrase, tuple[str, ...]]:
    """Words -> value names; words may ask for more than one ("più grande" is a maximum and a size)."""
    found: dict[Phrase, tuple[str, ...]] = {}
    for name, texts in told.items():
        for text in texts:
            found[_phrase(text)] = (*found.get(_phrase(text), ()), name)
    return found


def _extra(told: Mapping[str, Any], verb: str) -> Iterable[str]:
    return tuple(told.get("irregular", {}).get(verb, ()))


def _phrase(text: str) -> Phrase:
    """Words as the tokens of a request have them; ``<glob>`` stands for any pattern."""
    return tuple(word for part in text.split() for word in ([part] if part[0] == "<" else words_of(part)))
