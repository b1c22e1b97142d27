"""What the tables of the memory have in common: one kind of row, its record, its age and its removal."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from metnos_cli.records import Framework, Slot

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from metnos_cli.records import Lang

Table = Literal["shortcuts", "canonical_query_log", "multi_tool_paths", "autopaths"]
TABLES: tuple[Table, ...] = get_args(Table)
LAYER_OF: Mapping[Table, str] = {
    "shortcuts": "shortcut",
    "canonical_query_log": "canonical",
    "multi_tool_paths": "pipeline",
    "autopaths": "autopath",
}
TABLE_OF: Mapping[str, Table] = {layer: table for table, layer in LAYER_OF.items()}
CHUNK = 500
"""Ids named in one statement: well below SQLite's limit of variables."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing the memory knows."""

    table: Table
    """Where it is kept."""
    id: int
    """Within the table."""
    lang: Lang
    """Language of the request that taught it."""
    text: str
    """That request, as typed."""
    slots: tuple[Slot, ...]
    """Its values, as they were then."""
    canonical: str
    """Its canonical query."""
    text_id: int | None
    """Number of the canonical query, by which its vector is found."""
    tools: tuple[str, ...]
    """Executors it calls."""
    framework: Framework
    """What it runs, ``${SLOT:dim}`` where the request supplied a value."""
    fingerprint: str
    """Which plan it is."""
    signature: str
    """Digest of the manifests it was learnt with."""
    effect: str
    """The strongest effect of its steps."""
    uses: int
    """Times it was learnt or served well."""
    accepted: int
    """Hits the user let stand."""
    rejected: int
    """Hits the user rejected."""
    last_day_rank: int
    """The active day on which it last served."""
    last_at: str
    """When, ISO 8601."""
    more: Mapping[str, Any]
    """Columns of its table alone."""

    @property
    def name(self) -> str:
        """How users name it: ``shortcut:12``."""
        return f"{LAYER_OF[self.table]}:{self.id}"


@dataclass(frozen=True, slots=True)
class Taught:
    """What a turn teaches any of the tables."""

    lang: Lang
    text: str
    slots: tuple[Slot, ...]
    canonical: str
    text_id: int | None
    framework: Framework
    fingerprint: str
    signature: str
    effect: str
    rank: int
    at: str

    def columns(self) -> dict[str, Any]:
        """By column."""
        return {
            "lang": self.lang,
            "text": self.text,
            "slots": slots_to_json(self.slots),
            "canonical": self.canonical,
            "text_id": self.text_id,
            "tools": " ".join(step.tool for step in self.framework.steps),
            "framework": json.dumps(self.framework.as_json(), ensure_ascii=False, separators=(",", ":")),
            "fingerprint": self.fingerprint,
            "signature": self.signature,
            "effect": self.effect,
            "created_rank": self.rank,
            "last_day_rank": self.rank,
            "last_at": self.at,
        }


COMMON = (
    "id", "lang", "text", "slots", "canonical", "text_id", "tools", "framework", "fingerprint", "signature", "effect",
    "uses", "accepted", "rejected", "created_rank", "last_day_rank", "last_at",
)  # fmt: skip


def slots_to_json(slots: Iterable[Slot]) -> str:
    """Slots as one JSON text."""
    return json.dumps(
        [[slot.dim, slot.text, slot.start, slot.end, dict(slot.fields), slot.certain] for slot in slots],
        ensure_ascii=False,
        separators=(",", ":"),
        default=str,
    )


def slots_from_json(told: str) -> tuple[Slot, ...]:
    """The slots of a JSON text."""
    return tuple(Slot(dim, text, start, end, fields, sure) for dim, text, start, end, fields, sure in json.loads(told))


def entry_of(table: Table, row: sqlite3.Row) -> Entry:
    """A row as an entry."""
    return Entry(
        table=table,
        id=row["id"],
        lang=row["lang"],
        text=row["text"],
        slots=slots_from_json(row["slots"]),
        canonical=row["canonical"],
        text_id=row["text_id"],
        tools=tuple(row["tools"].split()),
        framework=Framework.from_json(json.loads(row["framework"])),
        fingerprint=row["fingerprint"],
        signature=row["signature"],
        effect=row["effect"],
        uses=row["uses"],
        accepted=row["accepted"],
        rejected=row["rejected"],
        last_day_rank=row["last_day_rank"],
        last_at=row["last_at"],
        more={name: row[name] for name in row.keys() if name not in COMMON},  # noqa: SIM118  a Row is no mapping
    )


def get(connection: sqlite3.Connection, table: Table, entry_id: int) -> Entry | None:
    """One entry."""
    row = connection.execute(f"SELECT * FROM {table} WHERE id = ?", (entry_id,)).fetchone()  # noqa: S608
    return None if row is None else entry_of(table, row)


def with_texts(connection: sqlite3.Connection, table: Table, text_ids: Sequence[int], least: int = 0) -> list[Entry]:
    """Entries that were taught by requests of these canonical queries, used at least so often."""
    found: list[Entry] = []
    for start in range(0, len(text_ids), CHUNK):
        some = text_ids[start : start + CHUNK]
        marks = ",".join("?" * len(some))
        rows = connection.execute(
            f"SELECT * FROM {table} WHERE text_id IN ({marks}) AND uses >= ?",  # noqa: S608
            (*some, least),
        )
        found += [entry_of(table, row) for row in rows]
    return found


def served(connection: sqlite3.Connection, table: Table, entry_id: int, rank: int, at: str) -> None:
    """Note that an entry served a request that ended well."""
    connection.execute(
        f"UPDATE {table} SET uses = uses + 1, last_day_rank = max(last_day_rank, ?), last_at = ? WHERE id = ?",  # noqa: S608
        (rank, at, entry_id),
    )


def judged(connection: sqlite3.Connection, table: Table, entry_id: int, accepted: bool) -> None:
    """Note that the user accepted or rejected what an entry served."""
    column = "accepted" if accepted else "rejected"
    connection.execute(f"UPDATE {table} SET {column} = {column} + 1 WHERE id = ?", (entry_id,))  # noqa: S608


def remove(connection: sqlite3.Connection, table: Table, entry_ids: Sequence[int]) -> int:
    """Forget entries; how many there were."""
    gone = 0
    for start in range(0, len(entry_ids), CHUNK):
        some = entry_ids[start : start + CHUNK]
        marks = ",".join("?" * len(some))
        gone += connection.execute(f"DELETE FROM {table} WHERE id IN ({marks})", tuple(some)).rowcount  # noqa: S608
    if gone:
        bump(connection, table)
    return gone


def bump(connection: sqlite3.Connection, name: str) -> None:
    """Tell readers in other places that something was taken away or changed."""
    connection.execute(
        "INSERT INTO memory_state (name, value) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1",
        (name,),
    )


def state(connection: sqlite3.Connection, name: str) -> int:
    """How often something was taken away or changed."""
    row = connection.execute("SELECT value FROM memory_state WHERE name = ?", (name,)).fetchone()
    return 0 if row is None else int(row[0])


def every(connection: sqlite3.Connection, table: Table) -> list[Entry]:
    """All entries of a table, the oldest first."""
    rows = connection.execute(f"SELECT * FROM {table} ORDER BY id").fetchall()  # noqa: S608
    return [entry_of(table, row) for row in rows]


def at_least(connection: sqlite3.Connection, table: Table, entry_id: int, uses: int) -> None:
    """An entry that comes from elsewhere brings its uses along; it never loses any."""
    connection.execute(f"UPDATE {table} SET uses = max(uses, ?) WHERE id = ?", (uses, entry_id))  # noqa: S608
