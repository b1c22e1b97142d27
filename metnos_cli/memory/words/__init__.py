"""The closed word lists of each language by which two requests are compared: read once, from data."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from metnos_cli.memory.words.stem import fold, stem_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.records import Lang

Phrase = tuple[str, ...]
"""Words of a phrase, folded or as stems."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What the memory knows of one language."""

    lang: Lang
    """Which."""
    articles: frozenset[str]
    """Never carry meaning of their own."""
    conjunctions: frozenset[str]
    """Join values ("1 ora e 5 minuti")."""
    prepositions: Mapping[str, str]
    """Form -> base form ("nella" -> "in")."""
    function: frozenset[str]
    """Articles, conjunctions, prepositions, unstressed pronouns."""
    courtesy: frozenset[Phrase]
    """Phrases that may come and go."""
    polite: frozenset[Phrase]
    """Phrases before a command that leave it a command."""
    determiners: frozenset[str]
    """Possessives and demonstratives, as stems."""
    quantifiers: frozenset[str]
    """Words of amount and order, as stems: never neutral unless the same tool has shown so."""
    marks: Mapping[str, tuple[frozenset[str], frozenset[Phrase]]]
    """negation, exception, conditional, deferred, keep, past, feeling -> (words, phrases)."""
    questions: frozenset[str]
    """Words that open a question."""
    auxiliaries: frozenset[str]
    """Verbs that make a past with a participle."""
    introduces: frozenset[str]
    """Words after which free text stands."""
    time_prepositions: frozenset[str]
    """Words that lead a time of their own: free text that holds one has two readings."""
    irregular: Mapping[str, str]
    """Form -> base, where the stem cannot be told from the form."""
    classes: Mapping[str, int]
    """Stem -> class of words that may stand for one another."""
    phrases: Mapping[str, tuple[tuple[Phrase, Phrase], ...]]
    """First word -> (folded phrase, what it stands for), longest first."""
    antonyms: frozenset[tuple[str, str]]
    """Pairs of stems, both ways."""
    verbs: frozenset[str]
    """Stems of known verbs."""
    stems: dict[str, str] = field(default_factory=dict)
    """Cache of ``stem``."""

    def stem(self, word: str) -> str:
        """What a folded word has in common with its other forms."""
        found = self.stems.get(word)
        if found is None:
            found = self.stems[word] = self.irregular.get(word) or stem_of(word, self.lang)
        return found

    def concept(self, stem: str) -> str:
        """A stem, or the name of the class it may be exchanged in."""
        number = self.classes.get(stem)
        return stem if number is None else f"~{number}"

    def opposed(self, one: str, other: str) -> bool:
        """Whether two stems, or members of their classes, are opposites."""
        return (one, other) in self.antonyms or (self.concept(one), self.concept(other)) in self.antonyms


@cache
def lexicon(lang: Lang) -> Lexicon:
    """The lexicon of a language; parsed on first use (a few milliseconds)."""
    import tomllib

    told = tomllib.loads(resources.files(__name__).joinpath(f"{lang}.toml").read_text(encoding="utf-8"))
    irregular = {form: base for base, forms in told["irregular"].items() for form in forms.split()}
    prepositions = {form: base for base, forms in told["prepositions"].items() for form in forms.split()}
    articles, conjunctions = _words(told["articles"]), _words(told["conjunctions"])

    def stem(word: str) -> str:
        return irregular.get(word) or stem_of(word, lang)

    classes = _classes(told["synonyms"], stem)
    return Lexicon(
        lang=lang,
        articles=articles,
        conjunctions=conjunctions,
        prepositions=prepositions,
        function=articles | conjunctions | frozenset(prepositions) | _words(told["pronouns"]),
        courtesy=_phrases(told["courtesy"]),
        polite=_phrases(told["polite"]),
        determiners=frozenset(stem(word) for word in told["determiners"].split()),
        quantifiers=frozenset(stem(word) for word in told["quantifiers"].split()),
        marks=_marks(told),
        questions=_words(told["questions"]),
        auxiliaries=_words(told["auxiliaries"]),
        introduces=_words(told["introduces"]),
        time_prepositions=_words(told["time_prepositions"]),
        irregular=irregular,
        classes=classes,
        phrases=_rewrites(told["synonyms"]["phrases"]),
        antonyms=_antonyms(told["antonyms"]["pairs"], classes, stem),
        verbs=frozenset(stem(word) for word in told["synonyms"]["verbs"].split()),
    )


def _words(told: str) -> frozenset[str]:
    return frozenset(fold(word.replace("_", " ")) for word in told.split())


def _phrases(told: str) -> frozenset[Phrase]:
    return frozenset(tuple(fold(line).split()) for line in told.splitlines() if line.strip())


def _marks(told: Mapping[str, Any]) -> dict[str, tuple[frozenset[str], frozenset[Phrase]]]:
    none: frozenset[Phrase] = frozenset()
    return {
        "negation": (_words(told["negation"]), none),
        "exception": (_words(told["exceptions"]), _phrases(told["exception_phrases"])),
        "conditional": (_words(told["conditional"]), _phrases(told["conditional_phrases"])),
        "deferred": (_words(told["deferred"]), _phrases(told["deferred_phrases"])),
        "keep": (_words(told["keep_forms"]), none),
        "past": (_words(told["past"]), none),
        "feeling": (frozenset(), _phrases(told["feelings"])),
    }


def _classes(told: Mapping[str, str], stem: Any) -> dict[str, int]:
    """Each line of synonyms is a class; a word that two lines name keeps its first."""
    classes: dict[str, int] = {}
    for number, line in enumerate([*told["verbs"].splitlines(), *told["words"].splitlines()]):
        for word in line.split():
            classes.setdefault(stem(fold(word.replace("_", " "))), number)
    return classes


def _rewrites(told: str) -> dict[str, tuple[tuple[Phrase, Phrase], ...]]:
    found: dict[str, list[tuple[Phrase, Phrase]]] = {}
    for line in told.splitlines():
        if "=" in line:
            phrase, meaning = (tuple(fold(side).split()) for side in line.split("="))
            found.setdefault(phrase[0], []).append((phrase, meaning))
    return {first: tuple(sorted(some, key=lambda one: -len(one[0]))) for first, some in found.items()}


def _antonyms(told: str, classes: Mapping[str, int], stem: Any) -> frozenset[tuple[str, str]]:
    pairs: set[tuple[str, str]] = set()
    for line in told.splitlines():
        both = [stem(fold(word.replace("_", " "))) for word in line.split()]
        if len(both) == 2:
            one, other = both
            pairs |= {(one, other), (other, one)}
            named = [f"~{classes[word]}" if word in classes else word for word in both]
            pairs |= {(named[0], named[1]), (named[1], named[0])}
    return frozenset(pairs)
