"""The database: private, whole after a crash, safe among processes, honest about damage."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import stat
from typing import TYPE_CHECKING

import pytest

from metnos_cli.errors import StoreLocked
from metnos_cli.store import gaps
from metnos_cli.store.database import APPLICATION_ID, Database
from metnos_cli.store.migrations import MIGRATIONS

if TYPE_CHECKING:
    from pathlib import Path


def test_the_file_and_its_companions_are_the_users_alone(tmp_path: Path) -> None:
    """0600, from the first moment, WAL files too."""
    path = tmp_path / "deep" / "metnos.db"
    database = Database(path)
    with database.write() as connection:
        connection.execute("CREATE TABLE t (x)")

    assert {stat.S_IMODE(file.stat().st_mode) for file in path.parent.glob("metnos.db*")} == {0o600}
    database.close()


def test_every_step_of_the_schema_is_applied_once(tmp_path: Path) -> None:
    """From blank, and from each earlier version, the same tables result."""
    shapes = []
    for start in range(len(MIGRATIONS) + 1):
        path = tmp_path / f"{start}.db"
        old = sqlite3.connect(path)
        for migration in MIGRATIONS[:start]:
            migration(old)
        if start:
            old.execute(f"PRAGMA application_id={APPLICATION_ID}")
        old.execute(f"PRAGMA user_version={start}")
        old.commit()
        old.close()
        database = Database(path)
        shapes.append(database.read().execute("SELECT sql FROM sqlite_schema ORDER BY name").fetchall())
        database.close()

    assert all([tuple(row) for row in shape] == [tuple(row) for row in shapes[0]] for shape in shapes)


def test_a_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
    """An exception inside takes all of it back."""
    database = Database(tmp_path / "m.db")
    with database.write() as connection:
        connection.execute("CREATE TABLE t (x)")

    def fail() -> None:
        with database.write() as connection:
            connection.execute("INSERT INTO t VALUES (1)")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()

    assert database.read().execute("SELECT count(*) FROM t").fetchone()[0] == 0
    database.close()


@pytest.mark.parametrize(
    "damage", [b"", b"\x00", b"not a database at all, only text" * 200], ids=["emptied", "one byte", "text"]
)
def test_a_damaged_file_is_put_aside_and_not_lost(tmp_path: Path, damage: bytes) -> None:
    """The old bytes stay beside the new database, and the caller can say so."""
    path = tmp_path / "m.db"
    first = Database(path)
    first.read()
    first.close()
    for companion in path.parent.glob("m.db-*"):
        companion.unlink()
    path.write_bytes(damage)

    second = Database(path)
    second.read()

    assert second.quarantined is not None
    assert second.quarantined.read_bytes() == damage
    assert second.read().execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)
    second.close()


def test_a_lock_that_lasts_is_told_by_class(tmp_path: Path) -> None:
    """Another process in a long transaction: StoreLocked, not a text to parse."""
    path = tmp_path / "m.db"
    holder, other = Database(path), Database(path, busy_timeout_s=0.05)
    holder.read()
    other.read()

    def write() -> None:
        with other.write():
            pass

    with holder.write(), pytest.raises(StoreLocked):
        write()

    holder.close()
    other.close()


def _count_many(path: Path, times: int) -> None:
    from datetime import UTC, datetime

    database = Database(path)
    for _ in range(times):
        with database.write() as connection:
            gaps.record(
                connection, error_class="internal", tool="", canonical="q", request="q", cause="x",
                at=datetime.now(UTC),
            )  # fmt: skip
    os._exit(0)


def test_processes_writing_at_once_lose_nothing(tmp_path: Path) -> None:
    """Four processes, fifty counts each: two hundred."""
    path = tmp_path / "m.db"
    Database(path).read()
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_count_many, args=(path, 50)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert [worker.exitcode for worker in workers] == [0] * 4
    assert gaps.most_frequent(Database(path).read())[0].times == 200


def _die_inside(path: Path) -> None:
    database = Database(path)
    with database.write() as connection:
        connection.execute("INSERT INTO terminator_log VALUES ('a','b','c','d','e',1,'f','g')")
        os.kill(os.getpid(), signal.SIGKILL)


def test_a_kill_inside_a_transaction_leaves_none_of_it(tmp_path: Path) -> None:
    """kill -9 before the commit: the database opens and has nothing of it."""
    path = tmp_path / "m.db"
    Database(path).read()
    worker = multiprocessing.get_context("spawn").Process(target=_die_inside, args=(path,))
    worker.start()
    worker.join()
    reopened = Database(path)

    assert gaps.most_frequent(reopened.read()) == []
    assert reopened.quarantined is None
    reopened.close()
