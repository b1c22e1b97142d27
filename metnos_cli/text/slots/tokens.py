"""Cuts a text into words, figures and signs, and keeps the runs that may hold a value."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from metnos_cli.text.slots.lexicon import FIGURE, Lexicon, Readings, word_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


MOST_TOKENS = 150_000
"""Known words that are looked at; a request has at most 20,000 code points."""


class Token:
    """One word, figure or sign."""

    __slots__ = ("end", "glued", "key", "readings", "start")

    def __init__(self, key: str, start: int, end: int, readings: Readings, glued: bool) -> None:
        self.key = key
        self.start = start
        self.end = end
        self.readings = readings
        self.glued = glued

    def get(self, category: str) -> Any:
        """The value this token has in a category, or None."""
        return self.readings.get(category)

    def __repr__(self) -> str:
        return f"Token({self.key!r}, {self.start}, {self.end})"


@dataclass(slots=True)
class Island:
    """A run of known tokens between unknown words."""

    tokens: list[Token] = field(default_factory=list)
    """In order."""
    before: str = ""
    """The folded word or sign just before it, if any."""
    after: str = ""
    """The folded word or sign just after it, if any."""
    whole: bool = False
    """Whether nothing else but punctuation stands in the text."""


@cache
def token_pattern() -> re.Pattern[str]:
    """Figures with the signs inside them, dotted abbreviations, words with an elision, single signs."""
    return re.compile(
        r"\d{4}-\d{1,2}-\d{1,2}(?:[Tt]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?(?![\d-])"
        r"|\d{1,2}-\d{1,2}-\d{2,4}(?![\d-])"
        r"|\d+(?:[.,:/]\d+)*"
        r"|(?<![\w.,])[.,]\d+"
        r"|[^\W\d_](?:\.[^\W\d_])+(?![^\W_])\.?"
        r"|[^\W\d_]+['’]?"
        r"|\S"
    )


def split_words(spelling: str) -> tuple[str, ...]:
    """The keys of the tokens of a phrase, as a text with that phrase has them."""
    open_end = spelling + "a" if spelling.endswith("'") else spelling  # "dell'" waits for its word
    found = (word_key(match[0], open_end, match.end()) for match in token_pattern().finditer(spelling))
    return tuple(key for key in found if key != ".")


def islands(text: str, known: Lexicon, masked: Sequence[tuple[int, int]] = ()) -> list[Island]:
    """Runs of tokens that the lexicon knows, outside the masked spans, phrases merged.

    Args:
        text: The request.
        known: Its language's words.
        masked: Spans that are taken already, in order, not overlapping.
    """
    runs: list[Island] = []
    run: list[Token] = []
    before, others = "", bool(masked)
    left = MOST_TOKENS
    for key, start, end, readings, glued in _known_tokens(text, known, masked):
        if readings is not None:
            run.append(Token(key, start, end, readings, glued))
            left -= 1
            if left > 0:
                continue
            break
        if run:
            tokens = _living(run, known)
            if tokens:
                runs.append(Island(tokens, before, key))
            others = others or not tokens
            run = []
        others = others or key.isalnum()
        before = key
    tokens = _living(run, known) if run else None
    if tokens:
        runs.append(Island(tokens, before))
    if len(runs) == 1 and not others and (tokens or not run):
        runs[0].whole = True
    return runs


def _living(run: list[Token], known: Lexicon) -> list[Token] | None:
    """The run with its phrases merged; None when nothing in it may start a value."""
    if len(run) == 1:
        return run if "live" in run[0].readings else None
    live = False
    for token in run:
        if "live" in token.readings or "opens" in token.readings:
            live = True
            break
    if not live:
        return None
    merged = _merge_phrases(run, known)
    for token in merged:
        if "live" in token.readings:
            return merged
    return None


def _known_tokens(
    text: str, known: Lexicon, masked: Sequence[tuple[int, int]]
) -> Iterator[tuple[str, int, int, Readings | None, bool]]:
    """Key, start, end, readings (None: it ends a run) and whether it is glued to the token before."""
    words = known.words
    last_end = -1
    for match in token_pattern().finditer(text):
        start, end = match.span()
        if masked and _inside(start, masked):
            yield "\0", start, end, None, False
            continue
        shown = match[0]
        readings = words.get(shown)
        if readings is not None:
            yield shown, start, end, readings, start == last_end
            last_end = end
            continue
        key = word_key(shown, text, end)
        if key == ".":
            # A dot that closes an abbreviation ends nothing and means nothing.
            if start != last_end or not _closes_abbreviation(text, end):
                yield key, start, end, None, False
            continue
        readings = FIGURE if key[-1].isdecimal() or key[0].isdecimal() else words.get(key) or known.read(key)
        if readings is None and key[-1] == "'":
            readings = words.get(key[:-1])  # a possessive: "tomorrow's"
            key, end = (key[:-1], end - 1) if readings is not None else (key, end)
        glued = start == last_end
        last_end = end
        if end - start > len(key) and readings is not None and text[end - 1] in "'’":
            end -= 1
        yield key, start, end, readings, glued


def _closes_abbreviation(text: str, end: int) -> bool:
    rest = text[end : end + 2].lstrip()
    return not rest or rest[0].islower() or rest[0].isdecimal() or rest[0] in ",-"


def _inside(start: int, masked: Sequence[tuple[int, int]]) -> bool:
    index = bisect_right(masked, (start, 1 << 62)) - 1
    return index >= 0 and start < masked[index][1]


def _merge_phrases(tokens: list[Token], known: Lexicon) -> list[Token]:
    """The tokens with each known phrase, longest first, as one token."""
    merged: list[Token] = []
    phrases = known.phrases
    last = len(tokens) - 1
    index = 0
    while index <= last:
        token = tokens[index]
        some = phrases.get(token.key)
        if some is not None and index < last:
            for words, readings in some.get(tokens[index + 1].key, ()):
                stop = index + len(words)
                if stop <= last + 1 and all(tokens[index + k].key == word for k, word in enumerate(words)):
                    token = Token(" ".join(words), token.start, tokens[stop - 1].end, readings, token.glued)
                    index = stop - 1
                    break
        merged.append(token)
        index += 1
    return merged
