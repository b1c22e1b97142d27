"""Files and folders by their names alone stand in the folder that is told beside them."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned


@pytest.mark.parametrize(
    "text",
    [
        "copia setup.exe da ~/a a ~/b",
        "copia setup.exe dalla cartella ~/a in ~/b",
        "copy setup.exe from ~/a to ~/b",
        "copy setup.exe from the folder ~/a to ~/b",
    ],
)
def test_a_file_from_its_folder(text: str) -> None:
    """Its path is both."""
    assert planned(text) == [("copy_files", {"path": "~/a/setup.exe", "dst": "~/b"})]


@pytest.mark.parametrize(
    "text",
    [
        "cancella a.log, b.log e c.log da ~/a",
        "delete a.log, b.log and c.log from ~/a",
        "delete a.log, b.log and c.log in ~/a",
    ],
)
def test_several_from_one_folder(text: str) -> None:
    """All of them."""
    assert planned(text) == [("delete_files", {"path": f"~/a/{name}.log"}) for name in "abc"]


@pytest.mark.parametrize("text", ["sposta a.txt in ~/b", "move a.txt to ~/b", "move a.txt into ~/b"])
def test_where_it_goes(text: str) -> None:
    """Is no place where it is."""
    assert planned(text) == [("move_files", {"path": "a.txt", "dst": "~/b"})]


@pytest.mark.parametrize(
    "text",
    [
        "crea la cartella 'Archivio 2026' in ~/a",
        "crea una cartella chiamata 'Archivio 2026' in ~/a",
        "create the folder 'Archivio 2026' in ~/a",
    ],
)
def test_a_new_folder_by_its_name(text: str) -> None:
    """Inside the one that is told."""
    assert planned(text) == [("create_dirs", {"path": "~/a/Archivio 2026"})]


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("find the pdfs and images in ~/a", "*.{pdf,jpg,jpeg,png,heic,webp,gif,svg}"),
        ("trova i pdf e le foto in ~/a", "*.{pdf,jpg,jpeg,png,heic,webp,gif}"),
        ("trova le foto e i jpg in ~/a", "*.{jpg,jpeg,png,heic,webp,gif}"),
    ],
)
def test_two_kinds(text: str, pattern: str) -> None:
    """Each of several endings, none twice."""
    assert planned(text) == [("find_files", {"path": "~/a", "pattern": pattern})]


@pytest.mark.parametrize(
    "text", ["sposta i file modificati oggi da ~/a in ~/b", "move the files changed today from ~/a to ~/b"]
)
def test_moved_by_their_time(text: str) -> None:
    """Those of that day alone."""
    found, moved = planned(text)

    assert found[1]["path"] == "~/a"
    assert str(found[1]["when"]).startswith("2026-03-04T00:00:00")
    assert moved == ("move_files", {"from_step": 1, "dst": "~/b"})


@pytest.mark.parametrize(
    "text",
    [
        "delete a.txt from ~/x and ~/y",
        "delete a.txt from ~/x, ~/y and ~/z",
        "delete a.txt from ~/x and b.txt from ~/y",
        "cancella a.txt da ~/x e da ~/y",
        "copia a.txt da ~/x e ~/y in ~/z",
    ],
)
def test_two_folders(text: str) -> None:
    """The second is never taken for what is to be deleted or copied."""
    assert planned(text) == "end"
