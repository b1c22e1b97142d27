"""Reads the day of the month of a reminder ("il 5", "on the 5th"), and finds days and hours that nobody read."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.lexicon import words_of
from metnos_cli.records import Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.records import Request, Slot

WHEN, TEXT, REMINDS = "when", "text", "remind"
DAY = re.compile(
    r"(?:per |for )?(?:(?:il |il giorno |giorno )\d{1,2}|(?:on )?the \d{1,2}(?:st|nd|rd|th))", re.IGNORECASE
)
ON = re.compile(r"\b(?:on|for)\s+$", re.IGNORECASE)
_MONTH = (
    r"(?:gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|january|february"
    r"|march|april|may|june|july|august|september|october|november|december)"
)
UNREAD = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}\b|\b{_MONTH}\s+(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)?\b"
    r"|\b\d{1,2}/\d{1,2}(?:/\d+)?\b|\b\d{1,2}:\d{2}\b|^\d{1,2}(?:st|nd|rd|th)?\s*:"
    r"|\b(?:il|al|dal|del|entro il|dell|l)\W*(?:giorno\s+)?\d{1,2}\b(?!\s*[\w%€])|\bgiorno\s+\d+"
    r"|\b(?:alle|dalle|ore)\s+\d{1,2}\b(?:[.:]\d+)?(?!\s*\w)"
    r"|\b(?:on|by|for|until|from|since)\s+(?:the\s+)?\d{1,2}(?:st|nd|rd|th)\b(?!\s*\w)"
    r"|\b(?:on|by|until)\s+(?:the\s+)?\d{1,2}(?!\s*\w)|\bthe\s+\d{1,2}(?:st|nd|rd|th)(?!\s*\w)"
    r"|\bat\s+\d{1,2}(?:[:.]\d+)?\s*(?:[ap]\.?m\.?)?(?!\s*\w)",
    re.IGNORECASE,
)
"""What tells a day or an hour where it is left among the words of a reminder."""
BESIDE = re.compile(r"\s+(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?\b(?!\s*\w)", re.IGNORECASE)
"""A number right behind a month that was read without it: "February 31"."""


def dated(request: Request, words: Lexicon) -> Request:
    """A request for a reminder with the one day of the month at its end, or right behind the verb, taken for a day.

    Args:
        request: What was asked.
        words: Its language.
    """
    opening = words_of(request.text)[:1]
    form = words.verb(opening[0]) if opening else None
    if form is None or form.classes[0] != REMINDS:
        return request
    times = [slot for slot in request.slots if slot.dim == "time"]
    if len(times) != 1 or times[0].certain or not _is_day(times[0], request.text):
        return request
    if any(one.get("dim") == "time" for one in times[0].alternatives):
        return request  # either of two days: that is asked
    sure = replace(times[0], certain=True, alternatives=())
    return replace(request, slots=tuple(sure if slot is times[0] else slot for slot in request.slots))


def _is_day(slot: Slot, text: str) -> bool:
    """Whether a slot is a day of the month, and stands where a moment does."""
    led = slot.text.lower().startswith("the ") and not ON.search(text[: slot.start])
    ends = not text[slot.end :].strip(" .!?")
    opens = len(words_of(text[: slot.start])) <= 2
    return DAY.fullmatch(slot.text) is not None and not led and (ends or opens)


def due(step: Step, request: Request) -> Step:
    """A reminder of something to be done by a day: that day counts, and not this moment.

    Args:
        step: The call.
        request: The request.
    """
    first, slash, last = str(step.args.get(WHEN, "")).partition("/")
    now = request.now.replace(microsecond=0).isoformat()
    return Step(step.tool, {**step.args, WHEN: f"../{last}"}) if slash and first[:19] == now[:19] else step


def unread(args: Mapping[str, Any], request: Request) -> str:
    """A day or an hour that a reminder tells among its words only, so that it would never come due; empty for none.

    Args:
        args: Of the call.
        request: The request.
    """
    found = UNREAD.search(str(args.get(TEXT, "")))
    if found is not None:
        return found.group(0).strip()
    months = (slot for slot in request.slots if slot.dim == "time" and slot.fields.get("grain") == "month")
    beside = (BESIDE.match(request.text, slot.end) for slot in months)
    return next((one.group(0).strip() for one in beside if one), "")
