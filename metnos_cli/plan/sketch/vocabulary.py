"""Every word that the lexicon knows in any role: none of them is taken for a name."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from metnos_cli.plan.lexicon import lexicon
from metnos_cli.plan.sketch.labels import TELLING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.records import Lang


@cache
def lexical_words(lang: Lang) -> frozenset[str]:
    """Every word that some phrase of the lexicon holds: none of them is a name."""
    words = lexicon(lang)
    phrases = [*words.phrases, *words.sort_keys, *words.comparators]
    phrases += [phrase for phrase, names in words.values.items() if TELLING.isdisjoint(names)]
    phrases += [phrase for role in words.cues.values() for phrase in role]
    phrases += [entry.words for entry in words.superlatives]
    return frozenset(word for phrase in phrases for word in phrase) | frozenset(words.objects)


ONE_FILE = frozenset({"file", "documento", "document"})
"""Nouns beside which the name of one file may stand."""
SINGLE = frozenset({"il", "lo", "quel", "questo", "un", "the", "a", "that", "this"})


def speaks_of_one_file(texts: Sequence[str], lang: Lang) -> bool:
    """Whether one file is spoken of, whose name may stand beside it: "il file bolletta", "the invoice file"."""
    pairs = zip(texts, ["", *texts], strict=False)
    return any(text in ONE_FILE and (before in SINGLE or lang == "en") for text, before in pairs)
