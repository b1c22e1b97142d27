"""The conversation in a real terminal emulator, where there is one: what tmux shows is what a person sees."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

TMUX = shutil.which("tmux")
PATIENCE_S = 30.0


class Pane:
    """A pane of a tmux server of its own.

    Args:
        folder: For the server's socket.
        variables: Environment of the shell in it.
    """

    def __init__(self, folder: Path, variables: dict[str, str]) -> None:
        self._socket = folder / "tmux"
        command = f"{sys.executable} -m metnos_cli chat; echo left=$?; exec cat"
        self._tmux("-f", os.devnull, "new-session", "-d", "-x", "80", "-y", "24", command, env=variables)

    def _tmux(self, *args: str, env: dict[str, str] | None = None) -> str:
        assert TMUX is not None
        done = subprocess.run(
            [TMUX, "-S", str(self._socket), *args], capture_output=True, text=True, env=env, check=True
        )
        return done.stdout

    def keys(self, *keys: str) -> Pane:
        """Press keys by tmux's names, or type a text."""
        self._tmux("send-keys", *keys)
        return self

    def wait(self, *texts: str) -> Pane:
        """Look until every text is shown."""
        until = time.monotonic() + PATIENCE_S
        while not all(text in (shown := self._tmux("capture-pane", "-p")) for text in texts):
            assert time.monotonic() < until, f"{texts} not in the pane:\n{shown}"
        return self

    def resize(self, columns: int, rows: int) -> Pane:
        """Another size."""
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))
        return self

    @property
    def lines(self) -> list[str]:
        """What is shown."""
        return self._tmux("capture-pane", "-p").splitlines()

    def close(self) -> None:
        """End the server."""
        self._tmux("kill-server")


if TMUX is not None:

    @pytest.fixture
    def pane(home: Path, tmp_path: Path) -> Iterator[Pane]:
        """A conversation with a folder to look into."""
        (home / "x").mkdir()
        (home / "x/a.pdf").write_bytes(b"x")
        variables = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "METNOS_ENGINE": "offline",
            "METNOS_LANG": "it",
            "LC_ALL": "C.UTF-8",
        }
        opened = Pane(tmp_path, variables)
        yield opened
        opened.close()

    def test_a_conversation_in_a_terminal_emulator(pane: Pane) -> None:
        """A request, its answer and panel, a key, a completion, two sizes, Ctrl-C, leaving."""
        pane.wait("metnos ›", "^G ✓").keys("trova i pdf in ~/x", "Enter").wait("~/x/a.pdf", "engine", "^G ✓")
        pane.keys("C-g").wait("✓ trova i pdf in ~/x", "giusto")
        pane.resize(40, 24).keys("che ora è", "Enter").wait("Sono le", "table")
        assert max(len(line) for line in pane.lines) <= 40

        pane.resize(80, 24).keys("mezza richiesta").wait("› mezza richiesta").keys("C-c").keys("Up").wait(
            "› mezza richiesta"
        )
        pane.keys("C-u").keys("/quit", "Enter").wait("left=0")
