"""The canonical query: lemmas, with values as their kind."""

from __future__ import annotations

from typing import Any

from metnos_cli.text.canonical import canonical_query, lemmas


def test_values_become_their_kind(find: Any) -> None:
    """Requests that differ in their values alone have one canonical query."""
    texts = ("trova i 3 pdf di ieri in ~/Documenti", "Trova i 20 txt di oggi in /tmp!")

    assert [canonical_query(text, find(text), "it") for text in texts] == [
        "trovare il <number> <glob> di <time> in <path>"
    ] * 2


def test_words_become_lemmas() -> None:
    """Inflection makes no difference."""
    assert lemmas("cancella le cartelle", "it") == lemmas("cancellare la cartella", "it")
    assert lemmas("Find the largest files", "en")[:2] == ["find", "the"]


def test_file_stays_a_file() -> None:
    """A word that the dictionary gets wrong has its lemma in the table."""
    assert lemmas("il file", "it") == ["il", "file"]
