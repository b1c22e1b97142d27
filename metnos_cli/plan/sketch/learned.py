"""Learns from a manifest's examples how its arguments are said: words for choices, prepositions before paths."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.intent import is_function_word
from metnos_cli.plan.lexicon import Lexicon, words_of
from metnos_cli.plan.lexicon.forms import stem
from metnos_cli.plan.sketch.kinds import argument_kinds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.executors.manifest import Example, Manifest

ABSENT = None
NAMED, WORD, VERB, STEM = 2.0, 1.0, 0.8, 0.4
UNSET = "no_"
"""Before a flag's name, in the lexicon: the words that ask for its being false."""
"""Votes for a choice: the lexicon's words for its name, a word or a verb of its examples, a word with the same stem."""
ENOUGH = 0.75
GENERIC = frozenset({"find", "list", "get", "create", "say"})
"""Verbs that say nothing of a choice."""
CHOSEN = frozenset({"enum", "flag"})
LITERAL = frozenset({"path", "url", "email", "person", "text", "glob"})

_known: dict[tuple[str, str, str], Learned] = {}


@dataclass(frozen=True, slots=True)
class Learned:
    """What the examples of one manifest teach in one language."""

    words: Mapping[str, Mapping[str, Mapping[Any, float]]]
    """Argument -> word -> share of each value (None: left out) among the examples with that word."""
    stems: Mapping[str, Mapping[str, Mapping[Any, float]]]
    """The same by stem."""
    before: Mapping[str, Mapping[str, int]]
    """Argument -> word before its literal value -> how often; empty: the value opens the text."""
    wrapped: frozenset[str]
    """Arguments whose value is a word of the text between stars ("*bolletta*")."""
    vocabulary: frozenset[str]
    """Stems of all words of examples, affinity and description."""


def learned(manifest: Manifest, words: Lexicon) -> Learned:
    """What a manifest's examples teach (kept, since manifests do not change)."""
    key = (manifest.name, manifest.digest, words.lang)
    if key not in _known:
        _known[key] = _learn(manifest, words)
    return _known[key]


def _learn(manifest: Manifest, words: Lexicon) -> Learned:
    examples = [example for example in manifest.examples if example.lang == words.lang]
    kinds = argument_kinds(manifest)
    chosen = [name for name, kind in kinds.items() if kind in CHOSEN]
    literal = [name for name, kind in kinds.items() if kind in LITERAL]
    told = [
        *(_without_values(example) for example in examples),
        *manifest.affinity.get(words.lang, ()),
        manifest.description.get(words.lang, ""),
    ]
    return Learned(
        words={name: _shares(name, examples, lambda word: word) for name in chosen},
        stems={name: _shares(name, examples, lambda word: stem(word, words.lang)) for name in chosen},
        before={name: Counter(_before(name, examples)) for name in literal},
        wrapped=frozenset(name for name in literal if any(_is_wrapped(name, example) for example in examples)),
        vocabulary=frozenset(stem(word, words.lang) for text in told for word in words_of(text)),
    )


def _shares(name: str, examples: Sequence[Example], fold: Any) -> dict[str, dict[Any, float]]:
    counts: dict[str, Counter[Any]] = defaultdict(Counter)
    for example in examples:
        value = example.args.get(name, ABSENT)
        for word in {fold(word) for word in words_of(_without_values(example))}:
            counts[word][value] += 1
    return {
        word: {value: count / sum(by_value.values()) for value, count in by_value.items()}
        for word, by_value in counts.items()
    }


def _without_values(example: Example) -> str:
    """The example's text without its literal values, whose words say nothing about choices."""
    text = example.text
    for value in example.args.values():
        if isinstance(value, str) and len(value) > 2:
            text = text.replace(value, " ").replace(value.strip("*"), " ")
    return text


def _before(name: str, examples: Sequence[Example]) -> list[str]:
    """The word before the literal value of an argument, in each example that has one."""
    found = []
    for example in examples:
        value = example.args.get(name)
        place = example.text.find(value) if isinstance(value, str) and value else -1
        if place >= 0:
            found.append((words_of(example.text[:place]) or [""])[-1])
    return found


