"""The world outside the process: time, files, network, the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import sqlite3
    from contextlib import AbstractContextManager
    from datetime import datetime
    from pathlib import Path


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present moment, with the user's zone."""
        ...


class Files(Protocol):
    """The one way by which executors touch files: allowed roots, links resolved, secrets denied, undo kept."""

    def readable(self, path: str) -> Path:
        """The resolved path, checked for reading. ``~`` is expanded; relative paths stand in the user's folder.

        Raises:
            ExecutorError: ``denied`` outside the roots or secret; ``wrong_args`` when it is not there.
        """
        ...

    def writable(self, path: str) -> Path:
        """The resolved path, checked for writing (it need not exist).

        Raises:
            ExecutorError: ``denied`` outside the roots or secret.
        """
        ...

    def admits(self, path: Path) -> bool:
        """Whether a path inside a folder that was checked may be shown; no link is followed."""
        ...

    def open(self, path: Path) -> IO[bytes]:
        """A regular file for reading, checked again after it was opened.

        Raises:
            ExecutorError: By class.
        """
        ...

    def write(self, path: Path, data: bytes, *, overwrite: bool) -> None:
        """Write atomically, keep a copy of what stood there, and journal it."""
        ...

    def move(self, source: Path, target: Path, *, overwrite: bool) -> None:
        """Move and journal it; refuses to replace unless told."""
        ...

    def copy(self, source: Path, target: Path, *, overwrite: bool) -> tuple[Path, ...]:
        """Copy a file or a folder and journal it; the secrets in it, which are left out."""
        ...

    def make_dir(self, path: Path) -> bool:
        """Create a folder with its parents and journal it; False when it was there."""
        ...

    def trash(self, path: Path) -> None:
        """Move to the trash and journal it.

        Raises:
            ExecutorError: ``unavailable`` when there is no trash for that file system; nothing is deleted then.
        """
        ...

    def shown(self, path: Path) -> str:
        """The path as a person would write it (``~/...``)."""
        ...


class Network(Protocol):
    """The one way by which executors reach the network."""

    def fetch(self, url: str, *, max_bytes: int = 20_000_000, timeout_s: float = 20.0) -> Fetched:
        """GET over http or https, every address checked, redirects too.

        Raises:
            ExecutorError: ``denied``, ``unavailable`` (down, timed out), ``wrong_args`` (not a URL), by class.
        """
        ...


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Fetched:
    """A fetched page or file."""

    url: str
    """After redirects."""
    status: int
    """HTTP status."""
    content_type: str
    """Media type without parameters, lower case."""
    charset: str | None
    """As the server said."""
    body: bytes
    """Content, decoded from transfer encodings."""


class Store(Protocol):
    """The SQLite file."""

    def read(self) -> sqlite3.Connection:
        """A connection of this thread, for reading."""
        ...

    def write(self) -> AbstractContextManager[sqlite3.Connection]:
        """One ``BEGIN IMMEDIATE`` transaction, committed at the end or rolled back on an exception."""
        ...

    def demand_kept(self) -> None:
        """Raise ``StoreError`` where what is written would not outlive this run."""
        ...
