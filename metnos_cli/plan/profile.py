"""What a manifest says about the requests it answers: its words, verbs and examples, weighed against a request."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from metnos_cli.plan.intent import is_function_word, objects_of
from metnos_cli.plan.lexicon import Lexicon, lexicon, words_of
from metnos_cli.plan.lexicon.forms import stem
from metnos_cli.plan.lexicon.tokens import tokens_of
from metnos_cli.plan.sketch.clauses import Clause, find_verb
from metnos_cli.plan.sketch.kinds import takes
from metnos_cli.records import LANGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from metnos_cli.executors.manifest import Example, Manifest
    from metnos_cli.records import Lang

OWN_VERB, KNOWN_VERB, SHOWN, OTHER_VERB = 3.0, 2.0, 0.5, -6.0
OWN_OBJECT, OTHER_OBJECT = 2.0, -1.0
COVERED = 2.0
"""All content words besides the verb being the executor's own."""
NAMED_CHOICE = 2.5
"""A clause that names one of the executor's choices, such as "duplicates"."""
EXAMPLE = 5.0
AFFINITY_AT_MOST = 3.5
PHRASE = 1.5
VALUE, FOREIGN_VALUE = 1.0, -3.0
NOT_IMPERATIVE: Mapping[str, tuple[str, ...]] = {"it": ("to", "ta", "ti", "te", "si", "se"), "en": ("ing", "ed")}
"""Endings of participles: "scritto" among a reader's words does not make it a writer."""
TELLING_CHOICES = frozenset({"duplicates", "hash", "sum", "mean", "min", "max"})
TELLING_DIMS = frozenset({"url", "path", "email", "glob", "phone-number"})
"""Values that say what a tool must be able to take."""

_VALUE = re.compile(r"\S*[/~@]\S*|\"[^\"]*\"|\d+")
_known: dict[tuple[str, str, str], Profile] = {}


@dataclass(frozen=True, slots=True)
class Profile:
    """One manifest in one language."""

    manifest: Manifest
    """Whose."""
    verbs: frozenset[str]
    """Verb classes it answers to, besides its own."""
    affinity: frozenset[str]
    """Stems of its affinity words."""
    phrases: frozenset[tuple[str, ...]]
    """Affinity of several words."""
    examples: tuple[frozenset[str], ...]
    """Content stems of each example, values left out."""
    described: frozenset[str]
    """Content stems of its description."""


def profile(manifest: Manifest, lang: Lang) -> Profile:
    """What a manifest says in one language (kept, since manifests do not change)."""
    key = (manifest.name, manifest.digest, lang)
    if key not in _known:
        _known[key] = _read(manifest, lexicon(lang))
    return _known[key]


def _read(manifest: Manifest, words: Lexicon) -> Profile:
    lang = words.lang
    affinity = manifest.affinity.get(lang, ())
    examples = [example for example in manifest.examples if example.lang == lang]
    return Profile(
        manifest=manifest,
        verbs=frozenset(_verbs(affinity, examples, words)) - {"say"},
        affinity=frozenset(stem(word.lower(), lang) for word in affinity if len(words_of(word)) == 1),
        phrases=frozenset(tuple(words_of(word)) for word in affinity if len(words_of(word)) > 1),
        examples=tuple(_content(_VALUE.sub(" ", example.text), words) for example in examples),
        described=_content(manifest.description.get(lang, ""), words),
    )


def _verbs(affinity: Iterable[str], examples: Iterable[Example], words: Lexicon) -> Iterable[str]:
    """Verb classes of the affinity words that are verbs, and of the verbs that open the examples."""
    for word in affinity:
        form = words.verb(word.lower())
        if form is not None and word not in words.objects and not word.endswith(NOT_IMPERATIVE[words.lang]):
            yield form.classes[0]
    for example in examples:
        clause = find_verb(tokens_of(_VALUE.sub(" ", example.text), ()), words)
        if all(is_function_word(token.text, words) for token in clause.tokens[: clause.verb_start]):
            yield from clause.verbs[:1]


def _content(text: str, words: Lexicon) -> frozenset[str]:
    return frozenset(stem(word, words.lang) for word in words_of(text) if not is_function_word(word, words))


def verb_classes(manifests: Iterable[Manifest]) -> frozenset[str]:
    """Every verb class that some executor answers to, by its name, its affinity or its examples."""
    found: set[str] = set()
    for manifest in manifests:
        found.add(manifest.verb)
        for lang in LANGS:
            found |= profile(manifest, lang).verbs
    return frozenset(found)


def rarity(profiles: Sequence[Profile]) -> Mapping[str, float]:
    """Weight of each stem: 1 for a word that one executor claims, less for one that many claim."""
    counts = Counter(
        word for one in profiles for word in one.affinity | frozenset().union(*one.examples) | one.described
    )
    total = len(profiles) or 1
    top = math.log(1 + total)
    return {word: math.log(1 + total / count) / top for word, count in counts.items()}


