"""What holds for any text: no failure, exact positions, no overlap, JSON values, time that grows with length only."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metnos_cli.text.slots import find_slots
from metnos_cli.text.slots.argument import as_argument
from metnos_cli.text.slots.lexicon import lexicon

ROME = ZoneInfo("Europe/Rome")
NOW = datetime(2026, 5, 14, 10, 20, tzinfo=ROME)

NOWS = (
    NOW,
    datetime(1, 1, 1, tzinfo=UTC),
    datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
    datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Rome"), fold=1),
    datetime.fromisoformat("2024-02-29T12:00"),
)
FIGURES = (
    "3",
    "15",
    "9:30",
    "11.30",
    "23/06/18",
    "2015-03-03T10:00Z",
    "2014",
    "99999",
    "1,5",
    "13-15",
    "24",
    "15h20",
    "5%",
)
SIGNS = (
    ",",
    ".",
    "-",
    "/",
    "(",
    '"',
    "'",
    "€",
    "°",
    "@",
    "\n",
    "ß",
    "\u0130",
    "\u0301",
    "~/a",
    "*.pdf",
    "a@b.it",
    "http://x.y",
)


def words(lang: Any) -> st.SearchStrategy[str]:
    """Words and phrases that mean something, figures and signs, in any order."""
    known = lexicon(lang)
    phrases = sorted(" ".join(parts) for some in known.phrases.values() for each in some.values() for parts, _ in each)
    one = (
        st.sampled_from(sorted(known.words))
        | st.sampled_from(phrases)
        | st.sampled_from(FIGURES)
        | st.sampled_from(SIGNS)
    )
    return st.lists(one, max_size=9).map(" ".join)


def check(text: str, lang: Any, now: datetime) -> None:
    """Everything that is promised of the slots of a text."""
    end = 0
    for slot in find_slots(text, lang, now):
        assert slot.text == text[slot.start : slot.end] != ""
        assert slot.start >= end
        end = slot.end
        json.dumps(slot.as_json(), allow_nan=False)
        assert isinstance(as_argument(slot), str | int | float)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200), st.sampled_from(("it", "en")), st.sampled_from(NOWS))
def test_any_text(text: str, lang: str, now: datetime) -> None:
    """No text whatever makes it fail."""
    check(text, lang, now)


@settings(max_examples=250, deadline=None)
@given(
    st.one_of(words("it").map(lambda text: (text, "it")), words("en").map(lambda text: (text, "en"))),
    st.sampled_from(NOWS),
)
def test_any_words(told: tuple[str, str], now: datetime) -> None:
    """Nor does any order of the words that mean something."""
    check(*told, now)


@pytest.mark.parametrize(
    "unit",
    [".", "ricordami domani alle 14 di chiamare il dottore, poi leggi note.txt. ", "a", "1.", "a/", '"', "' a", "a@b", "1 ", "dal ",
     "dal 3 al ", "il giorno dopo ", "di ", "mille ", "lunedì ", "http://", "*", "~", "+1", "a chiocciola ", "tra le 3 e ", "(", ")"],
)  # fmt: skip
def test_a_megabyte(unit: str) -> None:
    """A million code points take a few seconds of processor time at most, whatever they repeat."""
    text = "/" + (unit * (1_000_000 // len(unit) + 1))[:1_000_000]
    started = time.process_time()

    find_slots(text, "it", NOW)

    assert time.process_time() - started < 5
