"""What a dimension reports about one place of a text, before it becomes a slot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Found:
    """A value that starts at a token."""

    stop: int
    """Index one past its last token."""
    dim: str
    """Dimension; empty for words that are known to mean nothing here."""
    fields: Mapping[str, Any]
    """The value, as a slot carries it."""
    certain: bool = True
    """False when there are other readings."""
    alternatives: tuple[Mapping[str, Any], ...] = ()
    """The other readings."""
    start: int = -1
    """Index of its first token, when it is not the one that was asked for."""
