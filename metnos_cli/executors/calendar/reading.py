"""Turns stored iCalendar into appointments: repetitions expanded, zones and whole days right, faults told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from metnos_cli.executors.calendar.rules import bad_rule, unfold
from metnos_cli.executors.calendar.shelf import Fault

if TYPE_CHECKING:
    from datetime import tzinfo

    from metnos_cli.executors.calendar.shelf import Resource

MOST = 5000
"""Repetitions of one object in one stretch of time."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One appointment, or one repetition of one."""

    resource: Resource
    """Where it is kept."""
    uid: str
    """Its name for calendars."""
    title: str
    """Summary; may be empty."""
    start: datetime
    """In the user's zone; of a whole day its first moment."""
    end: datetime
    """Excluded, in the user's zone."""
    whole_day: bool
    """True: days, no times."""
    location: str
    """Where, or empty."""
    description: str
    """More about it, or empty."""
    repetition: str
    """Of one that repeats: when it would have been, as written (ISO 8601); otherwise empty."""
    busy: bool
    """False: cancelled, or marked as leaving the time free."""


def happenings(resource: Resource, start: datetime, end: datetime, zone: tzinfo | None) -> list[Happening] | Fault:
    """Appointments of an object that touch a stretch of time, in order; or why it cannot be read.

    Args:
        resource: iCalendar as stored.
        start: First moment, with its zone.
        end: First moment after it.
        zone: The user's: moments without a zone are meant in it, all are given in it.
    """
    name = resource.href.rpartition("/")[2]
    rule = bad_rule(unfold(resource.text))
    if rule is not None:
        return Fault(name, rule.key)
    import recurring_ical_events
    from icalendar import Calendar

    try:
        calendar = Calendar.from_ical(resource.text)
        repeating = _repeating(calendar)
        # Half a day more on both sides: a whole day is no moment until it is given a zone.
        margin = timedelta(hours=14)
        found = recurring_ical_events.of(calendar).between(start - margin, end + margin)
        read = [_happening(event, resource, zone, repeating) for event in found[:MOST]]
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError):
        return Fault(name, "broken")
    inside = [one for one in read if one is not None and _touches(one, start, end)]
    return sorted(inside, key=lambda one: (instant(one.start), instant(one.end), one.title))


def parse(text: str) -> Any:
    """The library's calendar.

    Raises:
        ValueError: It is none.
    """
    from icalendar import Calendar

    return Calendar.from_ical(text)


def moment(value: date | datetime, zone: tzinfo | None) -> datetime:
    """A date or time of iCalendar in the user's zone; without a zone it is meant in that."""
    if not isinstance(value, datetime):
        return datetime(value.year, value.month, value.day, tzinfo=zone)
    return value.replace(tzinfo=zone) if value.tzinfo is None else value.astimezone(zone)


def instant(value: datetime) -> datetime:
    """The moment in UTC. Two times of one zone are compared by the clock's face alone: once a year that is wrong."""
    return value.astimezone(UTC)


def written(value: date | datetime) -> str:
    """A date or time of iCalendar as ISO 8601; one in UTC ends with Z."""
    if isinstance(value, datetime) and value.tzinfo is not None:
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return value.isoformat()


def _repeating(calendar: Any) -> set[str]:
    """UIDs of what repeats."""
    return {
        str(event.get("UID", ""))
        for event in calendar.walk("VEVENT")
        if event.get("RRULE") is not None or event.get("RDATE") is not None or event.get("RECURRENCE-ID") is not None
    }


def _happening(event: Any, resource: Resource, zone: tzinfo | None, repeating: set[str]) -> Happening | None:
    """One expanded event of the library."""
    if event.name != "VEVENT":
        return None
    first = event["DTSTART"].dt
    whole_day = not isinstance(first, datetime)
    last = event["DTEND"].dt if "DTEND" in event else first
    begin, finish = moment(first, zone), moment(last, zone)
    if whole_day and instant(finish) <= instant(begin):
        finish = moment(first + timedelta(days=1), zone)
    uid = str(event.get("UID", ""))
    place = event.get("RECURRENCE-ID")
    return Happening(
        resource=resource,
        uid=uid,
        title=_text(event, "SUMMARY"),
        start=begin,
        end=max(begin, finish, key=instant),
        whole_day=whole_day,
        location=_text(event, "LOCATION"),
        description=_text(event, "DESCRIPTION"),
        repetition=written(place.dt) if uid in repeating and place is not None else "",
        busy=_text(event, "STATUS").upper() != "CANCELLED" and _text(event, "TRANSP").upper() != "TRANSPARENT",
    )


def _text(event: Any, name: str) -> str:
    """A property as one text; of several the first."""
    value = event.get(name)
    if isinstance(value, list):
        value = value[0] if value else None
    return "" if value is None else str(value).strip()


def _touches(one: Happening, start: datetime, end: datetime) -> bool:
    """Whether it lies at least partly in the stretch; one of no length when it begins there."""
    first, last = instant(one.start), instant(one.end)
    if first == last:
        return instant(start) <= first < instant(end)
    return first < instant(end) and last > instant(start)
