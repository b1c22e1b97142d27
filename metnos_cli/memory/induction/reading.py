"""A reading: what a new request means by the examples of one family, word by word."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metnos_cli.memory.align import ANY_UNIT, Kind, split

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from metnos_cli.memory.induction.family import Example, Family, Shared
    from metnos_cli.memory.view import Span, View


UNCLEAR_SPELLING = {"it": re.compile(r"\w['’]\w|[^\w\s'’:./%°-]"), "en": re.compile(r"[^\w\s'’:./%°-]|:\d\d[a-z]")}
"""An elision or a sign inside a value: it may be written in more than one way. English apostrophes may not."""
YEAR = re.compile(r", (?=\d{4}$)")
"""The comma before the year that ends a date: there is one way to write it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of the new request that supply an argument."""

    first: int
    """Index of the first word."""
    last: int
    """One past the last."""
    role: str
    """The argument."""
    kind: Kind
    """How the words become the value."""
    value: Any
    """The value (for the parts of a duration: by argument)."""
    how: str
    """known: seen in this role; shared: seen in another family; typed: a value of a kind; free: free text."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a request."""

    example: Example
    """The taught request it follows most closely."""
    values: Mapping[str, Any]
    """Role -> value: what the framework takes."""
    pieces: tuple[Piece, ...]
    """Which words supplied what."""
    steps: int
    """How many steps of inference it took beyond the example."""


def assemble(view: View, pieces: Sequence[Piece], constants: Mapping[str, Any], like: Example) -> dict[str, Any] | None:
    """The values of a framework from its pieces and constants; None when two pieces contend for one place.

    Neighbouring words of one role are one value; words of one role that stand apart are a list, as is a single one
    where the example has a list.
    """
    values: dict[str, Any] = {}
    lists: dict[str, list[Any]] = {}
    for piece in joined(view, sorted(pieces, key=lambda one: one.first)):
        if piece.kind == "parts":
            if any(role in values for role in piece.value):
                return None
            values.update(piece.value)
        else:
            lists.setdefault(piece.role, []).append(piece.value)
    for role, held in lists.items():
        if role in values:
            return None
        taught = like.shape.values.get(role)
        alone = len(held) == 1 and not (isinstance(taught, list) and len(taught) == 1)
        values[role] = held[0] if alone else held
    return {**constants, **values}


def joined(view: View, pieces: Sequence[Piece]) -> list[Piece]:
    """Pieces of text of one role with no word between them made one."""
    told: list[Piece] = []
    for piece in pieces:
        before = told[-1] if told else None
        beside = before is not None and before.role == piece.role and before.last == piece.first
        if before is not None and beside and piece.kind == "words" and _unparted(view, piece.first):
            text = view.slice(before.first, piece.last)
            told[-1] = Piece(before.first, piece.last, piece.role, "words", text, piece.how)
        else:
            told.append(piece)
    return told


def _unparted(view: View, place: int) -> bool:
    """Whether no comma stands between a word and the one before: "eggs, milk" are two things."""
    return "," not in view.text[view.words[place - 1].end : view.words[place].start]


def value_of(view: View, span: Span, first: int, role: str, kind: Kind) -> Any:
    """What a value of a kind gives to an argument, rendered as the example's was; None when it cannot be.

    Args:
        view: The request.
        span: The value.
        first: Where the argument's words start (text only).
        role: The argument.
        kind: How the example's words became its value.
    """
    if kind == "slot":
        from metnos_cli.text.slots.argument import as_argument

        # A time joined of several values has no value of its own: it is words, or nothing.
        return as_argument(span.slot) if span.slot.fields else None
    if kind == "parts":
        parts = split(span.parts)
        return {role.replace(ANY_UNIT, f"{unit}s"): value for unit, value in parts.items()} if parts else None
    if kind in ("number", "negative"):
        return None if span.number is None else -span.number if kind == "negative" else span.number
    return view.slice(first, span.last) if plainly_spelt(view, first, span.last) else None


def plainly_spelt(view: View, first: int, last: int) -> bool:
    """Whether there is one way only to write the value that these words tell.

    An elision, a sign between the words, a genitive or a dot that closes an abbreviation may belong to it or not.
    """
    rest = view.text[view.words[last - 1].end : view.words[last - 1].end + 2]
    genitive = rest[:1] in ("'", "’") and rest[1:].isalpha()
    abbreviated = rest[:1] == "." and (last < len(view) or len(view.words[last - 1].text) == 1)
    told = YEAR.sub(" ", view.slice(first, last))
    return not (genitive or abbreviated or UNCLEAR_SPELLING[view.lang].search(told))


def unknown(view: View, place: int, family: Family, shared: Shared) -> bool:
    """Whether a word in lower case means nothing else anywhere."""
    word = view.words[place]
    if word.function or word.capital or word.stem in view.lexicon.verbs or not word.key.isalpha():
        return False
    if not holds_only_itself(view, place, place + 1):
        return False
    if word.stem in view.lexicon.phrase_words or view.spans_in(place, place + 1):
        return False
    return not (word.stem in shared.literals or family.members.get(word.root) or (word.root,) in shared.phrases)


SENTENCES = re.compile(r"[.;!?]\s|\n")
"""Where one sentence ends and another begins."""
LEFT_OUT = 2
"""Values without the article before them, after which an elided one is left out too."""
TURNING = ("negation", "exception", "conditional")
"""Marks that turn what a text says."""


def holds_only_itself(view: View, first: int, last: int) -> bool:
    """Whether nothing in a run of words turns it or points elsewhere: what is guessed is a plain name or text."""
    barred = view.lexicon.unheld.union(*(view.lexicon.marks[kind][0] for kind in TURNING))
    return not any(word.key in barred for word in view.words[first:last]) and not second_order(view, first, last)


def second_order(view: View, first: int, last: int) -> bool:
    """Whether a text goes on with something else that is asked for: a new sentence, "e spegni", "then turn off"."""
    if SENTENCES.search(view.slice(first, last)):
        return True
    known, words = view.lexicon, view.words[first:last]
    joins = known.conjunctions | known.marks["deferred"][0]
    return any(one.key in joins and other.stem in known.verbs for one, other in itertools.pairwise(words))


def one_place(view: View, first: int, last: int, known: Container[tuple[str, ...]]) -> bool:
    """Whether capitalised words are the name of one place: "Guinea-Bissau", "Monte San Savino", "Silver Lake".

    Args:
        view: The request.
        first: First word.
        last: One past the last.
        known: Stems of known values: "Rome-Milan" are two where each is one.
    """
    lexicon, opening = view.lexicon, True
    if view.words[last - 1].key in lexicon.opens_places - lexicon.closes_places:
        return last - first == 1  # "North South" are two
    for at in range(first, last - 1):
        word, after = view.words[at], view.words[at + 1]
        opening = opening and word.key in lexicon.opens_places
        joined_by_hyphen = hyphened(view, at) and (word.root,) not in known and (after.root,) not in known
        if not (opening or after.key in lexicon.closes_places or joined_by_hyphen):
            return False
    return True


def may_hold_article(view: View, first: int, role: str, family: Family) -> bool:
    """Whether an elided article stands right before a new value, and articles have not always been left out of it."""
    before = view.words[first - 1]
    if not (before.article and before.end == view.words[first].start):
        return False
    told = family.articles.get(role)
    return told is None or told.held > 0 or told.failed < LEFT_OUT


def hyphened(view: View, place: int) -> bool:
    """Whether a hyphen alone stands between a word and the next."""
    end = view.words[place].end
    return place + 1 < len(view) and view.words[place + 1].start == end + 1 and view.text[end] == "-"
