"""The arguments found for one call, and the values that are still free for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from metnos_cli.plan.sketch.reading import Reading
    from metnos_cli.records import Slot


@dataclass(slots=True)
class Filled:
    """Arguments found for one call, growing while they are looked for."""

    args: dict[str, Any] = field(default_factory=dict)
    """Argument -> value."""
    used: set[int] = field(default_factory=set)
    """Places of the clause's tokens that they came from."""
    targets: set[int] = field(default_factory=set)
    """Those that say where something goes."""
    kept: set[int] = field(default_factory=set)
    """Those of values that no argument may take: what they say is not understood."""
    apart: frozenset[int] = frozenset()
    """Those that stand in no text: "sposta AVANTI la riunione", "cambia il TITOLO della riunione"."""


def free(reading: Reading, dims: frozenset[str], filled: Filled) -> list[tuple[int, Slot]]:
    """Values of these dimensions that no argument has taken yet."""
    return [
        (place, token.slot)
        for place, token in enumerate(reading.clause.tokens)
        if token.slot is not None and token.slot.dim in dims and place not in filled.used | filled.kept
    ]
