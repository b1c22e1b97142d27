"""Content words: what is left of a text without articles, prepositions, pronouns and question words."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from metnos_cli.text.canonical import lemmas

if TYPE_CHECKING:
    from metnos_cli.records import Lang


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"[^\W_]+")


@cache
def function_words(lang: Lang) -> frozenset[str]:
    """Words that carry no content of their own."""
    told = tomllib.loads(resources.files(__package__).joinpath("content.toml").read_text(encoding="utf-8"))
    return frozenset(str(told[lang]).split())


def content_lemmas(text: str, lang: Lang) -> list[str]:
    """Lemmas of the words that carry content, in their order."""
    function = function_words(lang)
    return [
        lemma
        for word, lemma in zip(_word().findall(text.lower()), lemmas(text, lang), strict=True)
        if word not in function and lemma not in function
    ]


def content_words(text: str, lang: Lang) -> list[str]:
    """The words that carry content as they stand, lower case, in their order."""
    function = function_words(lang)
    return [word for word in _word().findall(text.lower()) if word not in function]
