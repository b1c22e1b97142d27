"""Finds the nearest vectors exactly, in memory, and grows row by row."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

START_ROWS = 256


@cache
def _one_thread() -> Any:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


class VectorIndex:
    """Unit vectors under integer keys; the cosine of two is their dot product.

    One multiplication scans all rows, on one thread: 100,000 rows of 512 take about 10 ms, and an approximate index
    would have to be kept in step for less than that. A second thread gains little when it runs at once, and costs a
    time slice of the machine when it has to wait for a processor.

    Args:
        dim: Length of a vector.
    """

    def __init__(self, dim: int) -> None:
        import numpy as np

        self.dim = dim
        self._rows: NDArray[np.float32] = np.empty((START_ROWS, dim), dtype=np.float32)
        self._keys: NDArray[np.int64] = np.empty(START_ROWS, dtype=np.int64)
        self._place: dict[int, int] = {}
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def __contains__(self, key: object) -> bool:
        return key in self._place

    def add(self, keys: Sequence[int], vectors: NDArray[np.float32]) -> None:
        """Add rows, or replace those whose keys are there.

        Args:
            keys: One per row.
            vectors: Shape ``(len(keys), dim)``, unit length; any float type.
        """
        import numpy as np

        if not self._place and len(keys) > START_ROWS and len(set(keys)) == len(keys):
            # A whole table at once is copied as a block.
            self._rows = np.ascontiguousarray(vectors, dtype=np.float32)
            self._keys = np.asarray(keys, dtype=np.int64)
            self._size = len(keys)
            self._place = {key: place for place, key in enumerate(keys)}
            return
        self._reserve(self._size + len(keys))
        for key, vector in zip(keys, vectors, strict=True):
            place = self._place.setdefault(key, self._size)
            if place == self._size:
                self._keys[place] = key
                self._size += 1
            self._rows[place] = vector

    def remove(self, keys: Iterable[int]) -> None:
        """Take rows away; the last row moves into each gap."""
        for key in keys:
            place = self._place.pop(key, None)
            if place is None:
                continue
            self._size -= 1
            if place != self._size:
                moved = int(self._keys[self._size])
                self._rows[place] = self._rows[self._size]
                self._keys[place] = moved
                self._place[moved] = place

    def nearest(self, vector: NDArray[np.float32], count: int, floor: float = -1.0) -> list[tuple[int, float]]:
        """The keys of the most similar rows with their cosines, best first, ties by key.

        Args:
            vector: Shape ``(dim,)``, unit length.
            count: How many at most.
            floor: Cosine below which nothing is returned.
        """
        import numpy as np

        if not self._size or count <= 0:
            return []
        with _one_thread().limit(limits=1, user_api="blas"):
            cosines = self._rows[: self._size] @ vector
        if count < self._size:
            best = np.argpartition(cosines, self._size - count)[self._size - count :]
        else:
            best = np.arange(self._size)
        found = [(int(self._keys[place]), float(cosines[place])) for place in best if cosines[place] >= floor]
        return sorted(found, key=lambda one: (-one[1], one[0]))

    def _reserve(self, rows: int) -> None:
        import numpy as np

        if rows <= len(self._keys):
            return
        size = max(rows, 2 * len(self._keys))
        grown = np.empty((size, self.dim), dtype=np.float32)
        grown[: self._size] = self._rows[: self._size]
        keys = np.empty(size, dtype=np.int64)
        keys[: self._size] = self._keys[: self._size]
        self._rows, self._keys = grown, keys
