"""The ``format``s of JSON Schema that the grammar writes out, each a little wider than its standard."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from metnos_cli.plan.grammar.patterns import read_pattern

if TYPE_CHECKING:
    from metnos_cli.plan.grammar.regex import Regex

_DATE = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
_TIME = r"([01][0-9]|2[0-3]):[0-5][0-9](:([0-5][0-9]|60)(\.[0-9]{1,9})?)?([Zz]|[+-]([01][0-9]|2[0-3]):?[0-5][0-9])?"
_OCTET = r"(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_NUMBER = r"[0-9]{1,9}"
_CLOCK = rf"T({_NUMBER}H({_NUMBER}M({_NUMBER}S)?)?|{_NUMBER}M({_NUMBER}S)?|{_NUMBER}S)"
_DAYS = rf"({_NUMBER}Y({_NUMBER}M({_NUMBER}D)?)?|{_NUMBER}M({_NUMBER}D)?|{_NUMBER}D)"

PATTERNS: dict[str, str] = {
    "date": _DATE,
    "time": _TIME,
    "date-time": rf"{_DATE}[Tt ]{_TIME}",
    "duration": rf"P({_DAYS}({_CLOCK})?|{_CLOCK}|{_NUMBER}W)",
    "email": r'[^\s@"\\]{1,64}@[^\s@"\\]{1,255}',
    "idn-email": r'[^\s@"\\]{1,64}@[^\s@"\\]{1,255}',
    "hostname": r"[A-Za-z0-9]([A-Za-z0-9-]{0,62})(\.[A-Za-z0-9]([A-Za-z0-9-]{0,62}))*\.?",
    "ipv4": rf"{_OCTET}(\.{_OCTET}){{3}}",
    "ipv6": r"[0-9A-Fa-f:]{2,45}(\.[0-9]{1,3}){0,3}",
    "uri": r'[A-Za-z][A-Za-z0-9+.-]*:[^\s"<>\\^`{|}]+',
    "uuid": r"[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}",
}


@cache
def language_of(name: str) -> Regex | None:
    """The texts of a format; None when it is not one of those written out."""
    pattern = PATTERNS.get(name)
    return None if pattern is None else read_pattern(f"^{pattern}$")
