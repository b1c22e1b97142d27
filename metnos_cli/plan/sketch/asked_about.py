"""Refuses to do what is only asked about or told: "did you delete ...?", "ho già spostato ..."."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.sketch.draft import Draft, Refusal
from metnos_cli.records import EFFECTFUL

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.records import Lang, Request

ASKS: Mapping[Lang, re.Pattern[str]] = {
    "en": re.compile(
        r"(?:and |so |but )?(?:why |when |how |where |since when )?"
        r"(?:did|does|do|have|has|had|haven't|hasn't|didn't|don't)\s+"
        r"(?:i|you|we|they|he|she|it|anyone|anybody|someone|somebody|the|my|(?-i:[A-Z]\w+))\b"
        r"|(?:who|what|which \w+)\s+(?:has |have |had )?(?:deleted|moved|copied|renamed|removed|sent|wrote|archived)\b"
        r"|(?:i|we|you|they|he|she)(?:'ve| have| had|'d)?\s+(?:already |just )?"
        r"(?:deleted|moved|copied|renamed|removed|sent|wrote|written|archived|have to|had to|must|might|may)\b",
        re.IGNORECASE,
    ),
    "it": re.compile(
        r"(?:e |ma )?(?:perché |quando |come mai |da quando )?(?:non )?"
        r"(?:ho|hai|ha|abbiamo|avete|hanno|avevo|avevi|aveva)\s+(?:già |appena |mai |poi )*\w+[ts][oaie]\b"
        r"|chi\s+(?:ha|aveva)\s",
        re.IGNORECASE,
    ),
}
"""How a request opens that asks about something done, or tells it."""
HANDLED: Mapping[Lang, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:deleted?|moved?|copied|copy|renamed?|removed?)\b", re.IGNORECASE),
    "it": re.compile(r"\b(?:cancellat|eliminat|rimoss|spostat|copiat|rinominat|buttat)[oaie]\b", re.IGNORECASE),
}
"""What is done to things: no list of them tells whether it was."""


def check(draft: Draft, request: Request, words: Lexicon) -> Refusal | None:
    """Why a plan must not run: nobody asked for what it does.

    Args:
        draft: The plan.
        request: The request.
        words: Its language.
    """
    if not ASKS[words.lang].match(request.text.lstrip("¿( \"'")):
        return None
    changes = any(made.effect in EFFECTFUL for made in draft.made)
    if changes or HANDLED[words.lang].search(request.text):
        return Refusal("advice", ErrorClass.OUT_OF_SCOPE)
    return None
