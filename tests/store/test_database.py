"""The database: private, whole after a crash, safe among processes, honest about damage."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import stat
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.errors import StoreLocked
from metnos_cli.store import database as database_module
from metnos_cli.store import gaps
from metnos_cli.store.alone import alone
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


def test_a_first_run_by_another_process_is_no_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever another process has done since the first look, the second look decides, and nobody else is at it."""
    path = tmp_path / "m.db"
    look = database_module._look
    others: list[Database] = []

    def then_another_comes(connection: sqlite3.Connection) -> object:
        found = look(connection)
        if not others:
            others.append(Database(path))
            with others[0].write() as writing:
                writing.execute("CREATE TABLE mine AS SELECT 7 AS x")
        return found

    monkeypatch.setattr(database_module, "_look", then_another_comes)
    second = Database(path)

    assert second.read().execute("SELECT x FROM mine").fetchone()[0] == 7
    assert second.quarantined is None
    second.close()
    others[0].close()


def _first_runs(paths: list[Path], ready: Any, told: Any) -> None:
    for path in paths:
        ready.wait()
        database = Database(path)
        with database.write() as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS mine (x)")
            connection.execute("INSERT INTO mine VALUES (1)")
        told.put(database.quarantined)
        database.close()


def test_first_runs_at_once_make_one_database(tmp_path: Path) -> None:
    """Processes in step: none takes another's beginning for damage, none fails, and all write to one file."""
    context = multiprocessing.get_context("spawn")
    ready, told = context.Barrier(3), context.Queue()
    paths = [tmp_path / str(number) / "m.db" for number in range(12)]
    runs = [context.Process(target=_first_runs, args=(paths, ready, told)) for _ in range(3)]
    for run in runs:
        run.start()

    assert [told.get(timeout=60) for _ in range(3 * len(paths))] == [None] * 3 * len(paths)
    for run in runs:
        run.join()
    assert [run.exitcode for run in runs] == [0] * 3
    for path in paths:
        found = sqlite3.connect(path)
        assert found.execute("SELECT count(*) FROM mine").fetchone()[0] == 3
        found.close()


@pytest.mark.parametrize("lets_go", [True, False])
def test_a_writer_is_waited_for_while_the_log_is_turned_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, lets_go: bool
) -> None:
    """SQLite itself would not wait; one that writes for too long is told by class."""
    path = tmp_path / "m.db"
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute(f"PRAGMA application_id={APPLICATION_ID}")
    writer.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(database_module.time, "sleep", lambda _: writer.execute("ROLLBACK") if lets_go else None)
    database = Database(path, busy_timeout_s=5 if lets_go else 0.05)

    if lets_go:
        assert database.read().execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    else:
        with pytest.raises(StoreLocked):
            database.read()
    database.close()
    writer.close()


def test_opening_a_sound_database_takes_no_lock(tmp_path: Path) -> None:
    """Only what has to be written or put aside is done alone: the others open it meanwhile."""
    path = tmp_path / "m.db"
    first, second, third = (Database(path, busy_timeout_s=0.05) for _ in range(3))
    first.read()
    lock = next(file for file in tmp_path.iterdir() if file.name.endswith(".lock"))

    with alone(lock, 0):
        second.read()
        with sqlite3.connect(path) as other:
            other.execute("PRAGMA user_version=1")
        with pytest.raises(StoreLocked):
            third.read()

    other.close()
    for database in (first, second, third):
        database.close()
