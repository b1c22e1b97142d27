"""Finds which canonical queries mean about the same as a request; every layer looks its own entries up by them."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from metnos_cli.errors import ModelError, StoreLocked
from metnos_cli.models.embedder import one_thread_from_the_start
from metnos_cli.store import embeddings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from metnos_cli.models.vector_index import VectorIndex
    from metnos_cli.ports import Embedder, Store

PER_LOOKUP = 512
"""Texts that one lookup embeds at most; after a change of embedder the rest follow with the next lookups."""


@dataclass(frozen=True, slots=True)
class Near:
    """A canonical query like the request's."""

    text_id: int
    """Its number."""
    cosine: float
    """How like."""


class Vectors:
    """One vector per canonical query, in SQLite and in memory, shared by all layers.

    The embedder is built on the first lookup that finds anything to compare with, and never for an exact match.

    Args:
        store: Where vectors are kept.
        embedder: Builds the embedder; may raise ``ModelError``.
    """

    def __init__(self, store: Store, embedder: Callable[[], Embedder | None]) -> None:
        self._store = store
        self._factory = embedder
        self._lock = threading.RLock()
        self._embedder: Embedder | None = None
        self._failed = ""
        self._index: VectorIndex | None = None
        self._last_row = 0
        self._complete_to = (0, 0)
        self._kept: tuple[str, NDArray[np.float32]] | None = None
        self._found: tuple[tuple[str, int, float, int], Sequence[Near]] | None = None

    @property
    def failed(self) -> str:
        """Why there is no embedder: the error's key, or empty."""
        return self._failed

    def embedder(self) -> Embedder | None:
        """The embedder, or None when it cannot be had (tried once)."""
        with self._lock:
            if self._embedder is None and not self._failed:
                try:
                    self._embedder = self._factory()
                    self._failed = "" if self._embedder else "none"
                except ModelError as error:
                    self._failed = error.key
            return self._embedder

    def known(self) -> bool:
        """Whether there is anything to compare with: without it no embedder is built."""
        return self._store.read().execute("SELECT 1 FROM embedded_texts LIMIT 1").fetchone() is not None

    def nearest(self, text: str, count: int, floor: float) -> Sequence[Near] | None:
        """The canonical queries nearest to one, best first; None when there is no embedder.

        Args:
            text: A canonical query.
            count: How many at most.
            floor: Cosine below which nothing is returned.
        """
        with self._lock:
            embedder = self.embedder()
            if embedder is None:
                return None
            try:
                index = self._current(embedder)
                vector = self._vector(text, embedder)
            except ModelError as error:
                self._embedder, self._failed = None, error.key
                return None
            # Each layer asks about the same request: the rows are scanned once.
            asked = (text, count, floor, self._last_row)
            if self._found is None or self._found[0] != asked:
                self._found = (asked, [Near(key, cosine) for key, cosine in index.nearest(vector, count, floor)])
            return self._found[1]

    def at_hand(self, text: str, count: int) -> Sequence[Near]:
        """As ``nearest``, with what is in memory already: nothing is loaded, embedded for others or written.

        Learning asks this inside its transaction: loading an embedder there would keep every other process waiting.
        """
        with self._lock:
            if self._embedder is None or self._index is None:
                return ()
            cutoff = self._embedder.cutoffs.shortcut
            try:
                vector = self._vector(text, self._embedder)
            except ModelError:
                return ()
            return [Near(key, cosine) for key, cosine in self._index.nearest(vector, count, cutoff)]

    def complete(self) -> bool:
        """Embed some of the texts that have no vector yet; whether there are more of them.

        Raises:
            ModelError: The embedder cannot be used.
        """
        with self._lock:
            embedder = self.embedder()
            if embedder is None:
                return False
            self._complete(embedder)
            return self._complete_to != embeddings.newest(self._store.read())

    def _vector(self, text: str, embedder: Embedder) -> NDArray[np.float32]:
        if self._kept is None or self._kept[0] != text:
            self._kept = (text, embedder.embed([text])[0])
        return self._kept[1]

    def _current(self, embedder: Embedder) -> VectorIndex:
        """The index with every vector that is kept, and some of those that were missing."""
        one_thread_from_the_start()
        import numpy as np

        from metnos_cli.models.vector_index import VectorIndex

        if self._index is None:
            self._index = VectorIndex(embedder.dim)
        self._complete(embedder)
        ids, packed, self._last_row = embeddings.after(self._store.read(), embedder.id, self._last_row)
        if ids:
            rows = np.frombuffer(packed, dtype="<f2").reshape(len(ids), embedder.dim)
            self._index.add(ids, rows.astype(np.float32))
        return self._index

    def _complete(self, embedder: Embedder) -> None:
        """Embed texts that have no vector yet; those looked at before are not looked at again."""
        connection = self._store.read()
        forgotten, highest = embeddings.newest(connection)
        above = self._complete_to[1] if self._complete_to[0] == forgotten else 0
        if highest <= above:
            return
        missing = embeddings.missing(connection, embedder.id, above, PER_LOOKUP)
        if self._keep(embedder, missing) and len(missing) < PER_LOOKUP:
            self._complete_to = (forgotten, highest)

    def _keep(self, embedder: Embedder, missing: Sequence[tuple[int, str]]) -> bool:
        """Embed texts and keep their vectors; False when another process holds the file: then it is done next time."""
        if not missing:
            return True
        one_thread_from_the_start()
        import numpy as np

        vectors = embedder.embed([text for _, text in missing]).astype("<f2")
        packed = [
            (number, np.ascontiguousarray(row).tobytes()) for (number, _), row in zip(missing, vectors, strict=True)
        ]
        try:
            with self._store.write() as connection:
                embeddings.keep(connection, embedder.id, packed)
        except StoreLocked:
            return False
        return True
