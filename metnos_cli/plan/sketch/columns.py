"""Reads conditions on the columns of a table, which may be called anything: "where country is Spain"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.plan.intent import is_function_word
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.lexicon.tokens import Token
    from metnos_cli.plan.sketch.marks import Bound, Used
    from metnos_cli.plan.sketch.reading import Reading

NAME_WORDS = 2
"""Words that the name of a column may have."""


def equalities(reading: Reading, words: Lexicon) -> Iterator[tuple[str, Any, Used]]:
    """Columns with the value that they must have, and the places of the words that say so.

    Said are "where X is Y", "con X uguale a Y", "la cui X è Y".
    """
    tokens, texts = reading.clause.tokens, reading.clause.words
    for start in range(len(tokens)):
        place = start + words.cue_at("where", texts, start)
        if place == start:
            continue
        place = _past_articles(tokens, place, words)
        for length in range(1, NAME_WORDS + 1):
            end = place + length
            name = tokens[place:end]
            if len(name) < length or not all(_may_name(token, words) for token in name):
                break
            after = _past_equals(reading, end, words)
            value = _past_articles(tokens, after, words)
            plain = length == 1 and _says_it_short(reading, start, value, words)
            compared = any(words.comparators.get(tuple(texts[value : value + size])) for size in (1, 2, 3))
            if (after > end or plain) and not compared and value < len(tokens) and not tokens[value].mark:
                yield _text(reading, name), _value(reading, tokens[value]), frozenset(range(start, value + 1))
                break


def _says_it_short(reading: Reading, start: int, value: int, words: Lexicon) -> bool:
    """Whether "le righe con categoria casa" is said: rows, and nothing after the value that could belong to it."""
    tokens, texts = reading.clause.tokens, reading.clause.words
    rows = any(words.is_cue("rows", (text,)) for text in texts[:start])
    ends = value + 1 >= len(tokens) or tokens[value + 1].mark or words.is_cue("prepositions", (texts[value + 1],))
    may = value < len(tokens) and (not tokens[value].is_word or _may_name(tokens[value], words))
    return rows and may and ends


def bounded(reading: Reading, bound: Bound, words: Lexicon) -> tuple[str, Used]:
    """The column that a bound is about, the word before it ("where amount is over 100"); empty for none."""
    tokens, texts = reading.clause.tokens, reading.clause.words
    place = min(bound.used) - 1
    while place >= 0 and tokens[place].is_word and words.is_cue("equals", (texts[place],)):
        place -= 1
    if place < 0 or not _may_name(tokens[place], words):
        return "", frozenset()
    first = place
    while first > 0 and words.is_cue("articles", (texts[first - 1],)):
        first -= 1
    for size in (1, 2, 3):
        if first >= size and size in {words.cue_at(role, texts, first - size) for role in ("where", "has")}:
            return _text(reading, tokens[place : place + 1]), frozenset(range(first - size, place + 1)) | bound.used
    return "", frozenset()


def _past_equals(reading: Reading, place: int, words: Lexicon) -> int:
    """The place after the words that make two things equal; the same place when there are none."""
    count = words.cue_at("equals", reading.clause.words, place)
    return place + count


def _past_articles(tokens: tuple[Token, ...], place: int, words: Lexicon) -> int:
    while place < len(tokens) and tokens[place].is_word and words.is_cue("articles", (tokens[place].text,)):
        place += 1
    return place


def _may_name(token: Token, words: Lexicon) -> bool:
    """Whether a word can be the name of a column."""
    return token.is_word and not is_function_word(token.text, words) and not words.is_cue("equals", (token.text,))


def _text(reading: Reading, tokens: tuple[Token, ...]) -> str:
    return reading.text[tokens[0].start : tokens[-1].end]


def _value(reading: Reading, token: Token) -> Any:
    return reading.text[token.start : token.end] if token.slot is None else as_argument(token.slot)
