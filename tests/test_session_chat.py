"""One life of the memory in a conversation, key by key, in a pseudo-terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.screen import Screen

OK, NO, RETRY = "\x07", "\x18", "\x14"


@pytest.fixture
def chat(home: Path) -> Iterator[Screen]:
    """A conversation over two folders of files, without a model."""
    for name in ("Documenti/uno.pdf", "Documenti/due.pdf", "Lavoro/tre.pdf", "Lavoro/nota.txt"):
        path = home / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x" * len(name))
    with Screen("-m", "metnos_cli", "chat", columns=120, rows=400, METNOS_ENGINE="offline") as screen:
        yield screen.ready()


class Talk:
    """Asks, and reads what was shown since."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.panels = 0

    def ask(self, request: str) -> str:
        """What one request was answered with: rows and panel."""
        return self._shown(self.screen.enter(request))

    def press(self, key: str) -> str:
        """What a key that asks again was answered with."""
        return self._shown(self.screen.send(key))

    def _shown(self, screen: Screen) -> str:
        self.panels += 1
        # A panel's last line is its lower edge; the toolbar comes back after it.
        shown = screen.count("╰", self.panels).ready().text
        return shown.rpartition("╭")[0].rpartition("metnos ›")[2] + shown.rpartition("╭")[2]


def test_a_life_in_one_conversation(chat: Screen) -> None:
    """Planned, the same again, other words, another folder, another day, negated, rejected, asked again."""
    talk = Talk(chat)

    planned = talk.ask("trova i pdf in ~/Documenti")
    assert "─ engine" in planned
    assert "Imparato" in planned

    assert "● shortcut  stessa frase" in talk.ask("Trova i PDF in ~/Documenti!")

    elsewhere = talk.ask("trova i pdf in ~/Lavoro")
    assert "● shortcut  stesso modello di frase" in elsewhere
    assert "~/Lavoro/tre.pdf" in elsewhere
    assert "~/Documenti" not in elsewhere

    otherwise = talk.ask("cerca i txt in ~/Lavoro")
    assert "● shortcut  frase equivalente · coseno 0." in otherwise
    assert "~/Lavoro/nota.txt" in otherwise

    today = talk.ask("trova i pdf modificati oggi in ~/Documenti")
    yesterday = talk.ask("trova i pdf modificati ieri in ~/Documenti")
    assert "● engine" in today
    assert "~/Documenti/uno.pdf" in today
    assert "● shortcut  stesso modello di frase" in yesterday
    assert "~/Documenti/uno.pdf" not in yesterday

    negated = talk.ask("non trovare i pdf in ~/Documenti")
    assert "●" not in negated
    assert "una nega e l'altra no" in negated

    assert "● shortcut  stessa frase" in talk.ask("trova i pdf in ~/Documenti")
    chat.send(NO).wait("Che cosa volevi?").enter().wait("Segnato come sbagliato", "shortcut:1").ready()
    assert "● engine" in talk.ask("trova i pdf in ~/Documenti")

    assert "● shortcut  stesso modello" in talk.ask("trova i txt in ~/Lavoro")
    again = talk.press(RETRY)
    assert "● engine" in again
    assert "~/Lavoro/nota.txt" in again

    chat.send(OK).wait("Segnato come giusto.")
