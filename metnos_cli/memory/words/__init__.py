"""The closed word lists of each language by which two requests are compared: read once, from data."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from metnos_cli.memory.words.stem import fold, stem_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

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
    plural: frozenset[str]
    """Articles, alone or in a preposition, that tell several from one; English words tell it by their own ending."""
    pronouns: frozenset[str]
    """Unstressed pronouns: "trova a ME", "find ME": they say for whom, which is whoever asks."""
    function: frozenset[str]
    """Articles, conjunctions, prepositions, unstressed pronouns."""
    future: frozenset[Phrase]
    """What stands between a subject and a verb and says no more than that it will be ("going to")."""
    subjects: frozenset[str]
    """Subjects after which that is so."""
    implied: tuple[tuple[frozenset[str], frozenset[str]], ...]
    """(words, verbs as stems): beside one of the words the verbs say nothing more ("salta al PROSSIMO brano")."""
    silent: Mapping[str, tuple[Phrase, ...]]
    """First word -> phrases of courtesy, polite openings and the future, longest first."""
    determiners: frozenset[str]
    """Possessives and demonstratives, as stems."""
    quantifiers: frozenset[str]
    """Words of amount and order, as stems: never neutral unless the same tool has shown so."""
    pointing: frozenset[str]
    """Determiners and quantifiers."""
    universal: frozenset[str]
    """Words that say "all", as stems: before a definite plural they add nothing."""
    restricting: frozenset[str]
    """Words of amount that say no more than "and nothing else"."""
    telling_number: frozenset[str]
    """Words before a noun that are said of one, or of several: "ALL alarms", "EACH alarm"."""
    phrasal: frozenset[str]
    """Adverbs that make another verb of the verb before them ("drop OFF", "take OUT")."""
    persons: dict[str, str]
    """Form of "have" -> its person, where the forms of one verb tell it."""
    clitics: frozenset[str]
    """Pronouns that stand right before such a form."""
    speakers: frozenset[str]
    """Stressed pronouns of who asks: "photos of ME"."""
    dative: frozenset[str]
    """Prepositions after which they say for whom it is done."""
    marks: Mapping[str, tuple[frozenset[str], frozenset[Phrase]]]
    """negation, exception, conditional, deferred, keep, past, feeling -> (words, phrases)."""
    copulas: frozenset[str]
    """Forms of "be" and its future: one after the other they say it once."""
    dummies: frozenset[str]
    """Subjects without a meaning beside a copula ("it", "there")."""
    questions: frozenset[str]
    """Words that open a question."""
    auxiliaries: frozenset[str]
    """Verbs that make a past with a participle."""
    participle: re.Pattern[str]
    """What a word that may be one looks like."""
    introduces: frozenset[str]
    """Words after which free text stands."""
    clauses: frozenset[str]
    """Words that introduce an infinitive."""
    infinitive: re.Pattern[str]
    """What an infinitive looks like after one."""
    naming: frozenset[str]
    """Participles before a name ("chiamato"), which may be left out."""
    particles: Mapping[str, frozenset[str]]
    """Prepositions that are adverbs after these verbs, or with nothing after them ("turn on", "volume su")."""
    time_prepositions: frozenset[str]
    """Words that lead a time of their own: free text that holds one has two readings."""
    in_names: frozenset[str]
    """Small words that stand inside names ("Isole del Sud")."""
    directions: frozenset[str]
    """Prepositions that tell whence, whither or about what: one for another is another request."""
    edging: frozenset[Phrase]
    """Courtesy that is none between other words: "rispondi GRAZIE ad Anna"."""
    unheld: frozenset[str]
    """Words that no text guessed from its place holds: "nothing", "later", "instead"."""
    opens_places: frozenset[str]
    """Words that begin the name of a place and are none alone ("SAN Casciano")."""
    closes_places: frozenset[str]
    """Words that end one ("Silver LAKE")."""
    every: frozenset[str]
    """Words that make what follows come back."""
    measures: frozenset[str]
    """Units of time: "tre SETTIMANE", "next WEEK"."""
    units: frozenset[str]
    """Units of time, and parts of a day."""
    time_joints: frozenset[str]
    """Words of content that join two times ("starting", "fino")."""
    irregular: Mapping[str, str]
    """Form -> base, where the stem cannot be told from the form."""
    classes: Mapping[str, frozenset[int]]
    """Stem -> classes of words that may stand for one another; a word may be in several."""
    phrases: Mapping[str, tuple[tuple[Phrase, Phrase], ...]]
    """First stem -> (phrase as stems, the words it stands for), longest first."""
    wishes: dict[str, tuple[tuple[Phrase, Phrase], ...]]
    """First word -> (words that a request opens with, the words they stand for), longest first."""
    phrase_words: frozenset[str]
    """Stems of those phrases."""
    antonyms: frozenset[tuple[str | int, str | int]]
    """Pairs of stems, or of classes, both ways."""
    poles: frozenset[str]
    """Stems of words that have an opposite."""
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

    def keys(self, stem: str) -> tuple[str, ...]:
        """A stem and the names of its classes: what it is found by."""
        return (stem, *(f"~{number}" for number in sorted(self._classes_of(stem))))

    def same(self, one: str, other: str) -> bool:
        """Whether one stem may stand for another."""
        return one == other or not self._classes_of(one).isdisjoint(self._classes_of(other))

    def opposed(self, one: str, other: str) -> bool:
        """Whether two stems, or words that may stand for them, are opposites."""
        # A preposition that stands as an adverb ("turn on") is marked, and its opposite is not.
        one, other = one.removesuffix("+"), other.removesuffix("+")
        sides = ({one, *self._classes_of(one)}, {other, *self._classes_of(other)})
        return any((first, second) in self.antonyms for first in sides[0] for second in sides[1])

    def polar(self, stem: str) -> bool:
        """Whether a word has an opposite: what it adds is never nothing."""
        return stem.removesuffix("+") in self.poles

    def _classes_of(self, stem: str) -> frozenset[int]:
        return self.classes.get(stem, frozenset())


PLAIN = (
    "plural",
    "pronouns",
    "subjects",
    "copulas",
    "dummies",
    "questions",
    "auxiliaries",
    "introduces",
    "clauses",
    "naming",
    "time_prepositions",
    "in_names",
    "directions",
    "unheld",
    "opens_places",
    "closes_places",
    "every",
    "measures",
    "time_joints",
    "telling_number",
    "restricting",
    "clitics",
    "speakers",
    "dative",
    "phrasal",
)
"""Fields that are lists of folded words, taken as the file has them."""


@cache
def lexicon(lang: Lang) -> Lexicon:
    """The lexicon of a language; parsed on first use (a few milliseconds)."""
    told = _file(lang)
    plain: dict[str, Any] = {name: _words(told[name]) for name in PLAIN}
    irregular, prepositions = _forms(told["irregular"]), _forms(told["prepositions"])
    articles, conjunctions = _words(told["articles"]), _words(told["conjunctions"])
    stem = _stemmer(irregular, lang)
    wishes = _rewrites(told["synonyms"]["wishes"], str)
    classes, phrases = _classes(told["synonyms"], stem), _rewrites(told["synonyms"]["phrases"], stem)
    return Lexicon(
        lang=lang,
        articles=articles,
        conjunctions=conjunctions,
        prepositions=prepositions,
        function=articles.union(conjunctions, prepositions, _words(told["pronouns"])),
        future=_phrases(told["future"]),
        silent=_by_first(_phrases("\n".join(told[name] for name in ("courtesy", "polite", "future")))),
        edging=_phrases(told["edging"]),
        implied=tuple((_stems(one, stem), _stems(other, stem)) for one, other in told["implied"]),
        determiners=_stems(told["determiners"], stem),
        quantifiers=_stems(told["quantifiers"], stem),
        pointing=_stems(told["determiners"] + " " + told["quantifiers"], stem),
        universal=_stems(told["universal"], stem),
        marks=_marks(told),
        participle=re.compile(told["participle"]),
        infinitive=re.compile(told["infinitive"]),
        particles={word: _words(verbs) for word, verbs in told["particles"].items()},
        irregular=irregular,
        persons=_forms(told["persons"]),
        classes=classes,
        phrases=phrases,
        wishes=wishes,
        phrase_words=_words_in(phrases) | _words_in(wishes),
        antonyms=_antonyms(told["antonyms"]["pairs"], classes, stem),
        poles=frozenset(map(stem, _words(told["antonyms"]["pairs"]))),
        verbs=_stems(told["synonyms"]["verbs"], stem),
        units=_words(told["measures"] + " " + told["day_parts"]),
        **plain,
    )


def _file(lang: Lang) -> dict[str, Any]:
    import tomllib

    return tomllib.loads(resources.files(__name__).joinpath(f"{lang}.toml").read_text(encoding="utf-8"))


def _forms(told: Mapping[str, str]) -> dict[str, str]:
    """Form -> base, from base -> forms."""
    return {form: base for base, forms in told.items() for form in forms.split()}


def _words_in(phrases: Mapping[Any, Any]) -> frozenset[str]:
    """Every word of every phrase that may be rewritten."""
    return frozenset(word for some in phrases.values() for phrase, _ in some for word in phrase)


def _stemmer(irregular: Mapping[str, str], lang: Lang) -> Callable[[str], str]:
    return lambda word: irregular.get(word) or stem_of(word, lang)


def _stems(told: str, stem: Callable[[str], str]) -> frozenset[str]:
    return frozenset(stem(word) for word in told.split())


def _words(told: str) -> frozenset[str]:
    return frozenset(fold(word.replace("_", " ")) for word in told.split())


def _phrases(told: str) -> frozenset[Phrase]:
    return frozenset(tuple(fold(line).split()) for line in told.splitlines() if line.strip())


def _by_first(phrases: frozenset[Phrase]) -> dict[str, tuple[Phrase, ...]]:
    found: dict[str, list[Phrase]] = {}
    for phrase in phrases:
        found.setdefault(phrase[0], []).append(phrase)
    return {first: tuple(sorted(some, key=lambda one: (-len(one), one))) for first, some in found.items()}


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


def _classes(told: Mapping[str, str], stem: Callable[[str], str]) -> dict[str, frozenset[int]]:
    """Each line of synonyms is a class."""
    classes: dict[str, set[int]] = {}
    for number, line in enumerate([*told["verbs"].splitlines(), *told["words"].splitlines()]):
        for word in line.split():
            classes.setdefault(stem(fold(word.replace("_", " "))), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in classes.items()}


def _rewrites(told: str, stem: Callable[[str], str]) -> dict[str, tuple[tuple[Phrase, Phrase], ...]]:
    found: dict[str, list[tuple[Phrase, Phrase]]] = {}
    for line in told.splitlines():
        if "=" in line:
            phrase, meaning = (tuple(fold(side).split()) for side in line.split("="))
            phrase = tuple(map(stem, phrase))
            found.setdefault(phrase[0], []).append((phrase, meaning))
    return {first: tuple(sorted(some, key=lambda one: -len(one[0]))) for first, some in found.items()}


def _antonyms(
    told: str, classes: Mapping[str, frozenset[int]], stem: Callable[[str], str]
) -> frozenset[tuple[str | int, str | int]]:
    pairs: set[tuple[str | int, str | int]] = set()
    for line in told.splitlines():
        both = [stem(fold(word.replace("_", " "))) for word in line.split()]
        if len(both) != 2:
            continue
        sides: list[list[str | int]] = [[word, *classes.get(word, ())] for word in both]
        for one in sides[0]:
            for other in sides[1]:
                pairs |= {(one, other), (other, one)}
    return frozenset(pairs)
