"""Ten thousand facts are searched in less time than a key takes to come up."""

from __future__ import annotations

import time
from datetime import datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import numpy as np

from metnos_cli.facts.retrieve import as_bytes
from metnos_cli.facts.service import FactsService
from metnos_cli.store import facts as rows
from metnos_cli.store.database import Database
from tests.facts.small import SmallEmbedder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=ZoneInfo("Europe/Rome"))
COUNT = 10_000
LIMIT_S = 0.050
TRIES = 12
"""On a machine with other work, caches are cold now and then."""


class Instant(SmallEmbedder):
    """A question's vector costs nothing: what is left is the search."""

    dim = 512

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.full((len(texts), self.dim), self.dim**-0.5, dtype=np.float32)


def test_ten_thousand_facts_are_searched_in_under_50_ms(tmp_path: Path) -> None:
    """From a fresh connection, with nothing read before; of the processor's time, which others do not take away."""
    store = Database(tmp_path / "facts.db")
    random = np.random.default_rng(0)
    vectors = random.standard_normal((COUNT, Instant.dim)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    words = [f"w{number}" for number in range(3000)]
    with store.write() as connection:
        for number, vector in enumerate(as_bytes(vectors)):
            text = f"{' '.join(random.choice(words, 5))} è {number}"
            fact = rows.insert(connection, rows.NewFact(text, "it", text, "", text, text), NOW)
            rows.keep_vectors(connection, "small-1", [(fact.id, vector)])
    FactsService(store, Instant).find("scalda", lang="it")  # lemmas and lists of words are loaded once a process

    spent = next((seconds for seconds in (_search(store) for _ in range(TRIES)) if seconds < LIMIT_S), None)

    assert spent is not None


def _search(store: Database) -> float:
    """Processor seconds of one search, everything read anew."""
    store.close()
    facts = FactsService(store, Instant)
    store.read()
    started = time.process_time()
    assert facts.find("dove sono w1 w2 w77", lang="it").found
    return time.process_time() - started
