"""A text that files should hold is looked for in them, and not among their names."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned


@pytest.mark.parametrize(
    "text",
    [
        "in quali file di ~/a compare Rossi?",
        "quali file in ~/a contengono Rossi",
        "cerca Rossi nei file di ~/a",
        "cerca Rossi in tutti i file di ~/a",
        "trova Rossi dentro i file di ~/a",
        "grep Rossi ~/a",
        "greppa Rossi in ~/a",
        "grep -r Rossi ~/a",
        "in which files of ~/a does Rossi appear?",
        "which files in ~/a mention Rossi",
        "find Rossi in the files of ~/a",
        "search for Rossi in all the files in ~/a",
        "look for Rossi inside the files in ~/a",
    ],
)
def test_files_are_searched_inside(text: str) -> None:
    """Read, then kept where the text stands."""
    assert planned(text) == [
        ("find_files", {"path": "~/a"}),
        ("read_files", {"from_step": 1}),
        ("filter_entries", {"from_step": 2, "where_field": "text", "op": "contains", "where_value": "rossi"}),
    ]


@pytest.mark.parametrize("text", ["cerca TODO nei file di ~/a", "cerca totale nei file di ~/a", "grep totale ~/a"])
def test_words_that_mean_something_else(text: str) -> None:
    """What is looked for is never a sum, nor a thing to do."""
    steps = planned(text)

    assert [tool for tool, _ in steps] == ["find_files", "read_files", "filter_entries"]


@pytest.mark.parametrize("text", ["cerca Rossi nei pdf di ~/a", "find Rossi in the pdfs of ~/a"])
def test_files_of_a_kind(text: str) -> None:
    """Those are searched alone."""
    steps = planned(text)

    assert steps[0] == ("find_files", {"path": "~/a", "pattern": "*.pdf"})
    assert steps[-1][1]["where_value"] == "rossi"


@pytest.mark.parametrize(
    "text", ["search for invoice in ~/a", "search ~/a for invoice", "cerca totale in ~/a", "find todo in ~/a"]
)
def test_name_or_text(text: str) -> None:
    """Where nobody says which, or the word would be passed over, nothing is found."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    ("text", "pattern"), [("trova bolletta in ~/a", "*bolletta*"), ("find invoice in ~/a", "*invoice*")]
)
def test_a_file_by_its_name(text: str, pattern: str) -> None:
    """What is found in a folder is a file."""
    assert planned(text) == [("find_files", {"path": "~/a", "pattern": pattern})]
