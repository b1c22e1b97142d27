"""Reads a number, in figures or in words, at one place among tokens."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.text.slots.lexicon import Lexicon
    from metnos_cli.text.slots.tokens import Token


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number and the tokens it is written with."""

    value: int | float
    """What it says."""
    stop: int
    """Index one past its last token."""
    figure: bool = False
    """Written in figures."""
    weak: bool = False
    """The word also means something else ("un", "sei", "one"): a number only where something says so."""
    others: tuple[int | float, ...] = ()
    """Other values it may have; empty when certain."""
    vague: bool = False
    """An approximate word ("qualche", "a few"): the value is a convention."""


@cache
def _grouped() -> re.Pattern[str]:
    return re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d+)?")


def figure_value(shown: str, decimal: str) -> tuple[int | float, tuple[int | float, ...]] | None:
    """The value of a figure, and the other one it may have.

    Args:
        shown: Digits with points and commas, such as ``1.200,50``.
        decimal: The language's decimal sign: ``,`` or ``.``; the other one groups thousands.

    Returns:
        None when it is no number: an address, a version, a date.
    """
    if shown.isdecimal():
        return (int(shown), ()) if len(shown) <= _LONGEST else None
    if shown.count("/") == 1 and ":" not in shown:
        return _fraction(shown)
    if ":" in shown or "/" in shown or "-" in shown or len(shown) > _LONGEST:
        return None
    group = "." if decimal == "," else ","
    if shown[0] in ".,":
        return (float("0." + shown[1:]), ()) if shown[1:].isdecimal() and shown[0] == decimal else None
    grouped = _grouped().fullmatch(shown)
    marks = shown.count(".") + shown.count(",")
    if grouped and shown[0] != "0":
        sign = grouped[1]
        plain = _plain(shown, sign)
        if marks == 1 and sign == decimal:
            return float(shown.replace(decimal, ".")), (plain,)
        return plain, ()
    if marks == 1 and (decimal in shown or group == "."):
        return float(shown.replace(decimal, ".")), ()  # "11.30" too, in a language with a decimal comma
    return None


_LONGEST = 30


def _fraction(shown: str) -> tuple[float, tuple[int | float, ...]] | None:
    """The value of "3/4"; longer figures are something else."""
    top, _, bottom = shown.partition("/")
    if not (top.isdecimal() and bottom.isdecimal()) or len(shown) > _LONGEST_FRACTION or int(bottom) == 0:
        return None
    return int(top) / int(bottom), ()


_LONGEST_FRACTION = 9


def _plain(shown: str, group: str) -> int | float:
    whole = shown.replace(group, "").replace(",", ".")
    return float(whole) if "." in whole else int(whole)


def read_number(tokens: Sequence[Token], at: int, text: str, known: Lexicon) -> Numeral | None:
    """The longest number that starts at a token, with its sign, its scale and its half.

    Args:
        tokens: A run of known tokens.
        at: Where to start.
        text: What the tokens were cut from.
        known: The language's words.
    """
    sign = 1
    start = at
    if tokens[at].get("minus") or (tokens[at].get("dash") and _is_sign(tokens, at, text)):
        sign, start = -1, at + 1
    if start >= len(tokens):
        return None
    found = read_plain(tokens, start, text, known) or _after_point(tokens, start)
    if found is None or (sign < 0 and found.value == 0):
        return None
    found = _with_half(tokens, found)
    if found.stop < len(tokens) and tokens[found.stop].get("dozen") and isinstance(found.value, int):
        found = Numeral(found.value * 12, found.stop + 1, found.figure)
    if sign > 0:
        return found
    return Numeral(-found.value, found.stop, found.figure, others=tuple(-other for other in found.others))


def _is_sign(tokens: Sequence[Token], at: int, text: str) -> bool:
    """A minus: nothing stands before it, or a space does and the figure follows at once."""
    if at + 1 >= len(tokens) or not tokens[at + 1].get("figure"):
        return False
    before = text[: tokens[at].start][-1:]
    return (not before or before.isspace() or before in "([") and (at == 0 or tokens[at + 1].glued)


