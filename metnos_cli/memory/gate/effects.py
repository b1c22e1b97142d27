"""Check 6: what deletes, sends or overwrites is served on an exact or template match, and asked for on any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.records import EFFECTFUL, Check

if TYPE_CHECKING:
    from metnos_cli.memory.gate import Candidate

NAME = "effects"


def effects(candidate: Candidate) -> Check:
    """Pass, and say with ``confirm`` that the plan has to be shown and asked for first."""
    lasting = sorted(EFFECTFUL & set(candidate.effects))
    if lasting and candidate.how in ("cosine", "intent"):
        return Check(NAME, True, "confirm", {"effects": ", ".join(lasting)})
    return Check(NAME, True, "no_lasting_effect" if not lasting else "certain_enough")


def needs_confirmation(check: Check) -> bool:
    """Whether the effects check asks for a yes."""
    return check.reason == "confirm"
