"""Takes a date without a year, said of files or mails, for the last such date: they have a past and no future."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.lexicon import words_of
from metnos_cli.plan.lexicon.senders import MAIL
from metnos_cli.plan.sketch.kinds import FILES
from metnos_cli.text.slots.argument import as_argument, moment_of

if TYPE_CHECKING:
    from datetime import datetime

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.records import Slot

MONTHS = re.compile(
    r"\b(?:genn(?:aio)?|febbr(?:aio)?|mar(?:zo)?|apr(?:ile)?|mag(?:gio)?|giu(?:gno)?|lug(?:lio)?|ago(?:sto)?"
    r"|sett?(?:embre)?|ott(?:obre)?|nov(?:embre)?|dic(?:embre)?|gen|feb"
    r"|january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|jun|jul|aug|sept?|oct|dec)\b",
    re.IGNORECASE,
)
YEAR = re.compile(r"\d{4}|['’]\d\d\b|\b(?:anno|year)\b", re.IGNORECASE)
NUMBERED = re.compile(r"\b\d{1,2}[/.-]\d{1,2}\b(?![/.-]\d)")
"""A day and a month in figures, with no year after them."""
DEADLINE = re.compile(r"(?:entro|fino|finch[eé]|sino|by|until|till)\b", re.IGNORECASE)
"""What opens a time by which something is to be done."""
OPEN = ".."


def told_time(slot: Slot, manifest: Manifest, now: datetime) -> str | int | float:
    """The time that an executor takes; of files and mails, a year earlier where a date without a year lies ahead.

    Args:
        slot: The time as it was read, for something to come.
        manifest: The executor.
        now: The moment of asking.
    """
    value = as_argument(slot)
    yearly = (MONTHS.search(slot.text) or NUMBERED.search(slot.text)) and not YEAR.search(slot.text)
    yearly = yearly and not DEADLINE.match(slot.text)
    if manifest.object not in {*FILES, MAIL} or not yearly or not ahead(value, now):
        return value
    ends = [_year_before(end, now) for end in str(value).split("/")]
    return "/".join(ends) if all(ends) else value


def ahead(value: Any, now: datetime) -> bool:
    """Whether a time lies in the future: a moment, the beginning of a stretch, or the only end that it has.

    Args:
        value: A time argument.
        now: The moment of asking.
    """
    first, _, last = str(value).partition("/")
    told = last if first == OPEN else first
    moment = moment_of(told, now.tzinfo)
    return moment is not None and moment > now


def still_open(value: Any, said: str, now: datetime, words: Lexicon) -> bool:
    """Whether a time of files ends, or begins, only in the future, and does not say "until today".

    Args:
        value: A time argument.
        said: Its words.
        now: The moment of asking.
        words: Their language.
    """
    today = str(value).startswith(OPEN) and any(words.is_cue("today", (word,)) for word in words_of(said))
    begins = moment_of(str(value).partition("/")[0], now.tzinfo)
    deadline = begins is not None and begins == now.replace(microsecond=0)
    return (ahead(value, now) and not today) or deadline


def _year_before(told: str, now: datetime) -> str:
    """The same day and hour a year earlier, of the clock where the user is; empty where there is no such day."""
    if told == OPEN:
        return told
    moment = moment_of(told, now.tzinfo)
    if moment is None:
        return ""
    moment = moment.astimezone(now.tzinfo)
    try:
        return moment.replace(year=moment.year - 1, tzinfo=now.tzinfo).isoformat()
    except ValueError:
        return ""
