"""Check 4: nothing is left over: each word of content of either request is matched by the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.memory.gate.words import unmatched
from metnos_cli.records import Check

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.memory.gate import Candidate
    from metnos_cli.memory.gate.words import Placed
    from metnos_cli.memory.view import View

NAME = "leftover"


def leftover(candidate: Candidate) -> Check:
    """Compare what both requests say as bags of words; order does not count, repetition does."""
    if candidate.how == "exact":
        return Check(NAME, True, "same_words")
    gone, come = unmatched(candidate)
    if gone:
        return Check(NAME, False, "missing_words", {"words": _texts(candidate.then, gone)})
    if come:
        return Check(NAME, False, "extra_words", {"words": _texts(candidate.now, come)})
    return Check(NAME, True, "nothing_left")


def _texts(view: View, words: Sequence[Placed]) -> str:
    return ", ".join(view.words[place].text for _, place in words)