def read_plain(tokens: Sequence[Token], at: int, text: str, known: Lexicon) -> Numeral | None:
    """A number without sign and half."""
    token = tokens[at]
    if token.get("figure"):
        return _figure(tokens, at, text, known)
    if token.get("num") is not None or token.get("scale") is not None:
        return _words(tokens, at)
    count = token.get("count")
    if count is not None:
        return Numeral(count, at + 1, weak="~count" in token.readings, vague=bool(token.get("vague")))
    return None


def _figure(tokens: Sequence[Token], at: int, text: str, known: Lexicon) -> Numeral | None:
    token = tokens[at]
    before = text[token.start - 1] if token.start else " "
    if before.isalnum() or before in "_." or (before in ":/" and text[token.start - 2 : token.start - 1].isalnum()):
        return None
    stop = at + 1
    shown = token.key
    if shown.isdecimal() and len(shown) <= 3 and shown[0] != "0":
        shown, stop = _spaced(tokens, at, text)
    read = None if shown in known.lists["never_values"] else figure_value(shown, known.rules["decimal"])
    if read is None:
        return None
    value, others = read
    if stop < len(tokens):
        after = tokens[stop]
        suffix = after.get("suffix") if after.glued else None
        scale = after.get("scale")
        if suffix and text[after.start] == "m":
            suffix = None  # "3m" are metres, "3M" millions
        if suffix and not text[after.end : after.end + 1].isalnum():
            return Numeral(_exact(value * suffix), stop + 1, figure=True)
        if scale and not after.glued:
            return Numeral(_exact(value * scale), stop + 1, figure=True)
        if scale and scale < 1000:
            return Numeral(_exact(value * scale), stop + 1, figure=True)
    return Numeral(value, stop, figure=True, others=others)


def _exact(value: float) -> int | float:
    rounded = round(value, 6)
    return int(rounded) if rounded == int(rounded) else rounded


def _spaced(tokens: Sequence[Token], at: int, text: str) -> tuple[str, int]:
    """A figure whose thousands are set apart by single spaces ("6 700,54"), as one, and where it stops."""
    shown = tokens[at].key
    stop = at + 1
    while stop < min(len(tokens), at + 7):
        token = tokens[stop]
        head, mark, _ = token.key.partition(",")
        if not token.get("figure") or len(head) != 3 or not head.isdecimal():
            break
        if token.start != tokens[stop - 1].end + 1 or text[token.start - 1] not in " \u00a0\u202f":
            break
        shown += token.key if not mark else head + "," + token.key[4:]
        stop += 1
        if mark:
            break
    if stop > at + 1 and "," in shown:
        head, _, tail = shown.partition(",")
        return f"{head},{tail}" if tail.isdecimal() else shown, stop
    return shown, stop


@dataclass(slots=True)
class _Tally:
    """A number in words as it grows: groups below a thousand times their scale, from large to small."""

    total: int = 0
    group: int = -1
    last: int = 0
    least: int = 1 << 62
    others: tuple[int, ...] = ()

    def add(self, number: int) -> bool:
        """Take one more numeral; False when it starts another number."""
        joined = _join(self.group, number, self.last)
        if joined is None:
            return False
        self.group, uncertain = joined
        if uncertain:
            self.others = (self.last,)
        self.last = number
        return True

    def scale(self, scale: int, *, first: bool) -> bool:
        """Take a hundred, a thousand, a million ...; False when it does not fit."""
        if scale >= self.least or (self.group <= 0 and not (self.group < 0 and first)):
            return False
        if scale != 100:
            self.total += max(self.group, 1) * scale
            self.least, self.group, self.last = scale, -1, 0
            return True
        if self.group >= 100:
            return False
        self.group = max(self.group, 1) * 100
        self.last = 100
        return True


