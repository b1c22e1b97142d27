"""The tables of words: one shape for every language, so that a third language is a file and its tests."""

from __future__ import annotations

import tomllib
from datetime import datetime
from importlib import resources
from typing import Any
from zoneinfo import ZoneInfo

from metnos_cli.records import LANGS
from metnos_cli.text.slots import find_slots
from metnos_cli.text.slots.lexicon import lexicon

ROME = ZoneInfo("Europe/Rome")
NOW = datetime(2026, 5, 14, 10, 20, tzinfo=ROME)


def table(lang: str) -> dict[str, Any]:
    return tomllib.loads(resources.files("metnos_cli.text.slots").joinpath(f"{lang}.toml").read_text(encoding="utf-8"))


def test_languages_have_the_same_rules_and_lists() -> None:
    """What the code asks of a language every language answers; numerals in one word are Italian's own."""
    shapes = [(set(table(lang)["rules"]) - {"numeral"}, set(table(lang)["lists"])) for lang in LANGS]

    assert all(shape == shapes[0] for shape in shapes)


def test_calendar_words_are_complete() -> None:
    """Each language names seven days, twelve months, four seasons and eight units."""
    sizes = [{name: len(table(lang)[name]) for name in ("weekday", "month", "season", "unit")} for lang in LANGS]

    assert sizes == [{"weekday": 7, "month": 12, "season": 4, "unit": 8}] * len(LANGS)


def test_every_holiday_falls_on_a_day() -> None:
    """Each holiday of the tables, said alone, is one day."""
    for lang in LANGS:
        for spellings in table(lang)["holiday"].values():
            name = spellings.split(", ")[0].removeprefix("~")
            slots = find_slots(name, lang, NOW)
            assert [(slot.dim, slot.fields["grain"]) for slot in slots] == [("time", "day")], name


def test_accents_may_be_left_out_but_not_put_in() -> None:
    """ "lunedi" is "lunedì"; "giù" is not June."""
    known = lexicon("it")

    assert known.words["lunedi"] is not known.words["lunedì"]
    assert known.words["lunedi"]["weekday"] == known.words["lunedì"]["weekday"] == 0
    assert "giù" not in known.words
