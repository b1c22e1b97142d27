"""What is asked about or told is not done; counts are no sizes; a kind beside a kind says more of it."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned


@pytest.mark.parametrize(
    "text",
    [
        "did you delete the txt files in ~/old?",
        "why did you delete ~/old/a.txt?",
        "did I move ~/a.txt to ~/b?",
        "have you moved ~/a.txt to ~/b?",
        "who deleted the txt files in ~/old?",
        "I already deleted the txt files in ~/old",
        "I have to delete the txt files in ~/old",
        "hai cancellato i txt di ~/old?",
        "chi ha cancellato i txt di ~/old?",
        "perché hai spostato ~/a.txt in ~/b?",
        "ho già cancellato ~/old/a.txt",
    ],
)
def test_what_is_asked_about_is_not_done(text: str) -> None:
    """Nor is there anything that could tell it."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    "text",
    ["I want to delete ~/a.txt", "I need to delete ~/a.txt", "could you delete ~/a.txt?", "vorrei cancellare ~/a.txt"],
)
def test_wishes_are_orders(text: str) -> None:
    """They ask for it."""
    assert planned(text) == [("delete_files", {"path": "~/a.txt"})]


@pytest.mark.parametrize(
    "text",
    [
        "cancella al massimo 5 txt in ~/x",
        "cancella più di 4 file in ~/x",
        "sposta almeno 3 txt da ~/x a ~/y",
        "delete at most 5 txt files in ~/x",
        "move at most 10 files from ~/x to ~/y",
        "show at most 5 txt files in ~/x",
        "delete every other file in ~/x",
        "cancella il contenuto di ~/x/a.txt",
        "delete the contents of ~/x/a.txt",
        "elenca i file più vecchi del 2020 in ~/x",
        "elenca i file più recenti di ieri in ~/x",
        "le prime 20 righe di ~/a.txt che contengono errore",
        "le prime 5 righe di ~/a.csv ordinate per data",
        "i file con un numero nel nome in ~/x",
        "list the files changed on Mondays in ~/x",
        "which process uses the least memory",
    ],
)
def test_what_no_executor_measures(text: str) -> None:
    """A count is no size, and what a file holds is not the file."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("elenca i video mov in ~/x", "*.mov"),
        ("elenca le canzoni flac in ~/x", "*.flac"),
        ("list the avi videos in ~/x", "*.avi"),
        ("list the ods spreadsheets in ~/x", "*.ods"),
        ("elenca i pdf e i txt in ~/x", "*.{pdf,txt}"),
    ],
)
def test_a_kind_beside_a_kind(text: str, pattern: str) -> None:
    """Side by side one narrows the other; joined they are both meant."""
    assert planned(text) == [("find_files", {"path": "~/x", "pattern": pattern})]
