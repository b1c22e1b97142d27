"""Retrieves facts: a bi-encoder over all of them and an index of words, ranks fused, cut loosely to the best 50."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import StoreLocked
from metnos_cli.store import facts as rows
from metnos_cli.text.content import content_lemmas, content_words

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from metnos_cli.ports import Embedder, Store
    from metnos_cli.records import Lang

BEST = 50
"""Candidates that a cross-encoder would read."""
DEPTH = 200
"""Ranks looked at in each list before they are fused."""
RANK_OFFSET = 1
"""Reciprocal rank fusion: 1 / (offset + rank). Measured on the tuning half of the bundled questions (see ``bench``)."""
WORDS_WEIGHT = 0.7
"""What a rank by words counts beside a rank by meaning, measured there too."""
EMBEDDED_AT_ONCE = 256
CROWD = 20
"""Facts from which on the middle one says where unrelated facts lie."""
CROWDED_RELATED, CROWDED_FOLDED = 1.0, 2.5
"""Standard deviations above the middle that stand for the two cutoffs where an embedder's cosines crowd."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fact that may answer, before anybody has read it."""

    id: int
    """Its number."""
    score: float
    """Fused ranks."""
    cosine: float | None
    """Likeness by meaning, when an embedder was at hand."""


@dataclass(frozen=True, slots=True)
class Vectors:
    """All active facts as one embedder sees them, at one revision of the store."""

    embedder: str
    """Its id."""
    revision: int
    """Of the facts."""
    ids: NDArray[np.int64]
    """Shape (n,)."""
    matrix: NDArray[np.float32]
    """Shape (n, dim), unit rows."""


@dataclass
class Retriever:
    """Searches the facts of one store; what it read is kept until they change."""

    store: Store
    """The SQLite file."""
    embedder: Callable[[], Embedder | None]
    """Built on first call; None: words alone."""
    progress: Callable[[int, int | None], None] = lambda _done, _total: None
    """Told while facts that the embedder has not seen are read (after a change of embedder)."""
    _kept: Vectors | None = None
    _lock: Any = field(default_factory=threading.Lock)

    def candidates(self, question: str, lang: Lang) -> list[Candidate]:
        """The best 50, the likeliest first.

        By meaning, a fact takes part above the embedder's ``related`` cutoff, which is loose; by words, when it holds
        one content word of the question. A fact needs either.

        Raises:
            ModelError: The embedder fails.
            StoreError: The database cannot be used.
        """
        connection = self.store.read()
        by_words = rows.by_words(connection, asked_words(question, lang), DEPTH)
        embedder = self.embedder()
        if embedder is None:
            return [Candidate(number, score, None) for number, score in fuse([], by_words)[:BEST]]
        near, cosines = self.near(question, embedder, embedder.cutoffs.related, CROWDED_RELATED)
        return [Candidate(number, score, cosines.get(number)) for number, score in fuse(near, by_words)[:BEST]]

    def near(
        self, question: str, embedder: Embedder, cutoff: float, spread: float
    ) -> tuple[list[int], Mapping[int, float]]:
        """Facts above a cutoff, the nearest first, and the cosines of all that are near enough to matter.

        Some embedders crowd their cosines: with them even the middling fact lies above any fixed cutoff. Then what
        counts is how far a fact stands out from the others.

        Args:
            question: What is asked.
            embedder: Reads it.
            cutoff: The embedder's own.
            spread: Where its cosines crowd, standard deviations above the middle one instead.
        """
        import numpy as np

        known = self.vectors(embedder)
        if not len(known.ids):
            return [], {}
        scores = known.matrix @ embedder.embed([question])[0]
        middle = float(np.median(scores))
        if len(scores) >= CROWD and middle >= cutoff:
            cutoff = middle + spread * float(scores.std())
        count = min(DEPTH, len(scores))
        nearest = np.argpartition(-scores, count - 1)[:count]
        cosines = {int(known.ids[place]): float(scores[place]) for place in nearest}
        near = [number for number, cosine in cosines.items() if cosine >= cutoff]
        return sorted(near, key=lambda number: (-cosines[number], -number)), cosines

    def vectors(self, embedder: Embedder) -> Vectors:
        """Every active fact's vector; facts that this embedder has not seen are read first."""
        with self._lock:
            connection = self.store.read()
            revision = rows.revision(connection)
            kept = self._kept
            if kept is not None and (kept.embedder, kept.revision) == (embedder.id, revision):
                return kept
            whole = self._complete(connection, embedder)
            found = _load(connection, embedder)
            self._kept = found if whole else None
            return found

    def _complete(self, connection: sqlite3.Connection, embedder: Embedder) -> bool:
        """Read what was not read yet; False when another process holds the file: the rest is found by its words."""
        missing = rows.without_vector(connection, embedder.id)
        for start in range(0, len(missing), EMBEDDED_AT_ONCE):
            part = missing[start : start + EMBEDDED_AT_ONCE]
            vectors = as_bytes(embedder.embed([text for _, text in part]))
            pairs = [(number, vector) for (number, _), vector in zip(part, vectors, strict=True)]
            try:
                with self.store.write() as writing:
                    rows.keep_vectors(writing, embedder.id, pairs)
            except StoreLocked:
                return False
            self.progress(start + len(part), len(missing))
        return True


def fuse(by_meaning: Sequence[int], by_words: Sequence[int]) -> list[tuple[int, float]]:
    """Fuse two rankings by reciprocal rank; the best first, a newer fact before an older one of the same score."""
    scores: dict[int, float] = {}
    for ranking, weight in ((by_meaning, 1.0), (by_words, WORDS_WEIGHT)):
        for rank, number in enumerate(ranking[:DEPTH]):
            scores[number] = scores.get(number, 0.0) + weight / (RANK_OFFSET + rank)
    return sorted(scores.items(), key=lambda pair: (-pair[1], -pair[0]))


def asked_words(question: str, lang: Lang) -> list[str]:
    """What the index is asked for: content words as lemmas and as they stand."""
    return list(dict.fromkeys([*content_lemmas(question, lang), *content_words(question, lang)]))


def as_bytes(vectors: NDArray[np.float32]) -> list[bytes]:
    """Vectors as they are kept: float16 takes half the time to read, and changes a cosine by less than 0.001."""
    import numpy as np

    return [row.tobytes() for row in vectors.astype(np.float16)]


def _load(connection: sqlite3.Connection, embedder: Embedder) -> Vectors:
    import numpy as np

    revision = rows.revision(connection)
    ids, packed = rows.vectors(connection, embedder.id)
    matrix = np.frombuffer(packed, dtype=np.float16).astype(np.float32).reshape(len(ids), embedder.dim)
    return Vectors(embedder.id, revision, np.asarray(ids, dtype=np.int64), matrix)
