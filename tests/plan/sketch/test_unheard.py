"""What files are like is no name of theirs, and is not passed over."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plan.asking import planned


@pytest.mark.parametrize(
    "text",
    [
        "trova i file nascosti in ~/x",
        "find hidden files in ~/x",
        "trova le foto scattate a gennaio",
        "find the photos taken in January in ~/x",
        "trova i documenti firmati in ~/x",
        "trova i pdf pagati in ~/x",
        "find the scanned pdfs in ~/x",
        "find the unpaid pdfs in ~/x",
        "trova i file importanti in ~/x",
        "find the useless files in ~/x",
        "qual è il file più lungo in ~/x",
        "which is the longest document",
        "find the most useful file in ~/x",
        "find the best photos in ~/x",
        "elenca i file appena modificati in ~/x",
        "find recently edited files in ~/x",
    ],
)
def test_what_files_are_like(text: str) -> None:
    """Adjectives, participles and superlatives that nothing stands for."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    "text",
    [
        "find pdfs in Documenti",
        "find the pictures in Holidays",
        "trova i pdf in Bollette",
        "trova i pdf in $HOME/Documenti",
        "trova i file 😀 in ~/x",
        "find the pdfs # in ~/x",
    ],
)
def test_places_and_signs(text: str) -> None:
    """Where to look is no name, and a sign means something."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    "text",
    [
        "quante righe ci sono in tutti i file py di ~/x",
        "quante righe hanno i file md di ~/x",
        "how many lines are in the py files of ~/x",
        "count the lines of all the csv files in ~/x",
        "cosa ho scaricato oggi",
        "che cosa ho scaricato ieri",
        "delete the folders before 1 October in ~/x",
        "sposta le cartelle di prima di ottobre da ~/a in ~/b",
    ],
)
def test_something_else(text: str) -> None:
    """Rows and folders are no files, and what was downloaded is no appointment."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("trova il file contratto in ~/x", "*contratto*"),
        ("find the invoice files in ~/x", "*invoice*"),
        ("find the test files in ~/x", "*test*"),
        ("trova i file chiamati importante in ~/x", "*importante*"),
        ("find files named hidden in ~/x", "*hidden*"),
    ],
)
def test_names(text: str, pattern: str) -> None:
    """A noun beside a file, or what is introduced as a name, is one."""
    assert planned(text) == [("find_files", {"path": "~/x", "pattern": pattern})]


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("elenca i file nascosti in ~", [("list_dirs", {"path": "~", "kind": "file", "hidden": True})]),
        ("trova i pdf in ~/x 🙏", [("find_files", {"path": "~/x", "pattern": "*.pdf"})]),
    ],
)
def test_what_is_heard(text: str, calls: list[tuple[str, dict[str, Any]]]) -> None:
    """Listing knows hidden files, and a sign after the last word is none of the request."""
    assert planned(text) == calls


@pytest.mark.parametrize(
    "text",
    [
        "copy the folders in ~/x to ~/y",
        "move the folders from ~/x to ~/y",
        "copia le cartelle in ~/x in ~/y",
        "sposta le cartelle in ~/x dentro ~/y",
        "sposta le cartelle da ~/x a ~/y",
        "copia le cartelle di ~/x in ~/y",
        "elimina le cartelle in ~/x",
        "delete the folders in ~/x",
        "delete the folder in ~/x",
        "elimina la cartella in ~/x",
    ],
)
def test_folders_go_one_way(text: str) -> None:
    """Those inside a folder are not that folder, nor do they come from where they go."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    ("text", "tools"),
    [
        ("copy to ~/y the folders in ~/x", ["list_dirs", "copy_files"]),
        ("copy all the files in ~/x to ~/y", ["find_files", "copy_files"]),
        ("move the folder ~/x to ~/y", ["move_files"]),
        ("sposta le cartelle ~/a e ~/b in ~/c", ["move_files", "move_files"]),
    ],
)
def test_what_is_clear_goes(text: str, tools: list[str]) -> None:
    """One folder, files, and a target that is told as one."""
    assert [tool for tool, _ in planned(text)] == tools
