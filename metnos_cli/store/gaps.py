"""Counts what could not be done, so that the user can see which gap keeps coming back."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class Gap:
    """One dead end and how often it was met."""

    gap: str
    """Digest of class, executor and canonical request."""
    error_class: str
    """Why it ended."""
    tool: str
    """Executor, or empty."""
    request: str
    """The last request that met it."""
    cause: str
    """Message key of the cause."""
    times: int
    """How often."""
    first_at: str
    """ISO 8601."""
    last_at: str
    """ISO 8601."""


def record(
    connection: sqlite3.Connection,
    *,
    error_class: str,
    tool: str,
    canonical: str,
    request: str,
    cause: str,
    at: datetime,
) -> int:
    """Count one dead end; how many times this gap has now been met."""
    gap = hashlib.sha256(f"{error_class}\0{tool}\0{canonical}".encode()).hexdigest()[:16]
    row = connection.execute(
        "INSERT INTO terminator_log (gap, error_class, tool, request, cause, times, first_at, last_at)"
        " VALUES (?,?,?,?,?,1,?,?)"
        " ON CONFLICT (gap) DO UPDATE SET times = times + 1, request = excluded.request, cause = excluded.cause,"
        " last_at = excluded.last_at RETURNING times",
        (gap, error_class, tool, request, cause, at.isoformat(), at.isoformat()),
    ).fetchone()
    return int(row[0])


def most_frequent(connection: sqlite3.Connection, limit: int = 50) -> list[Gap]:
    """Gaps, the most frequent first."""
    rows = connection.execute(
        "SELECT gap, error_class, tool, request, cause, times, first_at, last_at FROM terminator_log"
        " ORDER BY times DESC, last_at DESC LIMIT ?",
        (limit,),
    ).fetchall()
    return [Gap(*row) for row in rows]
