"""Cuts a text at white space and frees each piece from the punctuation around it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

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

    @property
    def end(self) -> int:
        """One past the last code point."""
        return self.start + len(self.text)


@cache
def _piece(escapes: bool) -> re.Pattern[str]:
    return re.compile(r"(?:\\ |\S)+" if escapes else r"\S+")


def pieces(text: str) -> list[tuple[str, int]]:
    """What stands between white space, and where, with its punctuation."""
    return [(match[0], match.start()) for match in _piece("\\ " in text).finditer(text)]


def trimmed(shown: str, start: int) -> Chunk:
    """A piece without the punctuation around it."""
    bare = shown.lstrip(_OPENERS)
    return Chunk(trim_end(bare), start + len(shown) - len(bare))


def trim_end(shown: str) -> str:
    """Without closing punctuation; a bracket that is opened inside stays."""
    end = len(shown)
    surplus: dict[str, int] | None = None
    while end:
        last = shown[end - 1]
        if last in _PAIRS:
            if surplus is None:
                surplus = {close: shown.count(close) - shown.count(opening) for close, opening in _PAIRS.items()}
            if surplus[last] <= 0:
                break
            surplus[last] -= 1
        elif last not in _CLOSERS or (last == "." and _is_folder(shown, end)):
            break
        end -= 1
    return shown[:end]


def _is_folder(shown: str, end: int) -> bool:
    """Whether the dots before ``end`` are the folder itself or the one above, and no end of a sentence."""
    return shown.endswith(("/.", "/.."), 0, end) and shown[end : end + 1] != "."
