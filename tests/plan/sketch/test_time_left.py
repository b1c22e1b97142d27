"""How long it is until a day or an hour: told by the clock, or refused."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("quanti giorni mancano a Natale?", "2026-12-25T00:00:00+00:00/2026-12-26T00:00:00+00:00"),
        ("tra quanti giorni è il primo maggio", "2026-05-01T00:00:00+00:00/2026-05-02T00:00:00+00:00"),
        ("quanto manca alle 18?", "2026-03-04T18:00:00+00:00"),
        ("how many days until December 25?", "../2026-12-26T00:00:00+00:00"),
        ("how many days are left until May 1?", "../2026-05-02T00:00:00+00:00"),
        ("how long until 6 pm?", "../2026-03-04T18:00:00+00:00"),
    ],
)
def test_the_clock_tells(text: str, when: str) -> None:
    """Which day or hour it is about."""
    assert planned(text) == [("get_now", {"when": when})]


@pytest.mark.parametrize(
    "text",
    [
        "quanto manca alla riunione di domani?",
        "quanti giorni ha febbraio?",
        "quanti giorni fa era il 3 marzo?",
        "how long until the summer?",
        "how long until my meeting?",
        "how many days in February?",
        "how many days since March 1?",
    ],
)
def test_other_lengths_are_not_told(text: str) -> None:
    """Those of something else, those gone by, and those up to a time that has a length itself."""
    assert planned(text) == "end"
