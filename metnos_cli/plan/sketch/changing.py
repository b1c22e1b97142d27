"""Refuses changes of appointments that change nothing, and words of theirs that were read as something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.intent import clauses_of
from metnos_cli.plan.lexicon import words_of
from metnos_cli.plan.sketch import cues
from metnos_cli.plan.sketch.draft import Refusal
from metnos_cli.plan.sketch.kinds import FROM_STEP
from metnos_cli.plan.sketch.moving import LEADS_OLD, POSSESSIVE
from metnos_cli.plan.sketch.shifting import SHIFT
from metnos_cli.plan.sketch.told_words import NOUNS, ONLY_CALLS_OFF, PUTS
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.records import Request, Step

QUERY, WHEN, TO, TITLE, LOCATION = "query", "when", "to", "title", "location"
OFF = "off"
"""In "call off" and "take off"."""
CHANGED = (TO, SHIFT, "duration", TITLE, LOCATION)
"""Arguments that say what an appointment is to become."""


def unchanged(step: Step, request: Request, words: Lexicon) -> Refusal | None:
    """A change that says nothing of what is to become of an appointment.

    A time beside words or earlier entries is the new one ("sposta il dentista lunedì"); not where it says which
    appointment is meant: "sposta la riunione DI venerdì".

    Args:
        step: The call.
        request: The request.
        words: Its language.
    """
    if any(name in step.args for name in CHANGED):
        return None
    when = str(step.args.get(WHEN, ""))
    which = QUERY in step.args or FROM_STEP in step.args
    clauses = clauses_of(request, words)
    puts = any(word.startswith(PUTS) for one in clauses for word in one.words[one.verb_start : one.verb_end])
    edits = which and not any("move" in one.verbs for one in clauses)  # "cambia giorno alla riunione: venerdì"
    if not when or puts or edits or (which and _says_which(when, request)):
        return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
    return None


def _says_which(when: str, request: Request) -> bool:
    """Whether the words around a time join it to a thing that is at that time."""
    for slot in request.slots:
        if slot.dim != "time" or str(as_argument(slot)) != when:
            continue
        before = words_of(request.text[: slot.start])[-1:]
        after = words_of(request.text[slot.end :])[:1]
        opens = words_of(slot.text)[:1]
        if after == [POSSESSIVE] or not LEADS_OLD.isdisjoint([*before, *opens]):
            return True
    return False


def untold_text(step: Step, request: Request, words: Lexicon) -> Refusal | None:
    """A quotation taken for the new title or the new place, where no word says which of the two it is.

    Args:
        step: The call.
        request: The request.
        words: Its language.
    """
    quoted = {as_argument(slot) for slot in request.slots if slot.dim == "quoted"}
    given = [name for name in (TITLE, LOCATION) if step.args.get(name) in quoted]
    clauses = clauses_of(request, words)
    renamed = any(cues.said("renames", one, words) for one in clauses)
    moved = not renamed and any("move" in one.verbs for one in clauses)
    for name in given:
        named = any(not NOUNS[name].isdisjoint(one.words) for one in clauses)
        if not (named or (renamed if name == TITLE else moved)):
            return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
    return None


def never_said(request: Request, words: Lexicon) -> Refusal | None:
    """Something that would be taken out, where no verb says so: "call tomorrow's meeting 'review'".

    Args:
        request: The request.
        words: Its language.
    """
    said = any("delete" in one.verbs for one in clauses_of(request, words))
    told = words_of(request.text)
    said = said or OFF in told or any(word.startswith(ONLY_CALLS_OFF) for word in told)
    return None if said else Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
