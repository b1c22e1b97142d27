"""What may be overwritten is told beside the order, or by the verb; never is it text."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plan.asking import planned


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("write hello to ~/k.txt, overwrite it", ("write_files", {"path": "~/k.txt", "text": "hello"})),
        ("write bye now to ~/k.txt and replace it", ("write_files", {"path": "~/k.txt", "text": "bye now"})),
        ("overwrite ~/k.txt with the text good day", ("write_files", {"path": "~/k.txt", "text": "good day"})),
        ("overwrite the file ~/k.txt with hello", ("write_files", {"path": "~/k.txt", "text": "hello"})),
        ("sovrascrivi ~/k.txt con il testo buon giorno", ("write_files", {"path": "~/k.txt", "text": "buon giorno"})),
        ("sovrascrivi ~/k.txt con ciao", ("write_files", {"path": "~/k.txt", "text": "ciao"})),
        ("scrivi pane in ~/k.txt sovrascrivendo", ("write_files", {"path": "~/k.txt", "text": "pane"})),
        ("scrivi pane in ~/k.txt, sovrascrivilo", ("write_files", {"path": "~/k.txt", "text": "pane"})),
    ],
)
def test_written_over(text: str, call: tuple[str, dict[str, Any]]) -> None:
    """The file is replaced by the text."""
    tool, args = call

    assert planned(text) == [(tool, {**args, "mode": "overwrite"})]


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("copia ~/a.txt in ~/b.txt sovrascrivendo", "copy_files"),
        ("copia ~/a.txt in ~/b.txt sovrascrivendolo", "copy_files"),
        ("copia ~/a.txt in ~/b.txt e sovrascrivi", "copy_files"),
        ("sposta ~/a.txt in ~/b.txt, sovrascrivi", "move_files"),
        ("sposta ~/a.txt in ~/b.txt e sovrascrivilo se esiste", "move_files"),
        ("copy ~/a.txt to ~/b.txt and overwrite", "copy_files"),
        ("move ~/a.txt to ~/b.txt, overwriting it", "move_files"),
        ("copy ~/a.txt to ~/b.txt and overwrite it if it exists", "copy_files"),
    ],
)
def test_put_over(text: str, tool: str) -> None:
    """What stands at the target is replaced."""
    assert planned(text) == [(tool, {"path": "~/a.txt", "dst": "~/b.txt", "overwrite": True})]


@pytest.mark.parametrize(
    "text",
    [
        "copia ~/a.txt in ~/b.txt senza sovrascrivere",
        "copy ~/a.txt to ~/b.txt, do not overwrite it",
        "sovrascrivi ~/a.txt con ~/b.txt",
        "overwrite ~/a.txt with ~/b.txt",
        "overwrite ~/k.txt with the list of pdfs in ~/x",
        "overwrite all files in ~/x",
        "delete ~/k.txt and overwrite it",
        "add hello to ~/x.txt, overwrite it",
    ],
)
def test_not_understood(text: str) -> None:
    """Nothing is replaced that was not named as what goes."""
    assert planned(text) == "end"


@pytest.mark.parametrize("text", ["write replace to ~/k.txt", "write overwrite to ~/k.txt"])
def test_the_word_is_a_text(text: str) -> None:
    """A word that is written tells nothing of how."""
    assert planned(text) == [("write_files", {"path": "~/k.txt", "text": text.split()[1]})]
