"""Finds the words of a clause that name one thing by its title: "la riunione con Anna ... sul budget"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metnos_cli.plan.intent import is_function_word
from metnos_cli.plan.lexicon import words_of
from metnos_cli.plan.lexicon.forms import stem
from metnos_cli.plan.profile import profile
from metnos_cli.plan.sketch.kinds import argument_kinds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.lexicon.tokens import Token
    from metnos_cli.plan.sketch.reading import Reading

LIGHT = ("articles", "prepositions", "mine")
"""Roles of words that only lead to a noun."""
POSSESSIVE = "s"
"""What is left of "'s" after a value: "Saturday's dinner"."""
QUOTES = ('"', "“", "«")

_known: dict[tuple[str, str, str], Mapping[str, frozenset[str]]] = {}


@dataclass(frozen=True, slots=True)
class Piece:
    """Words that stand together."""

    first: int
    """Place of the first."""
    last: int
    """One past the last."""
    headed: bool
    """Whether one of them is a noun of the executor's that belongs to titles ("riunione", not "appuntamento")."""
    led: int | None
    """Place of the preposition before it, which a first piece leaves out; None without one."""


def phrasal(manifest: Manifest, words: Lexicon) -> Mapping[str, frozenset[str]]:
    """The arguments that take noun phrases as they stand, with the executor's own nouns that these may hold.

    Learnt from the examples: the values stand in the text without quotation marks, some are of several words, and none
    opens with a verb or a word that only leads to a noun (kept, since manifests do not change).
    """
    key = (manifest.name, manifest.digest, words.lang)
    if key not in _known:
        found = {
            name: _values(manifest, name, words) for name, kind in argument_kinds(manifest).items() if kind == "text"
        }
        own = profile(manifest, words.lang).affinity
        _known[key] = {
            name: own & {stem(word, words.lang) for value in values for word in value}
            for name, values in found.items()
            if any(len(value) > 1 for value in values) and all(_is_noun(value[0], words) for value in values)
        }
    return _known[key]


def _values(manifest: Manifest, name: str, words: Lexicon) -> list[list[str]]:
    """Words of the values of an argument that stand in the examples' texts."""
    found = []
    for example in manifest.examples:
        value = example.args.get(name)
        if example.lang == words.lang and isinstance(value, str) and words_of(value):
            before, here, after = example.text.partition(value)
            if here and before[-1:] not in QUOTES and not after[:1].isalnum():
                found.append([part for word in value.split() for part in words_of(word)[:1]])
    return found


def _is_noun(word: str, words: Lexicon) -> bool:
    form = words.verb(word)
    return not is_function_word(word, words) and word not in words.asking and not (form and form.infinitive)


def pieces(
    reading: Reading,
    manifest: Manifest,
    heads: frozenset[str],
    words: Lexicon,
    used: Callable[[int], bool],
    idle: Callable[[int], bool],
) -> Iterator[Piece]:
    """The noun phrases of a clause: runs of words without the executor's general nouns ("in calendario").

    Args:
        reading: The clause.
        manifest: The executor.
        heads: Its nouns that may stand in a phrase.
        words: The clause's language.
        used: Tells which places have had their say.
        idle: Tells which words name nothing and may go at the edges.
    """
    own = profile(manifest, words.lang)
    general = own.affinity - heads
    tokens = reading.clause.tokens
    told = {place for phrase in own.phrases for place in _places_of(phrase, reading.clause.words)}
    start = place = 0
    while place <= len(tokens):
        ends = place == len(tokens) or not tokens[place].is_word or place in told
        ends = ends or (used(place) and not _is_light(tokens[place], words))
        if ends or _is_general(tokens[place], general, words) or _breaks(tokens[place], words):
            piece = _trimmed(tokens, (start, place), heads, words, idle)
            if piece is not None:
                yield piece
            start = place + 1
        place += 1


def _places_of(phrase: tuple[str, ...], texts: list[str]) -> Iterator[int]:
    """Where a set phrase of the executor's stands: "set up", "metti in calendario"."""
    for place in range(len(texts) - len(phrase) + 1):
        if tuple(texts[place : place + len(phrase)]) == phrase:
            yield from range(place, place + len(phrase))


def _is_general(token: Token, own: frozenset[str], words: Lexicon) -> bool:
    """Whether a word only says what kind of thing is meant."""
    return stem(token.text, words.lang) in own and not _is_light(token, words)


def _breaks(token: Token, words: Lexicon) -> bool:
    """Whether a word belongs to the sentence and not to a name: "ho", "do I have"."""
    if words.is_cue("named", (token.text,)):
        return True  # "an event called ..."
    joins = words.is_cue("connectors", (token.text,))
    return is_function_word(token.text, words) and not _is_light(token, words) and not joins


def _is_light(token: Token, words: Lexicon) -> bool:
    return any(words.is_cue(role, (token.text,)) for role in LIGHT)


def _trimmed(
    tokens: tuple[Token, ...], run: tuple[int, int], heads: frozenset[str], words: Lexicon, idle: Callable[[int], bool]
) -> Piece | None:
    """A run without what only leads to it or to what follows it."""
    start, end = run
    led: int | None = None

    def leads(place: int) -> bool:
        headed = stem(tokens[place].text, words.lang) in heads
        return _leads(tokens[place], words) or (not headed and idle(place))

    while start < end and leads(start):
        led = start if led is None and _is_preposition(tokens[start], words) else led
        start += 1
    while end > start and leads(end - 1):
        end -= 1
    if start == end:
        return None
    return Piece(start, end, any(stem(token.text, words.lang) in heads for token in tokens[start:end]), led)


def _leads(token: Token, words: Lexicon) -> bool:
    return token.text == POSSESSIVE or any(
        (_is_light(token, words), _is_preposition(token, words), words.is_cue("connectors", (token.text,)))
    )


def _is_preposition(token: Token, words: Lexicon) -> bool:
    """Whether a word puts something to something ("about" leads as well as "with")."""
    if words.is_cue("articles", (token.text,)):
        return False
    return any(words.is_cue(role, (token.text,)) for role in ("prepositions", "about_noun", "leads"))


def joined(found: list[Piece], reading: Reading) -> str:
    """The phrases as one text; those after the first keep their preposition: "riunione con Anna sul budget"."""
    tokens = reading.clause.tokens
    told = []
    for number, piece in enumerate(found):
        first = piece.led if number and piece.led is not None else piece.first
        told.append(reading.text[tokens[first].start : tokens[piece.last - 1].end])
    return " ".join(told)
