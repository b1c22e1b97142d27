"""Finds plain numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.text.slots.found import Found

if TYPE_CHECKING:
    from metnos_cli.text.slots.scan import Scan


def match_number(scan: Scan, at: int) -> Found | None:
    """The number at a token, or None where the words are more likely something else.

    A percentage has the ``unit`` ``percent`` and its figure as ``value``.
    """
    tokens = scan.tokens
    if tokens[at].get("block"):
        return Found(at + 1, "", {})
    numeral = scan.number(at)
    if numeral is None or not scan.is_apart(at, numeral.stop):
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
