"""Cuts a text at white space and frees each piece from the punctuation around it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_OPENERS = "([{<\"'“‘«"
_CLOSERS = ".,;:!?…\"'”’»>"
_PAIRS = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of text without white space (an escaped space may stand in a path)."""

    text: str
    """Without the punctuation around it."""
    start: int
    """First code point."""
    before: str
    """The chunk before it, lower case, trimmed; empty at the start."""

    @property
    def end(self) -> int:
        """One past the last code point."""
        return self.start + len(self.text)


@cache
def _piece() -> re.Pattern[str]:
    return re.compile(r"(?:\\ |\S)+")


def chunks(text: str) -> Iterator[Chunk]:
    """The chunks of a text, in order."""
    before = ""
    for match in _piece().finditer(text):
        start, shown = match.start(), match[0]
        if not shown[0].isalnum() or not shown[-1].isalnum():
            trimmed = shown.lstrip(_OPENERS)
            start += len(shown) - len(trimmed)
            shown = trim_end(trimmed)
        if shown:
            yield Chunk(shown, start, before)
        before = shown.lower()


def trim_end(shown: str) -> str:
    """Without closing punctuation; a bracket that is opened inside stays."""
    end = len(shown)
    surplus = {close: shown.count(close) - shown.count(opening) for close, opening in _PAIRS.items()}
    while end:
        last = shown[end - 1]
        if last in _CLOSERS:
            end -= 1
        elif surplus.get(last, 0) > 0:
            surplus[last] -= 1
            end -= 1
        else:
            break
    return shown[:end]
