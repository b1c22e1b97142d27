"""Reads which way to order: "crescente", "largest first"."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.clauses import Clause
    from metnos_cli.plan.sketch.marks import Used

DIRECTIONS: Mapping[str, str] = {"ascending": "asc", "descending": "desc"}


def told_direction(texts: list[str], lexicon: Lexicon) -> tuple[str, Used]:
    """(asc or desc, the places of the words that say so); empty where nothing does."""
    for place in range(len(texts)):
        for count in range(min(4, len(texts) - place), 0, -1):
            key = lexicon.sort_keys.get(tuple(texts[place : place + count]), "")
            if key in DIRECTIONS:
                # "dal più recente al più vecchio": the other end says the same once more.
                rest = lexicon.cue_at("other_end", texts, place + count)
                return DIRECTIONS[key], frozenset(range(place, place + count + rest))
    return "", frozenset()


def said_direction(clause: Clause, lexicon: Lexicon) -> Used:
    """Places of the words that say which way to order."""
    return told_direction(clause.words, lexicon)[1]


def key_told(texts: list[str], said: Used, lexicon: Lexicon) -> str:
    """What the words that say which way tell to order by: "largest first" is by size; empty where they tell nothing."""
    told = [texts[place] for place in sorted(said)]
    for entry in lexicon.superlatives:
        size = len(entry.words)
        if any(tuple(told[at : at + size]) == entry.words for at in range(len(told) - size + 1)):
            return entry.key
    return ""
