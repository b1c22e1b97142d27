"""Facts, end to end over a real store: kept, superseded, found, folded, forgotten, brought back."""

from __future__ import annotations

import tomllib
from datetime import datetime
from importlib import resources
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from metnos_cli.facts.service import FactsService
from metnos_cli.records import Request
from metnos_cli.store import facts as rows
from metnos_cli.store.database import Database
from tests.facts.small import BrokenEmbedder, SmallEmbedder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from metnos_cli.ports import Embedder
    from metnos_cli.records import Lang

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=ZoneInfo("Europe/Rome"))


@pytest.fixture
def store() -> Iterator[Database]:
    """A store in memory."""
    database = Database(None)
    yield database
    database.close()


def service(store: Database, embedder: Embedder | None = None, **more: Any) -> FactsService:
    """Facts over a store, with the small embedder unless told otherwise."""
    chosen = embedder if embedder is not None else SmallEmbedder()
    return FactsService(store, lambda: chosen, **more)


def texts(facts: Sequence[Any]) -> list[str]:
    """Words of facts, or of found ones."""
    return [getattr(one, "fact", one).text for one in facts]


def asked(text: str) -> Request:
    """A request with these words."""
    return Request(text, text, "it", text, (), NOW)


def test_what_was_told_is_found_again(store: Database) -> None:
    """The fact that answers comes first and stands out."""
    facts = service(store)
    for fact in ("il codice del cancello è 4711", "Marta è celiaca", "il pane cuoce 45 minuti"):
        facts.remember(fact, lang="it", at=NOW)

    found = facts.find("qual è il codice del cancello?", lang="it")

    assert texts(found.found)[0] == "il codice del cancello è 4711"
    assert found.sure
    assert found.how == "fusion"


def test_the_same_fact_is_kept_once(store: Database) -> None:
    """The first capital, accents typed as apostrophes and the opening words make no difference."""
    facts = service(store)
    first = facts.remember("ricordati che il codice è 4711", lang="it", at=NOW)

    again = facts.remember("Il codice e' 4711.", lang="it", at=NOW)

    assert not first.known
    assert again.known
    assert again.fact.id == first.fact.id
    assert len(rows.listed(store.read())) == 1


@pytest.mark.parametrize(
    ("lang", "first", "second"),
    [
        ("it", "la password del wifi è Secret1", "la password del wifi è SECRET1"),
        ("en", "the wifi password is Secret1", "the wifi password is secret1"),
        ("it", "il soprannome di Ugo: Birba", "il soprannome di Ugo: birba!"),
    ],
)
def test_letters_count(store: Database, lang: Lang, first: str, second: str) -> None:
    """What differs only in its capitals or signs replaces what was kept, and that is told."""
    facts = service(store)
    facts.remember(first, lang=lang, at=NOW)

    again = facts.remember(second, lang=lang, at=NOW)

    assert not again.known
    assert texts(again.superseded) == [first]
    assert texts(facts.newest(5)) == [second]


@pytest.mark.parametrize("again", ["Marta è celiaca", "marta  è celiaca.", "Marta è celiaca ."])
def test_a_capital_or_a_full_stop_at_the_edge_is_the_same_fact(store: Database, again: str) -> None:
    """They belong to the sentence."""
    facts = service(store)
    facts.remember("Marta è celiaca", lang="it", at=NOW)

    assert facts.remember(again, lang="it", at=NOW).known
    assert len(facts.newest(5)) == 1


def test_a_newer_fact_supersedes_the_one_it_contradicts_and_says_so(store: Database) -> None:
    """The older one is no longer found, but not lost."""
    facts = service(store)
    older = facts.remember("il codice del cancello è 4711", lang="it", at=NOW).fact

    written = facts.remember("il codice del cancello è 9922", lang="it", at=NOW)

    assert texts(written.superseded) == ["il codice del cancello è 4711"]
    assert texts(facts.find("codice cancello", lang="it").found) == ["il codice del cancello è 9922"]
    kept = {row.fact.id: row for row in rows.listed(store.read(), ended=True)}
    assert kept[older.id].ended == "superseded"
    assert kept[older.id].superseded_by == written.fact.id


def test_what_is_forgotten_is_found_no_more_until_it_comes_back(store: Database) -> None:
    """Forgetting can be undone."""
    facts = service(store)
    fact = facts.remember("Marta è celiaca", lang="it", at=NOW).fact

    gone = facts.forget([fact.id, 999], at=NOW)

    assert texts(gone) == ["Marta è celiaca"]
    assert facts.find("Marta", lang="it").found == ()
    assert facts.restore([fact.id]) == 1
    assert texts(facts.find("Marta", lang="it").found) == ["Marta è celiaca"]


def test_a_fact_is_named_by_all_its_words(store: Database) -> None:
    """For forgetting, one common word is not enough."""
    facts = service(store)
    for fact in ("il codice del cancello è 4711", "il codice del garage è 8820"):
        facts.remember(fact, lang="it", at=NOW)

    assert texts(facts.named("il codice del garage", lang="it")) == ["il codice del garage è 8820"]
    assert len(facts.named("il codice", lang="it")) == 2
    assert facts.named("la password del garage", lang="it") == ()
    assert facts.named("il la di", lang="it") == ()


