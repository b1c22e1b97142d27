"""Times of every kind, in both languages, seen from one Thursday morning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent


def cases(lang: str) -> list[Any]:
    """Text, value, grain and certainty of each line of a table."""
    rows = []
    for line in (HERE / f"{lang}.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            text, value, grain, *doubt = (piece.strip() for piece in line.split(" | "))
            rows.append(pytest.param(lang, text, value, grain, not doubt, id=f"{lang}: {text}"))
    return rows


def short(moment: str) -> str:
    """A moment without its offset, and without the clock when it is midnight."""
    day, _, clock = moment[:19].partition("T")
    return day if clock == "00:00:00" else f"{day}T{clock.removesuffix(':00')}"


def shown(fields: Any) -> str:
    """A value as the tables write it."""
    if fields["kind"] == "interval":
        return f"{short(fields['from'])} .. {short(fields['to'])}"
    return f"{fields['dir']} {short(fields['value'])}" if fields["kind"] == "open" else short(fields["value"])


@pytest.mark.parametrize(("lang", "text", "value", "grain", "certain"), [*cases("it"), *cases("en")])
def test_value(find: Any, lang: str, text: str, value: str, grain: str, certain: bool) -> None:
    """Each expression is one time, with its value, its grain and its certainty."""
    times = [slot for slot in find(text, lang) if slot.dim == "time"]

    assert [(shown(slot.fields), slot.fields["grain"], slot.certain) for slot in times] == [(value, grain, certain)]
