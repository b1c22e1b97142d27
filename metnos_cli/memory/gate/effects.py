"""Check 6: what deletes, sends or overwrites is served in the frame it was taught in, and asked for on a likeness."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.memory.gate.frame import asked, other_figures, other_frame, other_marks, other_things
from metnos_cli.records import EFFECTFUL, Check

if TYPE_CHECKING:
    from metnos_cli.memory.gate import Candidate

NAME = "effects"


def effects(candidate: Candidate) -> Check:
    """Pass, and say with ``confirm`` that the plan has to be shown and asked for first."""
    lasting = sorted(EFFECTFUL & set(candidate.effects))
    if lasting and candidate.how != "exact":
        if candidate.dropped:
            return Check(NAME, False, "unnarrowed", {"names": ", ".join(candidate.dropped)})
        if asked(candidate.now) and not asked(candidate.then):
            return Check(NAME, False, "asked")
        checks = (other_things, other_figures, other_marks, other_frame)
        differing = next((told for told in (check(candidate) for check in checks) if told is not None), None)
        if differing is not None:
            return Check(NAME, False, "other_frame", {"then": differing[0], "now": differing[1]})
    if lasting and candidate.how in ("cosine", "intent"):
        return Check(NAME, True, "confirm", {"effects": ", ".join(lasting)})
    return Check(NAME, True, "no_lasting_effect" if not lasting else "certain_enough")


def needs_confirmation(check: Check) -> bool:
    """Whether the effects check asks for a yes."""
    return check.reason == "confirm"
