"""Gathers appointments from every account; one that cannot be reached hides none of the others."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ExecutorError
from metnos_cli.executors.answer import failure
from metnos_cli.executors.calendar.reading import happenings, instant
from metnos_cli.executors.calendar.shelf import Fault, open_shelf
from metnos_cli.executors.moments import say_span
from metnos_cli.executors.when import read_period
from metnos_cli.messages import text as sentence
from metnos_cli.text.content import content_lemmas

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date, datetime

    from metnos_cli.executors.calendar.accounts import Account
    from metnos_cli.executors.calendar.reading import Happening
    from metnos_cli.ports import ExecutorContext
    from metnos_cli.records import Lang

AHEAD = timedelta(days=30)
"""How far is looked when nothing is said."""
MINUTE = timedelta(minutes=1)
FAR = timedelta(days=366)
"""How far an open stretch of time reaches."""
FARTHEST = timedelta(days=5 * 366)
OWN_NOUNS = {
    "it": frozenset(["appuntamento", "evento", "riunione", "impegno", "calendario", "agenda", "serie", "luogo"]),
    "en": frozenset(["appointment", "event", "meeting", "calendar", "diary", "agenda", "series", "whole", "place"]),
}
"""Words that mean an appointment; they count only where nothing else is said."""

KINDS = frozenset({"riunione", "meeting"})
"""Of these, words that say what kind it is: "the meeting" is not the dentist."""


@dataclass(slots=True)
class Found:
    """What was gathered."""

    happenings: list[Happening] = field(default_factory=list)
    """In order."""
    faults: list[Fault] = field(default_factory=list)
    """Objects that could not be read."""
    failures: list[tuple[Account, ExecutorError]] = field(default_factory=list)
    """Accounts that could not be reached."""


def gather(accounts: Sequence[Account], start: datetime, end: datetime, context: ExecutorContext) -> Found:
    """Appointments of all accounts that touch a stretch of time.

    Raises:
        ExecutorError: No account could be reached; the first one's reason.
    """
    found = Found()
    zone = context.clock.now().tzinfo
    for account in accounts:
        shelf = open_shelf(account, context)
        try:
            for resource in shelf.resources(start, end):
                context.check_cancelled()
                read = resource if isinstance(resource, Fault) else happenings(resource, start, end, zone)
                if isinstance(read, Fault):
                    found.faults.append(read)
                else:
                    found.happenings += read
        except ExecutorError as error:
            if error.key == "timed_out":
                raise
            found.failures.append((account, error))
        finally:
            shelf.close()
    if len(found.failures) == len(accounts):
        raise found.failures[0][1]
    found.happenings.sort(key=lambda one: (instant(one.start), instant(one.end), one.title))
    return found


def window(when: Any, now: datetime, ahead: timedelta = AHEAD) -> tuple[datetime, datetime]:
    """The stretch of time that a time argument means; without one, the days to come.

    One that only ends begins now, if it ends later: "by Friday" is about what is still to come.

    Args:
        when: ISO 8601: a date, an interval, an open interval; a moment is that minute alone.
        now: The present, in the user's zone.
        ahead: How far, when nothing is said.

    Raises:
        ExecutorError: ``wrong_args``: it is no time.
    """
    if not when:
        return now, now + ahead
    told = str(when)
    period = read_period(told, now.tzinfo)
    start, end = period.start, period.end
    if start is not None and end is None and "/" not in told:
        return start, start + MINUTE
    if start is None and end is None:
        return now - FAR, now + FAR
    if start is None and end is not None:
        start = now if instant(now) < instant(end) else end - FAR
    start = start if start is not None else now - FAR
    end = end if end is not None else start + FAR
    return start, min(end, start + FARTHEST, key=instant)


def at_moment(found: Sequence[Happening], when: Any, start: datetime) -> list[Happening]:
    """Of what touches a moment that was told, what begins then; what merely lasts then only when nothing does.

    Args:
        found: Appointments in the stretch of time that ``when`` means.
        when: The time argument; anything but a moment leaves all of them.
        start: Where that stretch begins.
    """
    told = str(when or "")
    if "T" not in told or "/" in told:
        return list(found)
    timed = [one for one in found if not one.whole_day]  # a holiday is no appointment at ten
    return [one for one in timed if instant(one.start) == instant(start)] or timed


def holding(found: Iterable[Happening], query: str, lang: Lang) -> list[Happening]:
    """Appointments that hold every content word of ``query`` in their title, place or text."""
    wanted = set(content_lemmas(query, lang))
    wanted = wanted - OWN_NOUNS[lang] or wanted
    return [one for one in found if not wanted or wanted <= _words(one, lang)]


def names_one(query: str, lang: Lang) -> bool:
    """Whether a query says more than that an appointment is meant."""
    return bool(set(content_lemmas(query, lang)) - (OWN_NOUNS[lang] - KINDS))


def entry(one: Happening, context: ExecutorContext) -> dict[str, Any]:
    """An appointment as executors and JSON show it; enough to find it again."""
    today = context.clock.now().date()
    return {
        "name": said(one, context.lang, today),
        "title": one.title,
        "start": _iso(one.start, whole_day=one.whole_day),
        "end": _iso(one.end, whole_day=one.whole_day),
        "whole_day": one.whole_day,
        "location": one.location,
        "description": one.description,
        "calendar": one.resource.calendar,
        "account": one.resource.account,
        "href": one.resource.href,
        "uid": one.uid,
        "repetition": one.repetition,
    }


def said(one: Happening, lang: Lang, today: date) -> str:
    """``domani 10:00–11:00 Dentista (via Emilia 12)``."""
    span = say_span(one.start, one.end, lang, today, whole_day=one.whole_day)
    title = one.title or sentence(lang, "calendar.untitled")
    place = f" ({one.location})" if one.location else ""
    return f"{span} {title}{place}"


def remarks(found: Found, context: ExecutorContext) -> list[str]:
    """Objects that could not be read: the answer stands, and says so."""
    told = []
    for fault in found.faults:
        why = sentence(context.lang, f"calendar.{fault.key}")
        told.append(sentence(context.lang, "calendar.not_read", name=fault.name, why=why))
    return told


def result(
    entries: Sequence[Mapping[str, Any]], found: Found, context: ExecutorContext, **fields: Any
) -> dict[str, Any]:
    """An answer that stands although an account could not be reached; that is counted as an error."""
    errors = [failure(account.key, error, context.lang) for account, error in found.failures]
    return {
        **fields,
        "entries": list(entries),
        "unreadable": len(found.faults),
        "ok_count": len(entries),
        "error_count": len(errors),
        "errors": errors,
    }


def _iso(moment: datetime, *, whole_day: bool) -> str:
    return moment.date().isoformat() if whole_day else moment.isoformat()


def _words(one: Happening, lang: Lang) -> set[str]:
    return set(content_lemmas(f"{one.title} {one.location} {one.description}", lang))
