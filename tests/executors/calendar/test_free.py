"""Free time: between appointments, inside the hours, on different days."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.executors.calendar.free import Hours, Span, free_spans, proposals

ROME = ZoneInfo("Europe/Rome")
HOURS = Hours(time(9), time(18), frozenset(range(5)))
MONDAY = datetime(2026, 12, 7, tzinfo=ROME)
HOUR = timedelta(hours=1)


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """A moment of that week, Monday is 0."""
    return MONDAY.replace(day=7 + day, hour=hour, minute=minute)


def test_appointments_are_taken_out_of_the_hours() -> None:
    """Overlapping ones, ones that reach over the edge, and those at night."""
    busy = [
        Span(at(0, 10), at(0, 12)),
        Span(at(0, 11), at(0, 13)),
        Span(at(0, 17), at(0, 20)),
        Span(at(0, 6), at(0, 9, 30)),
        Span(at(0, 22), at(0, 23)),
    ]

    free = free_spans(busy, at(0, 0), at(1, 0), HOURS, ROME)

    assert free == [Span(at(0, 9, 30), at(0, 10)), Span(at(0, 13), at(0, 17))]


def test_weekends_and_what_has_passed_are_left_out() -> None:
    """Nothing before the beginning, nothing on Saturday."""
    free = free_spans([], at(4, 16), MONDAY + timedelta(days=7), HOURS, ROME)

    assert free == [Span(at(4, 16), at(4, 18))]


def test_proposals_are_spread_over_the_days() -> None:
    """The earliest of each day first; then a second of each."""
    free = free_spans([Span(at(1, 9), at(1, 18))], at(0, 0), at(3, 0), HOURS, ROME)

    assert [span.start for span in proposals(free, HOUR, 2, ROME)] == [at(0, 9), at(2, 9)]
    assert [span.start for span in proposals(free, HOUR, 3, ROME)] == [at(0, 9), at(0, 10), at(2, 9)]


def test_proposals_begin_on_the_half_hour() -> None:
    """A gap from 10:10 is offered from 10:30."""
    free = [Span(at(0, 10, 10), at(0, 12))]

    assert [span.start for span in proposals(free, HOUR, 5, ROME)] == [at(0, 10, 30)]


def test_what_does_not_fit_is_not_offered() -> None:
    """Two hours in a gap of one."""
    assert proposals([Span(at(0, 10), at(0, 11))], 2 * HOUR, 5, ROME) == []


def test_hours_past_midnight_belong_to_the_day_on_which_they_begin() -> None:
    """A night's work from Monday to Tuesday."""
    night = Hours(time(22), time(2), frozenset({0}))

    assert free_spans([], at(0, 0), at(2, 0), night, ROME) == [Span(at(0, 22), at(1, 2))]
    assert free_spans([], at(1, 0), at(2, 0), night, ROME) == [Span(at(1, 0), at(1, 2))]


def test_the_night_of_the_clock_has_its_real_length() -> None:
    """On 25 October 2026 the hours from one to four are four."""
    hours = Hours(time(1), time(4), frozenset({6}))
    sunday = datetime(2026, 10, 25, tzinfo=ROME)

    (span,) = free_spans([], sunday, sunday + timedelta(days=1), hours, ROME)

    assert span.end.astimezone(UTC) - span.start.astimezone(UTC) == timedelta(hours=4)
    assert len(proposals([span], HOUR, 9, ROME)) == 4


@given(st.lists(st.tuples(st.integers(0, 6 * 24 * 60), st.integers(1, 600)), max_size=12), st.integers(1, 8))
def test_no_proposal_touches_an_appointment_or_leaves_the_hours(busy: list[tuple[int, int]], halves: int) -> None:
    """Whatever is in the calendar."""
    taken = [
        Span(MONDAY + timedelta(minutes=start), MONDAY + timedelta(minutes=start + length)) for start, length in busy
    ]
    length = timedelta(minutes=30 * halves)

    offered = proposals(free_spans(taken, MONDAY, MONDAY + timedelta(days=7), HOURS, ROME), length, 50, ROME)

    for span in offered:
        assert span.end - span.start == length
        assert time(9) <= span.start.time()
        assert span.end.time() <= time(18)
        assert span.start.weekday() < 5
        assert all(span.end <= other.start or other.end <= span.start for other in taken)
    assert all(first.end <= second.start for first, second in itertools.pairwise(offered))
