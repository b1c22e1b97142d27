"""A Thursday morning in Rome, and short ways to say what a text holds."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from metnos_cli.records import Slot
from metnos_cli.text.slots import find_slots

ROME = ZoneInfo("Europe/Rome")
NOW = datetime(2026, 5, 14, 10, 20, tzinfo=ROME)

Find = Callable[..., tuple[Slot, ...]]


@pytest.fixture
def find() -> Find:
    """``find("domani alle 14")``: the slots of a text, Italian unless said otherwise."""

    def slots(text: str, lang: Any = "it", now: datetime = NOW) -> tuple[Slot, ...]:
        return find_slots(text, lang, now)

    return slots


@pytest.fixture
def told(find: Find) -> Callable[..., list[tuple[str, str, Any]]]:
    """Dimension, words and value of each slot."""

    def rows(text: str, lang: str = "it") -> list[tuple[str, str, Any]]:
        return [(slot.dim, slot.text, slot.fields.get("value")) for slot in find(text, lang)]

    return rows
