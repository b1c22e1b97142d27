"""Check 3: every argument comes from the new request, and every value of the new request goes somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.records import Check

if TYPE_CHECKING:
    from metnos_cli.memory.gate import Candidate

NAME = "grounding"


def grounding(candidate: Candidate) -> Check:
    """Refuse arguments without words and values without an argument."""
    if candidate.unbound:
        return Check(
            NAME, False, "unbound", {"names": ", ".join(name.partition(".")[2] or name for name in candidate.unbound)}
        )
    if candidate.loose:
        return Check(NAME, False, "loose", {"words": ", ".join(candidate.loose)})
    return Check(NAME, True, "bound")
