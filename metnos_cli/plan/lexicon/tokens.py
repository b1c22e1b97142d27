"""Cuts a request into words, values and marks, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from metnos_cli.records import Slot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.records import Request

_PIECE = re.compile(r"(?P<word>[^\W_]+)|(?P<mark>[,;.:?!\n])")


@dataclass(frozen=True, slots=True)
class Token:
    """One word, value or mark."""

    text: str
    """Lower case; of a value ``<dim>``."""
    start: int
    """First code point in the request."""
    end: int
    """One past the last."""
    slot: Slot | None = None
    """The value, when it is one."""
    mark: bool = False
    """Whether it is punctuation."""
    capital: bool = False
    """Whether it is a word written like a name: a capital, then small letters."""

    @property
    def is_word(self) -> bool:
        """Neither value nor mark."""
        return self.slot is None and not self.mark


WORD_LIKE = frozenset({"ordinal"})
"""Dimensions whose words matter more than their value: "ultimi" is a superlative before it is an ordinal."""


def tokenize(request: Request) -> tuple[Token, ...]:
    """The request's tokens, in order; words typed without their accent are read with it."""
    from metnos_cli.plan.lexicon import lexicon

    accents = lexicon(request.lang).unaccented
    found = tokens_of(request.text, request.slots)
    return tuple(replace(token, text=accents[token.text]) if token.text in accents else token for token in found)


def tokens_of(text: str, slots: Sequence[Slot]) -> tuple[Token, ...]:
    """Tokens of a text with its values."""
    found: list[Token] = []
    place = 0
    for slot in slots:
        if slot.dim in WORD_LIKE or slot.start < place or not slot.certain:
            # A value with two readings is taken for neither: its words and figures stay what they are.
            continue
        found.extend(_plain(text, place, slot.start))
        found.append(Token(f"<{slot.dim}>", slot.start, slot.end, slot))
        place = slot.end
    found.extend(_plain(text, place, len(text)))
    return tuple(found)


def _plain(text: str, start: int, end: int) -> list[Token]:
    return [_token(piece) for piece in _PIECE.finditer(text, start, end)]


def _token(piece: re.Match[str]) -> Token:
    """A word or a mark; figures that no value took are numbers all the same."""
    if piece[0].isdecimal():
        slot = Slot("number", piece[0], piece.start(), piece.end(), {"value": int(piece[0])})
        return Token("<number>", piece.start(), piece.end(), slot)
    mark = piece["mark"] is not None
    return Token(piece[0].lower(), piece.start(), piece.end(), mark=mark, capital=piece[0].istitle())


def words(tokens: Sequence[Token]) -> list[str]:
    """Their texts, as the lexicon's phrases are written."""
    return [token.text for token in tokens]
