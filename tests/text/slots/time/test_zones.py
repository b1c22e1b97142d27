"""Offsets, changes of the clocks, and zones named in the text."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from metnos_cli.text.slots import find_slots

ROME = ZoneInfo("Europe/Rome")
NOW = datetime(2026, 5, 14, 10, 20, tzinfo=ROME)

EVE_OF_SPRING = datetime(2026, 3, 28, 12, 0, tzinfo=ROME)
SPRING_NIGHT = datetime(2026, 3, 29, 1, 30, tzinfo=ROME)
EVE_OF_AUTUMN = datetime(2026, 10, 24, 12, 0, tzinfo=ROME)


def value(text: str, now: datetime) -> Any:
    (slot,) = (slot for slot in find_slots(text, "it", now) if slot.dim == "time")
    return slot.fields.get("value")


@pytest.mark.parametrize(
    ("text", "now", "expected"),
    [
        ("domani alle 12", EVE_OF_SPRING, "2026-03-29T12:00:00+02:00"),
        ("tra 24 ore", EVE_OF_SPRING, "2026-03-29T13:00:00+02:00"),
        ("tra un giorno", EVE_OF_SPRING, "2026-03-29T12:00:00+02:00"),
        ("tra due ore", SPRING_NIGHT, "2026-03-29T04:30:00+02:00"),
        ("oggi alle 2:30", SPRING_NIGHT, "2026-03-29T03:30:00+02:00"),
        ("domani alle 12", EVE_OF_AUTUMN, "2026-10-25T12:00:00+01:00"),
        ("tra 24 ore", EVE_OF_AUTUMN, "2026-10-25T11:00:00+01:00"),
        ("tre ore prima di domani alle 4:30", EVE_OF_SPRING, "2026-03-29T00:30:00+01:00"),
        ("12 ore fa", datetime(2026, 10, 25, 12, 0, tzinfo=ROME), "2026-10-25T01:00:00+02:00"),
    ],
)
def test_change_of_the_clocks(text: str, now: datetime, expected: str) -> None:
    """Hours run through a change of the clocks; days keep the hour on the wall."""
    assert value(text, now) == expected


def test_named_zone() -> None:
    """An hour in another zone is brought to the user's."""
    assert value("alle 16 GMT", NOW) == "2026-05-14T18:00:00+02:00"
    assert value("2026-06-01T10:00Z", NOW) == "2026-06-01T12:00:00+02:00"


def test_without_a_zone_times_have_no_offset() -> None:
    """A moment of asking without a zone gives times without one, and none where a zone is named."""
    naive = datetime.fromisoformat("2026-05-14T10:20")

    assert value("domani alle 14", naive) == "2026-05-15T14:00:00"
    assert find_slots("alle 16 GMT", "it", naive) == ()


def test_guessed_zone_places_no_other_zone() -> None:
    """Where the zone of asking is a guess, an hour in another zone is left out and not guessed."""
    assert find_slots("alle 16 GMT", "it", NOW, zoned=False) == ()
    assert find_slots("alle 16", "it", NOW.astimezone(UTC), zoned=False)[0].fields["value"].endswith("+00:00")
