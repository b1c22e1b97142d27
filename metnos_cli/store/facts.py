"""Keeps what the user asked to remember: the words, an index over them, and one vector per embedder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from metnos_cli.ports import KnownFact

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from metnos_cli.records import Lang

Ended = Literal["superseded", "forgotten"]
MAPPED_BYTES = 1 << 28
"""Of the database file, while all vectors are read."""
_COLUMNS = "id, text, lang, at"


@dataclass(frozen=True, slots=True)
class NewFact:
    """A fact about to be kept."""

    text: str
    """In the user's words."""
    lang: Lang
    """Their language."""
    normal: str
    """Normal form: two facts with the same one are the same."""
    topic: str
    """What it is about, when it gives one thing one value; otherwise empty."""
    said: str
    """Its content words, sorted, negation left out."""
    lemmas: str
    """Its content words as the index holds them."""


@dataclass(frozen=True, slots=True)
class FactRow:
    """A fact with what became of it."""

    fact: KnownFact
    """The fact."""
    ended: Ended | None
    """Why it is no longer found; None while it is."""
    ended_at: str | None
    """Since when, ISO 8601."""
    superseded_by: int | None
    """The newer fact that replaced it."""


def insert(connection: sqlite3.Connection, new: NewFact, at: datetime) -> KnownFact:
    """Keep one fact."""
    row = connection.execute(
        "INSERT INTO facts (text, lang, normal, topic, said, at) VALUES (?,?,?,?,?,?) RETURNING id",
        (new.text, new.lang, new.normal, new.topic, new.said, at.isoformat()),
    ).fetchone()
    number = int(row[0])
    connection.execute("INSERT INTO fact_words (rowid, lemmas, text) VALUES (?,?,?)", (number, new.lemmas, new.text))
    _changed(connection)
    return KnownFact(number, new.text, new.lang, at.isoformat())


def same(connection: sqlite3.Connection, normal: str) -> KnownFact | None:
    """The active fact with this normal form, or None."""
    row = connection.execute(
        f"SELECT {_COLUMNS} FROM facts WHERE normal = ? AND ended IS NULL LIMIT 1",  # noqa: S608  constant
        (normal,),
    ).fetchone()
    return None if row is None else _fact(row)


def about(connection: sqlite3.Connection, topic: str, said: str) -> list[KnownFact]:
    """Active facts that a new one may contradict: those of its topic, and those of the very same words."""
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM facts WHERE ended IS NULL AND ((topic = ? AND topic <> '') OR said = ?) ORDER BY id",  # noqa: S608
        (topic, said),
    ).fetchall()
    return [_fact(row) for row in rows]


def get(connection: sqlite3.Connection, ids: Sequence[int]) -> list[KnownFact]:
    """Active facts by number, in the order asked; others are left out."""
    found: dict[int, KnownFact] = {}
    for part in _parts(ids):
        marks = ",".join("?" * len(part))
        rows = connection.execute(
            f"SELECT {_COLUMNS} FROM facts WHERE ended IS NULL AND id IN ({marks})",  # noqa: S608  only marks
            part,
        ).fetchall()
        found.update({int(row["id"]): _fact(row) for row in rows})
    return [found[number] for number in ids if number in found]


def listed(connection: sqlite3.Connection, *, ended: bool = False, limit: int = 1_000_000) -> list[FactRow]:
    """Facts, the newest first.

    Args:
        connection: The store.
        ended: Also those superseded or forgotten.
        limit: At most so many.
    """
    condition = "" if ended else "WHERE ended IS NULL"
    rows = connection.execute(
        f"SELECT {_COLUMNS}, ended, ended_at, superseded_by FROM facts {condition} ORDER BY id DESC LIMIT ?",  # noqa: S608
        (limit,),
    ).fetchall()
    return [FactRow(_fact(row), row["ended"], row["ended_at"], row["superseded_by"]) for row in rows]


def end(
    connection: sqlite3.Connection, ids: Sequence[int], why: Ended, at: datetime, by: int | None = None
) -> list[KnownFact]:
    """Take active facts out of what is found; those that were active.

    Index and vectors hold active facts alone, so that a search looks nothing else up.
    """
    facts = get(connection, ids)
    connection.executemany(
        "UPDATE facts SET ended = ?, ended_at = ?, superseded_by = ? WHERE id = ? AND ended IS NULL",
        [(why, at.isoformat(), by, fact.id) for fact in facts],
    )
    _leave_index(connection, [fact.id for fact in facts])
    _changed(connection)
    return facts


def revive(connection: sqlite3.Connection, ids: Iterable[int]) -> int:
    """Bring ended facts back; how many came back. Their vectors are worked out when they are next looked for."""
    came_back = 0
    for number in ids:
        row = connection.execute(
            "UPDATE facts SET ended = NULL, ended_at = NULL, superseded_by = NULL WHERE id = ? AND ended IS NOT NULL"
            " RETURNING said, text",
            (number,),
        ).fetchone()
        if row is not None:
            connection.execute(
                "INSERT INTO fact_words (rowid, lemmas, text) VALUES (?,?,?)", (number, row["said"], row["text"])
            )
            came_back += 1
    _changed(connection)
    return came_back


