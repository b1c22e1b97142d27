"""A reminder keeps the day that was told, or is not made: one without it never comes due."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned

# The clock of these tests stands at 4 March 2026.
FIFTH = "2026-03-05T00:00:00+00:00/2026-03-06T00:00:00+00:00"


@pytest.mark.parametrize(
    ("text", "kept", "when"),
    [
        ("remind me to water the roses on the 5th", "water the roses", FIFTH),
        ("remind me on the 5th to water the roses", "water the roses", FIFTH),
        ("remind me to ring Ada on the 2nd", "ring Ada", "2026-04-02T00:00:00+00:00/2026-04-03T00:00:00+00:00"),
        ("ricordami di annaffiare le rose il 5", "annaffiare le rose", FIFTH),
        ("ricordami di annaffiare le rose il giorno 5", "annaffiare le rose", FIFTH),
        ("ricordami il 5 di annaffiare le rose", "annaffiare le rose", FIFTH),
        ("ricordami di sentire Ada il 31", "sentire Ada", "2026-03-31T00:00:00+00:00/2026-04-01T00:00:00+00:00"),
        ("remind me to pay by the 5th", "pay", "../2026-03-06T00:00:00+00:00"),
    ],
)
def test_the_next_such_day(text: str, kept: str, when: str) -> None:
    """A day of the month is the next one."""
    assert planned(text) == [("create_tasks", {"text": kept, "when": when})]


@pytest.mark.parametrize(
    "text",
    [
        "ricordami di pagare la rata il 31 febbraio",
        "ricordami di pagare la rata il 30/02",
        "ricordami di pagare la rata alle 25:00",
        "ricordami di pagare la rata alle 27",
        "ricordami di pagare la rata il 35",
        "ricordami di pagare il 5 e il 7",
        "ricordami di pagare domani il 5",
        "remind me to pay the bill on February 31",
        "remind me to pay the bill at 25:00",
        "remind me to pay the bill on the 32nd",
        "set a reminder for the 12th: dentist",
        "crea un promemoria per il 12: dentista",
    ],
)
def test_no_such_day(text: str) -> None:
    """A day or an hour that was not read is no part of the text."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("ricordami di comprare 5 mele", "comprare 5 mele"),
        ("ricordami di prenotare un tavolo per 6", "prenotare un tavolo per 6"),
        ("remind me to read chapter 7", "read chapter 7"),
        ("remind me to buy a gift for the 5th birthday", "buy a gift for the 5th birthday"),
    ],
)
def test_other_numbers(text: str, kept: str) -> None:
    """Not every number is a day."""
    assert planned(text) == [("create_tasks", {"text": kept})]
