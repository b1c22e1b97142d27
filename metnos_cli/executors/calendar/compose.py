"""Writes iCalendar: a new appointment, a changed one, one repetition changed or taken out of its series."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from metnos_cli.executors.calendar.reading import instant, moment, parse, written

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

PRODUCT = "-//Metnos//Metnos//EN"
REPEATS = {"daily": "DAILY", "weekly": "WEEKLY", "monthly": "MONTHLY", "yearly": "YEARLY"}
MARKED = (
    "DTSTAMP",
    "DTSTART",
    "DTEND",
    "DURATION",
    "SUMMARY",
    "LOCATION",
    "RRULE",
    "EXDATE",
    "RECURRENCE-ID",
    "STATUS",
)
SERIES_ONLY = ("RRULE", "RDATE", "EXDATE", "EXRULE")


@dataclass(frozen=True, slots=True)
class Draft:
    """A new appointment."""

    uid: str
    """Its name for calendars."""
    title: str
    """Summary."""
    start: datetime
    """With its zone; of whole days the first moment."""
    end: datetime
    """Excluded."""
    whole_day: bool
    """True: days, no times."""
    location: str = ""
    """Where."""
    people: tuple[tuple[str, str], ...] = ()
    """(name, email) of those who take part."""
    repeat: str = ""
    """daily, weekly, monthly, yearly, or empty."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What becomes different; None stays as it is."""

    start: datetime | None = None
    """New beginning."""
    end: datetime | None = None
    """New end, excluded; given together with ``start``."""
    whole_day: bool = False
    """Whether the new times are days."""
    title: str | None = None
    """New summary."""
    location: str | None = None
    """New place."""


class NotThere(LookupError):
    """The object no longer holds the appointment that was meant."""


def new_event(draft: Draft, stamp: datetime) -> str:
    """A calendar that holds one appointment.

    Those who take part are named, but no server is to send them invitations: writing an appointment down is not
    sending mail.
    """
    from icalendar import Calendar, Event, vCalAddress

    event = Event()
    event.add("uid", draft.uid)
    event.add("dtstamp", stamp.astimezone(UTC))
    event.add("created", stamp.astimezone(UTC))
    event.add("summary", draft.title)
    event.add("dtstart", _value(draft.start, whole_day=draft.whole_day))
    event.add("dtend", _value(draft.end, whole_day=draft.whole_day))
    if draft.location:
        event.add("location", draft.location)
    if draft.repeat:
        event.add("rrule", {"freq": REPEATS[draft.repeat]})
    for name, email in draft.people:
        attendee = vCalAddress(f"mailto:{email}")
        attendee.params["CN"] = name
        attendee.params["SCHEDULE-AGENT"] = "NONE"
        event.add("attendee", attendee)
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add_component(event)
    return _text(calendar)


def changed(text: str, uid: str, repetition: str, changes: Changes, stamp: datetime, zone: tzinfo | None) -> str:
    """The object with one appointment changed; of a series, the one repetition.

    Args:
        text: The object as it is.
        uid: Which appointment.
        repetition: Which repetition, as ``Happening.repetition`` has it; empty: the appointment itself.
        changes: What becomes different.
        stamp: Now.
        zone: The user's.

    Raises:
        NotThere: It is not in the object.
        ValueError: The text is no calendar.
    """
    calendar = parse(text)
    event = _find(calendar, uid, repetition, zone)
    if event is None:
        series = _find(calendar, uid, "", zone)
        if series is None:
            raise NotThere(uid)
        event = _split_off(series, repetition, zone)
        calendar.add_component(event)
    _apply(event, changes, zone)
    _touch(event, stamp)
    return _text(calendar)


def without(text: str, uid: str, repetition: str, stamp: datetime, zone: tzinfo | None) -> str | None:
    """The object without an appointment, or without one repetition of it; None when nothing is left.

    Args:
        text: The object as it is.
        uid: Which appointment.
        repetition: Which repetition; empty: the appointment with all its repetitions.
        stamp: Now.
        zone: The user's.

    Raises:
        NotThere: It is not in the object.
        ValueError: The text is no calendar.
    """
    calendar = parse(text)
    own = [event for event in calendar.walk("VEVENT") if str(event.get("UID", "")) == uid]
    if not own:
        raise NotThere(uid)
    if repetition:
        series = _find(calendar, uid, "", zone)
        moved = _find(calendar, uid, repetition, zone)
        if moved is not None:
            calendar.subcomponents.remove(moved)
        if series is not None:
            series.add("exdate", [_place(series, repetition, zone)])
            _touch(series, stamp)
    else:
        for event in own:
            calendar.subcomponents.remove(event)
    if not calendar.walk("VEVENT"):
        return None
    return _text(calendar)


def mark_of(text: str, uid: str) -> tuple[str, ...]:
    """What tells whether somebody has changed an appointment since: what it says, and when it was last written.

    Not the text itself: servers write the same in another order, and add properties of their own.
    """
    try:
        events = [event for event in parse(text).walk("VEVENT") if str(event.get("UID", "")) == uid]
    except ValueError:
        return ()
    return tuple(sorted("\n".join(_line(event, name) for name in MARKED) for event in events))


