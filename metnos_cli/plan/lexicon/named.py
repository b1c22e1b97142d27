"""Turns what people call files and folders into values: "le foto" into a pattern, "nei Documenti" into a path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.plan.lexicon.tokens import Token, words
from metnos_cli.records import Slot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.plan.lexicon import Lexicon

ALWAYS_PLACES = frozenset({"desktop", "scrivania", "downloads", "scaricati"})
"""Standard folders whose names mean nothing else after a preposition, so that a small letter will do."""


def with_names(tokens: Sequence[Token], text: str, lexicon: Lexicon) -> tuple[Token, ...]:
    """The tokens with kinds of files and standard folders as values.

    Args:
        tokens: A request's tokens.
        text: The request, as typed: a capital tells the folder from the things.
        lexicon: The request's language.
    """
    found: list[Token] = []
    texts = words(tokens)
    place = 0
    while place < len(tokens):
        token = _folder(tokens, place, text, lexicon) or _number(tokens[place], text, lexicon)
        count = 1
        if token is None:
            token, count = _kind(tokens, texts, place, lexicon)
        found.append(token or tokens[place])
        place += count
    return tuple(found)


def _number(token: Token, text: str, lexicon: Lexicon) -> Token | None:
    """A small number in words that no value took: "three", "dieci"."""
    value = lexicon.numbers.get(token.text) if token.is_word else None
    if value is None:
        return None
    slot = Slot("number", text[token.start : token.end], token.start, token.end, {"value": value})
    return Token("<number>", token.start, token.end, slot)


def _folder(tokens: Sequence[Token], place: int, text: str, lexicon: Lexicon) -> Token | None:
    """A standard folder after a preposition or the word "folder": "nei Documenti", "on the Desktop"."""
    token = tokens[place]
    path = lexicon.places.get(token.text) if token.is_word else None
    if path is None or place == 0:
        return None
    before = [one.text for one in tokens[max(0, place - 3) : place]]
    led = any(lexicon.is_cue(role, (word,)) for role in ("prepositions", "folder", "mine") for word in before)
    capital = text[token.start].isupper()
    known = capital or token.text in ALWAYS_PLACES or lexicon.is_cue("folder", (before[-1],))
    if not (led and known) and not _before_folder(tokens, place, lexicon):
        return None
    slot = Slot("path", text[token.start : token.end], token.start, token.end, {"value": path})
    return Token("<path>", token.start, token.end, slot)


def _before_folder(tokens: Sequence[Token], place: int, lexicon: Lexicon) -> bool:
    """Whether the English word that says what a name is follows: "the pictures folder"."""
    after = tokens[place + 1].text if place + 1 < len(tokens) else ""
    return lexicon.lang == "en" and lexicon.is_cue("one_folder", (after,))


def _kind(tokens: Sequence[Token], texts: list[str], place: int, lexicon: Lexicon) -> tuple[Token | None, int]:
    """(a pattern for a kind of files, how many tokens it takes)."""
    for count in range(min(3, len(tokens) - place), 0, -1):
        extensions = lexicon.kinds.get(tuple(texts[place : place + count]))
        part = tokens[place : place + count]
        if extensions and all(token.is_word for token in part):
            value = f"*.{extensions[0]}" if len(extensions) == 1 else f"*.{{{','.join(extensions)}}}"
            slot = Slot("glob", " ".join(texts[place : place + count]), part[0].start, part[-1].end, {"value": value})
            return Token("<glob>", part[0].start, part[-1].end, slot), count
    return None, 1
