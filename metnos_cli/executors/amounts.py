"""Numbers and sizes as people write them, read and told in the user's language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.records import Lang

UNITS = ("B", "kB", "MB", "GB", "TB", "PB")
FACTORS: Mapping[str, int] = {
    **{unit.lower(): 1000**power for power, unit in enumerate(UNITS)},
    **{f"{letter}ib": 1024**power for power, letter in enumerate("kmgtp", start=1)},
    **{letter: 1000**power for power, letter in enumerate("kmgtp", start=1)},
    "byte": 1, "bytes": 1,
}  # fmt: skip
SIZE_FIELDS = frozenset(
    {"size", "memory", "total", "free", "used", "total_size", "wasted", "memory_total", "disk_total"}
)
"""Fields that hold bytes."""
_SPACED = r"[1-9]\d{0,2}(?:(?P<gap>[ '’\u00a0\u202f])\d{3})(?:(?P=gap)\d{3})*(?:[.,]\d+)?"
_PLAIN = r"\d[\d.,]*(?:e[-+]?\d+)?"
_NUMBER = re.compile(rf"(-?)\s*[€$£¥]?\s*(-?)({_SPACED}|{_PLAIN})\s*[€$£¥%]?", re.IGNORECASE)


def size_text(octets: float, lang: Lang) -> str:
    """A number of bytes in decimal units: ``3,4 MB``."""
    value, place = float(octets), 0
    while value >= 1000 and place < len(UNITS) - 1:
        value, place = value / 1000, place + 1
    if place and round(value, 1) >= 1000 and place < len(UNITS) - 1:
        value, place = value / 1000, place + 1
    return f"{number_text(round(value, 1) if place else int(value), lang)} {UNITS[place]}"


def number_text(value: float, lang: Lang) -> str:
    """A number with the language's separators: ``1.234,5`` or ``1,234.5``."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    told = f"{value:,}" if isinstance(value, int) else f"{value:,.4f}".rstrip("0").rstrip(".")
    return told.translate(str.maketrans(",.", ".,")) if lang == "it" else told


def as_number(value: Any, lang: Lang) -> int | float | None:
    """The number that a value is or spells; None when it is none.

    Args:
        value: A number, or a text such as ``1.234,50 €`` or ``12%``. Blanks stand between thousands or nowhere, and
            nothing begins with a plus: what is written otherwise is a telephone number or a code.
        lang: Decides what a lone ``1.234`` or ``1,234`` is.
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return value
    found = _NUMBER.fullmatch(str(value).strip())
    if found is None or (found[1] and found[2]) or _is_address(found[3]):
        return None
    told = f"{found[1] or found[2]}{re.sub('[^0-9.,eE+-]', '', found[3])}"
    plain = _decimal_point(told, "," if lang == "it" else ".")
    try:
        return float(plain) if any(sign in plain for sign in ".eE") else int(plain)
    except ValueError:
        return None


def _is_address(told: str) -> bool:
    """Whether it is four figures with points between them, as machines are called: no number with its thousands."""
    parts = told.split(".")
    return len(parts) == 4 and all(part.isdecimal() and str(int(part)) == part and int(part) < 256 for part in parts)


def _decimal_point(told: str, decimal: str) -> str:
    """The number with a point for its decimals and nothing between its thousands; empty when these are not threes."""
    if "," in told and "." in told:
        decimal = max(",.", key=told.rindex)
    elif told.count(",") + told.count(".") == 1:
        mark = "," if "," in told else "."
        # Three digits after the only mark may be thousands: there the language decides.
        if len(told.partition(mark)[2]) != 3 or told.lstrip("+-0").startswith(mark):
            decimal = mark
    elif "," in told or "." in told:
        decimal = "." if "," in told else ","
    thousands = "." if decimal == "," else ","
    whole, _, _ = told.partition(decimal)
    if thousands in told and not re.fullmatch(rf"[-+]?\d{{1,3}}(?:\{thousands}\d{{3}})+", whole):
        return ""
    return told.replace(thousands, "").replace(decimal, ".")


def as_size(value: Any, lang: Lang) -> int | float | None:
    """Bytes that a value is or spells (``10 MB``); None when it is neither a number nor a size."""
    found = as_number(value, lang)
    if found is not None or not isinstance(value, str):
        return found
    parts = re.fullmatch(r"\s*(.*?\d)\s*([a-zA-Z]+)\s*", value)
    factor = FACTORS.get(parts[2].lower()) if parts else None
    amount = as_number(parts[1], lang) if parts else None
    return None if factor is None or amount is None else round(amount * factor)
