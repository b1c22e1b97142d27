"""Words of each language that decide what a fact is about, and what a question asks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.records import Lang


@dataclass(frozen=True, slots=True)
class FactWords:
    """The closed lists of one language."""

    articles: frozenset[str]
    """Articles and possessives: what starts with one names a thing."""
    negation: frozenset[str]
    """Words that turn a sentence round."""
    copulas: frozenset[str]
    """Forms of "to be" that give something its value now."""
    verbs: Mapping[str, str]
    """Form of a verb that gives one subject one value -> what it says of it."""
    first_person: frozenset[str]
    """Forms among them whose subject is the speaker."""
    properties: frozenset[str]
    """Nouns that have one value at a time, as they stand and as lemmas."""
    several: frozenset[str]
    """People of whom one may have several: their name is no contradiction of another's."""
    places: frozenset[str]
    """Prepositions before a place."""
    located: frozenset[str]
    """Participles that stand before a place ("parcheggiata in ...")."""
    dates: frozenset[str]
    """Names of days and months."""
    relative: frozenset[str]
    """Words that mean another day tomorrow than today."""
    openings: tuple[str, ...]
    """What a person says before a fact to be remembered; the longest first."""


@cache
def fact_words(lang: Lang) -> FactWords:
    """The lists of one language, parsed once."""
    import tomllib

    told: dict[str, Any] = tomllib.loads(resources.files(__name__).joinpath(f"{lang}.toml").read_text(encoding="utf-8"))

    def words(key: str) -> frozenset[str]:
        return frozenset(str(told[key]).split())

    return FactWords(
        articles=words("articles"),
        negation=words("negation"),
        copulas=words("copulas"),
        verbs={form: sense for sense, forms in told["verbs"].items() for form in str(forms).split()},
        first_person=words("first_person"),
        properties=words("properties"),
        several=words("several"),
        places=words("places"),
        located=words("located"),
        dates=words("dates"),
        relative=words("relative"),
        openings=tuple(sorted(told["openings"], key=len, reverse=True)),
    )
