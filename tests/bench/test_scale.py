"""``metnos bench scale``: the figures that a grown memory is judged by."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Metnos


def test_one_row_a_size(metnos: Metnos, home: Path) -> None:
    """Each size is filled, opened and asked; every figure is there and nothing of it stays behind."""
    answer = metnos("bench", "scale", "--entries", "40", "--entries", "80", "--json")

    assert answer.exit_status == 0, answer.stderr
    rows = json.loads(answer.stdout)["sizes"]
    assert [row["entries"] for row in rows] == [40, 80]
    for row in rows:
        assert 0 < row["hash_ms"]["p50"] <= row["hash_ms"]["p95"]
        assert 0 < row["likeness_ms"]["p50"] <= row["likeness_ms"]["p95"]
        assert 0 < row["new_ms"]["p50"] <= row["new_ms"]["p95"]
        assert row["open_ms"] > 0
        assert row["learn_ms"] > 0
    assert not list(home.rglob("memory.db"))


def test_told_in_a_sentence(metnos: Metnos) -> None:
    """Without ``--json`` a size is one line in the user's language."""
    answer = metnos("bench", "scale", "--entries", "30")

    assert answer.exit_status == 0, answer.stderr
    assert answer.stdout.startswith("30 richieste")
    assert len(answer.stdout.splitlines()) == 1