def test_nothing_near_is_nothing_found(store: Database) -> None:
    """An unrelated question gets no answer, not the least bad fact."""
    facts = service(store)
    facts.remember("Marta è celiaca", lang="it", at=NOW)

    assert facts.find("quanto dista Saturno", lang="it").found == ()


@pytest.mark.parametrize(
    "question", ['"', "codice AND", "NEAR(", "codice*", "text:codice", "-- ; DROP TABLE facts", "''"]
)
def test_a_question_is_never_query_syntax(store: Database, question: str) -> None:
    """The index is asked for words, whatever they look like."""
    facts = service(store)
    facts.remember("il codice è 4711", lang="it", at=NOW)

    facts.find(question, lang="it")
    facts.named(question, lang="it")

    assert len(rows.listed(store.read())) == 1


def test_without_an_embedder_words_find(store: Database) -> None:
    """No weights: by words alone, and it says so; the vector is made up for later."""
    facts = service(store, BrokenEmbedder())
    facts.remember("il codice del cancello è 4711", lang="it", at=NOW)

    found = facts.find("codice del cancello", lang="it")

    assert texts(found.found) == ["il codice del cancello è 4711"]
    assert found.how == "words"
    assert [key for key, _ in found.notes] == ["facts_by_words"]
    healed = SmallEmbedder()
    assert texts(service(store, healed).find("cancello", lang="it").found) == ["il codice del cancello è 4711"]
    assert "il codice del cancello è 4711" in healed.read


def test_another_embedder_reads_the_facts_anew(store: Database) -> None:
    """Vectors of two embedders are never compared."""
    service(store, SmallEmbedder("one")).remember("Marta è celiaca", lang="it", at=NOW)
    other = SmallEmbedder("two")
    steps: list[tuple[int, int | None]] = []
    facts = FactsService(store, lambda: other, progress=lambda done, total: steps.append((done, total)))

    facts.find("Marta", lang="it")
    facts.find("Marta celiaca", lang="it")

    assert other.read == ["Marta è celiaca", "Marta", "Marta celiaca"]
    assert steps == [(1, 1)]


def test_where_cosines_crowd_what_stands_out_counts(store: Database) -> None:
    """An embedder for which everything is like everything: unrelated facts are not taken for answers."""

    class Crowding(SmallEmbedder):
        dim = 65

        def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
            rows = np.hstack([SmallEmbedder().embed(texts), np.full((len(texts), 1), 2.0, dtype=np.float32)])
            return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    facts = service(store, Crowding("crowding"))
    for number in range(40):
        facts.remember(f"parola{number} cosa{number} senza{number}", lang="it", at=NOW)
    facts.remember("Marta mangia pesce fresco", lang="it", at=NOW)

    assert facts.folded(asked("Marta mangia pesce")) == ("Marta mangia pesce fresco",)
    assert texts(facts.find("Marta mangia pesce", lang="it").found)[0] == "Marta mangia pesce fresco"


def test_a_change_by_another_process_is_seen(store: Database) -> None:
    """What was read is kept only until the facts change."""
    facts = service(store)
    facts.remember("Marta è celiaca", lang="it", at=NOW)
    facts.find("Marta", lang="it")

    service(store).remember("Luca mangia pesce", lang="it", at=NOW)

    assert texts(facts.find("Luca pesce", lang="it").found) == ["Luca mangia pesce"]


def test_only_near_facts_are_folded_into_a_prompt(store: Database) -> None:
    """The cheap path: by meaning, above the higher cutoff, few, and never by the cross-encoder."""

    class Untouchable:
        def score(self, question: str, texts: Sequence[str]) -> Sequence[float]:
            raise AssertionError(question)

    facts = service(store, reranker=Untouchable)
    assert facts.folded(asked("manda un saluto")) == ()
    for fact in ("Anna abita in via Emilia 12", "il pane cuoce 45 minuti"):
        facts.remember(fact, lang="it", at=NOW)

    assert facts.folded(asked("dove abita Anna")) == ("Anna abita in via Emilia 12",)
    assert service(store, BrokenEmbedder()).folded(asked("dove abita Anna")) == ()


def test_recall_at_five_of_fusion_is_above_plain_cosine() -> None:
    """On the bundled facts and questions, with the built-in embedder."""
    from metnos_cli.bench.facts import measure
    from metnos_cli.models.embedder import BuiltinEmbedder

    told = measure(BuiltinEmbedder())

    assert told["facts"] >= 200
    assert told["questions"] >= 60
    recall = {row["way"]: row for row in told["recall"]}
    assert recall["fusion"]["recall_at_5"] >= recall["cosine"]["recall_at_5"]
    assert recall["fusion"]["recall_at_5"] >= 0.93
    assert recall["fusion"]["recall_at_1"] >= recall["cosine"]["recall_at_1"]


def test_each_bundled_question_has_one_answer() -> None:
    """The measure is not spoilt by its own data."""
    data = tomllib.loads(resources.files("metnos_cli.bench").joinpath("data/facts.toml").read_text(encoding="utf-8"))
    facts = data["it"] + data["en"]

    for question in data["questions"]:
        holding = [fact for fact in facts if question["answer"] in fact]
        assert len(holding) == 1, question