def erase(connection: sqlite3.Connection, ids: Iterable[int]) -> None:
    """Remove facts for good, with their words and vectors."""
    numbers = list(ids)
    _leave_index(connection, numbers)
    connection.executemany("DELETE FROM facts WHERE id = ?", [(number,) for number in numbers])
    _changed(connection)


def by_words(connection: sqlite3.Connection, words: Sequence[str], limit: int) -> list[int]:
    """Active facts that hold at least one of the words, the best first by bm25.

    Args:
        connection: The store.
        words: Words and lemmas; quoted here, so that nothing in them is query syntax.
        limit: At most so many.
    """
    asked = " OR ".join(_quoted(word) for word in words if word.strip())
    if not asked:
        return []
    rows = connection.execute(
        "SELECT rowid, rank FROM fact_words WHERE fact_words MATCH ? AND rank MATCH 'bm25(1.0, 0.5)'"
        " ORDER BY rank LIMIT ?",
        (asked, limit),
    ).fetchall()
    # A newer fact goes before an older one that fits as well.
    return [-number for _, number in sorted((float(row["rank"]), -int(row["rowid"])) for row in rows)]


def with_all_words(connection: sqlite3.Connection, lemmas: Sequence[str]) -> list[KnownFact]:
    """Active facts whose content words hold every one of ``lemmas``, newest first."""
    asked = " AND ".join(f"lemmas : {_quoted(word)}" for word in lemmas if word.strip())
    if not asked:
        return []
    rows = connection.execute(
        "SELECT f.id, f.text, f.lang, f.at FROM fact_words w JOIN facts f ON f.id = w.rowid"
        " WHERE fact_words MATCH ? ORDER BY f.id DESC",
        (asked,),
    ).fetchall()
    return [_fact(row) for row in rows]


def revision(connection: sqlite3.Connection) -> int:
    """A number that grows with every change of facts or vectors: what was read at one revision holds until the next."""
    row = connection.execute("SELECT revision FROM fact_revision").fetchone()
    return int(row[0]) if row else 0


def vectors(connection: sqlite3.Connection, embedder: str) -> tuple[list[int], bytes]:
    """Numbers of the active facts that have a vector of this embedder, and the vectors, float16, one after another."""
    # Mapped, ten thousand vectors are read in half the time; only while they are, so that a file cut short by others
    # at another moment is an error and no signal.
    connection.execute(f"PRAGMA mmap_size = {MAPPED_BYTES}")
    try:
        rows = connection.execute("SELECT fact, vector FROM fact_vectors WHERE embedder = ?", (embedder,)).fetchall()
    finally:
        connection.execute("PRAGMA mmap_size = 0")
    return [row[0] for row in rows], b"".join([row[1] for row in rows])


def without_vector(connection: sqlite3.Connection, embedder: str) -> list[tuple[int, str]]:
    """(number, text) of active facts that this embedder has not seen."""
    rows = connection.execute(
        "SELECT id, text FROM facts f WHERE ended IS NULL AND NOT EXISTS"
        " (SELECT 1 FROM fact_vectors v WHERE v.fact = f.id AND v.embedder = ?) ORDER BY id",
        (embedder,),
    ).fetchall()
    return [(int(row[0]), str(row[1])) for row in rows]


def keep_vectors(connection: sqlite3.Connection, embedder: str, found: Iterable[tuple[int, bytes]]) -> None:
    """Keep (number, vector as float16 bytes) pairs; a fact removed meanwhile is left out."""
    connection.executemany(
        "INSERT OR REPLACE INTO fact_vectors (fact, embedder, vector)"
        " SELECT id, ?, ? FROM facts WHERE id = ? AND ended IS NULL",
        [(embedder, vector, number) for number, vector in found],
    )
    _changed(connection)


def _leave_index(connection: sqlite3.Connection, ids: Sequence[int]) -> None:
    marks = [(number,) for number in ids]
    connection.executemany("DELETE FROM fact_vectors WHERE fact = ?", marks)
    connection.executemany("DELETE FROM fact_words WHERE rowid = ?", marks)


def _changed(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE fact_revision SET revision = revision + 1")


def _quoted(word: str) -> str:
    doubled = word.replace('"', '""')
    return f'"{doubled}"'


def _parts(ids: Sequence[int], size: int = 500) -> Iterable[list[int]]:
    return (list(ids[start : start + size]) for start in range(0, len(ids), size))


def _fact(row: sqlite3.Row) -> KnownFact:
    return KnownFact(int(row["id"]), str(row["text"]), cast("Lang", row["lang"]), str(row["at"]))