def _is_wrapped(name: str, example: Example) -> bool:
    value = example.args.get(name)
    found = re.fullmatch(r"\*([^*]+)\*", value) if isinstance(value, str) else None
    return found is not None and found[1] in example.text


def choose(manifest: Manifest, name: str, said: Sequence[str], words: Lexicon) -> Any:
    """The value of a choice (enum or flag) that the words ask for, or None when they ask for none."""
    return decide(manifest, name, said, words)[0]


def decide(manifest: Manifest, name: str, said: Sequence[str], words: Lexicon) -> tuple[Any, str]:
    """The value of a choice that the words ask for, and the word that decided.

    Args:
        manifest: Whose argument.
        name: The argument.
        said: Words of the clause.
        words: The language.

    Returns:
        (value or None, the word of the examples that decided; empty where the lexicon knew the value by name).
    """
    known = learned(manifest, words)
    schema = manifest.args["properties"][name]
    votes: dict[Any, list[tuple[float, str]]] = defaultdict(list)
    required = name in manifest.args.get("required", ())
    if schema.get("type") == "boolean":
        for flag, value in ((f"{UNSET}{name}", False), (name, True)):
            if _is_named(flag, said, words):
                return value, ""
    for value, weight in _named_values(schema.get("enum", ()), said, words):
        votes[value].append((weight, ""))
    for word in dict.fromkeys(said):
        verb = words.verb(word)
        if verb is not None and not (required and GENERIC.isdisjoint(verb.classes)):
            continue  # "mostra" alone does not ask for what one of the examples shows
        for value, share in _shares_of(known, name, word, words).items():
            if value is not ABSENT and share >= STEM:  # a word that mostly goes with something else says nothing
                votes[value].append((share, word))
    if not votes:
        return None, ""
    # The strongest word decides, the others break ties: three faint hints are no reason.
    (best, most), *rest = sorted(votes.items(), key=lambda pair: _strength(pair[1]), reverse=True)
    sure = not rest or _strength(most) > _strength(rest[0][1])
    weight, word = max(most)
    return (best, word) if weight >= ENOUGH and sure else (None, "")


def _strength(votes: Sequence[tuple[float, str]]) -> tuple[float, float]:
    weights = [weight for weight, _ in votes]
    return max(weights), sum(weights)


def _shares_of(known: Learned, name: str, word: str, words: Lexicon) -> Mapping[Any, float]:
    """What a word says for each value of a choice, between 0 and 1.

    A word met in the examples counts as far as its stem agrees ("luci" goes with what "luce" goes with); one of
    which only the stem was met counts less; a verb counts less than what it is done to.
    """
    if len(word) < 2 or word in words.asking or word in words.objects or is_function_word(word, words):
        return {}  # "i" and "file" go with any choice; what tells choices apart are the other words
    stems = known.stems.get(name, {}).get(stem(word, words.lang), {})
    exact = known.words.get(name, {}).get(word)
    weight = VERB if words.verb(word) is not None else WORD
    if exact is None:
        return {value: STEM * share for value, share in stems.items() if share > 0.5}
    return {value: weight * share * (1 + stems.get(value, 0.0)) / 2 for value, share in exact.items()}


def _is_named(flag: str, said: Sequence[str], words: Lexicon) -> bool:
    """Whether the words ask for a flag by its name, such as "tutti" for ``all``."""
    texts = list(said)
    return any(
        flag in words.values.get(tuple(texts[place : place + count]), ())
        for place in range(len(texts))
        for count in range(1, 4)
    )


def _named_values(choices: Sequence[Any], said: Sequence[str], words: Lexicon) -> list[tuple[Any, float]]:
    """Choices whose name, or a word that the lexicon knows for it, stands among the words."""
    found: dict[Any, float] = {}
    texts = list(said)
    for place in range(len(texts)):
        for count in range(min(words.longest, len(texts) - place), 0, -1):
            phrase = tuple(texts[place : place + count])
            for name in words.values.get(phrase, ()):
                if name in choices:
                    found[name] = max(found.get(name, 0.0), NAMED + 0.1 * count)
            if count == 1 and phrase[0] in choices:
                found.setdefault(phrase[0], NAMED)
    return list(found.items())
