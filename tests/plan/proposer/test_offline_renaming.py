"""What is copied or moved and then given a name ends under that name where it was brought."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("copia ~/d/a.txt in ~/b e rinominala in c.txt", "copy_files"),
        ("copia ~/d/a.txt in ~/b e poi rinominalo in c.txt", "copy_files"),
        ("sposta ~/d/a.txt in ~/b e chiamalo c.txt", "move_files"),
        ("copy ~/d/a.txt to ~/b and rename it to c.txt", "copy_files"),
        ("move ~/d/a.txt to ~/b and then rename it c.txt", "move_files"),
    ],
)
def test_brought_under_its_new_name(text: str, tool: str) -> None:
    """One step: a name alone is never a folder of the home folder."""
    assert planned(text) == [(tool, {"path": "~/d/a.txt", "dst": "~/b/c.txt"})]


@pytest.mark.parametrize(
    "text",
    [
        "copia ~/d/a.txt in ~/b e rinominalo in ~/e/c.txt",
        "copia ~/d/a.txt in ~/b e rinominalo nuovo",
        "copia ~/d/a.txt e ~/d/b.txt in ~/b e rinominali in c.txt",
        "copia i pdf di ~/d in ~/b e rinominali in c.pdf",
        "copy the pdfs of ~/d to ~/b and rename them to c.pdf",
        "copy ~/d to ~/b and rename it to c.txt",
    ],
)
def test_no_single_new_name(text: str) -> None:
    """Several files, a folder, another place or a word without an ending: nothing tells where each would end."""
    assert planned(text) == "end"
