"""Stored iCalendar as appointments: zones, whole days, changes of the clock, repetitions, faults."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.executors.calendar.compose import Changes, Draft, NotThere, changed, mark_of, new_event, without
from metnos_cli.executors.calendar.folder import may_touch
from metnos_cli.executors.calendar.reading import Happening, happenings, instant
from metnos_cli.executors.calendar.rules import unfold
from metnos_cli.executors.calendar.shelf import Fault, Resource
from tests.executors.calendar.ics import calendar, event, rome

ROME = ZoneInfo("Europe/Rome")
CLOCK_DAY = datetime(2026, 10, 25, tzinfo=ROME)
"""Three becomes two in the night."""
NEXT_DAY = datetime(2026, 10, 26, tzinfo=ROME)
STAMP = datetime(2026, 10, 1, 8, tzinfo=ROME)


def read(text: str, start: datetime = CLOCK_DAY, end: datetime = NEXT_DAY) -> list[Happening]:
    """What there is on the day on which the clock is changed."""
    found = happenings(Resource("home", "personal", "/cal/u1.ics", "", text), start, end, ROME)
    assert not isinstance(found, Fault), found
    return found


def spans(text: str, start: datetime = CLOCK_DAY, end: datetime = NEXT_DAY) -> list[tuple[str, str]]:
    return [(one.start.isoformat(), one.end.isoformat()) for one in read(text, start, end)]


@pytest.mark.parametrize(
    ("lines", "span"),
    [
        (
            ("DTSTART;TZID=Europe/Rome:20261025T100000", "DTEND;TZID=Europe/Rome:20261025T110000"),
            ("2026-10-25T10:00:00+01:00", "2026-10-25T11:00:00+01:00"),
        ),
        (
            ("DTSTART:20261025T003000Z", "DURATION:PT1H"),
            ("2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00"),
        ),
        (
            ("DTSTART;TZID=America/New_York:20261025T043000", "DTEND;TZID=America/New_York:20261025T053000"),
            ("2026-10-25T09:30:00+01:00", "2026-10-25T10:30:00+01:00"),
        ),
        (("DTSTART:20261025T100000",), ("2026-10-25T10:00:00+01:00", "2026-10-25T10:00:00+01:00")),
        (("DTSTART;VALUE=DATE:20261025",), ("2026-10-25T00:00:00+02:00", "2026-10-26T00:00:00+01:00")),
        (
            ("DTSTART;VALUE=DATE:20261024", "DTEND;VALUE=DATE:20261026"),
            ("2026-10-24T00:00:00+02:00", "2026-10-26T00:00:00+01:00"),
        ),
        (
            ("DTSTART;TZID=Europe/Rome:20261024T230000", "DTEND;TZID=Europe/Rome:20261025T003000"),
            ("2026-10-24T23:00:00+02:00", "2026-10-25T00:30:00+02:00"),
        ),
    ],
)
def test_times_come_in_the_users_zone(lines: tuple[str, ...], span: tuple[str, str]) -> None:
    """Named zones, UTC, none at all, whole days, over midnight, over the change of the clock."""
    assert spans(calendar(event(*lines))) == [span]


@pytest.mark.parametrize(
    "lines",
    [
        ("DTSTART;VALUE=DATE:20261024",),
        ("DTSTART;VALUE=DATE:20261023", "DTEND;VALUE=DATE:20261025"),
        ("DTSTART;VALUE=DATE:20261026",),
        ("DTSTART;TZID=Europe/Rome:20261024T230000", "DTEND;TZID=Europe/Rome:20261025T000000"),
        ("DTSTART;TZID=Europe/Rome:20261026T000000", "DTEND;TZID=Europe/Rome:20261026T010000"),
    ],
)
def test_what_only_touches_the_edge_of_a_day_is_not_in_it(lines: tuple[str, ...]) -> None:
    """The end is excluded; yesterday's whole day is not today's."""
    assert read(calendar(event(*lines))) == []


def test_repetitions_keep_their_time_when_the_clock_is_changed() -> None:
    """Ten o'clock is ten o'clock; what was left out stays out."""
    text = rome("Lezione", "20261001", "1000", "1100", "RRULE:FREQ=DAILY", "EXDATE;TZID=Europe/Rome:20261024T100000")

    found = spans(text, datetime(2026, 10, 23, tzinfo=ROME), NEXT_DAY)

    assert [start for start, _ in found] == ["2026-10-23T10:00:00+02:00", "2026-10-25T10:00:00+01:00"]


def test_cancelled_and_transparent_ones_leave_the_time_free() -> None:
    """They are listed and do not count as busy."""
    cancelled = rome("x", "20261025", "1000", "1100", "STATUS:CANCELLED")
    holiday = rome("x", "20261025", "1000", "1100", "TRANSP:TRANSPARENT")

    assert [one.busy for one in (*read(cancelled), *read(holiday))] == [False, False]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("hello", "broken"),
        ("", "broken"),
        ("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n", "broken"),
        (calendar(event("SUMMARY:x")), "broken"),
        (calendar(event("DTSTART:tomorrow")), "broken"),
        (calendar(event("DTSTART:20261025T100000", "RRULE:FREQ=DAILY;INTERVAL=0")), "rule_odd"),
        (calendar(event("DTSTART:20261025T100000", "RRULE:FREQ=SECONDLY")), "rule_dense"),
        (
            calendar(event("DTSTART:20261025T100000", "RECURRENCE-ID:20261025T100000", "RRULE:FREQ=DAILY")),
            "rule_itself",
        ),
    ],
)
def test_what_cannot_be_read_is_a_fault_and_never_hangs(text: str, key: str) -> None:
    """In less than a second, whatever the text."""
    started = time.perf_counter()

    found = happenings(Resource("home", "personal", "/cal/u1.ics", "", text), CLOCK_DAY, NEXT_DAY, ROME)

    assert found == Fault("u1.ics", key)
    assert time.perf_counter() - started < 1.0


@given(
    st.datetimes(min_value=datetime(2026, 1, 1), max_value=datetime(2027, 12, 31)),  # noqa: DTZ001  drawn, then zoned
    st.integers(min_value=0, max_value=5 * 24 * 60),
    st.sampled_from(["Europe/Rome", "America/New_York", "Asia/Tokyo", "UTC", "DATE"]),
)
def test_the_quick_look_never_hides_what_is_there(start: datetime, minutes: int, zone: str) -> None:
    """Whatever is found by parsing passes the look at the written dates."""
    begin = start.replace(second=0, microsecond=0)
    end = begin + timedelta(minutes=minutes)
    if zone == "DATE":
        lines = [f"DTSTART;VALUE=DATE:{begin:%Y%m%d}", f"DTEND;VALUE=DATE:{end + timedelta(days=1):%Y%m%d}"]
    elif zone == "UTC":
        lines = [f"DTSTART:{begin:%Y%m%dT%H%M%S}Z", f"DTEND:{end:%Y%m%dT%H%M%S}Z"]
    else:
        lines = [f"DTSTART;TZID={zone}:{begin:%Y%m%dT%H%M%S}", f"DTEND;TZID={zone}:{end:%Y%m%dT%H%M%S}"]
    text = calendar(event(*lines))
    first = (begin - timedelta(days=1)).replace(hour=0, minute=0, tzinfo=ROME)

    for offset in range(8):
        day = first + timedelta(days=offset)
        if read(text, day, day + timedelta(days=1)):
            assert may_touch(unfold(text), day, day + timedelta(days=1))


def test_a_new_appointment_reads_back_as_it_was_written() -> None:
    """Special characters too; nobody is sent an invitation."""
    draft = Draft(
        uid="u1@metnos",
        title="Riunione; con, Anna",
        start=datetime(2026, 10, 25, 10, tzinfo=ROME),
        end=datetime(2026, 10, 25, 11, tzinfo=ROME),
        whole_day=False,
        location="via X, 1",
        people=(('Anna "A" Rossi', "anna@example.org"),),
    )

    text = new_event(draft, STAMP)

    (one,) = read(text)
    assert (one.title, one.location, one.uid, one.repetition) == ("Riunione; con, Anna", "via X, 1", "u1@metnos", "")
    assert (one.start, one.end) == (draft.start, draft.end)
    assert "SCHEDULE-AGENT=NONE" in unfold(text)
    assert "ORGANIZER" not in text
    assert "BEGIN:VTIMEZONE" in text


def test_one_repetition_is_moved_and_another_taken_out() -> None:
    """The series stays; what others wrote into it stays too."""
    series = rome("Lezione", "20261020", "1000", "1100", "RRULE:FREQ=DAILY", "X-MINE:keep me", "SEQUENCE:4")
    changes = Changes(start=datetime(2026, 10, 25, 15, tzinfo=ROME), end=datetime(2026, 10, 25, 16, tzinfo=ROME))

    moved = changed(series, "u1", "2026-10-25T09:00:00Z", changes, STAMP, ROME)
    fewer = without(moved, "u1", "2026-10-26T09:00:00Z", STAMP, ROME)

    assert fewer is not None
    assert "X-MINE:keep me" in fewer
    week = spans(fewer, datetime(2026, 10, 24, tzinfo=ROME), datetime(2026, 10, 28, tzinfo=ROME))
    assert [start for start, _ in week] == [
        "2026-10-24T10:00:00+02:00",
        "2026-10-25T15:00:00+01:00",
        "2026-10-27T10:00:00+01:00",
    ]
    again = without(fewer, "u1", "2026-10-25T09:00:00Z", STAMP, ROME)
    assert again is not None
    assert read(again) == []
    assert without(again, "u1", "", STAMP, ROME) is None


def test_an_appointment_keeps_its_zone_when_it_is_moved() -> None:
    """Written in New York, it stays in New York, one number higher and stamped now."""
    text = calendar(
        event(
            "DTSTART;TZID=America/New_York:20261025T043000", "DTEND;TZID=America/New_York:20261025T053000", "SUMMARY:x"
        )
    )
    changes = Changes(start=datetime(2026, 10, 25, 12, tzinfo=ROME), end=datetime(2026, 10, 25, 13, tzinfo=ROME))

    moved = changed(text, "u1", "", changes, STAMP, ROME)

    assert "DTSTART;TZID=America/New_York:20261025T070000" in moved
    assert "SEQUENCE:1" in moved
    assert "DTSTAMP:20261001T060000Z" in moved
    assert mark_of(moved, "u1") != mark_of(text, "u1")
    assert mark_of(moved, "u1") == mark_of(moved.replace("SUMMARY:x", "X-OTHER:y\r\nSUMMARY:x"), "u1")


def test_whole_days_are_moved_as_days() -> None:
    """And a series of them loses a day as a day."""
    text = calendar(event("DTSTART;VALUE=DATE:20261020", "RRULE:FREQ=DAILY", "SUMMARY:ferie"))

    fewer = without(text, "u1", "2026-10-25", STAMP, ROME)

    assert fewer is not None
    assert "EXDATE;VALUE=DATE:20261025" in fewer
    assert read(fewer) == []


def test_what_is_no_longer_there_is_said() -> None:
    """Another has taken it out meanwhile."""
    with pytest.raises(NotThere):
        without(rome("x", "20261025", "1000", "1100"), "other", "", STAMP, ROME)
    with pytest.raises(NotThere):
        changed(rome("x", "20261025", "1000", "1100"), "other", "", Changes(title="y"), STAMP, ROME)


def test_moments_are_compared_as_moments() -> None:
    """Half past two comes twice that night."""
    first = datetime(2026, 10, 25, 2, 30, tzinfo=ROME)

    assert instant(first.replace(fold=1)) - instant(first) == timedelta(hours=1)
    assert instant(first).tzinfo is UTC
