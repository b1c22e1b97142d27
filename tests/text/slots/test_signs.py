"""Values told by their signs: addresses, paths, patterns, quotations, telephone numbers."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from metnos_cli.text.slots import find_slots

ROME = ZoneInfo("Europe/Rome")
NOW = datetime(2026, 5, 14, 10, 20, tzinfo=ROME)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("scarica http://127.0.0.1:8000/pagina.", [("url", "http://127.0.0.1:8000/pagina", "http://127.0.0.1:8000/pagina")]),
        ("(vedi https://it.wikipedia.org/wiki/Roma_(disambigua))",
         [("url", "https://it.wikipedia.org/wiki/Roma_(disambigua)", "https://it.wikipedia.org/wiki/Roma_(disambigua)")]),
        ("apri www.esempio.it!", [("url", "www.esempio.it", "www.esempio.it")]),
        ("leggi esempio.com/a?b=1, poi basta", [("url", "esempio.com/a?b=1", "esempio.com/a?b=1")]),
        ("http:// non basta", []),
        ("trova i pdf in ~/Documenti", [("glob", "pdf", "*.pdf"), ("path", "~/Documenti", "~/Documenti")]),
        ("sposta i file .log da ~/a in ~/b.", [("glob", "file .log", "*.log"), ("path", "~/a", "~/a"), ("path", "~/b", "~/b")]),
        ("cerca i file PDF", [("glob", "file PDF", "*.pdf")]),
        ("converti la pagina in pdf", []),
        ("copia *.jpg e foto_*", [("glob", "*.jpg", "*.jpg"), ("glob", "foto_*", "foto_*")]),
        ("quanto fa 2*3", [("number", "2", 2), ("number", "3", 3)]),
        ("leggi note.txt", [("path", "note.txt", "note.txt")]),
        ('apri "~/I miei file/a.txt"', [("path", '"~/I miei file/a.txt"', "~/I miei file/a.txt")]),
        ("apri ~/I\\ miei/a.txt", [("path", "~/I\\ miei/a.txt", "~/I miei/a.txt")]),
        ("elenca /etc/hosts, per favore", [("path", "/etc/hosts", "/etc/hosts")]),
        ("cosa c'è nella mia home?", [("path", "home", "~")]),
        ("bianco e/o nero", []),
        ("cerca in /", [("path", "/", "/")]),
        ("crea una nota 'lista della spesa'", [("quoted", "'lista della spesa'", "lista della spesa")]),
        ("cerca «ciao a tutti» e “prova”", [("quoted", "«ciao a tutti»", "ciao a tutti"), ("quoted", "“prova”", "prova")]),
        ("l'ora dell'avvio e' passata", []),
        ("scrivi 'domani alle 14' nella nota", [("quoted", "'domani alle 14'", "domani alle 14")]),
        ("scrivi a mario.rossi@esempio.it, subito",
         [("email", "mario.rossi@esempio.it", "mario.rossi@esempio.it"), ("time", "subito", "2026-05-14T10:20:00+02:00")]),
        ("manda a mario punto rossi chiocciola esempio punto it",
         [("email", "mario punto rossi chiocciola esempio punto it", "mario.rossi@esempio.it")]),
        ("chiama +39 333 1234567", [("phone-number", "+39 333 1234567", "+393331234567")]),
        ("il numero è 333 1234567", [("phone-number", "333 1234567", "3331234567")]),
        ("telefono 02 6554321", [("phone-number", "02 6554321", "026554321")]),
        ("chiama il 113", [("number", "113", 113)]),
        ("ne ho 3 000 000", [("number", "3 000 000", 3_000_000)]),
        ("il 2015-03-03", [("time", "2015-03-03", "2015-03-03T00:00:00+01:00")]),
    ],
)  # fmt: skip
def test_italian(told: Any, text: str, expected: list[tuple[str, str, object]]) -> None:
    """Punctuation stays out, brackets stay balanced, and apostrophes are no quotation marks."""
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("show me pdf files", [("glob", "pdf files", "*.pdf")]),
        ("open my home folder", [("path", "home folder", "~")]),
        ("turn on the home lights", []),
        ("write to mario dot rossi at example dot com", [("email", "mario dot rossi at example dot com", "mario.rossi@example.com")]),
        ("call (212) 555-1234", [("phone-number", "(212) 555-1234", "2125551234")]),
        ("it's Anna's note", []),
    ],
)  # fmt: skip
def test_english(told: Any, text: str, expected: list[tuple[str, str, object]]) -> None:
    """The same signs with English words beside them."""
    assert told(text, "en") == expected


def test_the_users_folder_is_a_tilde() -> None:
    """A path below the user's folder has one value, whichever way it was typed."""
    (slot,) = find_slots("apri /home/anna/note.txt", "it", NOW, home=Path("/home/anna"))

    assert (slot.text, slot.fields["value"]) == ("/home/anna/note.txt", "~/note.txt")
