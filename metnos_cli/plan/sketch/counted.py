"""Refuses what would be done by the wrong measure: a count taken for a size, a file for what it holds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.sketch.draft import Draft, Refusal
from metnos_cli.plan.sketch.entry_arguments import CONDITION_FIELD
from metnos_cli.plan.sketch.places import looks_like_file

if TYPE_CHECKING:
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.records import Request

SIZE, VALUE = "size", "where_value"
HELD = re.compile(r"\b(?:contenuto|contents?)\b", re.IGNORECASE)
"""What a file holds: to take it out leaves the file."""
TURNS = re.compile(r"\bevery (?:other|second|third)\b|\b(?:uno|una) sì e (?:uno|una) no\b", re.IGNORECASE)
"""One of two, one of three: no executor counts so."""


def check(draft: Draft, request: Request, words: Lexicon) -> Refusal | None:  # noqa: ARG001  one protocol
    """Why a plan must not run as it is.

    Args:
        draft: The plan.
        request: The request.
        words: Its language.
    """
    turns = TURNS.search(request.text)
    if turns is not None:
        return _refusal(turns[0])
    figures = {slot.fields.get("value"): slot.text for slot in request.slots if slot.dim == "number"}
    held = HELD.search(request.text)
    for step, made in zip(draft.steps, draft.made, strict=True):
        if made.verb == "filter" and step.args.get(CONDITION_FIELD) == SIZE and step.args.get(VALUE) in figures:
            return _refusal(figures[step.args[VALUE]])  # "at most 5 pdfs" are five, and not five bytes
        emptied = made.verb == "delete" and looks_like_file(str(step.args.get("path", "")))
        if emptied and held is not None:
            return _refusal(held[0])
    return None


def _refusal(told: str) -> Refusal:
    return Refusal("left_over", ErrorClass.OUT_OF_SCOPE, {"words": told})
