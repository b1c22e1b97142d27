"""Reads the ``pattern`` of a JSON Schema (ECMA 262) into a regular expression over whole texts."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from metnos_cli.plan.grammar.regex import (
    ANY_CHAR,
    ANY_TEXT,
    EMPTY,
    Chars,
    Regex,
    both,
    complement,
    either,
    negated,
    then,
    times,
    united,
)

if TYPE_CHECKING:
    from metnos_cli.plan.grammar.gbnf import Ranges

DIGITS: Ranges = ((0x30, 0x39),)
WORD: Ranges = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
SPACE: Ranges = (
    (0x09, 0x0D), (0x20, 0x20), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029), (0x202F, 0x202F),
    (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF),
)  # fmt: skip
_CLASSES = {"d": DIGITS, "w": WORD, "s": SPACE}
_CONTROLS = {"t": 0x09, "n": 0x0A, "r": 0x0D, "f": 0x0C, "v": 0x0B, "0": 0x00}
_NEWLINES: Ranges = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))
_MAX_BOUND = 1000
_MAX_DEPTH = 40


class Unsupported(Exception):
    """The pattern says something that a regular expression over whole texts cannot."""


@lru_cache(maxsize=1024)
def read_pattern(pattern: str) -> Regex:
    """The texts in which a pattern is found.

    Args:
        pattern: ECMA 262 regular expression; without anchors it may match anywhere.

    Raises:
        Unsupported: Back references, word boundaries, look-behind, or syntax that is not understood.
    """
    reader = _Reader(pattern)
    found = reader.alternatives(head=True, tail=True)
    if reader.place < len(pattern):
        raise Unsupported(pattern)
    return found


class _Reader:
    """Recursive descent over the pattern."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.place = 0
        self.depth = 0

    def peek(self, length: int = 1) -> str:
        return self.pattern[self.place : self.place + length]

    def take(self) -> str:
        char = self.peek()
        if not char:
            raise Unsupported(self.pattern)
        self.place += 1
        return char

    def skip(self, text: str) -> bool:
        if self.peek(len(text)) != text:
            return False
        self.place += len(text)
        return True

    def alternatives(self, *, head: bool = False, tail: bool = False) -> Regex:
        """Alternatives up to ``)`` or the end.

        Args:
            head: They start where the text does, or anywhere in it when not anchored.
            tail: They end where the text does, or anywhere in it when not anchored.
        """
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise Unsupported(self.pattern)
        found = [self.branch(head=head, tail=tail)]
        while self.skip("|"):
            found.append(self.branch(head=head, tail=tail))
        self.depth -= 1
        return either(*found)

    def branch(self, *, head: bool, tail: bool) -> Regex:
        """One alternative; around what is not anchored anything may stand."""
        whole = self.group_alone() if head and tail and self.peek() == "(" else None
        if whole is not None:
            return whole
        anchored = head and self.skip("^")
        parts: list[tuple[str, Regex]] = []
        closed = False
        while self.peek() and self.peek() not in "|)":
            if closed:
                raise Unsupported(self.pattern)
            if tail and self.skip("$"):
                closed = True
            elif tail and self.peek(3) in ("(?=", "(?!"):
                parts.append(self.look_ahead())
            else:
                parts.append(("", self.quantified(self.atom())))
        found: Regex = EMPTY if closed or not tail else ANY_TEXT
        for kind, part in reversed(parts):
            found = both(part if kind == "=" else negated(part), found) if kind else then(part, found)
        return found if anchored or not head else then(ANY_TEXT, found)

    def group_alone(self) -> Regex | None:
        """A group that is a whole alternative, so that anchors may stand inside it."""
        start, depth = self.place, self.depth
        self.place += 1
        if self.peek() == "?" and not self.skip("?:"):
            self.place = start
            return None
        try:
            found = self.alternatives(head=True, tail=True)
        except Unsupported:
            self.place, self.depth = start, depth
            return None
        if self.skip(")") and (not self.peek() or self.peek() in "|)"):
            return found
        self.place, self.depth = start, depth
        return None

    def look_ahead(self) -> tuple[str, Regex]:
        """A condition on what follows up to the end of the text."""
        kind = self.peek(3)[2]
        self.place += 3
        seen = self.alternatives(tail=True)
        if not self.skip(")"):
            raise Unsupported(self.pattern)
        return kind, seen

    def atom(self) -> Regex:
        char = self.take()
        if char == "(":
            return self.grouped()
        if char == "[":
            return Chars(self.bracketed())
        if char == ".":
            return Chars(complement(_NEWLINES))
        if char == "\\":
            return Chars(self.escaped(in_class=False))
        if char in "*+?^$)|":
            raise Unsupported(self.pattern)
        return Chars(((ord(char), ord(char)),))

    def grouped(self) -> Regex:
        if self.skip("?") and not self.skip(":"):
            if not self.skip("<") or self.peek() in "=!":
                raise Unsupported(self.pattern)
            while self.take() != ">":
                pass
        found = self.alternatives()
        if not self.skip(")"):
            raise Unsupported(self.pattern)
        return found

    def quantified(self, part: Regex) -> Regex:
        bounds = self.bounds()
        if bounds is None:
            return part
        self.skip("?")  # lazy: the same texts
        if (self.peek() and self.peek() in "*+?") or self.bounds() is not None:
            raise Unsupported(self.pattern)
        return times(part, *bounds)

    def bounds(self) -> tuple[int, int | None] | None:
        for mark, bounds in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self.skip(mark):
                return bounds
        end = self.pattern.find("}", self.place)
        if self.peek() != "{" or end < 0:
            return None
        least, comma, most = self.pattern[self.place + 1 : end].partition(",")
        if not least.isdecimal() or (most and not most.isdecimal()):
            return None
        self.place = end + 1
        low, high = int(least), int(most) if most else None if comma else int(least)
        if low > _MAX_BOUND or (high is not None and (high > _MAX_BOUND or high < low)):
            raise Unsupported(self.pattern)
        return low, high

    def bracketed(self) -> Ranges:
        inverted = self.skip("^")
        found: Ranges = ()
        while not self.skip("]"):
            low = self.class_part()
            if self.peek() == "-" and self.peek(2) != "-]" and len(low) == 1 and low[0][0] == low[0][1]:
                self.place += 1
                high = self.class_part()
                if len(high) != 1 or high[0][0] != high[0][1] or high[0][0] < low[0][0]:
                    raise Unsupported(self.pattern)
                low = ((low[0][0], high[0][0]),)
            found = united(found + low)
        return complement(found) if inverted else found

    def class_part(self) -> Ranges:
        char = self.take()
        return self.escaped(in_class=True) if char == "\\" else ((ord(char), ord(char)),)

    def escaped(self, *, in_class: bool) -> Ranges:
        char = self.take()
        if char.lower() in _CLASSES:
            ranges = _CLASSES[char.lower()]
            return ranges if char.islower() else complement(ranges)
        if char in _CONTROLS:
            point = _CONTROLS[char]
        elif char == "b" and in_class:
            point = 0x08
        elif char in "xu":
            point = self.hexadecimal(char)
        elif char == "c" and self.peek().isalpha() and self.peek().isascii():
            point = ord(self.take()) % 32
        elif char.isalnum():
            raise Unsupported(self.pattern)
        else:
            point = ord(char)
        return ((point, point),)

    def hexadecimal(self, kind: str) -> int:
        if kind == "u" and self.skip("{"):
            end = self.pattern.find("}", self.place)
            digits = self.pattern[self.place : end] if end >= 0 else ""
            self.place = end + 1
        else:
            digits = self.peek(2 if kind == "x" else 4)
            self.place += len(digits)
            if len(digits) != (2 if kind == "x" else 4):
                raise Unsupported(self.pattern)
        if not digits or any(char not in "0123456789abcdefABCDEF" for char in digits) or int(digits, 16) > 0x10FFFF:
            raise Unsupported(self.pattern)
        return int(digits, 16)


def any_of(texts: frozenset[str]) -> Regex:
    """Exactly one of these texts."""
    return either(*(then(*(Chars(((ord(char), ord(char)),)) for char in value)) for value in sorted(texts)))


def length_between(least: int, most: int | None) -> Regex:
    """Texts of so many characters."""
    return times(ANY_CHAR, least, most)
