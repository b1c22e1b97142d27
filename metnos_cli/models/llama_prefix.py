"""Keeps the evaluated prefix of a prompt, on disk where there is a folder, so that no later process reads it again.

One file per model, llama.cpp version and prefix: a line of JSON (key and checksum), then the sequence state
as llama.cpp writes it. A file that is damaged or belongs to something else is as good as none.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMAT = 1
MAX_FILES = 8
MAX_IN_MEMORY = 4

_log = logging.getLogger(__name__)


class PrefixStore:
    """Sequence states by the tokens that made them.

    Args:
        folder: Where the files lie; None keeps the states in memory only.
        owner: What a state belongs to besides its tokens: model file and library.
    """

    def __init__(self, folder: Path | None, owner: str) -> None:
        self._folder = folder / "prefixes" if folder else None
        self._owner = owner
        self._memory: dict[str, bytes] = {}

    def get(self, tokens: Sequence[int]) -> bytes | None:
        """The state of these tokens, or None."""
        key = self._key(tokens)
        if self._folder is None:
            return self._memory.get(key)
        file = self._folder / f"{key}.state"
        try:
            head, _, state = file.read_bytes().partition(b"\n")
            os.utime(file)  # the least recently used go first
            told = json.loads(head)
        except (OSError, ValueError):
            return None  # absent, unreadable or damaged: the prefix is evaluated anew
        good = told == {"format": FORMAT, "key": key, "sha256": hashlib.sha256(state).hexdigest()}
        return state if good else None

    def put(self, tokens: Sequence[int], state: bytes) -> None:
        """Keep a state; a folder that cannot be written costs time at the next start, nothing else."""
        key = self._key(tokens)
        if self._folder is None:
            self._memory[key] = state
            while len(self._memory) > MAX_IN_MEMORY:
                del self._memory[next(iter(self._memory))]
            return
        head = json.dumps({"format": FORMAT, "key": key, "sha256": hashlib.sha256(state).hexdigest()}).encode()
        try:
            _write(self._folder, f"{key}.state", head + b"\n" + state)
            self._prune()
        except OSError as error:
            _log.info("prefix not kept: %s", error)

    def forget(self, tokens: Sequence[int]) -> None:
        """Drop a state that llama.cpp refused."""
        key = self._key(tokens)
        self._memory.pop(key, None)
        if self._folder is not None:
            (self._folder / f"{key}.state").unlink(missing_ok=True)

    def _key(self, tokens: Sequence[int]) -> str:
        told = json.dumps([FORMAT, self._owner, list(tokens)], separators=(",", ":"))
        return hashlib.sha256(told.encode()).hexdigest()[:32]

    def _prune(self) -> None:
        """Keep the most recently used files only."""
        if self._folder is None:
            return
        files = sorted(self._folder.glob("*.state"), key=_used, reverse=True)
        for file in files[MAX_FILES:]:
            file.unlink(missing_ok=True)


def _used(file: Path) -> float:
    """When a file was used last; one that another process just removed counts as oldest."""
    try:
        return file.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _write(folder: Path, name: str, data: bytes) -> None:
    """Write a private file in one go: another process sees all of it or nothing."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as part:
        try:
            part.write(data)
            part.flush()
            Path(part.name).replace(folder / name)
        except OSError:
            Path(part.name).unlink(missing_ok=True)
            raise
