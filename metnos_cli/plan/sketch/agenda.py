"""Refuses plans about appointments and reminders that pass over a word of theirs, and gives hours their day."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.intent import clauses_of, is_function_word, objects_of
from metnos_cli.plan.lexicon import words_of
from metnos_cli.plan.sketch.changing import CHANGED, QUERY, TITLE, TO, WHEN, never_said, unchanged, untold_text
from metnos_cli.plan.sketch.draft import Draft, Refusal, left_over
from metnos_cli.plan.sketch.kinds import FROM_STEP
from metnos_cli.plan.sketch.meals import titled
from metnos_cli.plan.sketch.moments_told import (
    after_hour_alone,
    before_hour_alone,
    comes_back,
    only_hours,
    open_hour,
    untaken,
)
from metnos_cli.plan.sketch.picked import picked
from metnos_cli.plan.sketch.reminder_days import due, unread
from metnos_cli.plan.sketch.shifting import DIRECTION, SHIFT, SIGNS
from metnos_cli.plan.sketch.titles import mended, unread_time, untitled
from metnos_cli.plan.sketch.to_come import unlikely
from metnos_cli.records import Step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.records import Request

EVENTS, TASKS, FACTS, NOW = "events", "tasks", "facts", "now"
DENIALS = ("negations", "without", "except")
ENDS = re.compile(
    r"(completa\w*|spunta\w*|finisci|chiudi|svuota|ho (?:gi[aà] )?fatto"
    r"|complete|tick|finish|close|clear|i(?: ve)? d(?:id|one))\b",
    re.IGNORECASE,
)
"""Verbs by which something is done with, where they open a request."""
AS_DONE = re.compile(r"\b(come|as)\s+(gi[aà]\s+|all\s+)?(fatt|complet|svolt|conclus|finit|done|complete|finished)\w*")
TO_ANOTHER = re.compile(
    r"\b(?:al|alla|all|allo|to)\b\W*(?:the |my )?"
    r"(?:riunione|appuntamento|evento|impegno|meeting|appointment|event)\b"
)
"""In a title: what is added to something that is there already ("aggiungi Ugo alla riunione")."""
TELLS_FACT = re.compile(r"\s*(ricordami|ricordati|ricorda|remind me|remember)\s+(che|that)\b", re.IGNORECASE)
MIDNIGHT = re.compile(r"T00:00(:00)?")


def check(draft: Draft, request: Request, words: Lexicon) -> Refusal | None:
    """Why a plan must not run for what it says of appointments and reminders; None where it may, its hours bounded.

    Args:
        draft: The plan; steps may get a day for their hours, and the way in which something is moved.
        request: The request.
        words: Its language.
    """
    refusal = titled(draft, request, words)
    if refusal is not None:
        return refusal
    for index, (step, made) in enumerate(zip(list(draft.steps), list(draft.made), strict=True)):
        if made.object == EVENTS and made.verb != "create":
            refusal = _denied(step, words) or _other_day(step) or _to_a_stretch(step, made.verb, request)
            refusal = refusal or untitled(step, request, words) or unread_time(request, words)
            refusal = refusal or (never_said(request, words) if made.verb == "delete" else None)
            if made.verb == "change":
                refusal = refusal or unchanged(step, request, words) or untold_text(step, request, words)
                draft.steps[index] = _directed(step, request, words)
            else:
                ends = ENDS.match(request.text.strip()) if made.verb == "find" else None
                refusal = refusal or (left_over(ends.group(0)) if ends else None)  # "clear my calendar for tomorrow"
                found = mended(step, request, words) if made.verb == "find" else step
                draft.steps[index] = _bounded(found, request, words)
        elif made.object == EVENTS:
            refusal = _booked(step, request, words)
        elif made.object == TASKS:
            refusal = _of_tasks(step, made.verb, request, words)
            draft.steps[index] = _bounded(step, request, words) if made.verb == "list" else due(step, request)
        else:
            refusal = _fact(step, request) if made.object == FACTS else None
            timed = made.object == NOW and any(slot.dim == "time" for slot in request.slots)
            refusal = refusal or (unread_time(request, words) if timed else None)  # "on Friday and the day after"
        if refusal is not None:
            return refusal
    refusal = picked(draft, request) or unlikely(draft, request, words)
    return refusal or _one_answer(draft) or _one_kind(draft, request, words)


def _denied(step: Step, words: Lexicon) -> Refusal | None:
    """A negation among the words that are looked for: what holds them is the opposite of what is meant."""
    texts = words_of(str(step.args.get(QUERY, "")))
    denied = any(words.cue_at(role, texts, place) for role in DENIALS for place in range(len(texts)))
    return Refusal("negation", ErrorClass.OUT_OF_SCOPE) if denied else None


def _other_day(step: Step) -> Refusal | None:
    """Appointments of another time than those that an earlier step found."""
    both = FROM_STEP in step.args and WHEN in step.args
    return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE) if both else None


def _to_a_stretch(step: Step, verb: str, request: Request) -> Refusal | None:
    """Two hours, or one that is open, to which something is moved: both its ends, or from here to there?"""
    if verb != "change":
        return None
    target = str(step.args.get(TO, "") if any(name in step.args for name in CHANGED) else step.args.get(WHEN, ""))
    first, _, last = target.partition("/")
    hours = bool(last) and not (MIDNIGHT.search(first) and MIDNIGHT.search(last))
    unclear = ".." in (first, last) or (hours and only_hours(target, request))
    if TO not in step.args and QUERY not in step.args:
        unclear = ".." in (first, last)  # "from Wednesday at ten to Thursday at three": what is there moves
    elif WHEN in step.args and TO not in step.args:
        unclear = hours
    return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE) if unclear else None


def _directed(step: Step, request: Request, words: Lexicon) -> Step:
    """A change that says on which side of the present time the new one must be: "anticipa", "postpone"."""
    moved = TO in step.args or (WHEN in step.args and not any(name in step.args for name in CHANGED))
    if not moved or SHIFT in step.args:
        return step
    signs = {SIGNS[one] for clause in clauses_of(request, words) for one in clause.verbs if one in SIGNS}
    if len(signs) != 1:
        return step
    return Step(step.tool, {**step.args, DIRECTION: "earlier" if signs == {-1} else "later"})


def _bounded(step: Step, request: Request, words: Lexicon) -> Step:
    """Hours before or after one, which end with the day that is told, or with today: "domani prima delle 12"."""
    when = str(step.args.get(WHEN, ""))
    first, slash, last = when.partition("/")
    if not slash or (first == "..") == (last == ".."):
        return step
    edge = datetime.fromisoformat(last if first == ".." else first)
    if after_hour_alone(when, request, words.lang):
        edge = datetime.combine(request.now.date(), edge.time(), edge.tzinfo)
        first = edge.isoformat()
    elif not open_hour(when, request, words.lang) and not before_hour_alone(when, request, words.lang):
        return step
    day = edge.replace(hour=0, minute=0, second=0, microsecond=0)
    if edge == day:
        return step
    span = f"{day.isoformat()}/{last}" if first == ".." else f"{first}/{(day + timedelta(days=1)).isoformat()}"
    return Step(step.tool, {**step.args, WHEN: span})


def _of_tasks(step: Step, verb: str, request: Request, words: Lexicon) -> Refusal | None:
    """Why a call about reminders must not be made."""
    if verb == "create":
        return _kept(step, request, words)
    times = [slot.text for slot in request.slots if slot.dim == "time"]
    if verb == "delete":
        query = str(step.args.get(QUERY, ""))
        lost = [one for one in times if one not in query or _says_no_more(query, one, words)]
        whole = lost and FROM_STEP not in step.args
        empty = left_over(query) if query and _says_no_more(query, "", words) else None  # "cancella i promemoria"
        return _denied(step, words) or empty or (left_over(", ".join(lost)) if whole else None)
    ends = ENDS.match(request.text.strip())
    return left_over(ends.group(0)) if ends else _denied(step, words) or unread_time(request, words)


def _says_no_more(query: str, time: str, words: Lexicon) -> bool:
    """Whether a time is all that is looked for: no reminder has it among its words."""
    left = [word for word in words_of(query) if word not in words_of(time)]
    return all(is_function_word(word, words) or words.objects.get(word) == TASKS for word in left)


def _kept(step: Step, request: Request, words: Lexicon) -> Refusal | None:
    """A reminder that would be kept without a moment or a repetition of its own, or that says what is done."""
    done = AS_DONE.search(str(step.args.get("text", "")).lower())
    told = done.group(0) if done else untaken(step.args, request, words) or unread(step.args, request)
    return left_over(told) if told else None


def _booked(step: Step, request: Request, words: Lexicon) -> Refusal | None:
    """An appointment that would be written without a moment or a repetition of its own."""
    told = untaken({**step.args, "text": step.args.get(TITLE, "")}, request, words)
    told = told or ("" if "repeat" in step.args else comes_back(request, words.lang))
    joined = TO_ANOTHER.search(str(step.args.get(TITLE, "")).lower())
    told = told or (joined.group(0) if joined else "")
    return left_over(told) if told else None


def _fact(step: Step, request: Request) -> Refusal | None:
    """Something that is told to be remembered, and would be looked up."""
    told = TELLS_FACT.match(request.text)
    return left_over(told.group(0).strip()) if told and step.tool.startswith("find") else None


def _one_answer(draft: Draft) -> Refusal | None:
    """Appointments and reminders are both asked for, and only the last would be told."""
    taken = {step.args.get(FROM_STEP) for step in draft.steps}
    told = [number for number, made in enumerate(draft.made, start=1) if made.object in {EVENTS, TASKS}]
    plain = [number for number in told if draft.made[number - 1].effect == "read" and number not in taken]
    lost = [number for number in plain if number < len(draft.steps) and number not in draft.beside]
    if not lost or any(_uses(draft.steps, number) for number in lost) or draft.made[-1].effect != "read":
        return None
    return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)


def _one_kind(draft: Draft, request: Request, words: Lexicon) -> Refusal | None:
    """Appointments and reminders are both spoken of, and the plan is about all of the one kind only."""
    kinds = {made.object for made in draft.made} & {EVENTS, TASKS}
    spoken = {one for clause in clauses_of(request, words) for one in objects_of(clause, words)}
    made = zip(draft.steps, draft.made, strict=True)
    plain = all(one.verb != "create" and QUERY not in step.args for step, one in made if one.object in kinds)
    missed = len(kinds) == 1 and {EVENTS, TASKS} <= spoken
    return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE) if missed and plain else None


def _uses(steps: Iterable[Step], number: int) -> bool:
    """Whether a step's result goes into another's arguments."""
    return any(_mentions(value, f"${{step{number}.") for step in steps for value in step.args.values())


def _mentions(value: Any, mark: str) -> bool:
    return isinstance(value, str) and mark in value