def _line(event: Any, name: str) -> str:
    """One property, in the form in which iCalendar has it."""
    value = event.get(name)
    values = value if isinstance(value, list) else [value]
    return ",".join(sorted("" if one is None else str(_plain(one.to_ical())) for one in values))


def _plain(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _find(calendar: Any, uid: str, repetition: str, zone: tzinfo | None) -> Any:
    """The event of that name: the one that stands for a repetition, or the appointment itself."""
    for event in calendar.walk("VEVENT"):
        if str(event.get("UID", "")) != uid:
            continue
        place = event.get("RECURRENCE-ID")
        if not repetition and place is None:
            return event
        if repetition and place is not None and _same(place.dt, repetition, zone):
            return event
    return None


def _same(value: date | datetime, repetition: str, zone: tzinfo | None) -> bool:
    return written(value) == repetition or instant(moment(value, zone)) == instant(moment(_read(repetition), zone))


def _read(repetition: str) -> date | datetime:
    """``Happening.repetition`` as a value."""
    if "T" not in repetition:
        return date.fromisoformat(repetition)
    return datetime.fromisoformat(repetition)


def _place(series: Any, repetition: str, zone: tzinfo | None) -> date | datetime:
    """A repetition's original time, in the form in which the series has its own."""
    first = series["DTSTART"].dt
    value = _read(repetition)
    if not isinstance(first, datetime):
        return moment(value, zone).date() if isinstance(value, datetime) else value
    if first.tzinfo is None:
        return moment(value, zone).replace(tzinfo=None)
    return moment(value, zone).astimezone(first.tzinfo)


def _split_off(series: Any, repetition: str, zone: tzinfo | None) -> Any:
    """A repetition as an event of its own, still in its series."""
    first = series["DTSTART"].dt
    length = _length(series)
    event = series.copy(recursive=True)
    for name in SERIES_ONLY:
        event.pop(name, None)
    place = _place(series, repetition, zone)
    event.add("recurrence-id", place)
    _set(event, "dtstart", place)
    if "DTEND" in event or "DURATION" not in event:
        if isinstance(place, datetime) and isinstance(first, datetime) and place.tzinfo is not None:
            _set(event, "dtend", (place.astimezone(UTC) + length).astimezone(place.tzinfo))
        else:
            _set(event, "dtend", place + length)
    return event


def _length(event: Any) -> timedelta:
    first = event["DTSTART"].dt
    if "DTEND" in event:
        last = event["DTEND"].dt
        if isinstance(first, datetime) and isinstance(last, datetime) and first.tzinfo and last.tzinfo:
            return instant(last) - instant(first)
        return timedelta(seconds=(last - first).total_seconds())
    if "DURATION" in event:
        length: timedelta = event["DURATION"].dt
        return length
    return timedelta() if isinstance(first, datetime) else timedelta(days=1)


def _apply(event: Any, changes: Changes, zone: tzinfo | None) -> None:
    if changes.title is not None:
        _set(event, "summary", changes.title)
    if changes.location is not None:
        _set(event, "location", changes.location)
    if changes.start is not None and changes.end is not None:
        before = event["DTSTART"].dt
        event.pop("DURATION", None)
        for name, value in (("dtstart", changes.start), ("dtend", changes.end)):
            _set(event, name, _like(before, value, zone, whole_day=changes.whole_day))


def _like(before: date | datetime, value: datetime, zone: tzinfo | None, *, whole_day: bool) -> date | datetime:
    """A new time in the zone in which the old one was written: a series keeps its zone over the years."""
    if whole_day:
        return value.date()
    if not isinstance(before, datetime):
        return value
    if before.tzinfo is None:
        return value.astimezone(zone).replace(tzinfo=None)
    return value.astimezone(before.tzinfo)


def _value(value: datetime, *, whole_day: bool) -> date | datetime:
    """A time as it is written: in its named zone, or in UTC where the zone has no name."""
    if whole_day:
        return value.date()
    return value if getattr(value.tzinfo, "key", "") else value.astimezone(UTC)


def _set(event: Any, name: str, value: Any) -> None:
    event.pop(name.upper(), None)
    event.add(name, value)


def _touch(event: Any, stamp: datetime) -> None:
    """Say that it was changed: a higher number, a newer stamp."""
    number = event.get("SEQUENCE", 0)
    _set(event, "sequence", int(number) + 1)
    for name in ("dtstamp", "last-modified"):
        _set(event, name, stamp.astimezone(UTC))


def _text(calendar: Any) -> str:
    """ICalendar with the zones that it names."""
    starts = [event["DTSTART"].dt for event in calendar.walk("VEVENT")]
    # A zone's changes of the clock are written from the year before on; all since 1970 would be three pages.
    first = min((date(start.year - 1, 1, 1) for start in starts), default=date(1970, 1, 1))
    calendar.add_missing_timezones(first_date=first)
    told: bytes = calendar.to_ical()
    return told.decode()


def names(people: Sequence[tuple[str, str]]) -> str:
    """Those who take part, in words."""
    return ", ".join(name or email for name, email in people)
