"""Lengths and repetitions, right where the clock is changed and where a month has no such day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.moments import (
    Length,
    Repeat,
    last_until,
    next_after,
    read_length,
    say_day,
    say_moment,
    say_span,
)

ROME = ZoneInfo("Europe/Rome")
TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("PT1H", Length(exact=timedelta(hours=1))),
        ("PT1H30M", Length(exact=timedelta(minutes=90))),
        ("P1D", Length(days=1)),
        ("P2W", Length(days=14)),
        ("P1M", Length(months=1)),
        ("P1Y2M3DT4H", Length(months=14, days=3, exact=timedelta(hours=4))),
        ("PT0.5H", Length(exact=timedelta(minutes=30))),
        ("PT5400S", Length(exact=timedelta(minutes=90))),
        ("p1d", Length(days=1)),
    ],
)
def test_a_duration_is_read(text: str, length: Length) -> None:
    """ISO 8601, as the slots write it."""
    assert read_length(text) == length


@pytest.mark.parametrize("text", ["", "P", "PT", "P1DT", "1 ora", "PT1X", "PT0S", "-PT1H", "P1D/PT1H"])
def test_what_is_no_duration_is_refused(text: str) -> None:
    """By its class."""
    with pytest.raises(ExecutorError) as told:
        read_length(text)

    assert told.value.error_class is ErrorClass.WRONG_ARGS


def test_an_hour_is_an_hour_and_a_day_a_day_when_the_clock_is_changed() -> None:
    """On 25 October 2026, 3:00 becomes 2:00."""
    before = datetime(2026, 10, 25, 1, 30, tzinfo=ROME)

    later = Length(exact=timedelta(hours=2)).after(before)

    assert later.astimezone(UTC) - before.astimezone(UTC) == timedelta(hours=2)
    assert (later.hour, later.minute) == (2, 30)
    assert Length(days=1).after(before).hour == 1


def rome(year: int, month: int, day: int, hour: int = 0, minute: int = 0, fold: int = 0) -> datetime:
    """A time of the clock in Rome."""
    return datetime(year, month, day, hour, minute, tzinfo=ROME, fold=fold)


@pytest.mark.parametrize(
    ("moment", "length", "earlier"),
    [
        (rome(2026, 3, 15, 10), "P1M", rome(2026, 2, 15, 10)),
        (rome(2026, 3, 31, 10), "P1M", rome(2026, 2, 28, 10)),
        (rome(2028, 3, 31, 10), "P1M", rome(2028, 2, 29, 10)),
        (rome(2026, 1, 31, 10), "P2M", rome(2025, 11, 30, 10)),
        (rome(2028, 2, 15, 10), "P1Y", rome(2027, 2, 15, 10)),
        (rome(2028, 2, 29, 10), "P1Y", rome(2027, 2, 28, 10)),
        (rome(2026, 3, 1, 10), "P1M1D", rome(2026, 1, 31, 10)),
        (rome(2026, 10, 25, 10), "P1D", rome(2026, 10, 24, 10)),
        (rome(2026, 10, 25, 3, 30), "PT1H", rome(2026, 10, 25, 2, 30, fold=1)),
        (rome(2026, 10, 25, 2, 30, fold=1), "PT1H", rome(2026, 10, 25, 2, 30)),
        (rome(2026, 3, 29, 3, 30), "PT1H", rome(2026, 3, 29, 1, 30)),
        (rome(2026, 3, 30, 2, 30), "P1D", rome(2026, 3, 29, 3, 30)),
    ],
)
def test_earlier_is_counted_by_the_calendar_and_hours_as_they_pass(
    moment: datetime, length: str, earlier: datetime
) -> None:
    """Whatever month is shorter, and whichever night has an hour more or less."""
    found = read_length(length).before(moment)

    assert (found.replace(tzinfo=None), found.utcoffset()) == (earlier.replace(tzinfo=None), earlier.utcoffset())


MOMENTS = st.integers(min_value=0, max_value=12 * 366 * 24 * 4).map(
    lambda quarters: (datetime(2020, 1, 1, tzinfo=UTC) + timedelta(minutes=15 * quarters)).astimezone(ROME)
)


@given(MOMENTS, st.integers(min_value=0, max_value=60), st.integers(min_value=0, max_value=400))
def test_so_much_earlier_and_so_much_later_undo_each_other(moment: datetime, months: int, days: int) -> None:
    """Where the day and the hour exist on the way."""
    month_away, day_away = Length(months=months), Length(days=days)

    month_before, day_before = month_away.before(moment), day_away.before(moment)

    if (month_before.day, month_before.time()) == (moment.day, moment.time()):
        assert month_away.after(month_before).replace(tzinfo=None, fold=0) == moment.replace(tzinfo=None, fold=0)
    if day_before.time() == moment.time():
        assert day_away.after(day_before).replace(tzinfo=None, fold=0) == moment.replace(tzinfo=None, fold=0)


@given(MOMENTS, st.integers(min_value=1, max_value=10**7))
def test_what_passes_is_as_long_either_way(moment: datetime, seconds: int) -> None:
    """Seconds are seconds through every change of the clock."""
    length = Length(exact=timedelta(seconds=seconds))

    earlier, later = length.before(moment), length.after(moment)

    assert moment.astimezone(UTC) - earlier.astimezone(UTC) == timedelta(seconds=seconds)
    assert later.astimezone(UTC) - moment.astimezone(UTC) == timedelta(seconds=seconds)
    assert length.after(earlier).astimezone(UTC) == moment.astimezone(UTC)


def test_no_calendar_goes_on_for_ever() -> None:
    """Neither way."""
    for go in (read_length("P9000Y").after, read_length("P9000Y").before, read_length("P9999999D").before):
        with pytest.raises(ExecutorError) as told:
            go(rome(2026, 11, 30))

        assert told.value.error_class is ErrorClass.WRONG_ARGS


@given(
    st.integers(min_value=0, max_value=15 * 366 * 24 * 60),
    st.sampled_from(["daily", "weekly", "monthly", "yearly"]),
    st.integers(min_value=0, max_value=3000 * 24 * 60),
)
def test_the_next_repetition_is_the_first_after_and_the_last_the_one_before(
    start: int, repeat: Repeat, minutes: int
) -> None:
    """Nothing lies between them but the moment asked about."""
    begin = datetime(2020, 1, 1, tzinfo=ROME) + timedelta(minutes=start)
    moment = begin + timedelta(minutes=minutes)

    following = next_after(begin, repeat, moment)
    latest = last_until(begin, repeat, moment)

    assert following is not None
    assert latest <= moment < following
    assert following - latest <= timedelta(days=367)


def test_the_thirty_first_stays_the_thirty_first() -> None:
    """A short month's last day does not become the day of all that follow."""
    anchor = datetime(2027, 1, 31, 8, tzinfo=ROME)

    assert next_after(anchor, "monthly", datetime(2027, 2, 1, tzinfo=ROME)) == datetime(2027, 2, 28, 8, tzinfo=ROME)
    assert next_after(anchor, "monthly", datetime(2027, 3, 1, tzinfo=ROME)) == datetime(2027, 3, 31, 8, tzinfo=ROME)


