"""Finds quantities with a unit and amounts of money."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.text.slots.found import Found
from metnos_cli.text.slots.numerals import Numeral
from metnos_cli.text.slots.ordinal import is_degree

if TYPE_CHECKING:
    from metnos_cli.text.slots.scan import Scan


def match_quantity(scan: Scan, at: int) -> Found | None:
    """A figure and its unit: ``value`` and ``unit`` as said; sizes of data have ``bytes`` too."""
    numeral = _number(scan, at)
    if numeral is None:
        return None
    stop = _past(scan, numeral.stop, "of")
    unit = "°" if is_degree(scan, at) else _unit(scan, stop, "measure") or _unit(scan, stop, "data")
    if unit is None:
        return None
    size = scan.says(stop, "data")
    value, stop = _and_half(scan, numeral, stop + 1)
    fields: dict[str, Any] = {"value": value, "unit": unit}
    if size is not None:
        name, _, factor = str(size).partition(" ")
        fields = {"value": value, "unit": name, "bytes": round(value * int(factor))}
    elif scan.says(stop - 1, "currency"):
        other = {"dim": "amount-of-money", "value": value, "unit": scan.says(stop - 1, "currency")}
        return Found(stop, "quantity", fields, certain=False, alternatives=(other,))
    return Found(stop, "quantity", fields, certain=not numeral.others)


def match_money(scan: Scan, at: int) -> Found | None:
    """A sum: ``value`` and the currency's code as ``unit``."""
    sign = scan.says(at, "currency")
    if sign is not None and not scan.tokens[at].key.isalpha():
        if at + 1 >= len(scan.tokens):
            return None
        numeral = _number(scan, at + 1)
        if numeral is None or not scan.is_apart(at + 1, numeral.stop):
            return None
        return Found(numeral.stop, "amount-of-money", {"value": numeral.value, "unit": sign}, not numeral.others)
    numeral = _number(scan, at)
    if numeral is None:
        return None
    stop = _past(scan, numeral.stop, "moneyof")
    code = _unit(scan, stop, "currency") if stop < len(scan.tokens) else None
    if code is None or scan.says(stop, "measure"):
        return None
    value, stop = _and_half(scan, numeral, stop + 1)
    cents, stop = _cents(scan, stop)
    total = round(value + cents / 100, 6)
    fields = {"value": int(total) if total == int(total) else total, "unit": code}
    return Found(stop, "amount-of-money", fields, certain=not numeral.others)


def _number(scan: Scan, at: int) -> Numeral | None:
    if scan.says(at, "one"):
        return Numeral(1, at + 1)
    return scan.number(at)


def _past(scan: Scan, at: int, category: str) -> int:
    """Past a word such as "di" in "due milioni di euro"."""
    return at + 1 if scan.says(at, category) and at + 1 < len(scan.tokens) else at


def _unit(scan: Scan, at: int, category: str) -> str | None:
    """The unit at a token; a short symbol must not run on into a longer name."""
    unit = scan.says(at, category)
    if unit is None:
        return None
    token = scan.tokens[at]
    following = scan.text[token.end : token.end + 1]
    return None if following.isalnum() or following == "_" else str(unit)


def _and_half(scan: Scan, numeral: Numeral, stop: int) -> tuple[int | float, int]:
    """The count with "e mezzo" after its unit: "un litro e mezzo"."""
    if scan.says(stop, "halfmore") and isinstance(numeral.value, int):
        return numeral.value + 0.5, stop + 1
    return numeral.value, stop


def _cents(scan: Scan, at: int) -> tuple[int, int]:
    """Such as "E 20 centesimi" after a sum, and where it stops."""
    place = at + 1 if scan.says(at, "and") else at
    if place >= len(scan.tokens):
        return 0, at
    numeral = _number(scan, place)
    if numeral is None or not isinstance(numeral.value, int) or not 0 < numeral.value < 100:
        return 0, at
    return (numeral.value, numeral.stop + 1) if scan.says(numeral.stop, "cents") else (0, at)
