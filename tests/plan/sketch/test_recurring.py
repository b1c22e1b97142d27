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


def made(text: str, lang: Lang) -> Any:
    """The calls of a plan, or "end" where there is none."""
    told = OfflineProposer(tuple(bundled())).propose(asked(text, lang), lambda _use: None)
    return calls(told.framework) if isinstance(told, Proposal) else "end"


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("it", 'ogni martedì alle 7 metti in calendario "corsa" per 40 minuti', ("corsa", "PT40M", "weekly")),
        ("it", 'metti in agenda "corsa" ogni giorno alle 13 per un\'ora', ("corsa", "PT1H", "daily")),
        ("it", "metti in calendario la corsa ogni martedì alle 7 per 40 minuti", ("corsa", "PT40M", "weekly")),
        ("it", 'il 20 di ogni mese metti in calendario "bolletta"', ("bolletta", None, "monthly")),
        ("it", "metti in calendario la sagra il 9 agosto, si ripete ogni anno", ("sagra", None, "yearly")),
        ("en", 'every Tuesday at 7 am put "run" in my calendar for 40 minutes', ("run", "PT40M", "weekly")),
        ("en", 'put "run" in my calendar every day at 1 pm for one hour', ("run", "PT1H", "daily")),
        ("en", "put the fair in the calendar on August 9, it repeats every year", ("fair", None, "yearly")),
        ("en", 'on the 20th of every month put "bill" in the calendar', ("bill", None, "monthly")),
    ],
)
def test_appointments_that_come_back(lang: Lang, text: str, expected: tuple[str, ...]) -> None:
    """Their title, length and repetition, wherever those stand."""
    ((tool, args),) = made(text, lang)

    assert tool == "create_events"
    assert (args["title"], args.get("duration"), args["repeat"]) == expected


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("it", 'ogni martedì e sabato alle 7 metti in calendario "corsa"'),
        ("it", 'ogni martedì alle 7 metti in calendario "corsa" fino a luglio'),
        ("it", 'ogni martedì alle 7 metti in calendario "corsa" per tre mesi'),
        ("it", 'ogni 3 settimane metti in calendario "corsa"'),
        ("it", "metti in calendario la corsa tre volte a settimana"),
        ("it", "ogni martedì alle 7 cancella il dentista"),
        ("it", "ogni martedì alle 7 sposta ~/a.txt in ~/b"),
        ("en", 'every Tuesday at 7 am and 5 pm put "run" in my calendar'),
        ("en", 'every Tuesday at 7 am put "run" in my calendar for three months'),
        ("en", "put the run in the calendar every other day"),
    ],
)
def test_repetitions_that_nothing_takes(lang: Lang, text: str) -> None:
    """What would come back otherwise, or not at all, is not written."""
    assert made(text, lang) == "end"


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("remind me on the first of every month to drink", "2026-04-01"),
        ("on the 20th of every month remind me to drink", "2026-03-20"),
        ("remind me on the 7th of each month to drink", "2026-03-07"),
    ],
)
def test_a_day_of_every_month(text: str, when: str) -> None:
    """The word before the day goes with it."""
    assert reminder(text, "en") == {"text": "drink", "when": when, "repeat": "monthly"}
