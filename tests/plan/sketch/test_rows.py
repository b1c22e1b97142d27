"""Rows of a file are counted and added up all together, or the request is refused."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned


@pytest.mark.parametrize(
    "text",
    [
        "quante righe in ~/x.csv hanno stato aperta",
        "quante righe di Rossi ci sono in ~/x.csv",
        "somma importo delle righe di ottobre in ~/x.csv",
        "quante righe di ~/note.txt contengono TODO",
        "how many rows of Rossi are in ~/x.csv",
        "how many rows in ~/x.csv have status open",
        "sum the column amount in ~/x.csv for october",
        "average of price for open rows in ~/x.csv",
        "how many lines of ~/note.txt contain TODO",
    ],
)
def test_only_some_rows(text: str) -> None:
    """What says which of them are meant is never passed over."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    "text",
    [
        "quante righe ci sono in ~/a.csv?",
        "dimmi quante righe contiene ~/a.csv",
        "conta le righe del file ~/a.csv",
        "how many lines are there in ~/a.csv",
        "How many rows does ~/a.csv have?",
        "count the rows of the file ~/a.csv please",
    ],
)
def test_all_rows(text: str) -> None:
    """Nothing narrows them."""
    assert planned(text) == [
        ("read_files", {"path": "~/a.csv"}),
        ("compute_entries", {"from_step": 1, "op": "count"}),
    ]
