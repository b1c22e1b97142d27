"""Ordinary requests of files, pages and people: what they ask, or nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plan.asking import planned

SORTED = ("sort_entries", {"from_step": 1, "by": "size", "order": "desc", "limit": 1})


@pytest.mark.parametrize(
    "text",
    [
        "crea il file ~/diario.txt vuoto",
        "crea un file ~/diario.txt vuoto",
        "create the file ~/diario.txt empty",
        "create an empty file ~/diario.txt",
    ],
)
def test_an_empty_file_holds_nothing(text: str) -> None:
    """Wherever it is said that it is empty."""
    ((tool, args),) = planned(text)
    assert (tool, args["path"], args["text"]) == ("write_files", "~/diario.txt", "")


def test_the_word_for_empty_may_be_written() -> None:
    """When it is not the file that is to be so."""
    assert planned("scrivi vuoto in ~/diario.txt") == [("write_files", {"path": "~/diario.txt", "text": "vuoto"})]


@pytest.mark.parametrize(
    "text",
    [
        "quale file in ~/Musica occupa di più?",
        "quale file in ~/Musica pesa di più?",
        "qual è il file piu grande in ~/Musica",
        "which file in ~/Musica takes up the most room?",
        "which file in ~/Musica is taking up the most room?",
    ],
)
def test_what_takes_most_room(text: str) -> None:
    """In more words than one, with an accent or without."""
    assert planned(text) == [("find_files", {"path": "~/Musica"}), SORTED]


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("trova i file piu grandi di 10 MB in ~/x", "larger_than"),
        ("trova i file più grandi di 10 MB in ~/x", "larger_than"),
    ],
)
def test_an_accent_left_out_is_no_name(text: str, least: str) -> None:
    """Of a file."""
    assert planned(text) == [("find_files", {"path": "~/x", least: 10_000_000})]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("esiste ~/a.txt?", [("find_files", {"path": "~/a.txt"})]),
        ("esiste il file ~/a.txt?", [("find_files", {"path": "~/a.txt"})]),
        ("do I still have ~/a.txt?", [("find_files", {"path": "~/a.txt"})]),
        ("c'è ancora il file ~/a.txt?", "end"),
        ("is ~/a.pdf still there?", "end"),
        ("does the file ~/a.pdf exist?", "end"),
    ],
)
def test_whether_a_file_is_there(text: str, expected: Any) -> None:
    """It is never read for that."""
    assert planned(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "zip up ~/projects/site",
        "zip up the folder ~/projects/site",
        "archive ~/projects/site",
        "cosa dice https://x.example/bando sulle scadenze?",
        "leggi https://x.example/bando e dimmi le scadenze",
        "read https://x.example/call and tell me the deadlines",
        "scarica https://x.example/guida.pdf e salvalo in ~/guide",
        "download https://x.example/guide.pdf and save it in ~/guides",
        "dammi il telefono di Pia e la mail di Ugo",
        "give me Pia's phone and Hugh's email",
    ],
)
def test_what_would_be_done_in_part(text: str) -> None:
    """A topic, a name to save as, a second person, a folder to pack: nothing instead of a half."""
    assert planned(text) == "end"
