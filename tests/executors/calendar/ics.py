"""Small iCalendar texts."""

from __future__ import annotations


def event(*lines: str, uid: str = "u1") -> str:
    """One VEVENT."""
    body = "\r\n".join(lines)
    return f"BEGIN:VEVENT\r\nUID:{uid}\r\nDTSTAMP:20261101T000000Z\r\n{body}\r\nEND:VEVENT\r\n"


def calendar(*events: str) -> str:
    """A calendar of events."""
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n{''.join(events)}END:VCALENDAR\r\n"


def rome(title: str, day: str, start: str, end: str, *more: str, uid: str = "u1") -> str:
    """A calendar with one appointment in Rome: day as 20261201, times as 1000."""
    return calendar(
        event(
            f"SUMMARY:{title}",
            f"DTSTART;TZID=Europe/Rome:{day}T{start}00",
            f"DTEND;TZID=Europe/Rome:{day}T{end}00",
            *more,
            uid=uid,
        )
    )
