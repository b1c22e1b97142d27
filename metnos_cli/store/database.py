"""Opens the SQLite file, brings its schema up to date, and hands out transactions."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from typing import TYPE_CHECKING, NamedTuple

from metnos_cli.errors import DiskFull, StoreCorrupt, StoreError, StoreLocked
from metnos_cli.store.alone import alone
from metnos_cli.store.migrations import MIGRATIONS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

APPLICATION_ID = 0x4D544E53
"""``MTNS``: tells a Metnos database from any other file, and from an emptied one."""
BUSY_TIMEOUT_S = 10.0
POLL_S = 0.01
CHECKED_BYTES = 4_000_000


class _Found(NamedTuple):
    """What a file says of itself."""

    mark: int
    version: int
    tables: int


class Database:
    """One SQLite file, private to its user, safe among processes and threads.

    The file is opened on first use. Every writing transaction is ``BEGIN IMMEDIATE``: a plain ``BEGIN`` that writes
    later fails at once when another process has written in between, whatever the busy timeout.

    Args:
        path: The file, or None for a database in memory.
        busy_timeout_s: Seconds to wait for another process that is writing.
    """

    def __init__(self, path: Path | None, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        self.path = path
        self.busy_timeout_s = busy_timeout_s
        self.quarantined: Path | None = None
        """Where a damaged file was put aside by this process, so that the user can be told."""
        self.stands_for: Path | None = None
        """The file that could not be used, where this database in memory takes its place."""
        self._local = threading.local()
        self._ready = False
        self._lock = threading.RLock()
        self._shared: sqlite3.Connection | None = None
        self._opened: list[sqlite3.Connection] = []

    def read(self) -> sqlite3.Connection:
        """This thread's connection.

        Raises:
            StoreLocked, StoreCorrupt, DiskFull, StoreError: The file cannot be used.
        """
        if self.path is None:
            with self._lock:
                if self._shared is None:
                    self._shared = self._prepare(sqlite3.connect(":memory:", check_same_thread=False))
                    self._opened.append(self._shared)
                    self._migrate(self._shared)
                return self._shared
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = self._open(self.path)
        return connection

    @contextlib.contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """One transaction, committed at the end, rolled back on any exception.

        Raises:
            StoreLocked, StoreCorrupt, DiskFull, StoreError: The file cannot be used.
        """
        connection = self.read()
        guard = self._lock if self.path is None else contextlib.nullcontext()
        with guard, told(self.path):
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    def demand_kept(self) -> None:
        """Refuse what the user means to be kept, where nothing would outlive this run.

        Raises:
            StoreError: The database stands in memory for a file that cannot be used.
        """
        if self.stands_for is not None:
            raise StoreError("store_keeps_nothing", path=str(self.stands_for))

    def close(self) -> None:
        """Close every connection this object opened."""
        with self._lock:
            for connection in self._opened:
                connection.close()
            self._opened.clear()
            self._shared = None
            self._local = threading.local()
            self._ready = False

    def _open(self, path: Path) -> sqlite3.Connection:
        with self._lock, told(path):
            if not self._ready:
                _private(path)
            connection = self._connect(path)
            if self._ready:
                return self._prepare(connection)
            if self._is_sound(connection, path):
                self._ready = True
                return connection
            # Something is to be written or put aside: one process at a time, and each looks again when it is its turn.
            self._drop(connection)
            with alone(path.with_name(f".{path.name}.lock"), self.busy_timeout_s):
                connection = self._made_ready(path)
            self._ready = True
            return connection

    def _connect(self, path: Path) -> sqlite3.Connection:
        wait = self.busy_timeout_s
        connection = sqlite3.connect(path, timeout=wait, isolation_level=None, check_same_thread=False)
        self._opened.append(connection)
        return connection

    def _drop(self, connection: sqlite3.Connection) -> None:
        connection.close()
        self._opened.remove(connection)

    def _is_sound(self, connection: sqlite3.Connection, path: Path) -> bool:
        """Whether nothing has to be done to the file: it is ours, up to date, undamaged and in WAL mode.

        Raises:
            StoreError: It belongs to a newer version.
        """
        try:
            found = _look(self._prepare(connection))
            return (
                (found.mark, found.version) == (APPLICATION_ID, len(MIGRATIONS))
                and connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
                and self._check(connection, found, path)
            )
        except StoreCorrupt:
            return False
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            return False

    def _made_ready(self, path: Path) -> sqlite3.Connection:
        """Look at the file while nobody else changes what it is; put a damaged one aside, then bring it up to date."""
        _private(path)
        connection = self._connect(path)
        try:
            self._check(connection, _look(self._prepare(connection)), path)
        except (StoreCorrupt, sqlite3.DatabaseError) as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            self._drop(connection)
            self._quarantine(path)
            return self._made_ready(path)
        self._use_wal(connection)
        self._migrate(connection)
        return connection

    def _use_wal(self, connection: sqlite3.Connection) -> None:
        """Turn the write-ahead log on; SQLite does not wait for a writer here, whatever the busy timeout."""
        end = time.monotonic() + self.busy_timeout_s
        while True:
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError as error:
                if not _busy(error) or time.monotonic() > end:
                    raise
                time.sleep(POLL_S)
            else:
                return

    def _prepare(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        connection.isolation_level = None
        connection.row_factory = sqlite3.Row
        connection.execute(f"PRAGMA busy_timeout={int(self.busy_timeout_s * 1000)}")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")
        return connection

    @staticmethod
    def _check(connection: sqlite3.Connection, found: _Found, path: Path) -> bool:
        """True for a database that can be used, also for one that is only beginning.

        An emptied file opens as a new database without a word: the mark and the version tell them apart.

        Raises:
            StoreCorrupt: It is damaged, emptied or something else.
            StoreError: It belongs to a newer version.
        """
        if found == _Found(0, 0, 0) and _seen(path) is False:
            return True
        if found.mark != APPLICATION_ID:
            raise StoreCorrupt(path=str(path))
        version = found.version
        if version > len(MIGRATIONS):
            raise StoreError("store_newer", path=str(path), version=version)
        # A small file is checked whole at once; a large one would cost more than the start-up may.
        if path.stat().st_size < CHECKED_BYTES and connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise StoreCorrupt(path=str(path))
        return True

    def _migrate(self, connection: sqlite3.Connection) -> None:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        for number in range(version + 1, len(MIGRATIONS) + 1):
            connection.execute("BEGIN IMMEDIATE")
            try:
                if connection.execute("PRAGMA user_version").fetchone()[0] < number:
                    MIGRATIONS[number - 1](connection)
                    connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
                    connection.execute(f"PRAGMA user_version={number}")
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")
        if self.path is not None and _seen(self.path) is False:
            _mark_seen(self.path)

    def _quarantine(self, path: Path) -> None:
        """Put the damaged file and its companions aside together, and start anew."""
        number = 1
        while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
            number += 1
        for suffix in ("", "-wal", "-shm"):
            companion = path.with_name(path.name + suffix)
            if companion.exists():
                companion.rename(aside.with_name(aside.name + suffix))
        _seen_file(path).unlink(missing_ok=True)
        self.quarantined = aside


@contextlib.contextmanager
def told(path: Path | None) -> Iterator[None]:
    """Turn SQLite's errors into classes, by their codes.

    Raises:
        StoreLocked, StoreCorrupt, DiskFull, StoreError: As SQLite's result code says.
    """
    try:
        yield
    except sqlite3.Error as error:
        where = str(path or ":memory:")
        primary = _primary(error)
        if _busy(error):
            raise StoreLocked(path=where) from error
        if primary in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise StoreCorrupt(path=where) from error
        if primary == sqlite3.SQLITE_FULL or primary == sqlite3.SQLITE_IOERR:
            raise DiskFull(path=where) from error
        raise StoreError(path=where, why=str(error)) from error


def _primary(error: sqlite3.Error) -> int | None:
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _busy(error: sqlite3.Error) -> bool:
    return _primary(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _look(connection: sqlite3.Connection) -> _Found:
    """Mark, version and number of tables at one moment: between two looks another process may have written."""
    connection.execute("BEGIN")
    try:
        tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        mark = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    return _Found(mark, version, tables)


def _private(path: Path) -> None:
    """Create folder and file for the user alone; SQLite gives its companions the same rights."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600, exist_ok=True)
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
    except OSError as error:
        if error.errno == 28:
            raise DiskFull(path=str(path)) from error
        raise StoreError(path=str(path), why=error.strerror or str(error)) from error


def _seen_file(path: Path) -> Path:
    return path.with_name(f".{path.name}.seen")


def _seen(path: Path) -> bool:
    """Whether a schema was ever written here: an empty file afterwards is a loss, not a beginning."""
    return _seen_file(path).exists()


def _mark_seen(path: Path) -> None:
    _seen_file(path).touch(mode=0o600)
