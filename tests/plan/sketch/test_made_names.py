"""A new folder is called as it was typed, and a file is no folder."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("crea una cartella chiamata Ricette in ~/a", "~/a/Ricette"),
        ("crea una cartella di nome Lavoro in ~/a", "~/a/Lavoro"),
        ("crea la cartella Mare in ~/a", "~/a/Mare"),
        ("crea una cartella chiamata UFFICIO in ~/a", "~/a/UFFICIO"),
        ("crea in ~/a una cartella chiamata Ricette", "~/a/Ricette"),
        ('crea una cartella chiamata "Mare e Monti" in ~/a', "~/a/Mare e Monti"),
        ("create a folder called Recipes in ~/a", "~/a/Recipes"),
        ("create a folder named bills in ~/a", "~/a/bills"),
        ("create the folder Taxes in ~/a", "~/a/Taxes"),
        ("create the folder ~/a/v1.2", "~/a/v1.2"),
    ],
)
def test_names_keep_their_letters(text: str, path: str) -> None:
    """Capitals included."""
    assert planned(text) == [("create_dirs", {"path": path})]


@pytest.mark.parametrize(
    "text",
    [
        "create a folder called My Holiday in ~/a",
        "create a folder named Old Stuff in ~/a",
        "crea una cartella chiamata Mare Mosso in ~/a",
        "crea la cartella Mare Mosso in ~/a",
        "create a folder called C++ in ~/a",
        "crea una cartella chiamata x-y in ~/a",
        "create in ~/a a folder called Bills and Taxes",
    ],
)
def test_half_a_name(text: str) -> None:
    """A name of which only a word or some letters would be taken is not taken."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    "text",
    ["crea ~/a/spesa.txt", "create ~/a/notes.md", "make ~/a/x.txt", "write hello in the folder ~/n"],
)
def test_files_and_texts(text: str) -> None:
    """A file, or a text, makes no folder."""
    assert planned(text) == "end"
