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


@pytest.mark.parametrize(
    ("text", "by", "order"),
    [
        ("elenca i pdf in ~/x dal più recente al più vecchio", "modified", "desc"),
        ("elenca i pdf in ~/x dal più piccolo al più grande", "size", "asc"),
        ("ordina i pdf in ~/x dal più pesante al più leggero", "size", "desc"),
        ("list the pdfs in ~/x from newest to oldest", "modified", "desc"),
        ("list the pdfs in ~/x from the smallest to the largest", "size", "asc"),
        ("list the pdfs in ~/x, largest to smallest", "size", "desc"),
    ],
)
def test_an_order_from_one_end_to_the_other(text: str, by: str, order: str) -> None:
    """Both ends say one order; nothing is compared, and no two extremes are asked for."""
    found = ("find_files", {"path": "~/x", "pattern": "*.pdf"})
    assert planned(text) == [found, ("sort_entries", {"from_step": 1, "by": by, "order": order})]


@pytest.mark.parametrize(
    "text",
    [
        "sposta solo i pdf da ~/a a ~/b",
        "sposta soltanto i pdf da ~/a a ~/b",
        "move only the pdfs from ~/a to ~/b",
        "move just the pdfs from ~/a to ~/b",
    ],
)
def test_only_those_that_are_told(text: str) -> None:
    """ "Only" adds nothing to what is narrowed down."""
    found = ("find_files", {"path": "~/a", "pattern": "*.pdf", "recursive": False})
    assert planned(text) == [found, ("move_files", {"from_step": 1, "dst": "~/b"})]


@pytest.mark.parametrize(
    "text",
    [
        "cancella solo la cartella ~/x",
        "svuota ~/x, solo i pdf restano",
        "cancella tutto in ~/x, solo i pdf tienili",
        "cancella tutto in ~/x e tieni solo i pdf",
        "delete the files in ~/x, not only the pdfs",
        "delete everything in ~/x, only keep the pdfs",
        "only delete the folder ~/x",
    ],
)
def test_only_may_spare_what_is_told(text: str) -> None:
    """Where it says what stays, or narrows nothing, nothing is done."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ('aggiungi in fondo a ~/d.txt la frase "oggi piove"', {"text": "oggi piove", "mode": "append"}),
        ('scrivi la frase "oggi piove" in ~/d.txt', {"text": "oggi piove"}),
    ],
)
def test_a_quotation_is_named_before_it_stands(text: str, args: dict[str, str]) -> None:
    """What it is called is no word that nobody knows."""
    assert planned(text) == [("write_files", {"path": "~/d.txt", **args})]