def _words(tokens: Sequence[Token], at: int) -> Numeral | None:
    """A number in words."""
    tally = _Tally()
    index = stop = at
    while index < len(tokens):
        token = tokens[index]
        number, scale = token.get("num"), token.get("scale")
        if number is not None and number >= 0:
            taken = tally.add(number)
        elif scale is not None:
            taken = tally.scale(scale, first=index == at)
        else:
            if not (_links(tokens, index, at) and (tally.group > 0 or tally.total)):
                break
            index += 1
            continue
        if not taken:
            break
        index += 1
        stop = index
    if tally.group < 0 and not tally.total:
        return None
    weak = stop == at + 1 and ("~num" in tokens[at].readings or "~scale" in tokens[at].readings)
    return Numeral(tally.total + max(tally.group, 0), stop, weak=weak, others=tally.others)


def _join(group: int, number: int, last: int) -> tuple[int, bool] | None:
    """One more numeral after a group: the new group and whether that reading is uncertain; None when it starts anew."""
    if group < 0:
        return number, False
    if number <= 0:
        return None
    if last >= 100 and last % 100 == 0 and number < 100:
        return group + number, False
    if 20 <= last < 100 and last % 10 == 0 and number < 10:
        return group + number, False
    if last == group and 1 <= last < 10 and number >= 10:
        return group * 100 + number, True  # "one twenty two"
    if 100 < group < 1000 and 20 <= last < 100 and last % 10 == 0 and number < 10:
        return group + number, False
    return None


def _links(tokens: Sequence[Token], index: int, at: int) -> bool:
    """Whether "and", "e" or a hyphen at ``index`` holds two parts of one number together."""
    if index == at or index + 1 >= len(tokens):
        return False
    before, token, after = tokens[index - 1], tokens[index], tokens[index + 1]
    number = after.get("num")
    if number is None:
        return False
    if token.get("dash"):
        last = before.get("num")
        return token.glued and after.glued and last is not None and 20 <= last < 100 and last % 10 == 0 and number < 10
    if not token.get("and"):
        return False
    if before.get("scale") is not None:
        return bool(number > 0)
    last = before.get("num")
    return bool(last is not None and last >= 100 and last % 100 == 0 and 0 < number < 100)


def _with_half(tokens: Sequence[Token], found: Numeral) -> Numeral:
    """The number with "e mezzo", "and a half" or "virgola cinque" after it."""
    stop = found.stop
    if stop >= len(tokens) or not isinstance(found.value, int) or found.others:
        return found
    if tokens[stop].get("andhalf"):
        return Numeral(found.value + 0.5, stop + 1, found.figure)
    if tokens[stop].get("point") and stop + 1 < len(tokens):
        digits = _digits(tokens, stop + 1)
        if digits:
            shown, end = digits
            return Numeral(float(f"{found.value}.{shown}"), end, found.figure)
    return found


def _after_point(tokens: Sequence[Token], at: int) -> Numeral | None:
    """Such as "Point 77", "virgola cinque": a number below one."""
    digits = _digits(tokens, at + 1) if tokens[at].get("point") else None
    return None if digits is None else Numeral(float("0." + digits[0]), digits[1], weak=True)


def _digits(tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
    shown = ""
    index = at
    while index < len(tokens):
        token = tokens[index]
        if token.get("figure") and token.key.isdecimal():
            shown += token.key
        elif isinstance(token.get("num"), int) and token.readings["num"] < 100:
            shown += str(token.readings["num"])
        else:
            break
        index += 1
        if len(shown) > 12:
            return None
    return (shown, index) if shown else None


def small_int(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """A whole number below 10,000 at a token, for clocks and dates, and where it stops."""
    if at >= len(tokens):
        return None
    token = tokens[at]
    key = token.key
    if token.get("figure"):
        return (int(key), at + 1) if key.isdecimal() and len(key) <= 4 else None
    if token.get("num") is None:
        return None
    read = _words(tokens, at)
    if read is None or not isinstance(read.value, int) or read.value >= 10_000:
        return None
    if read.others:
        return int(token.readings["num"]), at + 1
    return read.value, read.stop
