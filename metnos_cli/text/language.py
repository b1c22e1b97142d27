"""Which language a request is in, by its commonest words."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from metnos_cli.records import LANGS
from metnos_cli.text.words import language_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.records import Lang

_ENOUGH = 400  # words: more of them would not change the answer


@cache
def _word() -> re.Pattern[str]:
    # What stands in a path or an address is a name, in whatever language: it is read over in one piece.
    return re.compile(r"(?:~|\b[a-z]+:/|\.{0,2})/[^\s'\"]*|[^\W\d_]+")


_ENDINGS: Mapping[Lang, re.Pattern[str]] = {
    "it": re.compile(r"\w{3,}(?:[ai]l[oia]|[ai](?:me|te|ce|ve)l[oiae]|zion[ei]|mente|ità|abil[ei])"),
    "en": re.compile(r"\w{2,}(?:ing|tion|ness|ght|ould|able|ck)"),
}
"""How words end that only one of the languages has: a verb with what it acts on ("copiali"), a noun made of a verb."""


def detect(text: str, default: Lang) -> Lang:
    """The language whose own words the text holds more of.

    Args:
        text: A request.
        default: The user's language: with no word or a tie it is this.
    """
    return told_by(text) or default


def told_by(text: str) -> Lang | None:
    """The language that the words of a text tell, or None where they do not.

    Words which two languages share count for neither. Where no known word decides, the endings of the others may.
    """
    written = [match[0] for _, match in zip(range(_ENOUGH), _word().finditer(text), strict=False)]
    known = _most({lang: sum(word.lower() in _own_words(lang) for word in written) for lang in LANGS})
    # A capital inside a sentence begins a name, and names end as they like in any language.
    words = [word.lower() for place, word in enumerate(written) if place == 0 or word.islower()]
    return known or _most(
        {lang: sum(ending.fullmatch(word) is not None for word in words) for lang, ending in _ENDINGS.items()}
    )


def _most(scores: Mapping[Lang, int]) -> Lang | None:
    """The one with the highest score; None when no score is alone at the top."""
    best = max(scores.values())
    first = [lang for lang, score in scores.items() if score == best]
    return first[0] if len(first) == 1 else None


@cache
def _own_words(lang: Lang) -> frozenset[str]:
    others = [frozenset(language_words(other)["common"].split()) for other in LANGS if other != lang]
    return frozenset(language_words(lang)["common"].split()).difference(*others)
