"""A person's own things, asked for as people ask: once planned, the second time from memory with today's values."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Metnos

DAYS = ("lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica")


def day_ahead(days: int) -> tuple[str, int]:
    """(name, ISO weekday) of a day to come: today's own name would leave two days to choose from."""
    day = datetime.now().astimezone() + timedelta(days=days)
    return DAYS[day.weekday()], day.isoweekday()


@pytest.fixture
def calendar(home: Path) -> Path:
    """A calendar in a folder, named in the settings."""
    folder = home / "calendars" / "personal"
    folder.mkdir(parents=True)
    settings = home / ".config" / "metnos" / "runtime.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('[calendar.accounts.home]\nfolder = "~/calendars"\n', encoding="utf-8")
    return folder


def asked(metnos: Metnos, text: str, *options: str) -> dict[str, Any]:
    """The whole turn."""
    answer = metnos("ask", "--json", *options, text)
    assert answer.stdout, answer.stderr
    told: dict[str, Any] = answer.json
    return told


def test_what_was_told_is_told_back(metnos: Metnos) -> None:
    """Also the second time, from memory; and the newest word holds."""
    written = asked(metnos, "ricordati che il codice del cancello è 4711")
    first = asked(metnos, "qual è il codice del cancello?")
    second = asked(metnos, "qual è il codice del cancello?")
    asked(metnos, "ricordati che il codice del cancello è 9922")
    third = asked(metnos, "qual è il codice del cancello?")

    assert written["outcome"]["kind"] == "answered"
    assert first["outcome"]["message"] == "il codice del cancello è 4711"
    assert second["outcome"]["message"] == "il codice del cancello è 4711"
    assert second["layer"] != "engine"
    assert third["outcome"]["message"] == "il codice del cancello è 9922"


def test_appointments_are_set_up_and_found_with_fresh_times(metnos: Metnos, calendar: Path) -> None:
    """The second request has other times, and is served from memory with them."""
    (soon, at_first), (later, at_last) = day_ahead(2), day_ahead(4)
    first = asked(metnos, f"fissa un appuntamento {soon} alle 10 per un'ora")
    second = asked(metnos, f"fissa un appuntamento {later} alle 15 per 2 ore")
    found = asked(metnos, f"che appuntamenti ho {later}")

    assert first["layer"] == "engine"
    assert second["layer"] != "engine"
    assert [span(turn) for turn in (first, second)] == [(at_first, 10, 1.0), (at_last, 15, 2.0)]
    assert [entry["start"] for entry in found["outcome"]["entries"]] == [second["outcome"]["entries"][0]["start"]]
    assert len(list(calendar.glob("*.ics"))) == 2


def test_tomorrows_appointments_and_free_times(metnos: Metnos, calendar: Path) -> None:
    """An empty day is an answer; three free times are three, on three days."""
    empty = asked(metnos, "che appuntamenti ho domani")
    free = asked(metnos, "proponi 3 orari liberi la settimana prossima")
    again = asked(metnos, "proponi 2 orari liberi la settimana prossima")

    assert (empty["outcome"]["kind"], empty["outcome"]["message"]) == ("answered", "Nessun appuntamento.")
    days = {entry["start"][:10] for entry in free["outcome"]["entries"]}
    assert len(days) == 3
    assert all(datetime.fromisoformat(day).isoweekday() <= 5 for day in days)
    assert again["layer"] != "engine"
    assert len(again["outcome"]["entries"]) == 2


def test_an_appointment_is_taken_back(metnos: Metnos, calendar: Path) -> None:
    """Undo leaves the calendar as it was."""
    asked(metnos, "fissa un appuntamento domani alle 10 per un'ora")
    assert len(list(calendar.glob("*.ics"))) == 1

    undone = metnos("undo", "--yes")

    assert undone.exit_status == 0
    assert list(calendar.glob("*.ics")) == []


def test_without_a_calendar_the_way_out_is_named(metnos: Metnos) -> None:
    """An honest end, with what to do."""
    answer = metnos("ask", "che appuntamenti ho domani")

    assert answer.exit_status == 1
    assert "calendar.accounts" in answer.stderr


def test_a_reminder_is_noted_told_when_due_and_done(metnos: Metnos) -> None:
    """For cron: once; done, it is gone."""
    noted = asked(metnos, "ricordami di chiamare Anna oggi")
    assert noted["outcome"]["kind"] == "answered"

    first = metnos("tasks", "due", "--once")
    second = metnos("tasks", "due", "--once")
    still = metnos("tasks", "due")
    metnos("tasks", "done", "1")
    after = metnos("tasks", "due")

    assert first.stdout == "chiamare Anna (oggi)\n"
    assert second.stdout == ""
    assert still.stdout == "chiamare Anna (oggi)\n"
    assert after.stdout == ""
    assert {answer.exit_status for answer in (first, second, still, after)} == {0}


def span(turn: dict[str, Any]) -> tuple[int, int, float]:
    """(weekday, hour, length in hours) of the appointment that a turn has made."""
    entry = turn["outcome"]["entries"][0]
    start, end = (datetime.fromisoformat(entry[name]) for name in ("start", "end"))
    return start.isoweekday(), start.hour, (end - start).total_seconds() / 3600
