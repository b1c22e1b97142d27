"""Takes a meal that is called off, moved or changed for the title of an appointment: "annulla il PRANZO di venerdì".

Elsewhere it is a part of the day, and all that lies there would be taken out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from metnos_cli.plan.intent import clauses_of, objects_of
from metnos_cli.plan.sketch.changing import QUERY, TITLE, WHEN
from metnos_cli.plan.sketch.draft import Refusal, left_over
from metnos_cli.records import Step
from metnos_cli.text.slots import find_slots
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.draft import Draft
    from metnos_cli.records import Request, Slot

EVENTS = "events"
MEAL = re.compile(r"\b(?:pranzo|cena|colazione|lunch|dinner|breakfast|supper|brunch)\b", re.IGNORECASE)
AT_MEAL = re.compile(
    r"\b(?:a|ad|per|in|prima di|dopo|durante il|at|after|before|over|during|for|around)\s+(?:ora\s+di\s+)?$",
    re.IGNORECASE,
)
"""What stands before a meal that tells when: "gli appuntamenti A pranzo"."""
ENDS = re.compile(r"^(?:['’]s|\W|\b(?:di|del|della|dell|of|on)\b)+|(?:['’]s|\W|\b(?:di|del|della|dell|of|on)\b)+$")
"""What joined a meal to its day."""


def titled(draft: Draft, request: Request, words: Lexicon) -> Refusal | None:
    """Why a meal cannot be looked for; None where it can, or where there is none, the steps mended.

    Args:
        draft: The plan, whose steps get the meal as what is looked for and its day as the time.
        request: The request.
        words: Its language.
    """
    for index, (step, made) in enumerate(zip(list(draft.steps), list(draft.made), strict=True)):
        if made.object != EVENTS or made.verb not in {"create", "delete", "change"}:
            continue
        slot = _meal(step, request)
        if made.verb == "create":
            draft.steps[index] = _named(step, slot)
            continue
        things = any(EVENTS in objects_of(one, words) for one in clauses_of(request, words))
        if slot is None or things:
            continue  # "annulla gli appuntamenti di venerdì a pranzo": a part of the day
        mended = _mended(step, slot, request, words)
        if mended is None:
            return left_over(slot.text)
        draft.steps[index] = mended
    return None


def _named(step: Step, slot: Slot | None) -> Step:
    """A new appointment with the meal it is for its title, where it would have none: "segna pranzo sabato"."""
    meal = MEAL.search(slot.text) if slot is not None else None
    return step if meal is None or TITLE in step.args else Step(step.tool, {**step.args, TITLE: meal.group(0).lower()})


def _meal(step: Step, request: Request) -> Slot | None:
    """The time of a step that is a meal, and stands where a thing does."""
    for slot in request.slots:
        meal = MEAL.search(slot.text) if slot.dim == "time" and as_argument(slot) == step.args.get(WHEN) else None
        if meal is not None and not AT_MEAL.search(request.text[: slot.start + meal.start()]):
            return slot
    return None


def _mended(step: Step, slot: Slot, request: Request, words: Lexicon) -> Step | None:
    """A step that looks for the meal on its day; None where more is looked for, or where its day is not told alone."""
    meal = MEAL.search(slot.text)
    if meal is None or QUERY in step.args:
        return None
    day = ENDS.sub("", f"{slot.text[: meal.start()]} {slot.text[meal.end() :]}")
    read = find_slots(day, words.lang, request.now)
    if len(read) != 1 or read[0].dim != "time" or not read[0].certain or read[0].fields.get("grain") != "day":
        return None
    if read[0].text.strip() != day:
        return None
    return Step(step.tool, {**step.args, WHEN: as_argument(read[0]), QUERY: meal.group(0).lower()})
