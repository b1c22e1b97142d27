"""Dates that are said of files lie in the past; what can only lie ahead is no date of a file."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned

# The clock of these tests stands at 4 March 2026.


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("move the pdfs before 1 October from ~/a to ~/b", "../2025-10-01T00:00:00+00:00"),
        ("sposta i pdf di prima del 3 aprile da ~/a in ~/b", "../2025-04-03T00:00:00+00:00"),
        ("sposta i jpg prima di giugno da ~/a in ~/b", "../2025-06-01T00:00:00+00:00"),
        ("elimina i log di prima del 20 marzo in ~/a", "../2025-03-20T00:00:00+00:00"),
        ("delete the logs before July in ~/a", "../2025-07-01T00:00:00+00:00"),
        ("trova i pdf dopo il 15 dicembre in ~/a", "2025-12-16T00:00:00+00:00/.."),
        ("find the pdfs after 10 May in ~/a", "2025-05-11T00:00:00+00:00/.."),
        (
            "copia i jpg dal 1 dicembre al 10 dicembre da ~/a in ~/b",
            "2025-12-01T00:00:00+00:00/2025-12-11T00:00:00+00:00",
        ),
        ("elimina i log di prima del 1 febbraio in ~/a", "../2026-02-01T00:00:00+00:00"),
        ("delete the logs before 2 January in ~/a", "../2026-01-02T00:00:00+00:00"),
        ("elimina i log di prima del 1 ottobre 2024 in ~/a", "../2024-10-01T00:00:00+00:00"),
    ],
)
def test_the_last_such_date(text: str, when: str) -> None:
    """A day or month without a year is the last one before now, open ends included."""
    calls = planned(text)

    assert calls[0][0] == "find_files"
    assert calls[0][1]["when"] == when


@pytest.mark.parametrize(
    "text",
    [
        "delete the logs before tomorrow in ~/a",
        "elimina i log prima di domani in ~/a",
        "elimina i log entro venerdì in ~/a",
        "sposta i pdf entro il 25 dicembre da ~/a in ~/b",
        "sposta i pdf di prima di sabato da ~/a in ~/b",
        "delete the logs before 5 May 2027 in ~/a",
        "elimina i log di prima del 5 maggio 2027 in ~/a",
        "move the pdfs before the summer from ~/a to ~/b",
        "find the pdfs after 5 May 2027 in ~/a",
    ],
)
def test_what_lies_ahead(text: str) -> None:
    """No file is of a time to come: all of them would be meant, or none."""
    assert planned(text) == "end"
