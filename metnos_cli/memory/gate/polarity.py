"""Check 1: both requests say it in the same way: negated or not, asked or told, now or later, with or without an if."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.memory.gate.words import marks, mood
from metnos_cli.records import Check

if TYPE_CHECKING:
    from metnos_cli.memory.gate import Candidate

NAME = "polarity"


def polarity(candidate: Candidate) -> Check:
    """Compare negation, exceptions, conditions, delay, past, feeling and mood; words inside values do not count."""
    if candidate.how == "exact":
        return Check(NAME, True, "same_words")
    then = marks(candidate.then, candidate.used_then)
    now = marks(candidate.now, candidate.used_now)
    one, other = mood(candidate.then, candidate.used_then), mood(candidate.now, candidate.used_now)
    for kind in then:
        if kind == "feeling" and one == other == "question":
            continue  # "quanto fa caldo" asks, whatever the order of its words
        if then[kind] != now[kind]:
            told = sorted((then[kind] - now[kind]) + (now[kind] - then[kind]))
            return Check(NAME, False, kind, {"words": ", ".join(told)})
    if one != other:
        return Check(NAME, False, "mood", {"then": one, "now": other})
    return Check(NAME, True, "same_mood")
