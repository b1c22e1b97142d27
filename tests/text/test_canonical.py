"""The canonical query: lemmas, with values as their kind."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from conftest import ROOT

from metnos_cli.records import LANGS, Lang
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


@pytest.mark.parametrize("lang", LANGS)
def test_everyday_words_have_the_lemmas_of_the_dictionary(lang: Lang) -> None:
    """``python -m metnos_cli.plan.lexicon.lemmas`` writes them anew after a change of the lexicon or a manifest."""
    from metnos_cli.plan.lexicon.lemmas import table_text
    from metnos_cli.text.canonical import table_file

    assert table_file(lang).read_text(encoding="utf-8") == table_text(lang)


def test_an_everyday_request_needs_no_dictionary() -> None:
    """What it would load is the larger part of an answer from memory."""
    program = (
        "import sys\n"
        "from metnos_cli.text.canonical import lemmas\n"
        "assert lemmas('trova i documenti più recenti', 'it') == ['trovare', 'il', 'documento', 'più', 'recente']\n"
        "assert lemmas('delete the oldest files', 'en')[0] == 'delete'\n"
        "assert 'simplemma' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
