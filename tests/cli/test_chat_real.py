"""The conversation over the real parts: every slash command, Ctrl-C while others work, a terminal that goes away."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from metnos_cli.ui.repl.commands import TABLE
from tests.ui.screen import Screen


class SilentServer:
    """Takes connections on loopback and never answers; knows when somebody has come."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._taken: list[socket.socket] = []
        self.called = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        """``127.0.0.1:PORT``."""
        return f"127.0.0.1:{self._listening.getsockname()[1]}"

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                self._taken.append(connection)
                self.called.set()

    def close(self) -> None:
        """Let go of everybody."""
        self._listening.shutdown(socket.SHUT_RDWR)
        for one in (self._listening, *self._taken):
            one.close()


@pytest.fixture
def silent() -> Iterator[SilentServer]:
    """A server that never answers."""
    server = SilentServer()
    yield server
    server.close()


@pytest.fixture
def folder(home: Path) -> Path:
    """A folder with a file."""
    (home / "x").mkdir()
    (home / "x/a.pdf").write_bytes(b"x")
    return home / "x"


def opened(*args: str, **variables: str) -> Screen:
    """A conversation, its first prompt there."""
    given = {"METNOS_ENGINE": "offline", **variables}
    return Screen("-m", "metnos_cli", "chat", *args, columns=110, rows=70, **given).ready()


def outcomes(home: Path) -> list[str]:
    """How the stored turns ended, the last one first."""
    connection = sqlite3.connect(home / ".local/share/metnos/metnos.db")
    rows = connection.execute("SELECT record FROM turns ORDER BY rowid DESC").fetchall()
    connection.close()
    return [json.loads(row[0])["outcome"]["kind"] for row in rows]


SLASH = {
    "help": ("/help retry", "/retry"),
    "explain": ("/explain full", "Pannello: full"),
    "last": ("/last", "esecutori visti"),
    "ok": ("/ok", "✓ trova i pdf in ~/x"),
    "no": ("/no volevo altro", "✗ trova i pdf in ~/x"),
    "retry": ("/retry", "↺ trova i pdf in ~/x"),
    "again": ("/again", "stessa frase"),
    "undo": ("/undo", "Non c'è nulla da annullare"),
    "paths": ("/paths", "1 ×"),
    "stats": ("/stats", "dalla memoria"),
    "facts": ("/facts add il codice è 4711", "4711"),
    "tasks": ("/tasks", "Nessun promemoria"),
    "executors": ("/executors show find_files", "min_size"),
    "config": ("/config show ui.rows", "ui.rows ="),
    "model": ("/model", "Modello:"),
    "lang": ("/lang en", "Answers are in English"),
    "export": ("/export ~/a.md", "1 turni scritti in"),
    "quit": ("/quit", ""),
}
"""Slash command -> (what is typed after one turn, what must stand on the screen)."""


def test_no_slash_command_is_forgotten_here() -> None:
    """The table and the cases below are the same."""
    assert set(SLASH) == {row.name for row in TABLE}


@pytest.mark.parametrize("name", list(SLASH))
def test_each_slash_command_over_the_real_parts(folder: Path, name: str) -> None:
    """After a turn; the conversation goes on, or ends well."""
    line, shown = SLASH[name]
    with opened() as screen:
        screen.enter("trova i pdf in ~/x").wait("~/x/a.pdf", "engine").ready().enter(line)
        if name == "quit":
            assert screen.end() == 0
        else:
            screen.wait(shown).ready().enter("che ora è").wait("Sono le").ready()


@pytest.mark.parametrize(
    ("line", "told"), [("/paths --help", "Elenca ciò che la memoria ricorda."), ("/paths lst", "forse «list»")]
)
def test_help_and_mistakes_of_commands_inside(home: Path, line: str, told: str) -> None:
    """In the language of the session, as on the command line."""
    with opened() as screen:
        screen.enter(line).wait(told).ready()


def test_control_c_during_a_real_step(home: Path, silent: SilentServer) -> None:
    """The page never comes: the step is left, the turn recorded as cancelled, the prompt is there again."""
    with opened(METNOS_SAFETY_PRIVATE_HOSTS=silent.address) as screen:
        screen.enter(f"scarica http://{silent.address}/pagina")
        assert silent.called.wait(30)
        screen.send("\x03").wait("Fermato").ready().enter("che ora è").wait("Sono le").ready()

    assert outcomes(home) == ["answered", "cancelled"]


def test_control_c_while_a_model_thinks(home: Path, silent: SilentServer) -> None:
    """A server that says nothing yet is left at once."""
    model = {
        "METNOS_ENGINE": "simple",
        "METNOS_MODEL_ENDPOINT": f"http://{silent.address}/v1",
        "METNOS_MODEL_ENDPOINT_MODEL": "m",
    }
    with opened(METNOS_MODEL_WARM_UP="0", **model) as screen:
        screen.enter("zxcv qwer tyui")
        assert silent.called.wait(30)
        screen.send("\x03").wait("Fermato").ready().enter("che ora è").wait("Sono le").ready()

    assert outcomes(home) == ["answered", "cancelled"]


def test_control_c_at_the_question_of_a_deletion(folder: Path, home: Path) -> None:
    """Neither yes nor no: the file stays, the turn is cancelled."""
    with opened() as screen:
        screen.enter("cancella ~/x/a.pdf").wait("[N]o").send("\x03").wait("Fermato").ready()

    assert (folder / "a.pdf").exists()
    assert outcomes(home) == ["cancelled"]


def test_control_d_leaves_only_an_empty_line(home: Path) -> None:
    """With text it deletes what stands under the cursor, as everywhere."""
    with opened() as screen:
        screen.send("abc\x01\x04").wait("metnos › bc").send("\x0b").wait(gone="› bc")
        assert screen.send("\x04").end() == 0


def test_control_l_clears_the_screen(home: Path) -> None:
    """The line being typed stays."""
    with opened() as screen:
        screen.enter("che ora è").wait("Sono le").ready().send("mezza").wait("› mezza").send("\x0c")
        screen.wait("metnos › mezza")
        assert screen.send("\x15\x04").end() == 0


def test_a_terminal_that_goes_away_ends_the_conversation(home: Path) -> None:
    """No process is left behind, and nothing is written about it."""
    with opened() as screen:
        os.kill(screen.child.pid, signal.SIGHUP)
        assert screen.end() != 0
        assert "Traceback" not in screen.raw


def test_a_conversation_is_resumed(folder: Path, home: Path) -> None:
    """Past lines are an Up away, and the last turn can still be judged."""
    with opened() as screen:
        screen.enter("trova i pdf in ~/x").wait("engine").ready().send("\x04").end()
    with opened() as later:
        later.send("\x1b[A").wait("› trova i pdf in ~/x").send("\x15").wait(gone="› trova")
        later.send("\x07").wait("✓ trova i pdf in ~/x", "giusto")
