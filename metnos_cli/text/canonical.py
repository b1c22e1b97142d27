"""The canonical query: a request in lemmas, its values replaced by their kind."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from metnos_cli.text.words import language_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.records import Lang, Slot


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"[^\W_]+")


def canonical_query(text: str, slots: Sequence[Slot], lang: Lang) -> str:
    """Lower-case lemmas in their order, each slot as ``<dim>``.

    Two requests that differ in their values alone have the same canonical query. The first word in a language that is
    no everyday one loads its dictionary of lemmas (0.1 to 0.2 s).

    Args:
        text: The request, as the slots were found in it.
        slots: Its values, in order, not overlapping.
        lang: Its language.
    """
    parts: list[str] = []
    done = 0
    for slot in slots:
        parts.extend(lemmas(text[done : slot.start], lang))
        parts.append(f"<{slot.dim}>")
        done = slot.end
    parts.extend(lemmas(text[done:], lang))
    return " ".join(parts)


def lemmas(text: str, lang: Lang) -> list[str]:
    """The dictionary form of each word of a text, lower case, punctuation left out."""
    return [_lemma(word, lang) for word in _word().findall(text.lower())]


@cache
def _fixed(lang: Lang) -> dict[str, str]:
    return dict(language_words(lang)["lemmas"])


@lru_cache(maxsize=20_000)
def _lemma(word: str, lang: Lang) -> str:
    known = _fixed(lang).get(word) or _everyday(lang).get(word)
    return dictionary_form(word, lang) if known is None else known


@cache
def _everyday(lang: Lang) -> dict[str, str]:
    """Lemmas of the words that most requests are made of."""
    rows = (line.partition(" ") for line in table_file(lang).read_text(encoding="utf-8").splitlines())
    return {word: lemma or word for word, _, lemma in rows}


def table_file(lang: Lang) -> Path:
    """Where the lemmas of everyday words stand."""
    return Path(__file__).with_name(f"lemmas.{lang}.txt")


def dictionary_form(word: str, lang: Lang) -> str:
    """The lemma of one word by the whole dictionary, which is heavy: it is loaded with the first word that needs it."""
    from simplemma import lemmatize

    return str(lemmatize(word, lang=lang)).lower()
