"""The normal form: what two ways of typing the same words have in common."""

from __future__ import annotations

import pytest

from metnos_cli.text.normalise import normal_form


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("che ora è", "Che ora e'?"),
        ("che ora è", "CHE ORA È"),
        ("che ora è", "  che   ora\tè ... "),
        ("che ora è", "che ora e\u0300"),
        ("perché", "perche'"),
        ("perché", "perchè"),
        ("l'ora", "l’ora"),
        ("ciao, mondo!", "ciao mondo"),
        ('cerca "Nota Uno"', "cerca «Nota  Uno»"),
    ],
)
def test_one_form(text: str, other: str) -> None:
    """Case, apostrophes for accents, punctuation around words and spaces make no difference."""
    assert normal_form(text) == normal_form(other)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("apri ~/Documenti", "apri ~/documenti"),
        ("leggi Nota.txt", "leggi nota.txt"),
        ('crea "Spesa"', 'crea "spesa"'),
        ("metti 3.5", "metti 35"),
        ("alle 10:30", "alle 1030"),
        ("scala di -5", "scala di 5"),
        ("la spesa e cara", "la spesa è cara"),
        ("programma in c++", "programma in c"),
        ("apri ~/a.txt", "apri ~/atxt"),
    ],
)
def test_two_forms(text: str, other: str) -> None:
    """What names another thing stays apart: paths, file names, quotations, figures, words told by their accent."""
    assert normal_form(text) != normal_form(other)


def test_nothing_but_punctuation_is_empty() -> None:
    """A text of signs has no words."""
    assert normal_form(" ?! ... ") == ""
