"""Measures the finding of facts: recall of words, meaning and both, and the time that ten thousand facts take."""

from __future__ import annotations

import tempfile
import time
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metnos_cli.facts.retrieve import Retriever, as_bytes, asked_words
from metnos_cli.facts.service import FactsService
from metnos_cli.store import facts as rows
from metnos_cli.store.database import Database

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from metnos_cli.ports import Embedder, Reranker
    from metnos_cli.records import Lang

DATA = "data/facts.toml"
MOMENT = datetime(2026, 1, 1, tzinfo=UTC)
MANY = 10_000
DEPTHS = (1, 5, 50)
EVERY = float("-inf")
"""A cutoff that lets every fact pass."""
FILLING = (
    "il codice di {} è {}",
    "la chiave di {} è nel cassetto {}",
    "{} is at desk {}",
    "{}'s birthday is on day {}",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and what answers it."""

    lang: Lang
    """Its language."""
    text: str
    """As asked."""
    answer: int
    """Number of the fact."""
    across: bool
    """Whether the fact is in the other language."""


def measure(embedder: Embedder, reranker: Reranker | None = None, data: Path | None = None) -> dict[str, Any]:
    """Recall on a set of facts and questions.

    Args:
        embedder: The bi-encoder.
        reranker: The cross-encoder, when its order is to be measured too.
        data: A TOML file like the bundled one.

    Returns:
        ``facts``, ``questions``, ``recall``: one row a way of finding with ``recall_at_1``, ``recall_at_5``,
        ``recall_at_50``, the last also for the halves on which the fusion was tuned and was not, and ``milliseconds``
        for one question, embedding included.
    """
    store = Database(None)
    try:
        facts = FactsService(store, lambda: embedder, lambda: reranker, budget_s=float("inf"))
        told = load(data)
        questions = _filled(facts, told)
        ways = _ways(facts, embedder, rerank=reranker is not None)
        recall = [_row(name, find, questions) for name, find in ways.items()]
        return {
            "embedder": embedder.id,
            "facts": len(rows.listed(store.read())),
            "questions": len(questions),
            "across_languages": sum(one.across for one in questions),
            "recall": recall,
        }
    finally:
        store.close()


def measure_time(embedder: Embedder, runs: int = 20, count: int = MANY) -> dict[str, Any]:
    """Milliseconds that a search among ``count`` facts takes after the question is embedded.

    Args:
        embedder: Its dimension and id are used; the facts' vectors are random, since only their number counts.
        runs: Searches, each from a process's first (everything read from the file) and from a later one.
        count: How many facts.
    """
    import numpy as np

    random = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as folder:
        store = Database(Path(folder) / "facts.db")
        try:
            with store.write() as connection:
                for number in range(count):
                    vector = random.standard_normal((1, embedder.dim)).astype(np.float32)
                    vector /= np.linalg.norm(vector)
                    text = FILLING[number % len(FILLING)].format(f"n{random.integers(0, 3000)}", number)
                    fact = rows.insert(connection, rows.NewFact(text, "it", text, "", text, text), MOMENT)
                    rows.keep_vectors(connection, embedder.id, [(fact.id, as_bytes(vector)[0])])
            first, later = _timed(store, embedder, runs)
        finally:
            store.close()
    return {"facts": count, "runs": runs, "first_search_ms": _spread(first), "later_search_ms": _spread(later)}


def load(data: Path | None = None) -> Mapping[str, Any]:
    """The set: ``it`` and ``en`` (lists of facts), ``questions`` (``lang``, ``text``, ``answer``)."""
    if data is not None:
        return tomllib.loads(data.read_text(encoding="utf-8"))
    return tomllib.loads(resources.files(__package__).joinpath(DATA).read_text(encoding="utf-8"))


class _Embedded:
    """An embedder that has read the question already."""

    def __init__(self, embedder: Embedder, question: str) -> None:
        self.id, self.dim, self.cutoffs = embedder.id, embedder.dim, embedder.cutoffs
        self._vector = embedder.embed([question])

    def embed(self, texts: Sequence[str]) -> Any:  # noqa: ARG002  the port's signature
        return self._vector


def _filled(facts: FactsService, told: Mapping[str, Any]) -> list[Asked]:
    number_of: dict[str, tuple[int, Lang]] = {}
    langs: tuple[Lang, ...] = ("it", "en")
    for lang in langs:
        for text in told[lang]:
            number_of[text] = (facts.remember(text, lang=lang, at=MOMENT).fact.id, lang)
    questions = []
    for one in told["questions"]:
        number, lang = next(found for text, found in number_of.items() if one["answer"] in text)
        questions.append(Asked(one["lang"], one["text"], number, lang != one["lang"]))
    return questions


def _ways(facts: FactsService, embedder: Embedder, *, rerank: bool) -> dict[str, Callable[[Asked], list[int]]]:
    retriever = Retriever(facts.store, lambda: embedder)
    connection = facts.store.read()

    def cosine(asked: Asked) -> list[int]:
        return retriever.near(asked.text, embedder, cutoff=EVERY, spread=EVERY)[0]

    def words(asked: Asked) -> list[int]:
        return rows.by_words(connection, asked_words(asked.text, asked.lang), max(DEPTHS))

    def fusion(asked: Asked) -> list[int]:
        return [one.id for one in retriever.candidates(asked.text, asked.lang)]

    def reranked(asked: Asked) -> list[int]:
        return [one.fact.id for one in facts.find(asked.text, lang=asked.lang, limit=max(DEPTHS)).found]

    ways: dict[str, Callable[[Asked], list[int]]] = {"cosine": cosine, "words": words, "fusion": fusion}
    if rerank:
        ways["rerank"] = reranked
    return ways


def _row(name: str, find: Callable[[Asked], list[int]], questions: Sequence[Asked]) -> dict[str, Any]:
    ranks: list[int | None] = []
    started = time.perf_counter()
    for asked in questions:
        found = find(asked)
        ranks.append(found.index(asked.answer) if asked.answer in found else None)
    spent = (time.perf_counter() - started) / max(1, len(questions))
    row: dict[str, Any] = {"way": name}
    for depth in DEPTHS:
        row[f"recall_at_{depth}"] = _share(ranks, depth)
    row["tuning_half_at_5"] = _share(ranks[0::2], 5)
    row["other_half_at_5"] = _share(ranks[1::2], 5)
    row["milliseconds"] = round(1000 * spent, 2)
    return row


def _share(ranks: Sequence[int | None], depth: int) -> float:
    return round(sum(rank is not None and rank < depth for rank in ranks) / max(1, len(ranks)), 4)


def _timed(store: Database, embedder: Embedder, runs: int) -> tuple[list[float], list[float]]:
    first: list[float] = []
    later: list[float] = []
    question = "la chiave di n77 e di n1234"
    ready = _Embedded(embedder, question)
    FactsService(store, lambda: ready).find(question, lang="it")  # lists of words and lemmas load once a process
    for _ in range(runs):
        store.close()
        facts = FactsService(store, lambda: ready)
        for spent in (first, later):
            started = time.perf_counter()
            facts.find(question, lang="it")
            spent.append(1000 * (time.perf_counter() - started))
    return first, later


def _spread(milliseconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(milliseconds)
    return {
        "p50": round(ordered[len(ordered) // 2], 2),
        "p95": round(ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))], 2),
    }
