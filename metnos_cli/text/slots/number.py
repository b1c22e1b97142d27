"""Finds plain numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.text.slots.found import Found
from metnos_cli.text.slots.numerals import Numeral

if TYPE_CHECKING:
    from metnos_cli.text.slots.scan import Scan


def match_number(scan: Scan, at: int) -> Found | None:
    """The number at a token, or None where the words are more likely something else.

    A percentage has the ``unit`` ``percent`` and its figure as ``value``.
    """
    tokens = scan.tokens
    if tokens[at].get("block"):
        return Found(at + 1, "", {})
    numeral = scan.number(at) or _some(scan, at)
    if numeral is None or not scan.is_apart(at, numeral.stop):
        return None
    if scan.before(at) in scan.known.lists["number_never_after"]:
        return None
    certain = not numeral.others and not numeral.vague
    fields: dict[str, Any] = {"value": numeral.value}
    stop = numeral.stop
    if stop < len(tokens) and tokens[stop].get("percent"):
        fields["unit"] = "percent"
        stop += 1
    elif numeral.weak:
        confirmed = scan.confirms(at, stop)
        if confirmed is None:
            return None
        certain = certain and confirmed
    return Found(stop, "number", fields, certain, tuple({"value": other} for other in numeral.others))


def _some(scan: Scan, at: int) -> Numeral | None:
    """Such as "A couple", "a few": a number where it is all that is said, or what is counted follows."""
    few = scan.says(at, "few")
    if few is None or (scan.says(at, "vague") and not scan.is_all(at, at + 1)):
        return None
    return Numeral(few, at + 1, vague=bool(scan.says(at, "vague")))
