"""The schema's history: one function a step, each run once, in its own transaction with its number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.store import memory_tables

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable


def _m001_turns(connection: sqlite3.Connection) -> None:
    """Every turn, whole, with what lists and statistics ask for as columns."""
    connection.execute(
        """
        CREATE TABLE turns (
            id TEXT PRIMARY KEY,
            asked_at TEXT NOT NULL,
            day TEXT NOT NULL,
            lang TEXT NOT NULL,
            text TEXT NOT NULL,
            normal TEXT NOT NULL,
            layer TEXT NOT NULL,
            how TEXT NOT NULL,
            score REAL,
            outcome TEXT NOT NULL,
            exit_status INTEGER NOT NULL,
            seconds REAL NOT NULL,
            model_seconds REAL NOT NULL,
            tokens INTEGER NOT NULL,
            tools TEXT NOT NULL,
            feedback TEXT,
            record TEXT NOT NULL
        )
        """
    )
    connection.execute("CREATE INDEX turns_asked_at ON turns (asked_at)")
    connection.execute("CREATE INDEX turns_normal ON turns (normal, asked_at)")


def _m002_gaps(connection: sqlite3.Connection) -> None:
    """What could not be done, with how often it came back."""
    connection.execute(
        """
        CREATE TABLE terminator_log (
            gap TEXT PRIMARY KEY,
            error_class TEXT NOT NULL,
            tool TEXT NOT NULL,
            request TEXT NOT NULL,
            cause TEXT NOT NULL,
            times INTEGER NOT NULL,
            first_at TEXT NOT NULL,
            last_at TEXT NOT NULL
        )
        """
    )


def _m003_fillers(connection: sqlite3.Connection) -> None:
    """Answers of fillers, remembered per question."""
    connection.execute(
        """
        CREATE TABLE filler_answers (
            question TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            answer TEXT NOT NULL,
            source TEXT NOT NULL,
            at TEXT NOT NULL
        )
        """
    )


def _facts(connection: sqlite3.Connection) -> None:
    """What the user asked to remember, an index over its words, and vectors by embedder."""
    connection.execute(
        """
        CREATE TABLE facts (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            text TEXT NOT NULL,
            lang TEXT NOT NULL,
            normal TEXT NOT NULL,
            topic TEXT NOT NULL,
            said TEXT NOT NULL,
            at TEXT NOT NULL,
            ended TEXT,
            ended_at TEXT,
            superseded_by INTEGER
        )
        """
    )
    connection.execute("CREATE INDEX facts_normal ON facts (normal)")
    connection.execute("CREATE INDEX facts_topic ON facts (topic)")
    connection.execute("CREATE INDEX facts_said ON facts (said)")
    connection.execute(
        "CREATE VIRTUAL TABLE fact_words USING fts5 (lemmas, text, tokenize = 'unicode61 remove_diacritics 2')"
    )
    connection.execute(
        "CREATE TABLE fact_vectors"
        " (fact INTEGER NOT NULL, embedder TEXT NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (fact, embedder))"
    )
    connection.execute("CREATE TABLE fact_revision (revision INTEGER NOT NULL)")
    connection.execute("INSERT INTO fact_revision VALUES (0)")


def _tasks(connection: sqlite3.Connection) -> None:
    """Things to do, with the moment at which to say so."""
    connection.execute(
        """
        CREATE TABLE tasks (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            text TEXT NOT NULL,
            lang TEXT NOT NULL,
            lemmas TEXT NOT NULL,
            due_at TEXT,
            due_epoch REAL,
            whole_day INTEGER NOT NULL,
            repeat TEXT NOT NULL,
            created_at TEXT NOT NULL,
            told_for REAL,
            ended TEXT,
            ended_at TEXT
        )
        """
    )
    connection.execute("CREATE INDEX tasks_due ON tasks (ended, due_epoch)")


def _journal(connection: sqlite3.Connection) -> None:
    """What was changed in the world, so that it can be reversed."""
    connection.execute(
        """
        CREATE TABLE journal (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            turn TEXT NOT NULL,
            at TEXT NOT NULL,
            kind TEXT NOT NULL,
            facts TEXT NOT NULL,
            state TEXT NOT NULL,
            why TEXT NOT NULL
        )
        """
    )
    connection.execute("CREATE INDEX journal_turn ON journal (turn, state)")


def _rejections(connection: sqlite3.Connection) -> None:
    """What these very words were answered with before is looked up at every likeness."""
    connection.execute("CREATE INDEX observations_hash ON autopath_observations (hash)")


def _newest_observation(connection: sqlite3.Connection) -> None:
    """Each turn looks at the one before it: an index in that very order, or every turn scans them all."""
    connection.execute("DROP INDEX observations_at")
    connection.execute("CREATE INDEX observations_newest ON autopath_observations (at, turn)")


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _m001_turns,
    _m002_gaps,
    _m003_fillers,
    _facts,
    _tasks,
    _journal,
    memory_tables.create,
    _rejections,
    _newest_observation,
)
