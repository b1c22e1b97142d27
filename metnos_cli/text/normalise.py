"""The normal form of a request: what two ways of typing the same words have in common."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ′´`", "'"))
_ACUTE_TO_GRAVE = str.maketrans("áéíóú", "àèìòù")
_WITH_ACCENT = dict(zip("aeiou", "àèìòù", strict=True))
# Stripped from both ends of a word. A minus, a currency sign, a percent, a hash or a tilde carries meaning and stays.
_EDGES = ".,;:!?…¿¡\"“”„«»()[]{}'"
_VERBATIM = frozenset("/\\@~=&<>|$*{}")


@cache
def _quoted() -> re.Pattern[str]:
    return re.compile(r'"[^"]*"|“[^”]*”|«[^»]*»')


def to_nfc(text: str) -> str:
    """The text in Unicode NFC, in which an accented letter is one code point."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def normal_form(text: str) -> str:
    """Lower case, straight apostrophes, no punctuation around words, single spaces.

    A typed accent and an apostrophe in its place are one ("e'", "é" and "è"). What names a thing outside the
    language keeps its letters: paths, addresses, file names and quoted text, since ``~/A`` is not ``~/a``.

    Args:
        text: Any text.

    Returns:
        The key of exact recognition; empty when the text holds nothing but punctuation.
    """
    text = to_nfc(text)
    if '"' not in text and "“" not in text and "«" not in text:
        return " ".join(_words(text))
    parts: list[str] = []
    done = 0
    for match in _quoted().finditer(text):
        parts.extend(_words(text[done : match.start()]))
        parts.append('"' + " ".join(match[0][1:-1].split()) + '"')
        done = match.end()
    parts.extend(_words(text[done:]))
    return " ".join(parts)


def _words(text: str) -> list[str]:
    words = (_normal_word(chunk) for chunk in text.translate(_APOSTROPHES).split())
    return [word for word in words if word]


def _normal_word(chunk: str) -> str:
    if not _VERBATIM.isdisjoint(chunk):
        return chunk.rstrip(".,;:!?…\"“”«»'").lstrip("\"“”«»'")
    bare = chunk.rstrip('.,;:!?…"”»)]}')
    # "e'" stands for "è": the apostrophe is the accent, unless the word was quoted with it.
    if len(bare) > 1 and bare[-1] == "'" and bare[-2].lower() in _WITH_ACCENT and bare[0] != "'":
        bare = bare[:-2] + _WITH_ACCENT[bare[-2].lower()]
    bare = bare.strip(_EDGES)
    if _is_file_name(bare):
        return bare
    return bare.lower().translate(_ACUTE_TO_GRAVE)


def _is_file_name(word: str) -> bool:
    stem, dot, extension = word.rpartition(".")
    return bool(dot) and len(stem) > 1 and extension.isalnum() and not extension.isdigit()
