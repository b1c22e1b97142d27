"""Remembers the answers of fillers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from datetime import datetime


def recall(connection: sqlite3.Connection, name: str, prompt: str) -> str | None:
    """The remembered answer to this very question, or None."""
    row = connection.execute("SELECT answer FROM filler_answers WHERE question = ?", (_key(name, prompt),)).fetchone()
    return None if row is None else str(row[0])


def remember(connection: sqlite3.Connection, name: str, prompt: str, answer: str, source: str, at: datetime) -> None:
    """Keep an answer; a later one replaces it."""
    connection.execute(
        "INSERT OR REPLACE INTO filler_answers (question, name, answer, source, at) VALUES (?,?,?,?,?)",
        (_key(name, prompt), name, answer, source, at.isoformat()),
    )


def _key(name: str, prompt: str) -> str:
    import hashlib

    return hashlib.sha256(f"{name}\0{' '.join(prompt.split())}".encode()).hexdigest()
