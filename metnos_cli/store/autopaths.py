"""Keeps what was seen, the champion and the challengers of each cluster of requests, and what is banned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metnos_cli.store.entries import Entry, Table, Taught, entry_of

if TYPE_CHECKING:
    import sqlite3

TABLE: Table = "autopaths"
REJECTIONS = 3
"""Rejections after which a plan is banned."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What a turn showed about a plan."""

    turn: str
    """Id of the turn."""
    at: str
    """ISO 8601."""
    day_rank: int
    """Active day."""
    lang: str
    """Language."""
    hash: bytes
    """Digest of the request's normal form."""
    intent_hash: str
    """Verb, object and kinds of values."""
    fingerprint: str
    """Which plan."""
    framework: str
    """The plan, as JSON."""
    layer: str
    """Which layer served it, or ``engine``."""
    entry: str
    """Which entry served it, or empty."""
    autopath: int | None
    """The autopath it counts for."""
    good: bool
    """Whether it ended well."""
    seconds: float
    """How long it took."""
    signal: str = ""
    """ok, no, retry, quiet, again, or nothing yet."""


_COLUMNS = (
    "turn", "at", "day_rank", "lang", "hash", "intent_hash", "fingerprint", "framework", "layer", "entry", "autopath",
    "good", "seconds", "signal",
)  # fmt: skip


def observe(connection: sqlite3.Connection, seen: Observation) -> None:
    """Keep one observation."""
    marks = ", ".join("?" * len(_COLUMNS))
    connection.execute(
        f"INSERT OR REPLACE INTO autopath_observations ({', '.join(_COLUMNS)}) VALUES ({marks})",  # noqa: S608
        tuple(getattr(seen, name) for name in _COLUMNS),
    )


def observation(connection: sqlite3.Connection, turn: str) -> Observation | None:
    """What a turn showed."""
    row = connection.execute("SELECT * FROM autopath_observations WHERE turn = ?", (turn,)).fetchone()
    return None if row is None else _seen(row)


def last_before(connection: sqlite3.Connection, turn: str) -> Observation | None:
    """The newest observation of another turn."""
    row = connection.execute(
        "SELECT * FROM autopath_observations WHERE turn <> ? ORDER BY at DESC, turn DESC LIMIT 1", (turn,)
    ).fetchone()
    return None if row is None else _seen(row)


def signal(connection: sqlite3.Connection, turn: str, told: str, wanted: str = "") -> None:
    """Note what was said, or not said, of a turn, and what the user had wanted."""
    connection.execute("UPDATE autopath_observations SET signal = ?, wanted = ? WHERE turn = ?", (told, wanted, turn))


def cluster_near(connection: sqlite3.Connection, intent_hash: str, lang: str, text_ids: list[int]) -> int | None:
    """The cluster of this intent that one of these texts belongs to, the nearest first."""
    for text_id in text_ids:
        row = connection.execute(
            "SELECT cluster FROM autopaths WHERE text_id = ? AND intent_hash = ? AND lang = ? ORDER BY id LIMIT 1",
            (text_id, intent_hash, lang),
        ).fetchone()
        if row is not None:
            return int(row[0])
    return None


def put(connection: sqlite3.Connection, taught: Taught, cluster: int | None, intent_hash: str, seconds: float) -> int:
    """Count a success of a plan in a cluster (None: a new cluster, of which it is the champion); its id."""
    row = connection.execute(
        "SELECT id, observations, seconds FROM autopaths WHERE cluster = ? AND fingerprint = ?",
        (cluster, taught.fingerprint),
    ).fetchone()
    if row is not None:
        mean = (row["seconds"] * row["observations"] + seconds) / (row["observations"] + 1)
        connection.execute(
            "UPDATE autopaths SET observations = observations + 1, uses = uses + 1, seconds = ?,"
            " last_day_rank = max(last_day_rank, ?), last_at = ?, signature = ? WHERE id = ?",
            (mean, taught.rank, taught.at, taught.signature, row["id"]),
        )
        return int(row["id"])
    columns = taught.columns() | {
        "cluster": cluster or 0,
        "intent_hash": intent_hash,
        "champion": 0 if cluster else 1,
        "observations": 1,
        "uses": 1,
        "seconds": seconds,
        "steps": len(taught.framework.steps),
    }
    marks = ", ".join("?" * len(columns))
    cursor = connection.execute(
        f"INSERT INTO autopaths ({', '.join(columns)}) VALUES ({marks})",  # noqa: S608
        tuple(columns.values()),
    )
    identity = int(cursor.lastrowid or 0)
    if not cluster:
        connection.execute("UPDATE autopaths SET cluster = ? WHERE id = ?", (identity, identity))
    return identity


