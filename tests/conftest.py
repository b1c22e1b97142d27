"""What every test gets: a scratch home, and a way to call ``metnos`` as a person does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for each test; nothing of the real one is seen or touched."""
    folder = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith(("METNOS_", "XDG_", "LC_")) and name != "METNOS_TEST_MODEL":
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / ".config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / ".local/share"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / ".cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / ".local/state"))
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    monkeypatch.setenv("TZ", "Europe/Rome")
    return folder


@dataclass(frozen=True)
class Answer:
    """What a call of ``metnos`` gave back."""

    exit_status: int
    stdout: str
    stderr: str

    @property
    def json(self) -> Any:
        """stdout, which must be exactly one JSON value."""
        return json.loads(self.stdout)


class Metnos:
    """Calls the real command in a process of its own, without a terminal."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.variables: dict[str, str] = {"METNOS_ENGINE": "offline"}

    def __call__(self, *args: str, stdin: str | bytes = b"", timeout: float = 60.0, **variables: str) -> Answer:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [sys.executable, "-m", "metnos_cli", *args],
            input=given,
            capture_output=True,
            timeout=timeout,
            env={
                **os.environ,
                "PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
                **self.variables,
                **variables,
            },
            cwd=self.home,
            check=False,
        )
        return Answer(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))


@pytest.fixture
def metnos(home: Path) -> Metnos:
    """``metnos("ask", "che ora è")``."""
    return Metnos(home)
