"""Check 2: both requests want the same done: no word of one is the opposite of a word of the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.memory.gate.words import unmatched
from metnos_cli.records import Check

if TYPE_CHECKING:
    from metnos_cli.memory.gate import Candidate
    from metnos_cli.memory.gate.words import Placed

NAME = "action"


def action(candidate: Candidate) -> Check:
    """Look for opposites, then for verbs of different classes, among the words that only one request has."""
    if candidate.how == "exact":
        return Check(NAME, True, "same_words")
    known = candidate.now.lexicon
    gone, come = unmatched(candidate)
    for one in gone:
        for other in come:
            if known.opposed(one[0], other[0]):
                return Check(NAME, False, "antonym", _shown(candidate, one, other))
    lost = [one for one in gone if one[0] in known.verbs]
    new = [one for one in come if one[0] in known.verbs]
    if lost and new:
        return Check(NAME, False, "verb", _shown(candidate, lost[0], new[0]))
    return Check(NAME, True, "same_action")


def _shown(candidate: Candidate, one: Placed, other: Placed) -> dict[str, str]:
    """The two words as they stand in the requests."""
    return {"then": candidate.then.words[one[1]].text, "now": candidate.now.words[other[1]].text}
