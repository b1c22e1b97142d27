"""Keeps every turn, and finds them again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from metnos_cli.records import Hit
from metnos_cli.text.whole_json import as_json

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from metnos_cli.records import Turn

Feedback = Literal["ok", "no", "retry"]


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """A turn as it is kept."""

    id: str
    """Unique, sorts by time."""
    asked_at: str
    """ISO 8601 with offset."""
    lang: str
    """it or en."""
    text: str
    """The request as typed."""
    layer: str
    """Which layer served it."""
    outcome: str
    """In one word."""
    seconds: float
    """Wall time."""
    feedback: str | None
    """ok, no, retry, or nothing."""
    record: Mapping[str, Any]
    """The whole turn, in the JSON form users see."""


def save(connection: sqlite3.Connection, turn: Turn, record: Mapping[str, Any]) -> None:
    """Insert one turn; ``record`` is its JSON form, secrets already redacted."""
    hit = next((tried.verdict for tried in turn.trace.layers if isinstance(tried.verdict, Hit)), None)
    now = turn.request.now
    connection.execute(
        "INSERT INTO turns (id, asked_at, day, lang, text, normal, layer, how, score, outcome, exit_status, seconds,"
        " model_seconds, tokens, tools, record) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            turn.id,
            now.isoformat(),
            now.date().isoformat(),
            turn.request.lang,
            turn.request.text,
            turn.request.normal,
            turn.layer,
            hit.how if hit else "",
            hit.score if hit else None,
            turn.outcome.kind,
            int(turn.outcome.exit_status),
            turn.seconds,
            sum(use.seconds for use in turn.trace.model),
            sum(use.prompt_tokens + use.completion_tokens for use in turn.trace.model),
            " ".join(result.tool for result in turn.results),
            as_json(record),
        ),
    )


def load(connection: sqlite3.Connection, turn_id: str) -> StoredTurn | None:
    """One turn by its id or an unambiguous beginning of it."""
    escaped = turn_id.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    rows = connection.execute(
        "SELECT * FROM turns WHERE id = ? OR id LIKE ? ESCAPE '\\' LIMIT 2", (turn_id, escaped + "%")
    ).fetchall()
    return _stored(rows[0]) if len(rows) == 1 else None


def latest(connection: sqlite3.Connection, limit: int = 1) -> list[StoredTurn]:
    """The last turns, newest first."""
    rows = connection.execute("SELECT * FROM turns ORDER BY id DESC LIMIT ?", (limit,)).fetchall()
    return [_stored(row) for row in rows]


def mark_feedback(connection: sqlite3.Connection, turn_id: str, feedback: Feedback) -> None:
    """Note what the user said of a turn."""
    connection.execute("UPDATE turns SET feedback = ? WHERE id = ?", (feedback, turn_id))


def _stored(row: sqlite3.Row) -> StoredTurn:
    return StoredTurn(
        id=row["id"],
        asked_at=row["asked_at"],
        lang=row["lang"],
        text=row["text"],
        layer=row["layer"],
        outcome=row["outcome"],
        seconds=row["seconds"],
        feedback=row["feedback"],
        record=json.loads(row["record"]),
    )
