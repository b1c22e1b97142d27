"""Recognises a request that opens as an example does and goes on with free text: "ricordami di ...", "forget ...".

What follows such an opening is a value, whatever words it holds: it is never split into clauses nor searched for verbs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.intent import is_function_word
from metnos_cli.plan.lexicon import words_of
from metnos_cli.plan.lexicon.tokens import Token, tokenize
from metnos_cli.plan.sketch.kinds import argument_kinds
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from metnos_cli.executors.manifest import Example, Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.records import Request

FREE = frozenset({"text", "person"})
PLACES = frozenset({"path", "url", "glob"})


@dataclass(frozen=True, slots=True)
class Opening:
    """How the examples of an executor introduce a free text."""

    manifest: Manifest
    """Which executor."""
    argument: str
    """The argument that takes the text."""
    head: tuple[str, ...]
    """Words before it."""
    one_word: bool
    """Whether the examples' texts are single words: then longer ones are not meant."""


@dataclass(frozen=True, slots=True)
class Match:
    """A request that is one call with a free text."""

    manifest: Manifest
    """The executor."""
    args: Mapping[str, Any]
    """Its arguments."""


_known: dict[tuple[str, str, str], tuple[Opening, ...]] = {}


def match(request: Request, pool: Sequence[Manifest], words: Lexicon) -> Match | None:
    """The call that a request is when it opens as an example does; the longest opening wins.

    Args:
        request: What was asked.
        pool: The executors.
        words: The request's language.
    """
    best: tuple[int, Match] | None = None
    for manifest in pool:
        if not any(opening.head for opening in openings(manifest, words)):
            continue
        told = _Told(request, manifest, words)
        for opening in openings(manifest, words):
            text = told.after(opening)
            if text and (best is None or len(opening.head) > best[0]):
                best = (len(opening.head), Match(manifest, {**told.args, opening.argument: text}))
    return best[1] if best else None


def openings(manifest: Manifest, words: Lexicon) -> tuple[Opening, ...]:
    """The openings that a manifest's examples teach (kept, since manifests do not change)."""
    key = (manifest.name, manifest.digest, words.lang)
    if key not in _known:
        examples = [example for example in manifest.examples if example.lang == words.lang]
        _known[key] = tuple(one for example in examples for one in _openings(manifest, example, words))
    return _known[key]


def _openings(manifest: Manifest, example: Example, words: Lexicon) -> Iterator[Opening]:
    """Each free text that ends an example, or is followed by nothing but a time."""
    kinds = argument_kinds(manifest)
    literal = [name for name, value in example.args.items() if kinds.get(name) in FREE and isinstance(value, str)]
    others = [name for name in example.args if kinds.get(name) not in {*FREE, "time", "enum"}]
    if len(literal) != 1 or others:
        return
    value = str(example.args[literal[0]])
    before, found, after = example.text.partition(value)
    timed = any(kinds.get(name) == "time" for name in example.args)
    if not found or (words_of(after) and not timed) or before.rstrip()[-1:] in {'"', "“", "«"}:
        return
    head = _without_courtesy(words_of(before), words)
    if head and _tells(head, words):
        yield Opening(manifest, literal[0], tuple(head), len(words_of(value)) == 1)


def _tells(head: Sequence[str], words: Lexicon) -> bool:
    """Whether an opening can be nobody else's: "forget the", "remember that", but not "delete the"."""
    content = [word for word in head if not is_function_word(word, words)]
    introduced = words.is_cue("introduces", (head[-1],))
    return bool(content) and (introduced or any(words.verb(word) is None for word in content))


def _without_courtesy(texts: list[str], words: Lexicon) -> list[str]:
    place = 0
    while place < len(texts) and (count := words.cue_at("courtesy", texts, place)):
        place += count
    return texts[place:]


class _Told:
    """A request as one executor hears it: times and repetitions taken out where it has arguments for them."""

    def __init__(self, request: Request, manifest: Manifest, words: Lexicon) -> None:
        self._request = request
        self._words = words
        self._kinds = argument_kinds(manifest)
        self.args: dict[str, Any] = {}
        self.tokens = self._without_choices(manifest, self._without_times(list(tokenize(request))))

    def _without_times(self, tokens: list[Token]) -> list[Token]:
        name = next((name for name, kind in self._kinds.items() if kind == "time"), "")
        times = [token for token in tokens if token.slot is not None and token.slot.dim == "time"] if name else []
        if len(times) != 1 or times[0].slot is None:
            return tokens
        self.args[name] = as_argument(times[0].slot)
        return [token for token in tokens if token is not times[0]]

    def _without_choices(self, manifest: Manifest, tokens: list[Token]) -> list[Token]:
        """Take out words that name a choice, such as "ogni giorno" for ``repeat``."""
        properties = manifest.args.get("properties", {})
        for name, kind in self._kinds.items():
            choices = properties[name].get("enum", ()) if kind == "enum" else ()
            for place in range(len(tokens)):
                count, choice = self._choice_at(tokens, place, choices)
                if count:
                    self.args[name] = choice
                    tokens = tokens[:place] + tokens[place + count :]
                    break
        return tokens

    def _choice_at(self, tokens: list[Token], place: int, choices: Sequence[Any]) -> tuple[int, Any]:
        for count in (3, 2):
            phrase = tuple(token.text for token in tokens[place : place + count])
            chosen = next((value for value in self._words.values.get(phrase, ()) if value in choices), None)
            if chosen is not None:
                return count, chosen
        return 0, None

    def after(self, opening: Opening) -> str:
        """The free text after an opening; empty when the request opens otherwise, or goes on otherwise."""
        texts = [token.text for token in self.tokens if not token.mark]
        plain = [token for token in self.tokens if not token.mark]
        skipped = len(texts) - len(_without_courtesy(texts, self._words))
        for start in dict.fromkeys((0, skipped)):
            end = start + len(opening.head)
            if tuple(texts[start:end]) == opening.head and end < len(plain):
                return self._text(plain[end:], opening)
        return ""

    def _text(self, rest: list[Token], opening: Opening) -> str:
        """The rest as typed, in one piece or in the pieces that are left around what was taken out."""
        dims = {token.slot.dim for token in rest if token.slot is not None}
        if opening.one_word and (len(rest) > 1 or not (rest[0].is_word or "email" in dims)):
            return ""
        if not dims.isdisjoint(PLACES):
            return ""
        pieces: list[str] = []
        first = rest[0]
        for token, following in zip(rest, [*rest[1:], None], strict=True):
            if following is None or self._is_gap(token, following):
                pieces.append(self._piece(first, token, cut=following is not None or self._ends_early(token)))
                first = following or token
        return " ".join(pieces).strip(' .,;:!?"“”«»')

    def _piece(self, first: Token, last: Token, *, cut: bool) -> str:
        """The text from one token to another; before something that was taken out, its preposition goes too."""
        text = self._request.text[first.start : last.end]
        if cut and last is not first and self._words.is_cue("prepositions", (last.text,)):
            return text[: last.start - first.start].rstrip()
        return text

    def _ends_early(self, token: Token) -> bool:
        """Whether something was taken out after the last token."""
        return bool(words_of(self._request.text[token.end :]))

    def _is_gap(self, token: Token, following: Token) -> bool:
        """Whether something was taken out between two tokens."""
        return bool(words_of(self._request.text[token.end : following.start]))
