"""Keeps requests that one executor answered, by canonical query and the arguments that were seen."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from metnos_cli.store.entries import Table, Taught, served

if TYPE_CHECKING:
    import sqlite3

TABLE: Table = "canonical_query_log"


def put(connection: sqlite3.Connection, taught: Taught) -> tuple[int, int]:
    """Count a request answered by one executor; (id, how often it has been seen)."""
    step = taught.framework.steps[0]
    args = json.dumps(dict(step.args), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    row = connection.execute(
        "SELECT id, uses FROM canonical_query_log"
        " WHERE lang = ? AND canonical = ? AND executor = ? AND args_observed = ?",
        (taught.lang, taught.canonical, step.tool, args),
    ).fetchone()
    if row is not None:
        served(connection, TABLE, row["id"], taught.rank, taught.at)
        connection.execute(
            "UPDATE canonical_query_log SET signature = ?, text_id = coalesce(?, text_id) WHERE id = ?",
            (taught.signature, taught.text_id, row["id"]),
        )
        return int(row["id"]), int(row["uses"]) + 1
    columns = taught.columns() | {"executor": step.tool, "args_observed": args, "uses": 1}
    marks = ", ".join("?" * len(columns))
    cursor = connection.execute(
        f"INSERT INTO canonical_query_log ({', '.join(columns)}) VALUES ({marks})",  # noqa: S608
        tuple(columns.values()),
    )
    return int(cursor.lastrowid or 0), 1
