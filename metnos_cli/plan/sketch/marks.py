"""What the set phrases of a clause are read into, each with the places of its words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metnos_cli.plan.sketch.clauses import Clause
    from metnos_cli.records import Slot

Used = frozenset[int]


@dataclass(frozen=True, slots=True)
class Order:
    """Entries are wanted in an order, or only the first of it."""

    key: str
    """size, modified, name ..., or the words themselves where they are a field's name."""
    order: str
    """asc, desc, or empty where it was not said."""
    limit: int | None
    """How many, when said."""
    used: Used
    """Places of the tokens that say so."""
    word: str = ""
    """The word after "by", for tables whose columns may be called anything."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A quantity that something must be above or below."""

    op: str
    """greater, at_least, less, at_most."""
    slot: Slot
    """The quantity."""
    used: Used
    """Places of the tokens that say so."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A piece of text with its places."""

    text: str
    """The text, as typed."""
    used: Used
    """Places of the tokens that say so."""


def values(clause: Clause, dims: Iterable[str]) -> list[tuple[int, Slot]]:
    """(place, value) of the values of these dimensions, in order."""
    wanted = frozenset(dims)
    return [
        (place, token.slot)
        for place, token in enumerate(clause.tokens)
        if token.slot is not None and token.slot.dim in wanted
    ]
