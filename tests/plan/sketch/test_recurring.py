"""What comes back begins when its own words say, and only where they are sure."""

from __future__ import annotations

from typing import Any

import pytest

from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.records import Abstention, Lang, Proposal
from tests.plan.asking import asked, bundled, calls

DAYS: dict[Lang, tuple[str, ...]] = {
    "it": ("lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"),
    "en": ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
}
DATES = ("2026-03-09", "2026-03-10", "2026-03-11", "2026-03-05", "2026-03-06", "2026-03-07", "2026-03-08")
"""The next of each, seen from Wednesday 4 March 2026, ten in the morning."""


def reminder(text: str, lang: Lang) -> dict[str, Any]:
    """The arguments of the one call that notes a reminder; of a day only the day."""
    told = OfflineProposer(tuple(bundled())).propose(asked(text, lang), lambda _use: None)
    assert isinstance(told, Proposal), told
    ((tool, args),) = calls(told.framework)
    assert tool == "create_tasks"
    first, slash, _ = str(args.get("when", "")).partition("/")
    return {**args, "when": first[:10] if slash else first[:16]}


@pytest.mark.parametrize(
    ("lang", "form"),
    [
        ("it", "ricordami ogni {} di bere"),
        ("it", "ricordami di bere ogni {}"),
        ("en", "remind me every {} to drink"),
        ("en", "remind me to drink each {}"),
    ],
)
def test_a_weekday_begins_with_the_next_one(lang: Lang, form: str) -> None:
    """Whole days, as a reminder of one such day is."""
    for day, date in zip(DAYS[lang], DATES, strict=True):
        args = reminder(form.format(day), lang)

        assert args == {"text": "bere" if lang == "it" else "drink", "when": date, "repeat": "weekly"}, day


@pytest.mark.parametrize(
    ("lang", "text", "when", "repeat"),
    [
        ("it", "ricordami ogni lunedì alle 9 di bere", "2026-03-09T09:00", "weekly"),
        ("it", "ricordami di bere ogni lunedì alle 9:30", "2026-03-09T09:30", "weekly"),
        ("it", "ricordami ogni giorno alle 7 di bere", "2026-03-05T07:00", "daily"),
        ("it", "ricordami tutti i giorni alle 18:30 di bere", "2026-03-04T18:30", "daily"),
        ("it", "ricordami di bere ogni giorno alle 7", "2026-03-05T07:00", "daily"),
        ("it", "ricordami ogni giorno di bere alle 19", "2026-03-04T19:00", "daily"),
        ("it", "ricordami ogni sera alle 8 di bere", "2026-03-04T20:00", "daily"),
        ("it", "ricordami ogni mattina alle 7 di bere", "2026-03-04T07:00", "daily"),
        ("it", "ricordami di bere il 15 di ogni mese", "2026-03-15", "monthly"),
        ("it", "ricordami di bere ogni primo del mese", "2026-04-01", "monthly"),
        ("en", "remind me every monday at 9 am to drink", "2026-03-09T09:00", "weekly"),
        ("en", "remind me to drink every day at 7 pm", "2026-03-04T19:00", "daily"),
        ("en", "remind me daily at 9 am to drink", "2026-03-05T09:00", "daily"),
        ("en", "remind me every evening at 8 to drink", "2026-03-04T20:00", "daily"),
        ("en", "remind me to drink on the 15th of each month", "2026-03-15", "monthly"),
        ("en", "remind me to drink every first of the month", "2026-04-01", "monthly"),
    ],
)
def test_the_time_beside_it_is_the_first(lang: Lang, text: str, when: str, repeat: str) -> None:
    """One of today that has passed is left for the reminder itself to go on from."""
    args = reminder(text, lang)

    assert (args["when"], args["repeat"]) == (when, repeat)
    assert args["text"] == ("bere" if lang == "it" else "drink")


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("it", "ricordami ogni giorno di bere"),
        ("it", "ricordami ogni mese di bere"),
        ("it", "ricordami ogni mattina di bere"),
        ("en", "remind me every week to drink"),
    ],
)
def test_where_no_time_is_told_none_is_made_up(lang: Lang, text: str) -> None:
    """The reminder asks for it."""
    assert reminder(text, lang)["when"] == ""


def test_an_hour_that_may_be_either_is_not_chosen() -> None:
    """Nine in the morning or in the evening."""
    told = OfflineProposer(tuple(bundled())).propose(
        asked("remind me every monday at 9 to drink", "en"), lambda _: None
    )

    assert isinstance(told, Abstention)
