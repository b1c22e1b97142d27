"""Finds runs of words by what leads to them: a cue ("about ..."), or the words by which an executor's examples open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.plan.sketch.templates import openings

if TYPE_CHECKING:
    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.clauses import Clause


def after_cue(clause: Clause, role: str, words: Lexicon) -> tuple[int, int, int]:
    """(place of a cue, first word after it, end of the words up to the next value or mark); zeros for none."""
    tokens, texts = clause.tokens, clause.words
    for place in range(len(tokens)):
        first = place + words.cue_at(role, texts, place)
        if first == place:
            continue
        while first < len(tokens) and words.is_cue("articles", (texts[first],)):
            first += 1
        end = first
        while end < len(tokens) and tokens[end].is_word:
            end += 1
        if end > first:
            return place, first, end
    return 0, 0, 0


def opened_by(clause: Clause, manifest: Manifest, name: str, words: Lexicon) -> int:
    """The place after the words by which the examples open an argument's text ("search the web for"); 0 for none."""
    texts = clause.words
    skipped = 0
    while skipped < len(texts) and (count := words.cue_at("courtesy", texts, skipped)):
        skipped += count
    heads = [one.head for one in openings(manifest, words) if one.argument == name]
    return max(
        (skipped + len(head) for head in heads if tuple(texts[skipped : skipped + len(head)]) == head), default=0
    )
