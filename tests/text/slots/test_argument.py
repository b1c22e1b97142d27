"""What an executor's argument takes from each kind of slot."""

from __future__ import annotations

from typing import Any

import pytest

from metnos_cli.text.slots.argument import as_argument


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("it", "domani alle 14", "2026-05-15T14:00:00+02:00"),
        ("it", "domani", "2026-05-15T00:00:00+02:00/2026-05-16T00:00:00+02:00"),
        ("it", "la settimana scorsa", "2026-05-04T00:00:00+02:00/2026-05-11T00:00:00+02:00"),
        ("it", "3 giorni fa", "2026-05-11T00:00:00+02:00/2026-05-12T00:00:00+02:00"),
        ("it", "dalle 14 alle 16", "2026-05-14T14:00:00+02:00/2026-05-14T16:00:00+02:00"),
        ("it", "domani 9-11", "2026-05-15T09:00:00+02:00/2026-05-15T11:00:00+02:00"),
        ("it", "domani 9:30-11", "2026-05-15T09:30:00+02:00/2026-05-15T11:00:00+02:00"),
        ("en", "tomorrow 2-4 pm", "2026-05-15T14:00:00+02:00/2026-05-15T16:00:00+02:00"),
        ("it", "gli ultimi 7 giorni", "2026-05-07T00:00:00+02:00/2026-05-14T10:20:00+02:00"),
        ("it", "le ultime 24 ore", "2026-05-13T10:20:00+02:00/2026-05-14T10:20:00+02:00"),
        ("it", "entro venerdì", "../2026-05-16T00:00:00+02:00"),
        ("it", "prima di venerdì", "../2026-05-15T00:00:00+02:00"),
        ("it", "dopo giugno", "2026-07-01T00:00:00+02:00/.."),
        ("it", "dopo le 17", "2026-05-14T17:00:00+02:00/.."),
        ("en", "since monday", "2026-05-11T00:00:00+02:00/.."),
        ("en", "by friday", "2026-05-14T10:20:00+02:00/2026-05-16T00:00:00+02:00"),
        ("it", "entro stasera", "../2026-05-15T00:00:00+02:00"),
        ("it", "entro domani mattina", "../2026-05-15T12:00:00+02:00"),
        ("it", "prima di domani mattina", "../2026-05-15T04:00:00+02:00"),
        ("it", "entro domani alle 12", "../2026-05-15T12:00:00+02:00"),
        ("en", "by tonight", "2026-05-14T10:20:00+02:00/2026-05-15T00:00:00+02:00"),
        ("en", "by tomorrow morning", "2026-05-14T10:20:00+02:00/2026-05-15T12:00:00+02:00"),
        ("it", "un'ora e mezza", "PT1H30M"),
        ("it", "90 minuti", "PT90M"),
        ("it", "tre settimane", "P3W"),
        ("it", "un mese e mezzo", "P1M15D"),
        ("it", "12", 12),
        ("it", "2,5", 2.5),
        ("it", "terzo", 3),
        ("it", "10 MB", 10_000_000),
        ("it", "5,5 km", "5.5 km"),
        ("it", "20 euro", "20 EUR"),
        ("it", "www.esempio.it", "https://www.esempio.it"),
        ("it", "~/Documenti", "~/Documenti"),
        ("it", "file PDF", "*.pdf"),
    ],
)
def test_argument(find: Any, lang: str, text: str, expected: object) -> None:
    """A time is a moment, FROM/TO or open; a duration ISO 8601; a number itself; a size bytes."""
    (slot,) = find(text, lang)

    assert as_argument(slot) == expected
