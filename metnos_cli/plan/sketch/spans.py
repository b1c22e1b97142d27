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
        while end > first and end < len(tokens) and words.is_cue("prepositions", (texts[end - 1],)):
            end -= 1  # "about installation on https://...": what leads to the value after it
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


def list_told(clause: Clause, start: int, end: int, words: Lexicon) -> int:
    """Where the words begin that say what a text is added to: "latte | alla lista della spesa"; ``end`` for none.

    Args:
        clause: The clause.
        start: First word of the text.
        end: One past the last.
        words: Its language.
    """
    texts = clause.words
    adds = any("append" in words.values.get((text,), ()) for text in texts[clause.verb_start : clause.verb_end])
    roles = ("files_noun", "lists") if adds else ("files_noun",)
    for place in range(end - 1, start, -1):
        noun = place + 1
        while noun < end and any(words.is_cue(role, (texts[noun],)) for role in ("articles", "mine")):
            noun += 1
        near = texts[noun : min(noun + (2 if words.lang == "en" else 1), end)]  # "the shopping list"
        named = any(words.is_cue(role, (text,)) for role in roles for text in near)
        if named and words.is_cue("to_a_list", (texts[place],)):
            return place
    return end
