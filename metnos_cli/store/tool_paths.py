"""Keeps sequences of several steps that ran well, by canonical query and plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.store.entries import Entry, Table, Taught, entry_of, served

if TYPE_CHECKING:
    import sqlite3

TABLE: Table = "multi_tool_paths"


def put(connection: sqlite3.Connection, taught: Taught) -> tuple[int, int]:
    """Count a sequence; (id, how often it has been seen)."""
    row = connection.execute(
        "SELECT id, uses FROM multi_tool_paths WHERE lang = ? AND canonical = ? AND fingerprint = ?",
        (taught.lang, taught.canonical, taught.fingerprint),
    ).fetchone()
    if row is not None:
        served(connection, TABLE, row["id"], taught.rank, taught.at)
        connection.execute(
            "UPDATE multi_tool_paths SET signature = ?, text_id = coalesce(?, text_id) WHERE id = ?",
            (taught.signature, taught.text_id, row["id"]),
        )
        return int(row["id"]), int(row["uses"]) + 1
    columns = taught.columns() | {"uses": 1}
    marks = ", ".join("?" * len(columns))
    cursor = connection.execute(
        f"INSERT INTO multi_tool_paths ({', '.join(columns)}) VALUES ({marks})",  # noqa: S608
        tuple(columns.values()),
    )
    return int(cursor.lastrowid or 0), 1


def useful(connection: sqlite3.Connection, least: int) -> int:
    """How many sequences were used at least so often."""
    return int(connection.execute("SELECT count(*) FROM multi_tool_paths WHERE uses >= ?", (least,)).fetchone()[0])


def ripe(connection: sqlite3.Connection, uses: int) -> list[Entry]:
    """Sequences used so often that they may become an executor, and have not yet."""
    rows = connection.execute(
        "SELECT * FROM multi_tool_paths WHERE uses >= ? AND promoted = 0 ORDER BY uses DESC, id", (uses,)
    )
    return [entry_of(TABLE, row) for row in rows]


def mark_promoted(connection: sqlite3.Connection, entry_id: int) -> None:
    """Note that a sequence became an executor."""
    connection.execute("UPDATE multi_tool_paths SET promoted = 1 WHERE id = ?", (entry_id,))
