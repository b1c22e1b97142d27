"""What it costs to find the values of a request."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from metnos_cli.bench.slots import REQUESTS, measure_slots

if TYPE_CHECKING:
    from tests.conftest import Metnos


def test_every_request_of_the_set_holds_a_value() -> None:
    """And has about ten words."""
    told = measure_slots(datetime(2026, 5, 14, 8, 20, tzinfo=UTC), runs=2)

    assert 0 < told["median_ms"] <= told["p95_ms"]
    assert told["slots"] >= len(REQUESTS)
    assert {9, 10, 11} >= {len(text.split()) for _, text in REQUESTS}


def test_told_in_a_sentence_or_as_json(metnos: Metnos) -> None:
    """``metnos bench slots``."""
    assert "dieci parole" in metnos("bench", "slots", "--runs", "2").stdout
    assert metnos("bench", "slots", "--runs", "2", "--json").json["requests"] == 2 * len(REQUESTS)
