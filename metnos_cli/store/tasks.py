"""Keeps things to do and the moments at which to say so."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal, cast

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from metnos_cli.records import Lang

Ended = Literal["done", "deleted"]
Repeat = Literal["", "daily", "weekly", "monthly", "yearly"]


@dataclass(frozen=True, slots=True)
class Task:
    """Something to do."""

    id: int
    """Its number, which never comes back."""
    text: str
    """In the user's words."""
    lang: Lang
    """Language of the words."""
    due_at: datetime | None
    """When; of one that repeats, the first time; None: whenever."""
    pending: datetime | None
    """The first occurrence that is not done yet, as an instant."""
    whole_day: bool
    """True: a day, no time of it."""
    repeat: Repeat
    """How it comes back."""
    told_for: float | None
    """The occurrence (seconds since 1970) for which ``tasks due --once`` has spoken."""
    ended: Ended | None
    """done, deleted, or None while it is open."""
    lemmas: frozenset[str]
    """Its content words."""


def insert(
    connection: sqlite3.Connection,
    *,
    text: str,
    lang: Lang,
    lemmas: Iterable[str],
    due_at: datetime | None,
    whole_day: bool,
    repeat: Repeat,
    at: datetime,
) -> int:
    """Keep one; its number."""
    row = connection.execute(
        "INSERT INTO tasks (text, lang, lemmas, due_at, due_epoch, whole_day, repeat, created_at)"
        " VALUES (?,?,?,?,?,?,?,?) RETURNING id",
        (
            text,
            lang,
            " ".join(lemmas),
            None if due_at is None else due_at.isoformat(),
            None if due_at is None else due_at.timestamp(),
            int(whole_day),
            repeat,
            at.isoformat(),
        ),
    ).fetchone()
    return int(row[0])


def listed(connection: sqlite3.Connection, *, ended: bool = False) -> list[Task]:
    """Tasks, those due first at the top, those without a moment at the end."""
    condition = "" if ended else "WHERE ended IS NULL"
    rows = connection.execute(
        f"SELECT * FROM tasks {condition} ORDER BY due_epoch IS NULL, due_epoch, id"  # noqa: S608  constant
    ).fetchall()
    return [_task(row) for row in rows]


def due(connection: sqlite3.Connection, now: datetime) -> list[Task]:
    """Open tasks whose moment has come, the longest waiting first."""
    rows = connection.execute(
        "SELECT * FROM tasks WHERE ended IS NULL AND due_epoch <= ? ORDER BY due_epoch, id", (now.timestamp(),)
    ).fetchall()
    return [_task(row) for row in rows]


def get(connection: sqlite3.Connection, ids: Sequence[int]) -> list[Task]:
    """Open tasks by number, in the order asked; others are left out."""
    found = {task.id: task for task in listed(connection)}
    return [found[number] for number in ids if number in found]


def end(connection: sqlite3.Connection, ids: Iterable[int], why: Ended, at: datetime) -> None:
    """Close open tasks."""
    connection.executemany(
        "UPDATE tasks SET ended = ?, ended_at = ? WHERE id = ? AND ended IS NULL",
        [(why, at.isoformat(), number) for number in ids],
    )


def revive(connection: sqlite3.Connection, ids: Iterable[int]) -> None:
    """Open closed tasks again."""
    connection.executemany("UPDATE tasks SET ended = NULL, ended_at = NULL WHERE id = ?", [(one,) for one in ids])


def put_off(connection: sqlite3.Connection, number: int, epoch: float) -> None:
    """The next occurrence to wait for, in seconds since 1970."""
    connection.execute("UPDATE tasks SET due_epoch = ? WHERE id = ?", (epoch, number))


def mark_told(connection: sqlite3.Connection, told: Iterable[tuple[int, float]]) -> None:
    """(number, occurrence) pairs that have been spoken of."""
    connection.executemany("UPDATE tasks SET told_for = ? WHERE id = ?", [(epoch, number) for number, epoch in told])


def _task(row: sqlite3.Row) -> Task:
    due_at = None if row["due_at"] is None else datetime.fromisoformat(row["due_at"])
    zone = None if due_at is None else due_at.tzinfo
    pending = None if row["due_epoch"] is None else datetime.fromtimestamp(row["due_epoch"], tz=zone)
    return Task(
        id=int(row["id"]),
        text=str(row["text"]),
        lang=cast("Lang", row["lang"]),
        due_at=due_at,
        pending=pending,
        whole_day=bool(row["whole_day"]),
        repeat=cast("Repeat", row["repeat"]),
        told_for=row["told_for"],
        ended=cast("Ended | None", row["ended"]),
        lemmas=frozenset(str(row["lemmas"]).split()),
    )
