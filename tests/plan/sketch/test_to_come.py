"""Moments that cannot be the ones meant are refused: past ones, slips, and hours of another thing."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned


@pytest.mark.parametrize(
    "text",
    [
        "metti in calendario sabato 6 marzo alle 20 cinema",  # 6 March 2026 is a Friday
        "put the cinema on my calendar on Saturday March 6 at 8 pm",
        "ricordami lunedì 5 marzo di pagare",
        "remind me on Monday March 5 to pay the bill",
        "ricordami ieri di pagare",
        "ricordami oggi alle 9 di pagare",
        "remind me yesterday to pay the bill",
        "metti in agenda il dentista ieri alle 10",
        "add the dentist to my calendar yesterday at 10",
        "porta la riunione delle 9 alle 11",
        "ricordami di pagare quello che avevo preso mercoledì",  # it is a Wednesday
        "porto la riunione delle 9 alle 11",
        "porta l'appuntamento dal dentista di venerdì alle 16 alle 17",
        "push dinner on Saturday back to quarter past nine",
        "ricordami di leggere la mail delle 9 domani alle 10",
    ],
)
def test_moments_of_a_slip(text: str) -> None:
    """A past moment, another year's, today's instead of the day that is told."""
    assert planned(text) in ("end", "question")


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("metti in calendario venerdì 6 marzo alle 20 cinema", "2026-03-06T20:00:00+00:00"),
        ("put the cinema on my calendar on Friday March 6 at 8 pm", "2026-03-06T20:00:00+00:00"),
        ("metti in calendario lunedì 14 dicembre alle 20 cinema", "2026-12-14T20:00:00+00:00"),
        ("ricordami di pagare domani alle 10", "2026-03-05T10:00:00+00:00"),
        ("metti in agenda il dentista oggi dalle 9 alle 11", "2026-03-04T09:00:00+00:00/2026-03-04T11:00:00+00:00"),
    ],
)
def test_moments_to_come(text: str, when: str) -> None:
    """What is ahead, or not yet over, is written."""
    (call,) = planned(text)

    assert call[1]["when"] == when  # type: ignore[index]
