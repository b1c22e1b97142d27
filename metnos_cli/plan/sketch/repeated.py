"""Plans what comes back as if it were once, and then says how: "ogni lunedì alle 8 metti in calendario 'standup'"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from metnos_cli.plan.lexicon.tokens import tokenize
from metnos_cli.plan.sketch.draft import Draft, Refusal
from metnos_cli.plan.sketch.kinds import argument_kinds
from metnos_cli.plan.sketch.moments_told import untaken
from metnos_cli.plan.sketch.recurring import find_recurrence
from metnos_cli.records import Slot, Step
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from collections.abc import Callable

    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.records import Request

LONG = frozenset({"day", "week", "month", "year"})
"""Units of a length that says for how long something comes back, and not how long it is."""
TITLE = "title"


def repeated(request: Request, words: Lexicon, compose: Callable[[Request], Draft | Refusal]) -> Draft | None:
    """One call that makes something that comes back, or None where the request is none.

    Args:
        request: What was asked, and refused for the repetition in it.
        words: Its language.
        compose: Makes a draft of a request.
    """
    tokens = tokenize(request)
    found = find_recurrence(request, tokens, words)
    lasting = any(slot.dim == "duration" and slot.fields.get("unit") in LONG for slot in request.slots)
    if found is None or not found.when or lasting:
        return None
    start, end = tokens[found.first].start, tokens[found.stop - 1].end
    first, slash, _ = found.when.partition("/")
    fields = {"kind": "point", "value": first, "grain": "day" if slash else "minute", "argument": found.when}
    once = Slot("time", request.text[start:end], start, end, fields)
    others = [slot for slot in request.slots if slot.end <= start or slot.start >= end]
    slots = tuple(sorted([*others, once], key=lambda slot: slot.start))
    draft = compose(replace(request, slots=slots))
    if isinstance(draft, Refusal) or draft.missing or len(draft.steps) != 1:
        return None
    return _repeating(draft, found.repeat, str(as_argument(once)), request, words)


def _repeating(draft: Draft, repeat: str, when: str, request: Request, words: Lexicon) -> Draft | None:
    """The draft with its repetition, where its only call has a place for one and took the time."""
    (step,), (made,) = draft.steps, draft.made
    schemas = made.args.get("properties", {})
    name = next((name for name, schema in schemas.items() if repeat in schema.get("enum", ())), "")
    timed = any(kind == "time" and step.args.get(name) == when for name, kind in argument_kinds(made).items())
    args = {**step.args, name: repeat}
    if not name or not timed or untaken({**args, "text": args.get("text", args.get(TITLE, ""))}, request, words):
        return None
    draft.steps[0] = Step(step.tool, args)
    return draft
