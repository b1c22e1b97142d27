"""Check 4: nothing is left over: each word of content of either request is matched by the other, none is turned."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from metnos_cli.memory.gate.person import other_person
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
    turned = _turned(candidate) or other_person(candidate)
    if turned is not None:
        return Check(NAME, False, "other_frame", {"then": turned[0], "now": turned[1]})
    gone, come = unmatched(candidate)
    if gone:
        return Check(NAME, False, "missing_words", {"words": _texts(candidate.then, gone)})
    if come:
        return Check(NAME, False, "extra_words", {"words": _texts(candidate.now, come)})
    return Check(NAME, True, "nothing_left")


def _turned(candidate: Candidate) -> tuple[str, str] | None:
    """A preposition that tells where something goes, in the place of one that tells where it comes from."""
    known = candidate.now.lexicon
    told = [
        Counter(
            known.prepositions.get(word.key, word.key)
            for place, word in enumerate(view.words)
            if place not in used and word.function and known.prepositions.get(word.key) in known.directions
        )
        for view, used in ((candidate.then, candidate.used_then), (candidate.now, candidate.used_now))
    ]
    gone, come = told[0] - told[1], told[1] - told[0]
    return (min(gone), min(come)) if gone and come else None


def _texts(view: View, words: Sequence[Placed]) -> str:
    return ", ".join(view.words[place].text for _, place in words)
