"""The tables of the memory, as one step of the schema's history."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

_ENTRY = """
    id INTEGER PRIMARY KEY,
    lang TEXT NOT NULL,
    text TEXT NOT NULL,
    slots TEXT NOT NULL,
    canonical TEXT NOT NULL,
    text_id INTEGER,
    tools TEXT NOT NULL,
    framework TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    signature TEXT NOT NULL,
    effect TEXT NOT NULL,
    uses INTEGER NOT NULL DEFAULT 0,
    accepted INTEGER NOT NULL DEFAULT 0,
    rejected INTEGER NOT NULL DEFAULT 0,
    created_rank INTEGER NOT NULL,
    last_day_rank INTEGER NOT NULL,
    last_at TEXT NOT NULL
"""
"""What every entry has: the request that taught it, what it runs, its record, and when it last served."""

_TABLES = (
    (
        f"CREATE TABLE shortcuts ({_ENTRY}, hash BLOB NOT NULL UNIQUE, family TEXT NOT NULL, template TEXT NOT NULL,"
        " strict INTEGER NOT NULL DEFAULT 0)"
    ),
    "CREATE INDEX shortcuts_family ON shortcuts (family, id)",
    "CREATE INDEX shortcuts_text ON shortcuts (text_id)",
    "CREATE INDEX shortcuts_age ON shortcuts (last_day_rank, last_at)",
    (
        "CREATE TABLE shortcut_words (lang TEXT NOT NULL, stem TEXT NOT NULL, family TEXT NOT NULL, n INTEGER NOT NULL,"
        " PRIMARY KEY (lang, stem, family)) WITHOUT ROWID"
    ),
    (
        f"CREATE TABLE canonical_query_log ({_ENTRY}, executor TEXT NOT NULL, args_observed TEXT NOT NULL,"
        " UNIQUE (lang, canonical, executor, args_observed))"
    ),
    "CREATE INDEX canonical_text ON canonical_query_log (text_id)",
    "CREATE INDEX canonical_age ON canonical_query_log (last_day_rank, last_at)",
    (
        f"CREATE TABLE multi_tool_paths ({_ENTRY}, promoted INTEGER NOT NULL DEFAULT 0,"
        " UNIQUE (lang, canonical, fingerprint))"
    ),
    "CREATE INDEX paths_text ON multi_tool_paths (text_id)",
    "CREATE INDEX paths_age ON multi_tool_paths (last_day_rank, last_at)",
    (
        f"CREATE TABLE autopaths ({_ENTRY}, cluster INTEGER NOT NULL, intent_hash TEXT NOT NULL,"
        " champion INTEGER NOT NULL DEFAULT 0, good REAL NOT NULL DEFAULT 0, bad REAL NOT NULL DEFAULT 0,"
        " observations INTEGER NOT NULL DEFAULT 0, seconds REAL NOT NULL DEFAULT 0, steps INTEGER NOT NULL,"
        " UNIQUE (cluster, fingerprint))"
    ),
    "CREATE INDEX autopaths_text ON autopaths (text_id)",
    "CREATE INDEX autopaths_cluster ON autopaths (cluster, champion)",
    "CREATE INDEX autopaths_age ON autopaths (last_day_rank, last_at)",
    (
        "CREATE TABLE autopath_observations (turn TEXT PRIMARY KEY, at TEXT NOT NULL, day_rank INTEGER NOT NULL,"
        " lang TEXT NOT NULL, hash BLOB NOT NULL, intent_hash TEXT NOT NULL, fingerprint TEXT NOT NULL,"
        " framework TEXT NOT NULL, layer TEXT NOT NULL, entry TEXT NOT NULL, autopath INTEGER, good INTEGER NOT NULL,"
        " seconds REAL NOT NULL, signal TEXT NOT NULL DEFAULT '', wanted TEXT NOT NULL DEFAULT '')"
    ),
    "CREATE INDEX observations_at ON autopath_observations (at)",
    (
        "CREATE TABLE anti_autopaths (intent_hash TEXT NOT NULL, fingerprint TEXT NOT NULL,"
        " rejections INTEGER NOT NULL, banned_until INTEGER NOT NULL DEFAULT 0,"
        " PRIMARY KEY (intent_hash, fingerprint)) WITHOUT ROWID"
    ),
    (
        "CREATE TABLE excluded_once (hash BLOB NOT NULL, fingerprint TEXT NOT NULL, at TEXT NOT NULL,"
        " PRIMARY KEY (hash, fingerprint)) WITHOUT ROWID"
    ),
    "CREATE TABLE system_active_days (day TEXT PRIMARY KEY, day_rank INTEGER NOT NULL UNIQUE)",
    "CREATE TABLE embedded_texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)",
    (
        "CREATE TABLE embeddings (id INTEGER PRIMARY KEY AUTOINCREMENT, embedder TEXT NOT NULL,"
        " text_id INTEGER NOT NULL, vector BLOB NOT NULL, UNIQUE (embedder, text_id))"
    ),
    "CREATE TABLE memory_state (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
)


def create(connection: sqlite3.Connection) -> None:
    """Shortcuts, canonical queries, tool paths, autopaths, active days and vectors."""
    for statement in _TABLES:
        connection.execute(statement)
