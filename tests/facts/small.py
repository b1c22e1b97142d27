"""An embedder small enough for tests: words hashed into a few dimensions."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import numpy as np

from metnos_cli.errors import ModelMissing
from metnos_cli.ports import Cutoffs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


class SmallEmbedder:
    """Texts that share words lie near one another."""

    dim = 64
    cutoffs = Cutoffs(canonical=0.9, pipeline=0.8, shortcut=0.8, related=0.25, folded=0.35)

    def __init__(self, name: str = "small-1") -> None:
        self.id = name
        self.read: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.read += texts
        rows = np.full((len(texts), self.dim), 1e-6, dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().replace("?", " ").replace("'", " ").split():
                row[zlib.crc32(word.encode()) % self.dim] += 1.0
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


class BrokenEmbedder(SmallEmbedder):
    """Its weights are gone."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        raise ModelMissing(path="weights")
