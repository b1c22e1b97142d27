"""Measures how the memory behaves when it has grown: opening it, the same words again, likeness, new requests."""

from __future__ import annotations

import hashlib
import random
import statistics
import tempfile
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from metnos_cli.bench.probe import catalog_of, taught_turn
from metnos_cli.bench.recall import REFERENCE, Clock, TimedEmbedder, first_hit, understood
from metnos_cli.memory.recall import FLOOR, NEIGHBOURS
from metnos_cli.memory.service import MemoryService
from metnos_cli.ports import Cutoffs
from metnos_cli.store import shortcuts
from metnos_cli.store.database import Database

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from metnos_cli.config.load import Settings
    from metnos_cli.executors.catalog import Catalog
    from metnos_cli.records import Request

Asked = TypeVar("Asked")

LOOKUPS = 300
DIM = 384
_TOOLS, _VERBS, _NOUNS = 40, 200, 3_000
_SYLLABLES = [f"{consonant}{vowel}" for consonant in "bdfglmnprstv" for vowel in "aeio"]


class RandomEmbedder:
    """Unit vectors drawn by the text's digest: likeness means nothing here, its cost is what is measured."""

    id = "random"
    dim = DIM
    cutoffs = Cutoffs(canonical=0.95, pipeline=0.88, shortcut=0.9, related=0.3, folded=0.3)

    def embed(self, texts: Sequence[str]) -> Any:
        """Shape ``(len(texts), 384)``, float32, unit length."""
        import numpy as np

        rows = np.empty((len(texts), DIM), dtype=np.float32)
        for place, text in enumerate(texts):
            seed = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
            rows[place] = np.random.default_rng(seed).standard_normal(DIM)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


class Words:
    """An invented vocabulary, the same in every run."""

    def __init__(self) -> None:
        self._source = random.Random(7)  # noqa: S311  the same words in every measurement
        self._verbs = [f"{self._word(2)}are" for _ in range(_VERBS)]
        self._nouns = [self._word(3) for _ in range(_NOUNS)]
        self.tools = sorted({f"{self.verb()[:-3]}_{self.noun()}" for _ in range(_TOOLS)})

    def _word(self, syllables: int) -> str:
        return "".join(self._source.choices(_SYLLABLES, k=syllables))

    def verb(self) -> str:
        """One of the verbs."""
        return self._source.choice(self._verbs)

    def noun(self) -> str:
        """One of the nouns."""
        return self._source.choice(self._nouns)

    def tool(self) -> str:
        """One of the tools."""
        return self._source.choice(self.tools)


def measure_scale(settings: Settings, sizes: Sequence[int]) -> list[dict[str, Any]]:
    """One row a size, in a memory on disk that is filled by learning from invented turns.

    Args:
        settings: The configuration.
        sizes: How many requests are taught.

    Returns:
        ``entries``; ``learn_ms``, the mean per turn; ``megabytes``; ``open_ms``, from nothing to all vectors in memory;
        and, each as ``{p50, p95}`` in milliseconds without the embedding of the request: ``hash_ms``, the same words
        again; ``likeness_ms``, the nearest canonical queries; ``new_ms``, all layers for a request never seen.
    """
    return [_measure(settings, size) for size in sizes]


def _measure(settings: Settings, size: int) -> dict[str, Any]:
    words = Words()
    catalog = catalog_of((tool, {"what": "", "where": ""}) for tool in words.tools)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.db"
        seconds, taught = _fill(path, settings, catalog, words, size)
        told = {"entries": size, "learn_ms": round(seconds / size * 1e3, 3)}
        told["megabytes"] = round(path.stat().st_size / 1e6, 1)
        return told | _look(path, settings, catalog, words, taught)


def _fill(path: Path, settings: Settings, catalog: Catalog, words: Words, size: int) -> tuple[float, list[str]]:
    """Teach; the seconds it took, and some of the requests."""
    store, moment = Database(path), datetime.fromisoformat(REFERENCE)
    embedder = RandomEmbedder()
    memory = MemoryService(store, catalog, settings, lambda: embedder, Clock(moment))
    taught: list[str] = []
    spent = 0.0
    with store.write() as connection:
        for number in range(size):
            what, where = words.noun(), words.noun()
            request = understood(
                f"{words.verb()} {what} {words.noun()} in {where} {number}", "it", moment + timedelta(seconds=number)
            )
            turn = taught_turn(f"{number:08d}", request, words.tool(), {"what": what, "where": where})
            started = time.perf_counter()
            memory.learn(turn, connection)
            spent += time.perf_counter() - started
            taught.append(request.text)
    while memory.recall.vectors.complete():
        pass
    store.close()
    return spent, random.Random(size).sample(taught, min(size, LOOKUPS))  # noqa: S311  as above


def _look(path: Path, settings: Settings, catalog: Catalog, words: Words, taught: Sequence[str]) -> dict[str, Any]:
    timed, moment = TimedEmbedder(RandomEmbedder()), datetime.fromisoformat(REFERENCE)
    started = time.perf_counter()
    store = Database(path)
    memory = MemoryService(store, catalog, settings, lambda: timed, Clock(moment))
    vectors = memory.recall.vectors
    vectors.nearest("", NEIGHBOURS, FLOOR)
    opened = time.perf_counter() - started - timed.spent

    def same(text: str) -> None:
        shortcuts.find(store.read(), shortcuts.hash_of("it", text))

    def like(text: str) -> None:
        vectors.nearest(text, NEIGHBOURS, FLOOR)

    def new(request: Request) -> None:
        first_hit(memory, request)

    texts = [f"{words.verb()} {words.noun()} {words.noun()} in {words.noun()} {place}" for place in range(LOOKUPS)]
    requests = [understood(text, "it", moment) for text in texts]
    first_hit(memory, requests[0])
    told = {
        "open_ms": round(opened * 1e3, 1),
        "hash_ms": _times(same, taught, timed),
        "likeness_ms": _times(like, texts, timed),
        "new_ms": _times(new, requests, timed),
    }
    store.close()
    return told


def _times(look: Callable[[Asked], None], asked: Sequence[Asked], timed: TimedEmbedder) -> dict[str, float]:
    """Milliseconds of a lookup, those of the embedder left out."""
    found = []
    for one in asked:
        before, started = timed.spent, time.perf_counter()
        look(one)
        found.append((time.perf_counter() - started - (timed.spent - before)) * 1e3)
    found.sort()
    return {"p50": round(statistics.median(found), 3), "p95": round(found[int(len(found) * 0.95)], 3)}
