"""Past requests in a private file, so that Up and search find them in the next session."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from prompt_toolkit.history import FileHistory, History, InMemoryHistory

if TYPE_CHECKING:
    from pathlib import Path

KEPT_BYTES = 1_000_000
"""A longer file loses its older half when a session starts."""
FILE_NAME = "history"


def open_history(folder: Path) -> tuple[History, str]:
    """The history, and why it is in memory only where that is so.

    Args:
        folder: Metnos' data folder.

    Returns:
        The history, and an empty text or the system's reason why the file cannot be used.
    """
    path = folder / FILE_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600))
        path.chmod(0o600)
        if path.stat().st_size > KEPT_BYTES:
            _shorten(path)
    except OSError as error:
        return InMemoryHistory(), error.strerror or str(error)
    return PrivateHistory(str(path)), ""


class PrivateHistory(FileHistory):
    """A history file that a full disk or a lost folder does not turn into an error at the prompt."""

    def store_string(self, string: str) -> None:
        """Append one entry; what cannot be written stays in this session's memory, which the user can see."""
        try:
            super().store_string(string)
        except OSError:
            self.lost = True

    lost: bool = False
    """Whether something could not be written."""


def _shorten(path: Path) -> None:
    """Keep the newer half, beginning with a whole entry."""
    content = path.read_bytes()[-KEPT_BYTES // 2 :]
    start = content.find(b"\n# ")
    temporary = path.with_name(f".{path.name}.new")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content[start + 1 :] if start >= 0 else b"")
    temporary.replace(path)
