"""Keeps requests that succeeded, found again by the digest of their normal form or as examples of a family."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from metnos_cli.store.entries import CHUNK, Entry, Table, Taught, bump, entry_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from metnos_cli.records import Lang

TABLE: Table = "shortcuts"


def hash_of(lang: Lang, normal: str) -> bytes:
    """Digest of a normal form, 16 bytes."""
    return hashlib.blake2b(f"{lang}\0{normal}".encode(), digest_size=16).digest()


def find(connection: sqlite3.Connection, digest: bytes) -> Entry | None:
    """The entry of exactly this normal form."""
    row = connection.execute("SELECT * FROM shortcuts WHERE hash = ?", (digest,)).fetchone()
    return None if row is None else entry_of(TABLE, row)


def put(
    connection: sqlite3.Connection,
    taught: Taught,
    digest: bytes,
    family: str,
    template: str,
    stems: Iterable[str],
    *,
    strict: bool = False,
) -> tuple[int, bool]:
    """Keep what a request was answered with; (id, whether it is new).

    A request that was known with another framework takes the new one: the old one had not been served.

    Args:
        connection: Inside a transaction.
        taught: The request and its framework.
        digest: Of its normal form.
        family: Digest of the framework's structure.
        template: The request with its holes, for people.
        stems: Words by which the family is found.
        strict: It serves its own words only, and is no example for others.
    """
    row = connection.execute("SELECT id, fingerprint, family FROM shortcuts WHERE hash = ?", (digest,)).fetchone()
    columns = taught.columns() | {"family": family, "template": template, "strict": int(strict)}
    if row is not None:
        changed = {name: value for name, value in columns.items() if name != "created_rank"}
        places = ", ".join(f"{name} = ?" for name in changed)
        connection.execute(
            f"UPDATE shortcuts SET {places}, uses = uses + 1 WHERE id = ?",  # noqa: S608
            (*changed.values(), row["id"]),
        )
        if row["fingerprint"] != taught.fingerprint or row["family"] != family:
            bump(connection, TABLE)
            _count_words(connection, taught.lang, stems, family)
        return int(row["id"]), False
    names = [*columns, "hash", "uses"]
    marks = ", ".join("?" * len(names))
    cursor = connection.execute(
        f"INSERT INTO shortcuts ({', '.join(names)}) VALUES ({marks})",  # noqa: S608
        (*columns.values(), digest, 1),
    )
    _count_words(connection, taught.lang, stems, family)
    return int(cursor.lastrowid or 0), True


def _count_words(connection: sqlite3.Connection, lang: Lang, stems: Iterable[str], family: str) -> None:
    connection.executemany(
        "INSERT INTO shortcut_words (lang, stem, family, n) VALUES (?, ?, ?, 1)"
        " ON CONFLICT (lang, stem, family) DO UPDATE SET n = n + 1",
        [(lang, stem, family) for stem in sorted(set(stems))],
    )


def families(connection: sqlite3.Connection, lang: Lang, stems: Sequence[str], limit: int) -> list[str]:
    """Families that share words with a request, those that share most first."""
    some = tuple(sorted(set(stems)))[:CHUNK]
    marks = ",".join("?" * len(some))
    rows = connection.execute(
        "SELECT family, count(*) AS shared, sum(n) AS weight FROM shortcut_words"  # noqa: S608  marks only
        f" WHERE lang = ? AND stem IN ({marks}) GROUP BY family"
        " ORDER BY shared DESC, weight DESC, family LIMIT ?",
        (lang, *some, limit),
    )
    return [str(row[0]) for row in rows]


def examples(connection: sqlite3.Connection, family: str, lang: Lang, after: int, limit: int) -> list[Entry]:
    """The newest entries of a family in one language above an id, oldest first."""
    rows = connection.execute(
        "SELECT * FROM (SELECT * FROM shortcuts WHERE family = ? AND id > ? AND lang = ? AND strict = 0"
        " ORDER BY id DESC LIMIT ?) ORDER BY id",
        (family, after, lang, limit),
    )
    return [entry_of(TABLE, row) for row in rows]


def tighten(connection: sqlite3.Connection, entry_id: int) -> None:
    """From now on an entry serves its own words only: as an example it was rejected."""
    connection.execute("UPDATE shortcuts SET strict = 1 WHERE id = ?", (entry_id,))
    bump(connection, TABLE)
