"""The dictionary forms of everyday words, written by ``python -m metnos_cli.plan.lexicon.lemmas``.

Reading a whole dictionary costs more than answering from memory; most requests are made of the words that the lexicon
and the executors know anyway, and their lemmas stand beside ``text/canonical.py`` as data.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from metnos_cli.executors.catalog import load_catalog
from metnos_cli.plan.lexicon import lexicon
from metnos_cli.records import LANGS
from metnos_cli.text.canonical import dictionary_form, table_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from metnos_cli.records import Lang

_WORD = re.compile(r"[^\W\d_]+")


def everyday_words(lang: Lang) -> list[str]:
    """Words of the lexicon and of the bundled manifests, in order."""
    return sorted({word for text in _texts(lang) for word in _WORD.findall(text.lower())})


def table_text(lang: Lang) -> str:
    """What the file holds: a word a line, its lemma behind it where that is another."""
    pairs = ((word, dictionary_form(word, lang)) for word in everyday_words(lang))
    return "".join(f"{word}\n" if word == lemma else f"{word} {lemma}\n" for word, lemma in pairs)


def _texts(lang: Lang) -> Iterator[str]:
    words = lexicon(lang)
    yield from words.verbs
    yield from words.objects
    yield from words.places
    yield from words.numbers
    for phrases in (words.phrases, words.sort_keys, words.kinds, words.comparators, words.values, words.zones):
        yield from (" ".join(phrase) for phrase in phrases)
    yield from (" ".join(phrase) for role in words.cues.values() for phrase in role)
    yield from (" ".join(entry.words) for entry in words.superlatives)
    for manifest in load_catalog(()):
        yield manifest.description.get(lang, "")
        yield from manifest.affinity.get(lang, ())
        yield from (example.text for example in manifest.examples if example.lang == lang)


if __name__ == "__main__":
    for language in LANGS:
        table_file(language).write_text(table_text(language), encoding="utf-8")
        sys.stdout.write(f"{table_file(language)}\n")
