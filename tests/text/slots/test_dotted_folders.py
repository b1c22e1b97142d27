"""The folder above is not the folder itself: trailing dots of a path are part of it, those of a sentence are not."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from metnos_cli.text.slots import find_slots

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=ZoneInfo("Europe/Rome"))


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("elimina ~/Doc/..", "~/Doc/.."),
        ("elimina ~/..", "~/.."),
        ("elimina ~/Doc/../x", "~/Doc/../x"),
        ("leggi ~/note.txt.", "~/note.txt"),
        ("leggi ~/note.txt...", "~/note.txt"),
        ("leggi ~/Doc/...", "~/Doc/"),
    ],
)
def test_dots_at_the_end(text: str, path: str) -> None:
    """Deleting the parent must never become deleting the child."""
    found = [slot.fields["value"] for slot in find_slots(text, "it", NOW) if slot.dim == "path"]

    assert found == [path]
