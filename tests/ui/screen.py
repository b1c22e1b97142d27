"""A terminal for tests: a child process in a pseudo-terminal, its output drawn on a screen that can be read."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import Self

import pexpect
import pyte

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 30.0


def _hear_signals() -> None:
    """A run in the background, or one that outlives its terminal, ignores these; its children would too."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Screen:
    """Runs ``python`` with arguments in a terminal of a given size.

    Args:
        args: Arguments of the interpreter.
        columns: Width.
        rows: Height.
        variables: Environment variables on top of the present ones.
    """

    def __init__(self, *args: str, columns: int = 80, rows: int = 30, **variables: str) -> None:
        environment = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT), **variables}
        for name in ("NO_COLOR", "COLUMNS", "LINES"):
            if name not in variables:
                environment.pop(name, None)
        self._display = pyte.HistoryScreen(columns, rows, history=2000, ratio=0.5)
        self._display.write_process_input = self._reply
        self._stream = pyte.Stream(self._display)
        self.raw = ""
        self.child = pexpect.spawn(
            sys.executable,
            list(args),
            env=environment,
            dimensions=(rows, columns),
            encoding="utf-8",
            timeout=PATIENCE_S,
            preexec_fn=_hear_signals,
        )
        self.child.delaybeforesend = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.child.close(force=True)

    @property
    def text(self) -> str:
        """What stands on the screen now, and what scrolled out above it."""
        wide = range(self._display.columns)
        above = ["".join(line[column].data for column in wide) for line in self._display.history.top]
        return "\n".join(line.rstrip() for line in [*above, *self._display.display]).rstrip()

    @property
    def lines(self) -> list[str]:
        """The same, line by line."""
        return self.text.split("\n")

    def send(self, keys: str) -> Self:
        """Press keys."""
        self.child.send(keys)
        return self

    def enter(self, line: str = "") -> Self:
        """Type a line and press Enter."""
        return self.send(f"{line}\r")

    def wait(self, *texts: str, gone: str = "") -> Self:
        """Read until every text stands on the screen, and ``gone`` does not.

        Raises:
            AssertionError: The time is up, or the child has ended.
        """
        until = time.monotonic() + PATIENCE_S
        while True:
            shown = self.text
            if all(text in shown for text in texts) and not (gone and gone in shown):
                return self
            assert time.monotonic() < until, f"{texts} not on the screen:\n{shown}"
            assert self._pump(), f"ended before {texts} were shown:\n{self.text}"

    def wait_printed(self, text: str) -> Self:
        """Read until ``text`` was printed in one piece, whatever was written over it since.

        Raises:
            AssertionError: The time is up, or the child has ended.
        """
        until = time.monotonic() + PATIENCE_S
        while text not in self.raw:
            assert time.monotonic() < until, f"{text!r} was not printed:\n{self.text}"
            assert self._pump(), f"ended before {text!r} was printed:\n{self.text}"
        return self

    def ready(self) -> Self:
        """Read until the prompt waits for a line: its toolbar is there."""
        return self.wait("^G ")

    def count(self, text: str, times: int) -> Self:
        """Read until ``text`` stands on the screen so many times."""
        until = time.monotonic() + PATIENCE_S
        while self.text.count(text) < times:
            assert time.monotonic() < until, f"{times} x {text!r} not on the screen:\n{self.text}"
            assert self._pump(), f"ended before:\n{self.text}"
        return self

    def resize(self, columns: int, rows: int) -> Self:
        """Change the window's size."""
        self.child.setwinsize(rows, columns)
        self._display.resize(rows, columns)
        return self

    def end(self) -> int:
        """Read to the end; the exit status.

        Raises:
            AssertionError: The time is up.
        """
        until = time.monotonic() + PATIENCE_S
        while self._pump():
            assert time.monotonic() < until, f"not ended:\n{self.text}"
        self.child.close()
        return self.child.exitstatus if self.child.exitstatus is not None else -(self.child.signalstatus or 0)

    def _pump(self) -> bool:
        """Take in what has come; False at the end."""
        try:
            told = self.child.read_nonblocking(65536, timeout=0.2)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += told
        self._stream.feed(told)
        return True

    def _reply(self, data: str) -> None:
        """The terminal answers what it is asked (where the cursor stands)."""
        self.child.send(data)
