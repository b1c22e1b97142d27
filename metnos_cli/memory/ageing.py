"""Forgets what has not served for too many active days, and what is over the cap; a holiday ages nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metnos_cli.memory.contest import review
from metnos_cli.store import active_days, autopaths, embeddings, entries, shortcuts

if TYPE_CHECKING:
    import sqlite3

    from metnos_cli.config.load import Settings
    from metnos_cli.store.entries import Entry, Table


@dataclass(frozen=True, slots=True)
class Stale:
    """An entry that is due to be forgotten."""

    entry: Entry
    """Which."""
    why: str
    """age or cap."""
    days: int
    """Active days since it last served."""


def due(connection: sqlite3.Connection, settings: Settings) -> list[Stale]:
    """What would be forgotten now, table by table, the oldest first."""
    today = active_days.current(connection)
    found: list[Stale] = []
    for table in entries.TABLES:
        limit = days_of(table, settings)
        rows = connection.execute(
            f"SELECT * FROM {table} WHERE last_day_rank < ? ORDER BY last_day_rank, last_at, id",  # noqa: S608
            (today - limit,),
        ).fetchall()
        old = [entries.entry_of(table, row) for row in rows]
        found += [Stale(entry, "age", today - entry.last_day_rank) for entry in old]
        over = _count(connection, table) - len(old) - settings.integer("memory.max_entries")
        if over > 0:
            rows = connection.execute(
                f"SELECT * FROM {table} WHERE last_day_rank >= ? ORDER BY last_day_rank, last_at, id LIMIT ?",  # noqa: S608
                (today - limit, over),
            ).fetchall()
            least = [entries.entry_of(table, row) for row in rows]
            found += [Stale(entry, "cap", today - entry.last_day_rank) for entry in least]
    return found


def days_of(table: Table, settings: Settings) -> int:
    """Active days that an entry of a table lives without serving."""
    section = "multi_tool_fast_path" if table == "multi_tool_paths" else "memory"
    return settings.integer(f"{section}.ttl_active_days")


def prune(connection: sqlite3.Connection, settings: Settings) -> list[Stale]:
    """Forget what is due, inside the caller's transaction; what it was."""
    gone = due(connection, settings)
    by_table: dict[Table, list[int]] = {}
    for stale in gone:
        by_table.setdefault(stale.entry.table, []).append(stale.entry.id)
    clusters = {stale.entry.more["cluster"] for stale in gone if stale.entry.table == autopaths.TABLE}
    for table, ids in by_table.items():
        entries.remove(connection, table, ids)
    for cluster in sorted(clusters):
        if not any(one.more["champion"] for one in autopaths.members(connection, cluster)):
            review(connection, cluster, settings.integer("memory.min_obs"))
    if gone:
        tidy(connection)
    return gone


def tidy(connection: sqlite3.Connection) -> None:
    """Take away texts, vectors, words and observations that no entry needs any more."""
    embeddings.drop_orphans(connection)
    connection.execute(
        f"DELETE FROM shortcut_words WHERE family NOT IN (SELECT family FROM {shortcuts.TABLE})"  # noqa: S608
    )


def due_today(connection: sqlite3.Connection, rank_before: int, rank_now: int, settings: Settings) -> bool:
    """Whether a turn should prune: on the first turn of an active day, and when a table is over its cap."""
    if rank_now != rank_before:
        return True
    newest = connection.execute(f"SELECT max(id) FROM {shortcuts.TABLE}").fetchone()[0] or 0  # noqa: S608
    return newest > settings.integer("memory.max_entries") and newest % 256 == 0


def _count(connection: sqlite3.Connection, table: Table) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608
