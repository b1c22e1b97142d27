"""Refuses what would be done by the wrong measure: a count taken for a size, a file for what it holds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from metnos_cli.plan.sketch.draft import Draft, Refusal, left_over
from metnos_cli.plan.sketch.entry_arguments import CONDITION_FIELD
from metnos_cli.plan.sketch.kinds import FILES
from metnos_cli.plan.sketch.numbers import LINES
from metnos_cli.plan.sketch.places import looks_like_file

if TYPE_CHECKING:
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.records import Request

SIZE, VALUE = "size", "where_value"
HELD = re.compile(r"\b(?:contenuto|contents?)\b", re.IGNORECASE)
"""What a file holds: to take it out leaves the file."""
TURNS = re.compile(r"\bevery (?:other|second|third)\b|\b(?:uno|una) sì e (?:uno|una) no\b", re.IGNORECASE)
"""One of two, one of three: no executor counts so."""

COMPARED = re.compile(
    r"\bpiù (?:vecch|recent|nuov|antic)\w* (?:del|della|dell['’]|di|dal|dello)\s?"
    r"|\b(?:older|newer|earlier|later|more recent) than (?:the )?",
    re.IGNORECASE,
)
"""A comparison with a day: older than it, and not of it."""
LEAST = re.compile(r"\b(?:least|meno (?:memoria|cpu|processore))\b", re.IGNORECASE)
UNMEASURED = re.compile(
    r"\bhidden (?:files?|ones)\b|\bfile nascost[oi]\b|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)days\b"
    r"|\b(?:has|have|with|con|contiene) (?:a |an |un )?(?:number|digit|numero|cifra)\b",
    re.IGNORECASE,
)
"""What no search of files tells: whether they are hidden, days of the week, figures in a name."""


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
    refusal = _compared(draft, request) or _told_of_files(draft, request)
    if refusal is not None:
        return refusal
    figures = {slot.fields.get("value"): slot.text for slot in request.slots if slot.dim == "number"}
    held = HELD.search(request.text)
    for step, made in zip(draft.steps, draft.made, strict=True):
        if LINES.keys() & step.args.keys() and any(one.verb in {"filter", "sort"} for one in draft.made):
            return _refusal(step.args.get("path", ""))  # the first of those that match are not the matches of the first
        if made.verb == "filter" and step.args.get(CONDITION_FIELD) == SIZE and step.args.get(VALUE) in figures:
            return _refusal(figures[step.args[VALUE]])  # "at most 5 pdfs" are five, and not five bytes
        emptied = made.verb == "delete" and looks_like_file(str(step.args.get("path", "")))
        if emptied and held is not None:
            return _refusal(held[0])
    return None


def _compared(draft: Draft, request: Request) -> Refusal | None:
    """A day that files are older or newer than, where they would be those of that very day."""
    if not any(made.object in FILES for made in draft.made):
        return None
    days = {slot.start for slot in request.slots if slot.dim == "time"}
    found = (one for one in COMPARED.finditer(request.text) if days & set(range(one.start(), one.end() + 1)))
    told = next(found, None)
    return _refusal(told[0].strip()) if told is not None else None


def _told_of_files(draft: Draft, request: Request) -> Refusal | None:
    """What is told of files or processes and no executor looks for."""
    if any(made.object == "processes" for made in draft.made):
        least = LEAST.search(request.text)
        return _refusal(least[0]) if least is not None else None
    found = UNMEASURED.search(request.text) if any(made.object == "files" for made in draft.made) else None
    return _refusal(found[0]) if found is not None else None


def _refusal(told: object) -> Refusal:
    return left_over(str(told))
