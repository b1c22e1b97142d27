"""What one look of ``metnos doctor`` found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

State = Literal["ok", "note", "fault"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What one look found."""

    part: str
    """Message key below ``[doctor]`` of the part's name."""
    state: State
    """ok, something to know, or a fault."""
    key: str
    """Message key below ``[doctor]`` of what was found, and of the fix."""
    facts: Mapping[str, Any]
    """Values that the sentence names."""
