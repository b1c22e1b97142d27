"""A range of hours past midnight ends on the next day, and neither a week nor a year later."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from metnos_cli.records import Lang
from metnos_cli.text.slots import find_slots

NOW = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "lang", "start", "end"),
    [
        ("sabato dalle 20 a mezzanotte e mezza", "it", "12-05T20:00", "12-06T00:30"),
        ("venerdì dalle 22 alle 3", "it", "12-04T22:00", "12-05T03:00"),
        ("giovedì 21:30–5:30", "it", "12-03T21:30", "12-04T05:30"),
        ("il 5 dicembre dalle 23 alle 2", "it", "12-05T23:00", "12-06T02:00"),
        ("domani dalle 22 alle 2", "it", "12-01T22:00", "12-02T02:00"),
        ("sabato dalle 10 alle 12", "it", "12-05T10:00", "12-05T12:00"),
        ("da venerdì alle 22 a domenica alle 2", "it", "12-04T22:00", "12-06T02:00"),
        ("Friday 10 pm–3 am", "en", "12-04T22:00", "12-05T03:00"),
        ("on Friday from 10 pm to 2 am", "en", "12-04T22:00", "12-05T02:00"),
        ("on December 5 from 11 pm to 1 am", "en", "12-05T23:00", "12-06T01:00"),
        ("on Saturday from 9 to 5", "en", "12-05T09:00", "12-05T17:00"),
    ],
)
def test_end_on_the_next_day(text: str, lang: Lang, start: str, end: str) -> None:
    """The end is the first such hour after the start."""
    (slot,) = find_slots(text, lang, NOW)

    assert slot.fields["argument"] == f"2026-{start}:00+00:00/2026-{end}:00+00:00"
