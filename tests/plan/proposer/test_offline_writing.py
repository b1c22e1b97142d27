"""What is written is the text that was told, and nothing of the words around it."""

from __future__ import annotations

import pytest

from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.records import Abstention
from tests.plan.asking import asked, bundled, planned


@pytest.mark.parametrize(
    "text",
    ["crea un file vuoto ~/n.txt", "crea un nuovo documento vuoto ~/n.txt", "make a new empty text file ~/n.txt"],
)
def test_an_empty_file(text: str) -> None:
    """Nothing stands in it, not even the word."""
    assert planned(text) == [("write_files", {"path": "~/n.txt", "text": ""})]


@pytest.mark.parametrize("text", ["crea una cartella vuota ~/n", "create an empty folder ~/n"])
def test_an_empty_folder(text: str) -> None:
    """New folders are."""
    assert planned(text) == [("create_dirs", {"path": "~/n"})]


@pytest.mark.parametrize(
    ("text", "written"), [("scrivi vuoto in ~/n.txt", "vuoto"), ('write "empty" to ~/n.txt', "empty")]
)
def test_the_word_itself(text: str, written: str) -> None:
    """A text may say so."""
    assert planned(text) == [("write_files", {"path": "~/n.txt", "text": written})]


@pytest.mark.parametrize(
    "text",
    ["svuota il file ~/n.txt", "svuota ~/n.txt", "aggiungi una riga vuota a ~/n.txt", "add an empty line to ~/n.txt"],
)
def test_emptying_is_no_deleting(text: str) -> None:
    """A file to be emptied stays, and an empty line is none that says so."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("aggiungi latte alla lista della spesa ~/s.txt", "latte"),
        ("aggiungi pane e latte alla mia lista in ~/s.txt", "pane e latte"),
        ("add milk to the shopping list ~/s.txt", "milk"),
        ("add milk to my notes in ~/s.txt", "milk"),
    ],
)
def test_added_to_a_list(text: str, written: str) -> None:
    """The list is where it goes."""
    assert planned(text) == [("write_files", {"path": "~/s.txt", "text": written, "mode": "append"})]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("aggiungi latte alla lista della spesa", "latte"),
        ("add milk to the shopping list", "milk"),
        ("scrivi ciao nel file", "ciao"),
        ("write hello to the file", "hello"),
        ("scrivi ciao a tutti", "ciao a tutti"),
    ],
)
def test_to_a_file_that_is_asked_for(text: str, written: str) -> None:
    """Which file holds the list has to be asked; what is written is known."""
    answer = OfflineProposer(tuple(bundled())).propose(asked(text), lambda _use: None)

    assert isinstance(answer, Abstention)
    assert [one["var"] for one in answer.questions] == ["path"]
    assert answer.draft is not None
    assert answer.draft.steps[0].args["text"] == written