def score(clause: Clause, one: Profile, weights: Mapping[str, float], words: Lexicon) -> float:
    """How well an executor fits a clause; comparable between executors for the same clause only."""
    manifest = one.manifest
    objects = objects_of(clause, words)
    total = _verb_score(clause, one, objects)
    if manifest.object in objects:
        total += OWN_OBJECT if manifest.object == objects[0] else OWN_OBJECT / 2
    elif objects and manifest.object not in {"entries", "files", "dirs"}:
        total += OTHER_OBJECT
    total += NAMED_CHOICE * names_choice(clause, manifest, words)
    said = frozenset(
        stem(token.text, words.lang)
        for place, token in enumerate(clause.tokens)
        if token.is_word and not is_function_word(token.text, words) and not _is_verb(clause, place)
    )
    claimed = (said & one.affinity) - _unlike_verb(clause, one, words)
    total += min(AFFINITY_AT_MOST, sum(weights.get(word, 1.0) for word in claimed))
    total += PHRASE * sum(_holds(clause.words, phrase) for phrase in one.phrases)
    total += COVERED * _covered(clause, one, said, words)
    total += EXAMPLE * max((_likeness(said, example, weights) for example in one.examples), default=0.0)
    return total + _value_score(clause, manifest)


def _is_verb(clause: Clause, place: int) -> bool:
    """Whether a place belongs to a verb with a pronoun: "eliminali" is not the more like "eliminale" for it."""
    return bool(clause.pronoun) and clause.verb_start <= place < clause.verb_end


def names_choice(clause: Clause, manifest: Manifest, words: Lexicon) -> bool:
    """Whether the clause names a choice of an executor by words that mean nothing else."""
    choices = {
        choice for schema in manifest.args.get("properties", {}).values() for choice in schema.get("enum", ())
    } & TELLING_CHOICES
    texts = clause.words
    return bool(choices) and any(
        not choices.isdisjoint(words.values.get(tuple(texts[place : place + count]), ()))
        for place in range(len(texts))
        for count in (1, 2, 3)
        if clause.verb_end - clause.verb_start > 1 or not own_verb(clause, place)
    )


def own_verb(clause: Clause, place: int) -> bool:
    """Whether a place belongs to the clause's verb, if that asks for something."""
    return not clause.weak and clause.verb_start <= place < clause.verb_end


def has_phrase(clause: Clause, one: Profile) -> bool:
    """Whether the clause holds an affinity of several words."""
    return any(_holds(clause.words, phrase) for phrase in one.phrases)


def _verb_score(clause: Clause, one: Profile, objects: Sequence[str]) -> float:
    if not clause.verbs or clause.weak:
        return 0.0
    scores = [
        OWN_VERB if verb == one.manifest.verb else KNOWN_VERB if verb in one.verbs else 0.0 for verb in clause.verbs
    ]
    # The first class is the usual reading of the verb, the others possible ones.
    best = max((value - 0.5 * place for place, value in enumerate(scores) if value), default=0.0)
    if best:
        return best
    generic = not {"list", "find"}.isdisjoint(clause.verbs)
    shown = generic and one.manifest.effect == "read" and one.manifest.object in objects
    return SHOWN if shown else OTHER_VERB  # anything that is read can be shown


def _unlike_verb(clause: Clause, one: Profile, words: Lexicon) -> frozenset[str]:
    """The verb's stem where the affinity has another form of it: "take" is not "takes up"."""
    if not clause.verbs or clause.weak:
        return frozenset()
    verb = clause.tokens[clause.verb_start].text
    own = {word.lower() for word in one.manifest.affinity.get(words.lang, ())}
    return frozenset() if verb in own or clause.pronoun else frozenset({stem(verb, words.lang)})


def _besides_verb(clause: Clause, said: frozenset[str], words: Lexicon) -> frozenset[str]:
    """The content words apart from a verb of one word, which has a score of its own."""
    if clause.weak or clause.verb_end - clause.verb_start != 1:
        return said
    return said - {stem(clause.tokens[clause.verb_start].text, words.lang)}


def _covered(clause: Clause, one: Profile, said: frozenset[str], words: Lexicon) -> float:
    """Share of the content words besides the verb that the executor's own words hold."""
    content = _besides_verb(clause, said, words)
    known = one.affinity.union(one.described, *one.examples)
    return len(content & known) / len(content) if content else 0.0


def _value_score(clause: Clause, manifest: Manifest) -> float:
    total = 0.0
    for dim in {token.slot.dim for token in clause.tokens if token.slot is not None}:
        if dim in TELLING_DIMS:
            fits = takes(manifest, dim)
            if dim == "glob" and not fits and not manifest.takes_entries:
                total += FOREIGN_VALUE  # a pattern is never told in passing
            any_of = {"entries"} if dim in {"url", "phone-number"} else {"entries", "files", "dirs"}
            works_on_any = manifest.takes_entries and manifest.object in any_of
            total += VALUE if fits else (0.0 if works_on_any else FOREIGN_VALUE)
    return total


def _likeness(said: frozenset[str], example: frozenset[str], weights: Mapping[str, float]) -> float:
    """Weighed overlap (Dice) of two sets of stems."""
    if not said or not example:
        return 0.0
    shared = sum(weights.get(word, 1.0) for word in said & example)
    return 2 * shared / (sum(weights.get(word, 1.0) for word in said) + sum(weights.get(word, 1.0) for word in example))


def _holds(words: list[str], phrase: tuple[str, ...]) -> bool:
    return any(tuple(words[place : place + len(phrase)]) == phrase for place in range(len(words)))
