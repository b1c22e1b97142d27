"""Gives new folders the name that was typed, with its letters and all its words, and makes no folder of a file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from metnos_cli.plan.intent import clauses_of, is_function_word
from metnos_cli.plan.sketch import cues
from metnos_cli.plan.sketch.draft import Draft, Refusal, left_over
from metnos_cli.plan.sketch.places import joined, looks_like_file
from metnos_cli.records import Step

if TYPE_CHECKING:
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.records import Request

FOLDERS, PATH = "create_dirs", "path"
LAST_WORD = re.compile(r"([^\W_]+)\W*$")
NEXT = re.compile(r"([^\w\s]*)\s*([^\W_]*)")
ENDS = frozenset(",.;:!?\"'”»)")
"""Signs that may stand behind a name."""


def check(draft: Draft, request: Request, words: Lexicon) -> Refusal | None:
    """Why a folder must not be made as it would; None where it may, its name put as it was typed.

    Args:
        draft: The plan; the path of a new folder may get the letters of its name.
        request: The request.
        words: Its language.
    """
    clauses = clauses_of(request, words)
    folder = any(cues.said("folder", clause, words) for clause in clauses)
    for index, step in enumerate(list(draft.steps)):
        path = str(step.args.get(PATH, ""))
        if step.tool != FOLDERS or not path or path.startswith("${"):
            continue
        made = [verb for clause in clauses for verb in clause.verbs]
        if (looks_like_file(path) and not folder) or ("write" in made and "create" not in made):
            return left_over(path)
        if any(slot.dim == PATH and str(slot.fields.get("value")) == path for slot in request.slots):
            continue
        parent, _, name = path.rpartition("/")
        typed = _typed(name, request, words)
        if typed is None:
            return left_over(name)
        draft.steps[index] = Step(step.tool, {**step.args, PATH: joined(parent, typed) if parent else typed})
    return None


def _typed(name: str, request: Request, words: Lexicon) -> str | None:
    """A name with the letters that it has in the request; None where it is only a part of what stands there."""
    if any(slot.dim == "quoted" and str(slot.fields.get("value", "")).strip() == name for slot in request.slots):
        return name
    found = list(re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", request.text, re.IGNORECASE))
    if not found:
        return name
    one = found[-1]
    before, after = LAST_WORD.search(request.text, 0, one.start()), NEXT.match(request.text, one.end())
    signs, behind = (after.group(1), after.group(2)) if after else ("", "")
    led = before.group(1).lower() if before else ""
    introduced = is_function_word(led, words) or any(
        words.is_cue(role, (led,)) for role in ("named", "folder", "articles")
    )
    introduced = introduced or any(phrase[-1] == led for phrase in words.cues.get("named", ()))
    mine = words.is_cue("mine", (led,))
    whole = not behind or (not signs.isspace() and is_function_word(behind.lower(), words)) or set(signs) & ENDS
    attached = bool(set(signs) - ENDS) and not signs.startswith("/")
    tight = one.start() > 0 and request.text[one.start() - 1] not in " \t\n\"'“«:/"
    return one.group(0) if introduced and not mine and whole and not attached and not tight else None
