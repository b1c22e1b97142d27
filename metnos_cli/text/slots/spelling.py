"""Numerals that a language writes as one word, spelt out up to 999."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def glued_numerals(table: Mapping[str, Any]) -> dict[str, int]:
    """Word -> value for every numeral below 1,000 that is written as one word.

    Args:
        table: ``units`` (1 to 19, in order), ``tens`` (20 to 90), ``hundred``; a vowel at the end of a ten is dropped
            before ``elides`` units (ventuno, ventotto), the final unit one may lose its vowel (ventun file), and the
            unit ``stressed`` takes an accent at the end (ventitré).
    """
    units = table["units"].split()
    below: dict[str, int] = {word: value for value, word in enumerate(units, 1)}
    elided = {units[unit - 1] for unit in map(int, table["elides"].split())}
    for ten, tens in enumerate(table["tens"].split(), 2):
        below[tens] = ten * 10
        for unit, word in enumerate(units[:9], 1):
            stem = tens[:-1] if word in elided else tens
            below[stem + word] = ten * 10 + unit
            if unit == table["stressed"]:
                below[stem + word[:-1] + "è"] = ten * 10 + unit
            if unit == 1:
                below[stem + word[:-1]] = ten * 10 + 1
    spelt = dict(below)
    hundred = table["hundred"]
    for count in range(1, 10):
        head = hundred if count == 1 else units[count - 1] + hundred
        spelt[head] = count * 100
        for word, value in below.items():
            spelt[head + word] = count * 100 + value
            if hundred[-1] == word[0] or word[0] in "aeiou":
                spelt[head[:-1] + word] = count * 100 + value
    return spelt
