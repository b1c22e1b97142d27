"""The cross-encoder's path: its order when it could read everything, the fused order and a word why when not."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from metnos_cli.errors import ModelMissing
from metnos_cli.facts.rerank import AT_ONCE, read_pairs
from metnos_cli.facts.service import FactsService
from metnos_cli.store.database import Database
from tests.facts.small import SmallEmbedder

if TYPE_CHECKING:
    from collections.abc import Sequence

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=ZoneInfo("Europe/Rome"))


class Scripted:
    """Scores by the digits of a text, and takes its time on a clock of its own."""

    def __init__(self, seconds_a_text: float = 0.0) -> None:
        self.seconds_a_text = seconds_a_text
        self.now = 0.0
        self.read: list[str] = []
        self.loads = 0

    def score(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        if not texts:
            self.loads += 1
        self.read += texts
        self.now += self.seconds_a_text * len(texts)
        return [float("".join(letter for letter in text if letter.isdigit()) or 0) for text in texts]


class Missing:
    """Its weights are not there."""

    def score(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        raise ModelMissing(path="/models/reranker")


def test_its_scores_choose_the_order() -> None:
    """Whatever the fused order was."""
    store = Database(None)
    encoder = Scripted()
    facts = FactsService(store, SmallEmbedder, lambda: encoder)
    for number in (3, 9, 1, 7):
        facts.remember(f"il codice {'abcdefghij'[number]} vale {number}", lang="it", at=NOW)

    found = facts.find("che codice vale", lang="it")

    assert [one.score for one in found.found] == [9.0, 7.0, 3.0, 1.0]
    assert found.how == "rerank"
    assert encoder.loads == 1
    store.close()


def test_when_time_is_spent_the_fused_order_is_served_and_it_says_so() -> None:
    """It stops as soon as it can see that it will not be done in time."""
    encoder = Scripted(seconds_a_text=1.0)
    texts = [f"fatto {number}" for number in range(50)]

    reading = read_pairs("?", texts, lambda: encoder, budget_s=8.0, clock=lambda: encoder.now)

    assert reading.scores is None
    assert reading.note is not None
    assert reading.note[0] == "rerank_budget"
    assert reading.note[1] == {"seconds": "8", "read": AT_ONCE, "of": 50}
    assert len(encoder.read) == AT_ONCE


def test_within_the_time_every_pair_is_read() -> None:
    """Once each, in order."""
    encoder = Scripted(seconds_a_text=0.1)
    texts = [f"fatto {number}" for number in range(23)]

    reading = read_pairs("?", texts, lambda: encoder, budget_s=8.0, clock=lambda: encoder.now)

    assert reading.scores == tuple(float(number) for number in range(23))
    assert encoder.read == texts
    assert reading.note is None


def test_when_it_cannot_load_the_fused_order_is_served_and_it_says_so() -> None:
    """A missing model costs the order, not the answer."""
    store = Database(None)
    facts = FactsService(store, SmallEmbedder, Missing)
    for fact in ("il codice del cancello è 4711", "il codice del garage è 8820"):
        facts.remember(fact, lang="it", at=NOW)

    found = facts.find("codice del cancello", lang="it")

    assert found.found[0].fact.text == "il codice del cancello è 4711"
    assert found.how == "fusion"
    assert found.notes == (("rerank_unavailable", {"why": "model_missing", "path": "/models/reranker"}),)
    store.close()


def test_it_is_not_loaded_for_nothing() -> None:
    """No candidates, one candidate or no wish: the weights stay where they are."""
    store = Database(None)
    encoder = Scripted()
    facts = FactsService(store, SmallEmbedder, lambda: encoder)
    facts.find("codice", lang="it")
    facts.remember("il codice del cancello è 4711", lang="it", at=NOW)
    facts.find("codice", lang="it")
    facts.remember("il codice del garage è 8820", lang="it", at=NOW)
    facts.find("codice", lang="it", rerank=False)

    assert encoder.loads == 0
    assert encoder.read == []
    store.close()
