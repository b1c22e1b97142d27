"""Refuses to count or add up all rows of a file where only some of them are meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.plan.intent import clauses_of, is_function_word
from metnos_cli.plan.sketch import cues
from metnos_cli.plan.sketch.draft import Draft, Refusal, left_over
from metnos_cli.plan.sketch.entry_arguments import LINES, field_argument
from metnos_cli.plan.sketch.kinds import FROM_STEP

if TYPE_CHECKING:
    from collections.abc import Iterator

    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.lexicon.tokens import Token
    from metnos_cli.plan.sketch.clauses import Clause
    from metnos_cli.records import Request

HAS = frozenset(
    ("ha", "has", "have", "does", "do", "there", "ci", "sono", "contiene", "contain", "contains", "csv", "tsv")
) | frozenset(("presenti", "totali", "tutto", "all", "total", "present"))
"""Words that say no more than that a file has rows."""
ASKED = frozenset({"quante", "many", "numero", "number", "tutte"})
"""Words before the rows that ask how many there are."""
ROLES = ("rows", "column", "courtesy", "folder")


def check(draft: Draft, request: Request, words: Lexicon) -> Refusal | None:
    """Why a plan must not count or add up as it would; None where it may.

    Args:
        draft: The plan.
        request: The request.
        words: Its language.
    """
    for step, made in zip(draft.steps, draft.made, strict=True):
        source = step.args.get(FROM_STEP)
        if made.verb != "compute" or made.object != "entries" or not isinstance(source, int):
            continue
        given, field = draft.made[source - 1], str(step.args.get(field_argument(made), ""))
        if given.verb == "filter" and field == LINES:
            return left_over(field)  # the texts that hold a word were kept, and not the lines
        if given.verb != "read" or given.object != "files":
            continue
        for clause in clauses_of(request, words):
            told = [request.text[token.start : token.end] for token in _narrowing(clause, field, words)]
            if told:
                return left_over(" ".join(told))
    return None


def _narrowing(clause: Clause, field: str, words: Lexicon) -> Iterator[Token]:
    """What says which rows are meant: a time, or any word of content beside the rows."""
    rows = cues.said("rows", clause, words)
    for place, token in enumerate(clause.tokens):
        timed = token.slot is not None and token.slot.dim == "time"
        asked = clause.verb_start <= place < clause.verb_end or token.text in ASKED
        beside = rows and not asked and place >= min(rows) - 1
        if timed or (beside and not _is_plain(token, field, words)):
            yield token


def _is_plain(token: Token, field: str, words: Lexicon) -> bool:
    """Whether a word beside the rows narrows nothing."""
    if not token.is_word:
        return token.mark or (token.slot is not None and token.slot.dim in {"path", "url"})
    known = is_function_word(token.text, words) or token.text in HAS or token.text in words.objects
    return known or token.text == field or any(words.is_cue(role, (token.text,)) for role in ROLES)
