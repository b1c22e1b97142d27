"""Gives a file the name that a clause of its own tells: "copia ~/a.txt in ~/b e rinominala in c.txt" is one step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.intent import is_function_word
from metnos_cli.plan.sketch import cues
from metnos_cli.plan.sketch.draft import Refusal
from metnos_cli.plan.sketch.places import joined, looks_like_file
from metnos_cli.records import Step

if TYPE_CHECKING:
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.draft import Draft
    from metnos_cli.plan.sketch.reading import Reading

CARRY = frozenset({"copy", "move"})
"""Verbs that bring a file somewhere."""


def is_renaming(draft: Draft, reading: Reading, words: Lexicon) -> bool:
    """Whether a clause gives another name to what the step before it has just copied or moved."""
    if not draft.made or draft.made[-1].verb not in CARRY or not cues.said("renames", reading.clause, words):
        return False
    own = [slot for _, slot in reading.paths if "/" in str(slot.fields.get("value", ""))]
    return reading.refers_back or not own


def rename_there(draft: Draft, reading: Reading, words: Lexicon) -> Refusal | None:
    """Let the step before take the file to its new name at once; a refusal where that is not one file and one name.

    Args:
        draft: The plan; its last step copies or moves.
        reading: The clause that renames.
        words: Its language.
    """
    refusal = Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
    name = _only_name(reading, words)
    step = draft.steps[-1]
    source, folder = str(step.args.get("path", "")), str(step.args.get("dst", ""))
    carried = looks_like_file(source) and folder[:1] in {"~", "/", "."} and not looks_like_file(folder)
    if not name or not carried or len(draft.steps) in draft.beside:
        return refusal
    draft.steps[-1] = Step(step.tool, {**step.args, "dst": joined(folder, name)})
    return None


def _only_name(reading: Reading, words: Lexicon) -> str:
    """The file name that a clause tells and nothing else; empty for anything else."""
    clause = reading.clause
    asked = {*range(clause.verb_start, clause.verb_end), *reading.back}
    asked |= cues.said("renames", clause, words) | cues.said("courtesy", clause, words)
    rest = [
        token
        for place, token in enumerate(clause.tokens)
        if place not in asked and not token.mark and not (token.is_word and _leads(token.text, words))
    ]
    if len(rest) != 1 or rest[0].slot is None or rest[0].slot.dim not in {"path", "quoted"}:
        return ""
    name = str(rest[0].slot.fields.get("value", "")).strip()
    return name if "/" not in name and name[:1] not in {"~", "$", "."} and looks_like_file(name) else ""


def _leads(word: str, words: Lexicon) -> bool:
    return is_function_word(word, words) or any(
        words.is_cue(role, (word,)) for role in ("named", "into", "anaphors", "any_thing")
    )