def test_what_does_not_repeat_has_no_next() -> None:
    """None."""
    anchor = datetime(2027, 1, 31, 8, tzinfo=ROME)

    assert next_after(anchor, "", anchor) is None
    assert last_until(anchor, "", datetime(2028, 1, 1, tzinfo=ROME)) == anchor


def test_days_are_said_as_people_say_them() -> None:
    """Near ones by name, others with their weekday, another year with its number."""
    assert say_day(TODAY, "it", TODAY) == "oggi"
    assert say_day(date(2026, 12, 1), "en", TODAY) == "tomorrow"
    assert say_day(date(2026, 12, 2), "it", TODAY) == "mercoledì 2 dicembre"
    assert say_day(date(2027, 1, 4), "en", TODAY) == "Monday 4 January 2027"


def test_moments_and_spans_are_said() -> None:
    """The end of a span is excluded; whole days have no times."""
    ten = datetime(2026, 12, 1, 10, tzinfo=ROME)
    midnight = datetime(2026, 12, 2, tzinfo=ROME)

    assert say_moment(ten, "it", TODAY) == "domani alle 10:00"
    assert say_moment(midnight, "it", TODAY, whole_day=True) == "mercoledì 2 dicembre"
    assert say_span(ten, ten + timedelta(hours=1), "it", TODAY) == "domani 10:00–11:00"
    assert say_span(midnight, midnight + timedelta(days=1), "en", TODAY, whole_day=True) == "Wednesday 2 December"
    told = say_span(midnight, midnight + timedelta(days=3), "en", TODAY, whole_day=True)
    assert told == "Wednesday 2 December – Friday 4 December"
