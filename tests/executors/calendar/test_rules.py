"""Recurrence rules that would never come to an end are told, the others let through."""

from __future__ import annotations

import pytest

from metnos_cli.executors.calendar.rules import bad_rule, unfold
from tests.executors.calendar.ics import calendar, event


def with_rule(rule: str, start: str = "20260101T100000", *more: str) -> str:
    return unfold(calendar(event(f"DTSTART:{start}", f"RRULE:{rule}", *more)))


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=DAILY",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE",
        "FREQ=MONTHLY;BYDAY=-1FR",
        "FREQ=MONTHLY;BYMONTHDAY=-1",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
        "FREQ=HOURLY;INTERVAL=6;COUNT=20",
        "FREQ=MINUTELY;COUNT=10",
        "FREQ=WEEKLY;UNTIL=20301231T000000Z;WKST=SU",
        "freq=daily;interval=1",
    ],
)
def test_usual_rules_pass(rule: str) -> None:
    """What calendars are full of."""
    assert bad_rule(with_rule(rule)) is None


@pytest.mark.parametrize(
    ("rule", "key"),
    [
        ("FREQ=DAILY;INTERVAL=0", "rule_odd"),
        ("FREQ=DAILY;INTERVAL=-1", "rule_odd"),
        ("FREQ=DAILY;INTERVAL=x", "rule_odd"),
        ("FREQ=SOMETIMES", "rule_odd"),
        ("DAILY", "rule_odd"),
        ("", "rule_odd"),
        ("FREQ=SECONDLY", "rule_dense"),
        ("FREQ=MINUTELY;UNTIL=99991231T000000Z", "rule_dense"),
        ("FREQ=MINUTELY;COUNT=1000000", "rule_dense"),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "rule_never"),
        ("FREQ=DAILY;BYMONTH=2,4;BYMONTHDAY=31", "rule_never"),
        ("FREQ=DAILY;BYMONTH=13", "rule_never"),
        ("FREQ=DAILY;BYSETPOS=2", "rule_never"),
    ],
)
def test_rules_without_an_end_are_told(rule: str, key: str) -> None:
    """By what is wrong with them."""
    found = bad_rule(with_rule(rule))

    assert found is not None
    assert found.key == key


def test_a_repetition_inside_itself_is_told() -> None:
    """A rule on what claims to be one repetition of the same appointment."""
    text = with_rule("FREQ=DAILY", "20260101T100000", "RECURRENCE-ID:20260101T100000")

    found = bad_rule(text)

    assert found is not None
    assert found.key == "rule_itself"


def test_a_moved_repetition_beside_its_series_is_fine() -> None:
    """That is how calendars write it."""
    text = calendar(
        event("DTSTART:20260101T100000", "RRULE:FREQ=DAILY"),
        event("DTSTART:20260103T150000", "RECURRENCE-ID:20260103T100000"),
    )

    assert bad_rule(unfold(text)) is None


def test_from_the_dawn_of_time_every_day_is_too_often() -> None:
    """The rule would be run from its start on."""
    found = bad_rule(with_rule("FREQ=DAILY", "00010101T000000"))

    assert found is not None
    assert found.key == "rule_dense"


def test_folded_lines_and_time_zones_are_looked_at_too() -> None:
    """A rule hides neither behind a fold nor inside a zone."""
    folded = calendar(event("DTSTART:20260101T100000", "RRULE:FREQ=DAI\r\n LY;INTERVAL=\r\n 0"))
    zone = "BEGIN:VTIMEZONE\r\nTZID:X\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nRRULE:FREQ=SECONDLY\r\n"
    zoned = calendar(f"{zone}END:STANDARD\r\nEND:VTIMEZONE\r\n", event("DTSTART:20260101T100000"))

    assert bad_rule(unfold(folded)) is not None
    assert bad_rule(unfold(zoned)) is not None
