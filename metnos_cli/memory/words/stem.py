"""Brings the forms of a word together by their endings, without a dictionary."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from metnos_cli.records import Lang

_SHORT = 3
"""Words up to this length keep their endings: too little would be left."""


def fold(word: str) -> str:
    """Case and apostrophes made one."""
    return word.casefold().replace("’", "'").strip()


def stem_of(word: str, lang: Lang) -> str:
    """What is left of a folded word when its ending goes.

    Italian: unstressed pronouns after a verb, the endings of infinitives, final vowels ("sveglia" and "sveglie",
    "annuncia" and "annunciare", "mostrami" and "mostrare"); participles keep apart from their verbs ("spento",
    "spegni"), since a state is no command. English words stay as they are: their one ending of nouns is the plural,
    and "the timer" is not "the timers" where no article agrees with it.
    """
    if len(word) <= _SHORT or not word.isalpha():
        return word
    return _italian(word) if lang == "it" else word


@cache
def _clitics() -> re.Pattern[str]:
    return re.compile(r"(.{3,}(?:[ae]|[dvcg]i))(?:mi|ci|melo|mela|meli|mele|glielo|gliela|lo|la|li|le)$")


@cache
def _infinitive() -> re.Pattern[str]:
    return re.compile(r"(.{2,}?)(?:[aei]r(?:e|mi|ti|ci|si|vi|lo|la|li|le|gli|glielo|gliela|melo|mela))$")


def _italian(word: str) -> str:
    verb = _infinitive().match(word)
    if verb:
        word = verb[1]
    else:
        clitic = _clitics().match(word)
        if clitic and word.endswith(("mi", "ci")):
            word = clitic[1]
    bare = word.rstrip("aeiouàèéìòù")
    if len(bare) < 2:
        return word
    if bare.endswith(("ch", "gh")):
        bare = bare[:-1]
    return bare


def root_of(stem: str, lang: Lang) -> str:
    """What values are known by: of English stems, without the plural or "-ing" ("storms", "raining").

    A value is copied as it is typed, so its form is never lost: that the word is known is all that counts.
    """
    if lang != "en" or len(stem) <= _SHORT or not stem.isalpha():
        return stem
    if stem.endswith("ies") and len(stem) > _SHORT + 1:
        return stem[:-3] + "y"
    if stem.endswith(("ses", "xes", "zes", "ches", "shes")):
        return stem[:-2]
    if stem.endswith("s") and not stem.endswith(("ss", "us", "is")):
        return stem[:-1]
    if stem.endswith("ing") and len(stem) > _SHORT + 2:
        bare = stem[:-3]
        doubled = len(bare) > _SHORT and bare[-1] == bare[-2] and bare[-1] not in "lsz"
        return bare[:-1] if doubled else bare
    return stem


FORMS = (
    ("o", "i"),
    ("a", "e"),
    ("e", "i"),
    ("io", "i"),
    ("ia", "ie"),
    ("co", "chi"),
    ("go", "ghi"),
    ("ca", "che"),
    ("ga", "ghe"),
)
"""Endings of one Italian noun, singular and plural (Serianni, Grammatica italiana, III)."""


def inflects(one: str, other: str, lang: Lang) -> bool:
    """Whether two folded words may be the singular and the plural of one noun.

    "Luce" and "luci" are, "nonno" and "nonna", "porta" and "porto", "Lecce" and "Lecco" are not. In English only the
    plural is told apart by its ending.
    """
    if one == other:
        return True
    if lang == "en":
        return root_of(one, lang) == root_of(other, lang)
    return any(_differ(one, other, *pair) or _differ(other, one, *pair) for pair in FORMS)


def _differ(one: str, other: str, singular: str, plural: str) -> bool:
    if not (one.endswith(singular) and other.endswith(plural)):
        return False
    return one[: -len(singular)] == other[: -len(plural)]
