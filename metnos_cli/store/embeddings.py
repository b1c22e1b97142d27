"""Keeps one vector for each canonical query and embedder, and tells which are missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.store.entries import bump

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

BATCH = 4096
"""Rows fetched at once: many small reads cost more than the copy."""
FORGOTTEN = "embedded_texts"
"""The name under which it is counted how often texts were forgotten."""


def text_id(connection: sqlite3.Connection, text: str) -> int:
    """The number of a text, given when it is new."""
    row = connection.execute("SELECT id FROM embedded_texts WHERE text = ?", (text,)).fetchone()
    if row is not None:
        return int(row[0])
    return int(connection.execute("INSERT INTO embedded_texts (text) VALUES (?)", (text,)).lastrowid or 0)


def missing(connection: sqlite3.Connection, embedder: str, above: int, limit: int) -> list[tuple[int, str]]:
    """Texts that this embedder has not seen, newest first: (id, text).

    Args:
        connection: The database.
        embedder: Its identity.
        above: Only texts with a higher number.
        limit: How many at most.
    """
    return [
        (int(row[0]), str(row[1]))
        for row in connection.execute(
            "SELECT t.id, t.text FROM embedded_texts t WHERE t.id > ? AND NOT EXISTS"
            " (SELECT 1 FROM embeddings e WHERE e.embedder = ? AND e.text_id = t.id) ORDER BY t.id DESC LIMIT ?",
            (above, embedder, limit),
        )
    ]


def newest(connection: sqlite3.Connection) -> tuple[int, int]:
    """How often texts were forgotten, after which a number may be given anew; and the highest number now."""
    row = connection.execute(
        "SELECT (SELECT value FROM memory_state WHERE name = ?), (SELECT max(id) FROM embedded_texts)", (FORGOTTEN,)
    ).fetchone()
    return int(row[0] or 0), int(row[1] or 0)


def keep(connection: sqlite3.Connection, embedder: str, vectors: Iterable[tuple[int, bytes]]) -> None:
    """Store vectors: (text id, float16 little-endian)."""
    connection.executemany(
        "INSERT OR IGNORE INTO embeddings (embedder, text_id, vector) VALUES (?, ?, ?)",
        [(embedder, identity, vector) for identity, vector in vectors],
    )


def after(connection: sqlite3.Connection, embedder: str, last: int) -> tuple[Sequence[int], bytes, int]:
    """The vectors of one embedder kept since row ``last``: text ids, the vectors joined, and the last row now.

    Rows are numbered as they are kept, by whichever process: a reader that remembers the last one misses none.
    """
    ids: list[int] = []
    parts: list[bytes] = []
    cursor = connection.execute(
        "SELECT id, text_id, vector FROM embeddings WHERE embedder = ? AND id > ? ORDER BY id", (embedder, last)
    )
    cursor.row_factory = None
    while rows := cursor.fetchmany(BATCH):
        last = rows[-1][0]
        ids += [row[1] for row in rows]
        parts += [row[2] for row in rows]
    return ids, b"".join(parts), last


def drop_orphans(connection: sqlite3.Connection) -> int:
    """Forget texts that no entry names any more, with their vectors; how many."""
    gone = connection.execute(
        "DELETE FROM embedded_texts WHERE id NOT IN (SELECT text_id FROM shortcuts WHERE text_id IS NOT NULL"
        " UNION SELECT text_id FROM canonical_query_log WHERE text_id IS NOT NULL"
        " UNION SELECT text_id FROM multi_tool_paths WHERE text_id IS NOT NULL"
        " UNION SELECT text_id FROM autopaths WHERE text_id IS NOT NULL)"
    ).rowcount
    if gone:
        bump(connection, FORGOTTEN)
        connection.execute("DELETE FROM embeddings WHERE text_id NOT IN (SELECT id FROM embedded_texts)")
    return gone
