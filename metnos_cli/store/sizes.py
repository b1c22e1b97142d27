"""Counts what the memory holds, cheaply enough for a toolbar."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

TABLES = ("shortcuts", "canonical_query_log", "multi_tool_paths")


def remembered(connection: sqlite3.Connection) -> int:
    """Entries that can answer a request without the planner."""
    counts = " + ".join(f"(SELECT count(*) FROM {table})" for table in TABLES)  # noqa: S608  the names stand above
    return int(connection.execute(f"SELECT {counts}").fetchone()[0])
