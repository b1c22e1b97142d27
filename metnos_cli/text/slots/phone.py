"""Finds telephone numbers: international ones, ones written in groups, and what a word calls one."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from metnos_cli.records import Slot

if TYPE_CHECKING:
    from metnos_cli.text.slots.lexicon import Lexicon

_REACH = 30  # code points before a figure in which a word may call it a telephone number


@cache
def _figures() -> re.Pattern[str]:
    return re.compile(r"(?<![\w.,:/@#€$£-])(?:\+|\(\+?)?\d[\d ()./-]{4,22}\d(?![\w€$£%])")


@cache
def _dated() -> re.Pattern[str]:
    return re.compile(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}.*|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|.*/.*/.*")


def find_phones(text: str, known: Lexicon) -> list[Slot]:
    """Telephone numbers as slots ``phone-number``; ``value`` has the digits alone, and the plus."""
    found: list[Slot] = []
    for match in _figures().finditer(text):
        shown = match[0]
        digits = "".join(sign for sign in shown if sign.isdecimal())
        if not shown.isascii() or shown.count("(") != shown.count(")"):
            continue
        before = text[max(0, match.start() - _REACH) : match.start()].lower()
        called = not known.lists["phone_words"].isdisjoint(re.findall(r"[^\W\d_]+", before)[-3:])
        if _is_phone(shown, digits, called=called, known=known):
            value = "+" + digits if "+" in shown[:2] else digits
            found.append(Slot("phone-number", shown, match.start(), match.end(), {"value": value}))
    return found


def _is_phone(shown: str, digits: str, *, called: bool, known: Lexicon) -> bool:
    if _dated().fullmatch(shown):
        return False
    if "+" in shown[:2]:
        return 8 <= len(digits) <= 15
    if called:
        return 5 <= len(digits) <= 13
    if digits.startswith("00") and digits[2:3] not in ("", "0"):
        return 11 <= len(digits) <= 15 and len(re.split(r"[ ./-]+", shown)) > 1
    return bool(_grouped(known.rules["phone"]).fullmatch(shown))


@cache
def _grouped(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
