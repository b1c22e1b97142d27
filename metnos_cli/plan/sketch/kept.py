"""Refuses texts that would be kept with a time which nobody reads later: two moments, or a day such as "tomorrow"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.plan.lexicon import words_of
from metnos_cli.plan.sketch.draft import Refusal, left_over
from metnos_cli.plan.sketch.kinds import argument_kinds

if TYPE_CHECKING:
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.templates import Match
    from metnos_cli.records import Request, Slot

FACTS = "facts"
EVERY = frozenset({"ogni", "il", "la", "i", "le", "every", "each"})
"""What makes any day of a name of one: "il lunedì", "every Friday"."""


def times_kept(whole: Match, request: Request, words: Lexicon) -> Refusal | None:
    """Why a request that is one call with a text must not be that call, for the times in it.

    Args:
        whole: The call.
        request: The request.
        words: Its language.
    """
    manifest = whole.manifest
    times = [slot for slot in request.slots if slot.dim == "time" and slot.certain]
    timed = [name for name, kind in argument_kinds(manifest).items() if kind == "time"]
    if manifest.effect != "write":
        return None
    if len(times) > 1 and timed and not any(name in whole.args for name in timed):
        return _refusal(times)  # "call Bob tomorrow at 15 and at 18" has one moment each
    passing = [slot for slot in times if _passes(slot, request.text, words)] if manifest.object == FACTS else []
    return _refusal(passing) if passing else None


def _refusal(times: list[Slot]) -> Refusal:
    return left_over(", ".join(slot.text for slot in times))


def _passes(slot: Slot, text: str, words: Lexicon) -> bool:
    """Whether a time means another day whenever it is read: "domani", "in 3 days", "on Friday"."""
    said = words_of(slot.text)
    if any(words.is_cue("passing_days", (word,)) for word in said):
        return True
    *_, before = ["", *words_of(text[: slot.start])]
    day = [word for word in said if word != "on"]
    return len(day) == 1 and words.is_cue("weekdays", tuple(day)) and before not in EVERY
