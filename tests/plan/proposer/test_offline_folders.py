"""Words that say what a path is are no wish of their own, and where subfolders do not count the user is told."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned


@pytest.mark.parametrize(
    "text",
    [
        "what's in my Downloads folder",
        "list my Downloads folder",
        "list the Downloads directory",
        "show me what is in the downloads folder",
        "list the ~/Downloads folder",
    ],
)
def test_a_folder_by_its_name(text: str) -> None:
    """Everything in it is listed, and not its subfolders alone."""
    assert planned(text) == [("list_dirs", {"path": "~/Downloads"})]


@pytest.mark.parametrize(
    "text", ["list the folders in ~/a", "show the folders in the ~/a folder", "elenca le cartelle nella cartella ~/a"]
)
def test_folders_are_asked_for(text: str) -> None:
    """In the plural, before the path, they are what is wanted."""
    assert planned(text) == [("list_dirs", {"path": "~/a", "kind": "folder"})]
