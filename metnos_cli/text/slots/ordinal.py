"""Finds ordinals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.text.slots.found import Found

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.text.slots.scan import Scan
    from metnos_cli.text.slots.tokens import Token


def match_ordinal(scan: Scan, at: int) -> Found | None:
    """The ordinal at a token; a word that also means something else needs an article before it or to stand alone."""
    read = read_ordinal(scan.tokens, at)
    if read is None or is_degree(scan, at):
        return None
    value, stop = read
    if not scan.is_apart(at, stop):
        return None
    weak = stop == at + 1 and "~ord" in scan.tokens[at].readings
    meant = scan.before(at) in scan.known.lists["ordinal_after"] and scan.after(stop).isalpha()
    if weak and not meant and not scan.is_all(at, stop):
        return None
    return Found(stop, "ordinal", {"value": value})


def is_degree(scan: Scan, at: int) -> bool:
    """Whether a figure and "°" are a temperature: "imposta a 20°"."""
    return scan.says(at + 1, "ordmark") and scan.before(at) in scan.known.lists["degree_after"]


def read_ordinal(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """An ordinal in words or figures at a token ("terzo", "3°", "twenty-fifth", "25th"), and where it stops."""
    if at >= len(tokens):
        return None
    token = tokens[at]
    value = token.get("ord")
    if value is not None:
        return value, at + 1
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if token.get("figure"):
        marked = after is not None and after.glued and (after.get("ordmark") or after.get("ordsuffix"))
        return (int(token.key), at + 2) if marked and token.key.isdecimal() and len(token.key) < 5 else None
    tens = token.get("num")
    if tens is None or tens < 20 or tens >= 100 or tens % 10 or after is None:
        return None
    last = at + 1
    if after.get("dash") and last + 1 < len(tokens):
        last += 1
    unit = tokens[last].get("ord")
    return (tens + unit, last + 1) if unit is not None and unit < 10 else None
