"""Symbols with ASCII twins, chosen by what a stream can carry."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TextIO

SPARKS_UNICODE = "▁▂▃▄▅▆▇█"
SPARKS_ASCII = "_.-=+*%#"


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of symbols."""

    ok: str = "✓"
    no: str = "✗"
    retry: str = "↺"
    hit: str = "●"
    miss: str = "○"
    step: str = "▸"
    note: str = "!"
    learnt: str = "+"
    arrow: str = "→"
    at_least: str = "≥"
    below: str = "<"
    dot: str = "·"
    more: str = "…"
    dash: str = "–"
    prompt: str = "›"
    continued: str = "·"
    full: str = "█"
    empty: str = "░"
    spinner: str = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
    sparks: str = SPARKS_UNICODE


UNICODE = Glyphs()
ASCII = Glyphs(
    ok="ok",
    no="no",
    retry="re",
    hit="*",
    miss="-",
    step=">",
    arrow="->",
    at_least=">=",
    dot="-",
    more="...",
    dash="-",
    prompt=">",
    continued=".",
    full="#",
    empty=".",
    spinner="|/-\\",
    sparks=SPARKS_ASCII,
)
TWINS = {
    "…": "...",
    "–": "-",
    "—": "-",
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "≥": ">=",
    "≤": "<=",
    "→": "->",
    "·": "-",
    "•": "-",
    "✓": "ok",
    "✗": "no",
    "↺": "re",
    "●": "*",
    "○": "-",
    "▸": ">",
    "›": ">",
    "│": "|",
    "─": "-",
    "×": "x",
    "\u00a0": " ",
}


def glyphs_for(stream: TextIO, setting: str = "auto") -> Glyphs:
    """The symbols a stream can carry.

    Args:
        stream: Where they will be written; its ``encoding`` decides.
        setting: ``ui.glyphs``: auto, unicode or ascii.
    """
    if setting == "ascii":
        return ASCII
    if setting == "unicode" and carries(stream, "✓"):
        return UNICODE
    every = "".join(getattr(UNICODE, field.name) for field in fields(UNICODE))
    return UNICODE if carries(stream, every) else ASCII


def carries(stream: TextIO, text: str) -> bool:
    """Whether ``text`` can be written to ``stream`` as it is."""
    encoding = getattr(stream, "encoding", None)
    if not encoding:
        return True
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def fitted(stream: TextIO, text: str) -> str:
    """The text as ``stream`` can carry it: twins for symbols, ``?`` for what has none."""
    if carries(stream, text):
        return text
    told = "".join(TWINS.get(letter, letter) if not carries(stream, letter) else letter for letter in text)
    encoding = getattr(stream, "encoding", None) or "ascii"
    return told.encode(encoding, "replace").decode(encoding)
