"""Check 2: both requests want the same done: no word of one is the opposite of a word of the other."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from metnos_cli.memory.gate.words import concepts
from metnos_cli.records import Check

if TYPE_CHECKING:
    from metnos_cli.memory.gate import Candidate

NAME = "action"


def action(candidate: Candidate) -> Check:
    """Look for opposites, then for verbs of different classes, among the words that only one request has."""
    if candidate.how == "exact":
        return Check(NAME, True, "same_words")
    known = candidate.now.lexicon
    then = Counter(concept for concept, _ in concepts(candidate.then, candidate.used_then))
    now = Counter(concept for concept, _ in concepts(candidate.now, candidate.used_now))
    gone, come = then - now, now - then
    for one in gone:
        for other in come:
            if known.opposed(one, other):
                return Check(NAME, False, "antonym", _shown(candidate, one, other))
    verbs = {known.concept(stem) for stem in known.verbs}
    lost, new = sorted(verbs & set(gone)), sorted(verbs & set(come))
    if lost and new and not _seen(candidate):
        return Check(NAME, False, "verb", _shown(candidate, lost[0], new[0]))
    return Check(NAME, True, "same_action")


def _seen(candidate: Candidate) -> bool:
    """Whether the memory has seen the differing words exchanged without effect."""
    return bool(candidate.exchanged)


def _shown(candidate: Candidate, one: str, other: str) -> dict[str, str]:
    """The two words as they stand in the requests."""
    first = next(place for concept, place in concepts(candidate.then, candidate.used_then) if concept == one)
    second = next(place for concept, place in concepts(candidate.now, candidate.used_now) if concept == other)
    return {"then": candidate.then.words[first].text, "now": candidate.now.words[second].text}
