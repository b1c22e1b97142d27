"""Check 4: nothing is left over: each word of content of either request is matched by the other."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from metnos_cli.memory.gate.words import concepts
from metnos_cli.records import Check

if TYPE_CHECKING:
    from metnos_cli.memory.gate import Candidate
    from metnos_cli.memory.view import View

NAME = "leftover"


def leftover(candidate: Candidate) -> Check:
    """Compare the concepts of both requests as bags; order does not count, repetition does."""
    if candidate.how == "exact":
        return Check(NAME, True, "same_words")
    gone, come = unmatched(candidate)
    if gone:
        return Check(NAME, False, "missing_words", {"words": _texts(candidate.then, gone)})
    if come:
        return Check(NAME, False, "extra_words", {"words": _texts(candidate.now, come)})
    return Check(NAME, True, "nothing_left")


def unmatched(candidate: Candidate) -> tuple[list[int], list[int]]:
    """Places of words of the old and of the new request that the other has no match for."""
    then = concepts(candidate.then, candidate.used_then)
    now = concepts(candidate.now, candidate.used_now)
    spare = Counter(concept for concept, _ in now)
    wanted = Counter(concept for concept, _ in then)
    for one, other in candidate.exchanged:
        _exchange(wanted, spare, candidate, one, other)
    gone, come = wanted - spare, spare - wanted
    return _places(then, gone), _places(now, come)


def _exchange(wanted: Counter[str], spare: Counter[str], candidate: Candidate, one: str, other: str) -> None:
    """Strike out a pair that was seen exchanged without effect, whichever request holds which."""
    known = candidate.now.lexicon
    for first, second in ((one, other), (other, one)):
        old, new = known.concept(first) if first else "", known.concept(second) if second else ""
        if (not old or wanted[old] > spare[old]) and (not new or spare[new] > wanted[new]):
            if old:
                wanted[old] -= 1
            if new:
                spare[new] -= 1
            return


def _places(held: list[tuple[str, int]], unmatched_concepts: Counter[str]) -> list[int]:
    rest = Counter(unmatched_concepts)
    places: list[int] = []
    for concept, place in reversed(held):
        if rest[concept] > 0:
            rest[concept] -= 1
            places.append(place)
    return sorted(places)


def _texts(view: View, places: list[int]) -> str:
    return ", ".join(view.words[place].text for place in places)