def score(connection: sqlite3.Connection, entry_id: int, good: float, bad: float) -> None:
    """Add to a plan's record."""
    connection.execute("UPDATE autopaths SET good = good + ?, bad = bad + ? WHERE id = ?", (good, bad, entry_id))


def members(connection: sqlite3.Connection, cluster: int) -> list[Entry]:
    """Champion and challengers of a cluster, by id."""
    rows = connection.execute("SELECT * FROM autopaths WHERE cluster = ? ORDER BY id", (cluster,))
    return [entry_of(TABLE, row) for row in rows]


def crown(connection: sqlite3.Connection, cluster: int, entry_id: int) -> None:
    """Make one plan the champion of its cluster."""
    connection.execute("UPDATE autopaths SET champion = (id = ?) WHERE cluster = ?", (entry_id, cluster))


def reject(connection: sqlite3.Connection, intent_hash: str, fingerprint: str, rank: int, days: int) -> int:
    """A step nearer to the ban; how many rejections there are now (at ``REJECTIONS`` it is banned for ``days``)."""
    row = connection.execute(
        "INSERT INTO anti_autopaths (intent_hash, fingerprint, rejections) VALUES (?, ?, 1)"
        " ON CONFLICT (intent_hash, fingerprint) DO UPDATE SET rejections = rejections + 1 RETURNING rejections",
        (intent_hash, fingerprint),
    ).fetchone()
    rejections = int(row[0])
    if rejections >= REJECTIONS:
        connection.execute(
            "UPDATE anti_autopaths SET banned_until = ? WHERE intent_hash = ? AND fingerprint = ?",
            (rank + days, intent_hash, fingerprint),
        )
    return rejections


def banned(connection: sqlite3.Connection, intent_hash: str, fingerprint: str, rank: int) -> bool:
    """Whether a plan is banned for this intent on this active day."""
    row = connection.execute(
        "SELECT 1 FROM anti_autopaths WHERE intent_hash = ? AND fingerprint = ? AND banned_until > ?",
        (intent_hash, fingerprint, rank),
    ).fetchone()
    return row is not None


def bans(connection: sqlite3.Connection, intent_hash: str, rank: int) -> frozenset[str]:
    """Plans that are banned for an intent."""
    rows = connection.execute(
        "SELECT fingerprint FROM anti_autopaths WHERE intent_hash = ? AND banned_until > ?", (intent_hash, rank)
    )
    return frozenset(str(row[0]) for row in rows)


def exclude_once(connection: sqlite3.Connection, digest: bytes, fingerprint: str, at: str) -> None:
    """Keep a plan out of the next turn of this request."""
    connection.execute(
        "INSERT OR REPLACE INTO excluded_once (hash, fingerprint, at) VALUES (?, ?, ?)", (digest, fingerprint, at)
    )


def excluded(connection: sqlite3.Connection, digest: bytes) -> frozenset[str]:
    """Plans that the next turn of this request must not take."""
    rows = connection.execute("SELECT fingerprint FROM excluded_once WHERE hash = ?", (digest,))
    return frozenset(str(row[0]) for row in rows)


def rejected(connection: sqlite3.Connection, digest: bytes) -> frozenset[str]:
    """Plans that these very words were answered with and that the user rejected, unless he accepted them since."""
    return frozenset(rejections(connection, digest))


def rejections(connection: sqlite3.Connection, digest: bytes) -> dict[str, tuple[str, int]]:
    """The same plans, each with the turn that the user rejected last, and how many he did since he accepted it."""
    rows = connection.execute(
        "SELECT fingerprint, signal, turn FROM autopath_observations WHERE hash = ? AND signal IN ('ok', 'no')"
        " ORDER BY turn",
        (digest,),
    )
    found: dict[str, tuple[str, int]] = {}
    for fingerprint, signal, turn in rows:
        if signal == "ok":
            found.pop(str(fingerprint), None)
        else:
            found[str(fingerprint)] = (str(turn), found.get(str(fingerprint), ("", 0))[1] + 1)
    return found


def readmit(connection: sqlite3.Connection, digest: bytes) -> None:
    """The turn has been: what was kept out of it may come back."""
    connection.execute("DELETE FROM excluded_once WHERE hash = ?", (digest,))


def _seen(row: sqlite3.Row) -> Observation:
    told = {name: row[name] for name in _COLUMNS}
    return Observation(**(told | {"good": bool(told["good"])}))
