"""Asks which time is meant where the words leave two: "mercoledì alle 10", said on a Wednesday morning."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, time
from typing import TYPE_CHECKING, Any

from metnos_cli import messages
from metnos_cli.errors import ErrorClass
from metnos_cli.plan.sketch.draft import Draft, Refusal
from metnos_cli.plan.sketch.kinds import argument_kinds
from metnos_cli.records import Abstention, Framework, Step
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from collections.abc import Callable

    from metnos_cli.records import Request, Slot

UNREAD = frozenset({"left_over", "unknown_words", "not_understood"})
"""Refusals that an unread time may have caused."""
VAR = "when"
OPEN = ".."
"""The missing end of an interval."""


def which_time(
    request: Request, found: Draft | Refusal, compose: Callable[[Request], Draft | Refusal]
) -> Abstention | None:
    """A question with the readings of a time, when the plan hangs on it; None where it does not.

    Args:
        request: What was asked.
        found: What the rules made of it without the time.
        compose: Makes a draft of a request.
    """
    doubtful = [slot for slot in request.slots if slot.dim == "time" and not slot.certain and len(_readings(slot)) > 1]
    if len(doubtful) != 1 or not _matters(doubtful[0], found):
        return None
    slot = replace(doubtful[0], certain=True, alternatives=())
    slots = tuple(slot if one is doubtful[0] else one for one in request.slots)
    drafted = compose(replace(request, slots=slots))
    value = as_argument(slot)
    if isinstance(drafted, Refusal) or drafted.missing:
        return None
    places = [(n, name) for n, step in enumerate(drafted.steps) for name, held in step.args.items() if held == value]
    if len(places) != 1:
        return None
    ((number, name),) = places
    steps = list(drafted.steps)
    steps[number] = Step(steps[number].tool, {**steps[number].args, name: f"${{ARG:{VAR}}}"})
    draft = Framework(steps=tuple(steps), final_message=drafted.final_message(request.lang))
    return Abstention("missing_input", ErrorClass.MISSING_INPUT, {}, (_question(doubtful[0], request),), draft)


def _matters(slot: Slot, found: Draft | Refusal) -> bool:
    """Whether the time was what could not be read, or was taken for a part of a text by what takes times."""
    if isinstance(found, Refusal):
        return found.reason in UNREAD
    return any(
        "time" in argument_kinds(manifest).values() and any(slot.text in str(held) for held in step.args.values())
        for step, manifest in zip(found.steps, found.made, strict=True)
    )


def _readings(slot: Slot) -> list[str]:
    """Times that a slot may mean; a reading as something else ("the 4th largest") is no time to choose."""
    times = [fields for fields in slot.alternatives if fields.get("dim", slot.dim) == slot.dim]
    return list(dict.fromkeys(str(as_argument(replace(slot, fields=fields))) for fields in (slot.fields, *times)))


def _question(slot: Slot, request: Request) -> dict[str, Any]:
    """Both readings, in words."""
    choices = [{"value": value, "label": _said(value, request)} for value in _readings(slot)]
    prompt = messages.text(request.lang, "ask.which_time", text=slot.text)
    return {"var": VAR, "prompt": prompt, "schema": {"kind": "choice", "choices": choices}}


def _said(value: str, request: Request) -> str:
    """``mercoledì 2 dicembre alle 10:00``."""
    from metnos_cli.executors.moments import say_moment, say_span

    today = request.now.date()
    first, slash, last = value.partition("/")
    if OPEN in (first, last):
        edge = say_moment(datetime.fromisoformat(last if first == OPEN else first), request.lang, today)
        return messages.text(request.lang, "ask.until" if first == OPEN else "ask.from", moment=edge)
    start = datetime.fromisoformat(first)
    if not slash:
        return say_moment(start, request.lang, today)
    end = datetime.fromisoformat(last)
    return say_span(start, end, request.lang, today, whole_day=start.time() == end.time() == time.min)
