"""The gate: six checks that every candidate of every layer passes before it may be served."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.memory.view import View

How = Literal["exact", "template", "cosine", "intent"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry that may answer a request."""

    then: View
    """The request that taught it."""
    now: View
    """The new request."""
    used_then: frozenset[int]
    """Words of the old request that supplied values."""
    used_now: frozenset[int]
    """Words of the new request that supply values."""
    how: How
    """How it was recognised."""
    effects: Sequence[str]
    """Effects of its executors."""
    same_world: bool
    """Whether its executors are those it was learnt with."""
    unbound: Sequence[str] = ()
    """Arguments for which the new request has nothing."""
    loose: Sequence[str] = ()
    """Values of the new request that nothing takes."""
    added: frozenset[int] = frozenset()
    """Words of the new request that tell an argument which the old one had not."""
    dropped: Sequence[str] = ()
    """Arguments that words of the old request told and none of the new one."""
    exchanged: Sequence[tuple[str, str]] = ()
    """Literal words that were seen exchanged without effect (one of each pair may be empty)."""
    all_told: bool = False
    """Whether a word that says "all" has been an argument in this language: then it is never nothing."""
