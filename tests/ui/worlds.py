"""Worlds for tests of what the user sees: streams in memory, with or without a terminal behind them."""

from __future__ import annotations

import io
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from metnos_cli.environment import Environment

NOW = datetime(2026, 11, 30, 8, 0, tzinfo=ZoneInfo("Europe/Rome"))


class Terminal(io.TextIOWrapper):
    """A stream in memory that says it is a terminal.

    Args:
        content: What can be read from it.
        encoding: Of what is written to it.
        terminal: What ``isatty`` says.
    """

    def __init__(self, content: str = "", *, encoding: str = "utf-8", terminal: bool = True) -> None:
        self._bytes = io.BytesIO(content.encode(encoding))
        super().__init__(self._bytes, encoding=encoding, newline="")
        self._is_terminal = terminal

    def isatty(self) -> bool:
        return self._is_terminal

    @property
    def told(self) -> str:
        """What was written."""
        self.flush()
        return self._bytes.getvalue().decode(self.encoding)


def world(
    typed: str = "", *, terminal: bool = True, encoding: str = "utf-8", folder: Path | None = None, **variables: str
) -> Environment:
    """A world in which ``typed`` waits on stdin."""
    return Environment(
        argv=(),
        variables={"TERM": "xterm-256color", **variables},
        stdin=Terminal(typed, terminal=terminal),
        stdout=Terminal(encoding=encoding, terminal=terminal),
        stderr=Terminal(encoding=encoding, terminal=terminal),
        cwd=folder or Path("/tmp"),
        home=folder or Path("/home/anna"),
        clock=lambda zone: NOW.astimezone(zone),
    )


def out(environment: Environment) -> str:
    """What was written to stdout."""
    assert isinstance(environment.stdout, Terminal)
    return environment.stdout.told


def err(environment: Environment) -> str:
    """What was written to stderr."""
    assert isinstance(environment.stderr, Terminal)
    return environment.stderr.told
