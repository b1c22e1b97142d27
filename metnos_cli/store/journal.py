"""Keeps what turns changed in the world, so that the last one can be taken back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from metnos_cli.text.whole_json import as_json

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping
    from datetime import datetime

State = Literal["done", "failed", "undone", "stuck"]
"""done: it stands; failed: it was tried and did not happen; undone: taken back; stuck: it could not be taken back."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was changed."""

    id: int
    """Order of doing."""
    turn: str
    """Which turn did it."""
    at: str
    """ISO 8601."""
    kind: str
    """Such as ``file.move``; who reverses it is known by this."""
    facts: Mapping[str, Any]
    """What is needed to reverse it."""
    state: State
    """Whether it stands."""
    why: str = ""
    """For ``stuck``: message key of the reason."""


def add(connection: sqlite3.Connection, turn: str, at: datetime, kind: str, facts: Mapping[str, Any]) -> int:
    """Note a change just before it is made; its id."""
    row = connection.execute(
        "INSERT INTO journal (turn, at, kind, facts, state, why) VALUES (?,?,?,?,'done','') RETURNING id",
        (turn, at.isoformat(), kind, _text(facts)),
    ).fetchone()
    return int(row[0])


def amend(connection: sqlite3.Connection, change: int, facts: Mapping[str, Any]) -> None:
    """Say more exactly what a change was, or what is left of it."""
    connection.execute("UPDATE journal SET facts = ? WHERE id = ?", (_text(facts), change))


def mark(connection: sqlite3.Connection, change: int, state: State, why: str = "") -> None:
    """Say what became of a change."""
    connection.execute("UPDATE journal SET state = ?, why = ? WHERE id = ?", (state, why, change))


def last_turn(connection: sqlite3.Connection) -> str | None:
    """The latest turn with a change that still stands, or None."""
    row = connection.execute("SELECT turn FROM journal WHERE state = 'done' ORDER BY id DESC LIMIT 1").fetchone()
    return None if row is None else str(row[0])


def standing(connection: sqlite3.Connection, turn: str) -> list[Change]:
    """Changes of a turn that still stand, the latest first: the order in which they are taken back."""
    rows = connection.execute("SELECT * FROM journal WHERE turn = ? AND state = 'done' ORDER BY id DESC", (turn,))
    return [_change(row) for row in rows]


def stuck_after(connection: sqlite3.Connection, change: int) -> list[Change]:
    """Changes made after one that could not be taken back, and so still lie over what was done before them."""
    rows = connection.execute("SELECT * FROM journal WHERE id > ? AND state = 'stuck' ORDER BY id", (change,))
    return [_change(row) for row in rows]


def of_turn(connection: sqlite3.Connection, turn: str) -> list[Change]:
    """Every change of a turn, in order of doing."""
    return [_change(row) for row in connection.execute("SELECT * FROM journal WHERE turn = ? ORDER BY id", (turn,))]


def forget_before(connection: sqlite3.Connection, at: datetime) -> int:
    """Drop what was noted before a moment; how many rows went."""
    # Moments carry different offsets over the year: compared as instants, not as text.
    return connection.execute("DELETE FROM journal WHERE julianday(at) < julianday(?)", (at.isoformat(),)).rowcount


def _text(facts: Mapping[str, Any]) -> str:
    return as_json(dict(facts))


def _change(row: sqlite3.Row) -> Change:
    return Change(
        id=row["id"],
        turn=row["turn"],
        at=row["at"],
        kind=row["kind"],
        facts=json.loads(row["facts"]),
        state=row["state"],
        why=row["why"],
    )
