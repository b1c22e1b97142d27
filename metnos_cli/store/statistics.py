"""Adds up the turns: who served them, how fast, how well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

ENGINE = "engine"


@dataclass(frozen=True, slots=True)
class LayerShare:
    """What one layer served."""

    layer: str
    """table, shortcut, canonical, autopath, pipeline or engine."""
    turns: int
    """How many turns."""
    mean_seconds: float
    """Wall time of a turn, on average."""
    rejected: int
    """Turns with ✗."""


@dataclass(frozen=True, slots=True)
class Day:
    """One active day."""

    day: str
    """ISO date."""
    turns: int
    """How many turns."""
    from_memory: int
    """How many of them a memory layer served."""


@dataclass(frozen=True, slots=True)
class PathUse:
    """One request, by normal form."""

    request: str
    """As last typed."""
    turns: int
    """How often."""
    mean_seconds: float
    """Wall time, on average."""
    layer: str
    """Which layer served it last."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """The whole picture."""

    turns: int
    """All turns."""
    layers: tuple[LayerShare, ...]
    """By layer, most turns first."""
    days: tuple[Day, ...]
    """Active days, oldest first."""
    hit_rate: float
    """Share served from memory, 0 to 1."""
    rejection_rate: float
    """Share of memory's answers that got ✗, 0 to 1."""
    seconds_saved: float
    """Turns served from memory times what the engine takes on average, less what they took."""
    tokens: int
    """Tokens the model read and wrote."""
    slowest: tuple[PathUse, ...]
    """Requests with the longest mean time."""
    most_used: tuple[PathUse, ...]
    """Requests asked most often."""


def statistics(connection: sqlite3.Connection, *, days: int = 60, top: int = 5) -> Statistics:
    """Add up everything.

    Args:
        connection: The database.
        days: Active days to list.
        top: Requests to list.
    """
    layers = tuple(
        LayerShare(*row)
        for row in connection.execute(
            "SELECT layer, count(*), avg(seconds), coalesce(sum(feedback = 'no'), 0) FROM turns"
            " GROUP BY layer ORDER BY count(*) DESC, layer"
        )
    )
    served = [share for share in layers if share.layer != ENGINE]
    total, hits = sum(share.turns for share in layers), sum(share.turns for share in served)
    planner = next((share.mean_seconds for share in layers if share.layer == ENGINE), 0.0)
    saved = sum(share.turns * max(0.0, planner - share.mean_seconds) for share in served)
    recent = connection.execute(
        "SELECT day, count(*), sum(layer <> ?) FROM turns GROUP BY day ORDER BY day DESC LIMIT ?", (ENGINE, days)
    ).fetchall()
    return Statistics(
        turns=total,
        layers=layers,
        days=tuple(Day(*row) for row in reversed(recent)),
        hit_rate=hits / total if total else 0.0,
        rejection_rate=sum(share.rejected for share in served) / hits if hits else 0.0,
        seconds_saved=saved,
        tokens=int(connection.execute("SELECT coalesce(sum(tokens), 0) FROM turns").fetchone()[0]),
        slowest=_paths(connection, "avg(seconds)", top),
        most_used=_paths(connection, "count(*)", top),
    )


def _paths(connection: sqlite3.Connection, order: str, top: int) -> tuple[PathUse, ...]:
    """``order`` is one of two literals of this module, never a user's text."""
    rows = connection.execute(
        "SELECT text, count(*), avg(seconds), layer, max(id) FROM turns WHERE outcome = 'answered'"  # noqa: S608
        f" GROUP BY normal ORDER BY {order} DESC, max(id) DESC LIMIT ?",
        (top,),
    )
    return tuple(PathUse(*row[:4]) for row in rows)
