"""In English "from" before a stretch that is over means what is of it: "files from last year"."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from metnos_cli.records import Lang
from metnos_cli.text.slots import find_slots

NOW = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "lang", "argument"),
    [
        ("files from last year in ~/Work", "en", "2025-01-01/2026-01-01"),
        ("delete files in ~/Work from last month", "en", "2026-10-01/2026-11-01"),
        ("photos from last Monday on my desktop", "en", "2026-11-23/2026-11-24"),
        ("files from yesterday", "en", "2026-11-29/2026-11-30"),
        ("files from today", "en", "2026-11-30/2026-12-01"),
        ("I am away from today", "en", "2026-11-30/.."),
        ("3 days from today", "en", "2026-12-03/2026-12-04"),
        ("files from this year", "en", "2026-01-01/2027-01-01"),
        ("files from last year on", "en", "2025-01-01/.."),
        ("files from last month onwards", "en", "2026-10-01/.."),
        ("I am free from tomorrow", "en", "2026-12-01/.."),
        ("i file dal mese scorso", "it", "2026-10-01/.."),
        ("i file del mese scorso", "it", "2026-10-01/2026-11-01"),
    ],
)
def test_what_is_of_a_stretch(text: str, lang: Lang, argument: str) -> None:
    """It ends with the stretch, unless a word says that it goes on."""
    (slot,) = (one for one in find_slots(text, lang, NOW) if one.dim == "time")

    assert slot.certain
    assert slot.fields["argument"].replace("T00:00:00+00:00", "") == argument
