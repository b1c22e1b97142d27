"""What turns text into vectors and prompts into text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from metnos_cli.records import Completion, Prompt


@dataclass(frozen=True, slots=True)
class Cutoffs:
    """Cosines that one embedder's geometry calls for; the configured ones apply to BGE-M3."""

    canonical: float
    """L1: as similar as 0.95 of BGE-M3."""
    pipeline: float
    """L2: as similar as 0.88 of BGE-M3."""
    shortcut: float
    """L0 shortcut by cosine, and the autopath cluster."""
    related: float
    """Above this two short texts have something to do with each other (0.22 of the facts' reference)."""
    folded: float
    """Facts folded into prompts on their own (0.30 of the reference)."""


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def id(self) -> str:
        """Name and version of model and weights; vectors of different ids are never compared."""
        ...

    @property
    def dim(self) -> int:
        """Length of a vector."""
        ...

    @property
    def cutoffs(self) -> Cutoffs:
        """Thresholds of this embedder."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape ``(len(texts), dim)``, float32, unit length.

        Raises:
            ModelError: The weights or the endpoint cannot be used.
        """
        ...


class LanguageModel(Protocol):
    """Writes text under a grammar."""

    @property
    def name(self) -> str:
        """What the panel shows."""
        ...

    def complete(
        self,
        prompt: Prompt,
        *,
        grammar: str | None = None,
        max_tokens: int = 512,
        temperature: float = 0.0,
        seed: int = 0,
        purpose: str = "plan",
        on_token: Callable[[str], None] | None = None,
    ) -> Completion:
        """One completion; blocks until done, stops at the grammar's end.

        Raises:
            ModelError: The model or the endpoint cannot be used.
            Interrupted: Ctrl-C, also while the prompt is read.
        """
        ...


class Reranker(Protocol):
    """Scores how well each text answers a question."""

    def score(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """One score per text, higher is better.

        Raises:
            ModelError: The weights cannot be used.
        """
        ...
