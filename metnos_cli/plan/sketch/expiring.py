"""Recognises a question about when something runs out, which only what the user told can answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from metnos_cli.plan.intent import clauses_of, objects_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.records import Lang, Request

ASKED: Mapping[Lang, re.Pattern[str]] = {
    "it": re.compile(
        r"(?:(?:sai|sapresti|ti ricordi|ricordi|puoi|potresti)(?: mica)?(?: dirmi| dire)?\s+"
        r"|mi (?:sai |puoi )?dic[ie]\s+|dimmi\s+)?(quando (?:mi )?(?:scad\w+|va rinnovat\w|si rinnova)\b.+)",
        re.IGNORECASE,
    ),
    "en": re.compile(
        r"(?:(?:do|did|would|can|could) you (?:happen to )?(?:know|remember|recall|tell me)\s+|tell me\s+)?"
        r"(when (?:does |do |will )?.+ (?:expires?|runs? out|is due for renewal|needs? renewing))",
        re.IGNORECASE,
    ),
}
"""The question, after the words that only lead to it."""


def asks_end(request: Request, words: Lexicon) -> str:
    """The question when something runs out; empty where it is none, or about things that other executors know.

    Args:
        request: The request.
        words: Its language.
    """
    found = ASKED[words.lang].fullmatch(request.text.strip().rstrip("?!. "))
    clauses = clauses_of(request, words)
    known = any(objects_of(clause, words) for clause in clauses)
    return "" if found is None or known or request.slots or len(clauses) > 1 else found[1]
