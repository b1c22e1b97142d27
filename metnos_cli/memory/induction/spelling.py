"""Known values in the form in which they are said now: their letters, their number, never their gender."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.memory.induction.decide import Unreadable
from metnos_cli.memory.induction.evidence import folded
from metnos_cli.memory.words.stem import inflects

if TYPE_CHECKING:
    from collections import Counter

    from metnos_cli.memory.induction.family import Family
    from metnos_cli.memory.view import View

OFTEN = 4
"""Values that must have stood as the words have them before another form of a known one is taken as it stands."""


def said_so(view: View, first: int, last: int, family: Family) -> bool:
    """Whether a known value stands in words that it stood in, or in another form of those: no "nonna" for "nonno"."""
    told = tuple(word.key for word in view.words[first:last])
    known = family.surfaces.get(view.stems(first, last), ())
    if told in known:
        return True
    if first and any(word.capital for word in view.words[first:last]):
        return False  # names have one form: "Luca" is no "luce"
    return any(all(inflects(one, other, view.lang) for one, other in zip(told, held, strict=True)) for held in known)


def spelt(shown: str, taught: Counter[Any], family: Family, role: str) -> Any:
    """A known value as it was taught; another form of its words only where the role is known to take either.

    Raises:
        Unreadable: The evidence does not say which form counts.
    """
    same = [value for value in taught if folded(value) == folded(shown)]
    if same:
        return same[-1] if family.letters[role].failed else shown
    if family.forms[role].failed and len(taught) == 1:
        return next(iter(taught))
    forms = family.forms[role]
    if forms.failed or (role not in family.inflected and forms.held < OFTEN):
        raise Unreadable
    return shown
