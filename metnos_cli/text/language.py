"""Which language a request is in, by its commonest words."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from metnos_cli.records import LANGS
from metnos_cli.text.words import language_words

if TYPE_CHECKING:
    from metnos_cli.records import Lang

_ENOUGH = 400  # words: more of them would not change the answer


@cache
def _word() -> re.Pattern[str]:
    # What stands in a path or an address is a name, in whatever language: it is read over in one piece.
    return re.compile(r"(?:~|\b[a-z]+:/|\.{0,2})/[^\s'\"]*|[^\W\d_]+")


def detect(text: str, default: Lang) -> Lang:
    """The language whose own words the text holds more of.

    Words which two languages share count for neither; with no word or a tie it is the default.

    Args:
        text: A request.
        default: The user's language.
    """
    scores = dict.fromkeys(LANGS, 0)
    for index, match in enumerate(_word().finditer(text)):
        if index == _ENOUGH:
            break
        word = match[0].lower()
        for lang in LANGS:
            if word in _own_words(lang):
                scores[lang] += 1
    best = max(scores, key=lambda lang: (scores[lang], lang == default))
    return best if scores[best] else default


@cache
def _own_words(lang: Lang) -> frozenset[str]:
    others = [frozenset(language_words(other)["common"].split()) for other in LANGS if other != lang]
    return frozenset(language_words(lang)["common"].split()).difference(*others)
