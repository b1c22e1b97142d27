"""The real loading code on a tiny checkpoint that the test writes; collected where the extra ``bge`` is installed."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from metnos_cli.errors import ModelCorrupt
from metnos_cli.facts.service import FactsService
from metnos_cli.models.reranker import FlagReranker
from metnos_cli.store.database import Database
from tests.facts.small import SmallEmbedder
from tests.models.tiny_reranker import write_tiny_reranker

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=ZoneInfo("Europe/Rome"))
FACTS = (
    "il codice del cancello è 4711",
    "il codice del garage è 8820",
    "il codice della bici è 381",
    "il codice dell'allarme è 5093",
    "la chiave del cancello è nel cassetto",
)

# torch and transformers warn of their own futures while they are imported.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two layers of random weights, always the same."""
    return write_tiny_reranker(tmp_path_factory.mktemp("reranker"), FACTS)


def test_the_order_is_the_one_of_its_scores(checkpoint: Path) -> None:
    """Facts come back as the cross-encoder scores them, whatever the fused order was."""
    store = Database(None)
    encoder = FlagReranker(checkpoint)
    facts = FactsService(store, SmallEmbedder, lambda: encoder, budget_s=60)
    for fact in FACTS:
        facts.remember(fact, lang="it", at=NOW)
    question = "qual è il codice del cancello"

    found = facts.find(question, lang="it")

    assert found.how == "rerank"
    assert found.notes == ()
    scores = dict(zip(FACTS, encoder.score(question, FACTS), strict=True))
    expected = sorted((one.fact.text for one in found.found), key=lambda text: -scores[text])
    assert [one.fact.text for one in found.found] == expected
    assert [one.score for one in found.found] == pytest.approx([scores[text] for text in expected], abs=1e-4)
    fused = facts.find(question, lang="it", rerank=False)
    assert [one.fact.id for one in found.found] != [one.fact.id for one in fused.found]
    store.close()


def test_it_is_quiet_and_deterministic(checkpoint: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """No progress bars, no load reports, and the same scores each time; one pair and none are fine too."""
    first = FlagReranker(checkpoint)
    second = FlagReranker(checkpoint)

    assert first.score("codice", FACTS) == second.score("codice", FACTS)
    assert first.score("codice", []) == []
    assert len(first.score("codice", FACTS[:1])) == 1
    captured = capfd.readouterr()
    assert captured.out == ""
    assert captured.err == ""


def test_truncated_weights_are_told_as_corrupt(checkpoint: Path, tmp_path: Path) -> None:
    """Half a download does not end in a library's traceback."""
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json", "model.safetensors"):
        (tmp_path / name).write_bytes((checkpoint / name).read_bytes())
    weights = (tmp_path / "model.safetensors").read_bytes()
    (tmp_path / "model.safetensors").write_bytes(weights[: len(weights) // 2])

    with pytest.raises(ModelCorrupt):
        FlagReranker(tmp_path).score("codice", FACTS[:1])
