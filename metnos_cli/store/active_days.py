"""Counts the days on which Metnos was used: entries age by these, so that a holiday forgets nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from datetime import date


def mark(connection: sqlite3.Connection, day: date) -> int:
    """Note that a day had a turn; its rank, one more than the day before it had.

    A clock that went back does not renumber anything: a day earlier than the last one keeps the last one's rank.
    """
    row = connection.execute("SELECT day_rank FROM system_active_days WHERE day = ?", (day.isoformat(),)).fetchone()
    if row is not None:
        return int(row[0])
    last = connection.execute("SELECT day, day_rank FROM system_active_days ORDER BY day_rank DESC LIMIT 1").fetchone()
    if last is not None and last[0] > day.isoformat():
        return int(last[1])
    rank = 1 if last is None else int(last[1]) + 1
    connection.execute("INSERT INTO system_active_days (day, day_rank) VALUES (?, ?)", (day.isoformat(), rank))
    return rank


def current(connection: sqlite3.Connection) -> int:
    """Rank of the last active day; 0 before the first."""
    row = connection.execute("SELECT max(day_rank) FROM system_active_days").fetchone()
    return int(row[0] or 0)
