"""What a clause leaves out: "tranne i pdf e i csv", "except the .log files"."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.clauses import Clause
    from metnos_cli.plan.sketch.marks import Used
    from metnos_cli.records import Slot


def find_spared(clause: Clause, lexicon: Lexicon) -> tuple[tuple[Slot, Used], ...]:
    """Patterns that a clause leaves out: "tranne i pdf e i csv", "except the .log files"; with their words' places."""
    texts = clause.words
    found = []
    for start in range(len(texts)):
        place = start + lexicon.cue_at("except", texts, start)
        first = start
        while place > first and (at := glob_after(clause, place, lexicon)) is not None:
            slot = clause.tokens[at].slot
            if slot is not None:
                found.append((slot, frozenset(range(first, at + 1))))
            first = at + 1
            place = first + _joins(clause, first, lexicon)
    return tuple(found)


def glob_after(clause: Clause, place: int, lexicon: Lexicon) -> int | None:
    """Place of the pattern that stands here, articles aside; None for anything else."""
    while place < len(clause.tokens) and lexicon.is_cue("articles", (clause.tokens[place].text,)):
        place += 1
    slot = clause.tokens[place].slot if place < len(clause.tokens) else None
    return place if slot is not None and slot.dim == "glob" else None


def _joins(clause: Clause, place: int, lexicon: Lexicon) -> int:
    """How many tokens join one thing to the next here: a comma, "e", "and"; 0 for none."""
    count = 0
    while place + count < len(clause.tokens):
        token = clause.tokens[place + count]
        if not (token.text == "," or lexicon.is_cue("connectors", (token.text,))):
            break
        count += 1
    return count
