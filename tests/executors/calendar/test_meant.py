"""Only the appointments that are meant are told, moved and taken out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.calendar.change import change_events, delete_events, prepare_deletion
from metnos_cli.executors.calendar.find import find_events, find_events_empty
from tests.executors.calendar.ics import calendar, event, rome

if TYPE_CHECKING:
    from pathlib import Path

    from tests.executors.personal import PersonalWorld

TOMORROW = "2026-12-01T00:00:00+01:00/2026-12-02T00:00:00+01:00"
WEDNESDAY = "2026-12-02T00:00:00+01:00/2026-12-03T00:00:00+01:00"


@pytest.fixture
def busy(world: PersonalWorld, folder: Path) -> PersonalWorld:
    """The dentist on Tuesday 1 December at 15:30, and a meeting from 10 to 11."""
    (folder / "budget.ics").write_bytes(rome("Riunione budget", "20261201", "1000", "1100", uid="budget").encode())
    return world


def titles(told: dict[str, Any]) -> list[str]:
    """Titles of what an executor gave."""
    return [one["title"] for one in told["entries"]]


@pytest.mark.parametrize(
    ("hour", "expected"),
    [("10:00", ["Riunione budget"]), ("10:30", ["Riunione budget"]), ("09:00", []), ("15:30", ["Dentista"])],
)
def test_a_moment_is_no_more_than_that(busy: PersonalWorld, hour: str, expected: list[str]) -> None:
    """What begins then or is going on then; not the rest of the day."""
    assert titles(find_events({"when": f"2026-12-01T{hour}:00+01:00"}, busy.context())) == expected


def test_nothing_else_is_taken_out_at_a_moment(busy: PersonalWorld) -> None:
    """Neither what comes later that day, nor what is no meeting."""
    for args in ({"when": "2026-12-01T09:00:00+01:00"}, {"when": "2026-12-01T15:30:00+01:00", "query": "riunione"}):
        with pytest.raises(ExecutorError) as told:
            delete_events(args, busy.context())
        assert told.value.key == "calendar_none_found"


def test_a_whole_day_is_told_at_a_moment_and_stays(busy: PersonalWorld, folder: Path) -> None:
    """A holiday is no appointment at noon, though it lasts then."""
    text = calendar(event("SUMMARY:Ferie", "DTSTART;VALUE=DATE:20261201", "DTEND;VALUE=DATE:20261202", uid="off"))
    (folder / "off.ics").write_bytes(text.encode())
    noon = {"when": "2026-12-01T12:00:00+01:00"}

    assert titles(find_events(noon, busy.context())) == ["Ferie"]
    with pytest.raises(ExecutorError) as told:
        delete_events(noon, busy.context())
    assert told.value.key == "calendar_none_found"


@pytest.mark.parametrize(
    ("narrow", "expected"),
    [
        ({}, ["Riunione budget", "Dentista"]),
        ({"query": "riunione"}, ["Riunione budget"]),
        ({"when": "2026-12-01T15:30:00+01:00"}, ["Dentista"]),
    ],
)
def test_words_and_times_narrow_what_was_found(
    busy: PersonalWorld, narrow: dict[str, Any], expected: list[str]
) -> None:
    """Of the appointments of an earlier step only those that the words and the time mean, also when seen before."""
    found = find_events({"when": TOMORROW}, busy.context())["entries"]

    ready = prepare_deletion({"entries": found, **narrow}, busy.context())

    assert titles(ready) == expected
    assert titles(delete_events(ready, busy.context())) == expected


def test_another_day_is_not_what_was_found(busy: PersonalWorld) -> None:
    """Nothing of Wednesday is among what was found of Tuesday."""
    found = find_events({"when": TOMORROW}, busy.context())["entries"]

    with pytest.raises(ExecutorError) as told:
        delete_events({"entries": found, "when": WEDNESDAY}, busy.context())

    assert told.value.key == "calendar_none_found"


@pytest.mark.parametrize(
    ("to", "expected"),
    [
        ("2026-12-03T04:00:00+01:00/2026-12-03T12:00:00+01:00", "giovedì 3 dicembre 09:00–10:00"),
        ("2026-12-03T12:00:00+01:00/2026-12-03T19:00:00+01:00", "giovedì 3 dicembre 15:00–16:00"),
        ("2026-12-03T18:00:00+01:00/2026-12-04T00:00:00+01:00", "giovedì 3 dicembre 20:00–21:00"),
        ("2026-12-03T10:00:00+01:00/2026-12-03T12:00:00+01:00", "giovedì 3 dicembre 10:00–12:00"),
    ],
)
def test_a_part_of_a_day_is_its_usual_hour(busy: PersonalWorld, to: str, expected: str) -> None:
    """Its length stays; two hours that were told are both ends."""
    moved = change_events({"query": "budget", "to": to}, busy.context())

    assert moved["told"] == f"Cambiato: {expected} Riunione budget."


@pytest.mark.parametrize(
    ("direction", "to", "key"),
    [
        ("earlier", "T17:00", "calendar_not_earlier"),
        ("earlier", "T10:00", "calendar_not_earlier"),
        ("later", "T09:00", "calendar_not_later"),
        ("later", "2026-11-30", "calendar_not_later"),
    ],
)
def test_nothing_goes_the_wrong_way(busy: PersonalWorld, direction: str, to: str, key: str) -> None:
    """What was to be brought forward is not put off."""
    asked = {"query": "budget", "to": to, "direction": direction}

    with pytest.raises(ExecutorError) as told:
        change_events(asked, busy.context())

    assert (told.value.error_class, told.value.key) == (ErrorClass.WRONG_ARGS, key)
    assert titles(find_events({"when": "2026-12-01T10:00:00+01:00"}, busy.context())) == ["Riunione budget"]


def test_the_right_way_is_gone(busy: PersonalWorld) -> None:
    """Earlier, and into what has passed, which is said."""
    asked = {"query": "budget", "to": "T09:00", "direction": "earlier"}

    moved = change_events(asked, busy.context())
    past = change_events({"query": "budget", "to": "2026-11-29"}, busy.context())

    assert moved["told"] == "Cambiato: domani 09:00–10:00 Riunione budget."
    assert past["told"].endswith("Attenzione: è già passato.")


def test_more_free_times_are_told_of(world: PersonalWorld) -> None:
    """Those that are left out are not passed over in silence, unless only so many were asked for."""
    some = find_events_empty({"when": TOMORROW}, world.context())
    two = find_events_empty({"when": TOMORROW, "count": 2}, world.context())

    assert some["told"].endswith("Ce ne sono altri.")
    assert not two["told"].endswith("Ce ne sono altri.")
