"""What Metnos remembers about the user, as executors may ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from metnos_cli.records import Lang


@dataclass(frozen=True, slots=True)
class KnownFact:
    """Something the user asked to remember."""

    id: int
    """Its number, which never comes back."""
    text: str
    """In the user's words."""
    lang: Lang
    """Language of the words."""
    at: str
    """When it was said, ISO 8601 with offset."""
    dated: bool = False
    """True: a word of it means another day tomorrow than today, so that it is told with the day it was said."""


@dataclass(frozen=True, slots=True)
class FoundFact:
    """A fact that may answer a question."""

    fact: KnownFact
    """Which."""
    score: float
    """What the order goes by: the cross-encoder's score, or the fused rank; comparable within one answer only."""
    cosine: float | None
    """Likeness by meaning; None without an embedder."""
    words: int
    """Content words of the question that the fact holds."""


@dataclass(frozen=True, slots=True)
class FactAnswer:
    """What was found for one question."""

    found: tuple[FoundFact, ...]
    """Best first."""
    how: Literal["rerank", "fusion", "words"]
    """Who chose the order: cross-encoder; meaning and words; words alone."""
    sure: bool = False
    """Whether the first stands out from the rest, so that it can be told alone."""
    notes: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    """(message key below ``[note]``, facts): why it is not the best order there could be."""


@dataclass(frozen=True, slots=True)
class FactWritten:
    """What became of a fact to be remembered."""

    fact: KnownFact
    """As it is kept now."""
    superseded: tuple[KnownFact, ...] = ()
    """Older facts that it contradicts: kept aside, no longer found."""
    known: bool = False
    """True: the same was known already, and nothing was written."""


class Facts(Protocol):
    """What Metnos remembers about the user."""

    def remember(self, text: str, *, lang: Lang, at: datetime) -> FactWritten:
        """Keep a fact; a newer one replaces those it contradicts.

        Raises:
            StoreError: The database cannot be used (so everywhere below).
        """
        ...

    def find(self, question: str, *, lang: Lang, limit: int = 5, rerank: bool = True) -> FactAnswer:
        """Facts that may answer a question, best first; empty when nothing is near."""
        ...

    def newest(self, limit: int) -> tuple[KnownFact, ...]:
        """The newest active facts."""
        ...

    def named(self, words: str, *, lang: Lang) -> tuple[KnownFact, ...]:
        """Active facts that hold every content word of ``words``, newest first: what may be forgotten by that name."""
        ...

    def forget(self, ids: Sequence[int], *, at: datetime) -> tuple[KnownFact, ...]:
        """Take facts out of the memory; those that were active, which ``restore`` brings back."""
        ...

    def restore(self, ids: Sequence[int]) -> int:
        """Bring back forgotten or superseded facts; how many."""
        ...
