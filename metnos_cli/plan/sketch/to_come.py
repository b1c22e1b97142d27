"""Refuses moments of appointments and reminders that cannot be the ones meant: past ones, and those of a slip."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from metnos_cli.plan.lexicon import words_of
from metnos_cli.plan.sketch.changing import TO, WHEN
from metnos_cli.plan.sketch.draft import Refusal, left_over
from metnos_cli.plan.sketch.file_times import MONTHS, NUMBERED, YEAR
from metnos_cli.plan.sketch.moving import CLOCK
from metnos_cli.plan.sketch.told_words import TODAY
from metnos_cli.text.slots.argument import as_argument, moment_of

if TYPE_CHECKING:
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.draft import Draft
    from metnos_cli.records import Request, Slot, Step

EVENTS, TASKS, OPEN = "events", "tasks", ".."
AHEAD, BEHIND = timedelta(days=366), timedelta(days=183)
"""How far a date without a year can be where its weekday is right: "sabato 4 dicembre", said of a Friday."""
BRINGS = re.compile(r"\s*(?:(?:puoi|vorrei|potresti|dovresti)\s+)?(?:ri)?port(?:a|o|are|iamo|ami)\b", re.IGNORECASE)
"""A verb that moves what is there: "porta la riunione delle 9 alle 11" writes no new one."""
GAP = re.compile(
    r"\b(?:(?:buco|slot|spazio|orario|momento|posto) (?:liber[oi]|disponibil[ei])"
    r"|(?:free|open|available) (?:slot|gap|hour|time|spot|window))\b"
)
"""What is to be looked for before anything can be written there: "il primo buco libero di domani"."""
OF_HOUR = re.compile(r"(?:delle|dell['’]\s?una|dell)\b", re.IGNORECASE)
"""An hour that tells which thing is meant, and not when to remind: "la mail DELLE 9"."""


def unlikely(draft: Draft, request: Request, words: Lexicon) -> Refusal | None:
    """Why a plan has a moment that is not the one meant; None where there is none.

    Args:
        draft: The plan.
        request: The request.
        words: Its language.
    """
    for step, made in zip(draft.steps, draft.made, strict=True):
        if made.object not in {EVENTS, TASKS}:
            continue
        lost = "" if made.verb in {"find", "list"} else _slip(request, words)
        if made.verb == "create":
            lost = (
                lost or _past(step, request) or _looked_back(step, request, words) or _new(step, made.object, request)
            )
        elif made.verb == "change":
            lost = lost or _elsewhere(step, request)
        if lost:
            return left_over(lost)
    return None


def _slots(step: Step, name: str, request: Request) -> list[Slot]:
    """The times of a request that an argument was read from."""
    given = step.args.get(name)
    return [slot for slot in request.slots if slot.dim == "time" and given and as_argument(slot) == given]


def _slip(request: Request, words: Lexicon) -> str:
    """A weekday that fits its date in another year only."""
    for slot in request.slots:
        told = slot.text
        named = any(words.is_cue("weekdays", (word,)) for word in words_of(told))
        dated = (MONTHS.search(told) or NUMBERED.search(told)) and any(letter.isdigit() for letter in told)
        if slot.dim != "time" or not named or not dated or YEAR.search(told):
            continue
        moment = _first(as_argument(slot), request)
        if moment is not None and not -BEHIND < moment - request.now < AHEAD:
            return told
    return ""


def _first(argument: object, request: Request) -> datetime | None:
    """The first moment that a time argument tells; None where it tells none."""
    told = next((one for one in str(argument).split("/") if one != OPEN), "")
    return moment_of(told, request.now.tzinfo)


def _past(step: Step, request: Request) -> str:
    """A moment of something new that is over."""
    when = str(step.args.get(WHEN, ""))
    first, _, last = when.partition("/")
    end = _first(last if last and last != OPEN else first, request)
    if end is None or end >= request.now.replace(second=0, microsecond=0) or "repeat" in step.args:
        return ""
    return next((slot.text for slot in _slots(step, WHEN, request)), when)


def _looked_back(step: Step, request: Request, words: Lexicon) -> str:
    """A weekday that was taken for today's, for a verb of the past before it: "quello che AVEVO preso lunedì"."""
    today = request.now.date()
    for slot in _slots(step, WHEN, request):
        moment, told = _first(step.args[WHEN], request), words_of(slot.text)
        alone = TODAY.isdisjoint(told) and not any(letter.isdigit() for letter in slot.text)
        weekday = any(words.is_cue("weekdays", (word,)) for word in told)
        if moment is not None and moment.date() == today and alone and weekday:
            return slot.text
    return ""


def _new(step: Step, thing: str, request: Request) -> str:
    """Words by which nothing new is written, or by which an hour belongs to another thing."""
    if thing == EVENTS:
        told = BRINGS.match(request.text) or GAP.search(" ".join(words_of(request.text)))
        return told.group(0).strip() if told else ""
    hours = "/" in str(step.args.get(WHEN, ""))
    return next((slot.text for slot in _slots(step, WHEN, request) if hours and OF_HOUR.match(slot.text)), "")


def _elsewhere(step: Step, request: Request) -> str:
    """An hour alone that was read as one of today, where what is moved is on another day; hours of its own day."""
    when, to = str(step.args.get(WHEN, "")), str(step.args.get(TO, ""))
    start, target = _first(when, request), _first(to, request)
    if start is None or target is None:
        return ""
    first, _, last = to.partition("/")
    hours = bool(last) and OPEN not in (first, last) and first[11:16] != last[11:16]
    if hours and start.date() == target.date():
        return to  # "l'appuntamento di venerdì alle 16 alle 17"
    alone = [slot.text for slot in _slots(step, TO, request) if all(map(CLOCK.fullmatch, words_of(slot.text)))]
    return alone[0] if alone and start.date() != target.date() else ""
