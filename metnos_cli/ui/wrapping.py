"""Breaks lines that are wider than the terminal between words, which a terminal itself would do inside them."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable

GAPS = re.compile(r"( +)")
DRAWN = frozenset("\x1b\t\r")
"""A line with one of these is laid out by somebody else."""


def columns_of(text: str) -> int:
    """Columns that a line takes: letters of East Asia take two, marks over letters none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def wrapped(text: str, columns: int) -> str:
    """The text with no line wider than the terminal, but where a single word is: that begins a line of its own.

    Args:
        text: Any lines; further parts of a line stand under its indentation.
        columns: Of the terminal.
    """
    return "\n".join(_line(line, columns) for line in text.split("\n"))


def _line(line: str, columns: int) -> str:
    if columns_of(line) <= columns or not DRAWN.isdisjoint(line):
        return line
    indent = line[: len(line) - len(line.lstrip(" "))]
    lines, gap = [indent], ""
    for part in GAPS.split(line[len(indent) :]):
        if part.isspace() or not part:
            gap = part
            continue
        grown = f"{lines[-1]}{gap}{part}"
        if lines[-1] == indent or columns_of(grown) <= columns:
            lines[-1] = grown
        else:
            lines.append(f"{indent}{part}")
        gap = ""
    return "\n".join(lines)


class WrappingStream:
    """A stream on a terminal whose lines are wrapped as they are written.

    Args:
        stream: Where to.
        columns: Of the terminal, now.
    """

    def __init__(self, stream: TextIO, columns: Callable[[], int]) -> None:
        self._stream = stream
        self._columns = columns

    def write(self, text: str) -> int:
        """Write whole lines wrapped; what stands after the last of them, a prompt, as it is."""
        lines, _, rest = text.rpartition("\n")
        if lines:
            told = "\n".join(map(self._fitted, lines.split("\n")))
            text = f"{told}\n{rest}"
        return self._stream.write(text)

    def _fitted(self, line: str) -> str:
        """A line that fits the terminal as it is: tables are laid out for its whole width, and padded to it."""
        columns = self._columns()
        return line if columns_of(line.rstrip()) <= columns else wrapped(line, columns - 1)

    def __getattr__(self, name: str) -> Any:
        """Whatever else the stream has."""
        return getattr(self._stream, name)
