"""Takes ✓ ✗ ↺ on a turn: a step nearer to champion, a step nearer to the ban, out for the next turn only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metnos_cli.memory.contest import review
from metnos_cli.store import active_days, autopaths, entries, shortcuts, turns
from metnos_cli.store.entries import TABLE_OF

if TYPE_CHECKING:
    import sqlite3

    from metnos_cli.config.load import Settings
    from metnos_cli.ports import Judgement
    from metnos_cli.store.autopaths import Observation

Learnt = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Judge:
    """Applies what the user says.

    Args:
        settings: The configuration.
    """

    settings: Settings

    def take(
        self, connection: sqlite3.Connection, turn_id: str, verdict: Judgement, wanted: str, at: str
    ) -> tuple[Learnt, ...]:
        """Inside a transaction: apply a verdict; what was learnt. The same verdict again changes nothing."""
        stored = turns.load(connection, turn_id)
        if stored is not None:
            turns.mark_feedback(connection, stored.id, verdict)
        seen = autopaths.observation(connection, stored.id if stored else turn_id)
        if seen is None:
            return (("nothing_to_judge", {"turn": turn_id}),)
        kept: tuple[Learnt, ...] = (("wanted", {"wanted": wanted}),) if wanted else ()
        if seen.signal == verdict and verdict != "retry":
            if wanted:
                autopaths.signal(connection, seen.turn, verdict, wanted)
            return (("already_judged", {"turn": seen.turn}), *kept)
        autopaths.signal(connection, seen.turn, verdict, wanted)
        if verdict == "ok":
            return (*self._accept(connection, seen), *kept)
        if verdict == "no":
            return (*self._reject(connection, seen), *kept)
        autopaths.exclude_once(connection, seen.hash, seen.fingerprint, at)
        return (("excluded_once", {"turn": seen.turn}),)

    def _accept(self, connection: sqlite3.Connection, seen: Observation) -> tuple[Learnt, ...]:
        told: list[Learnt] = [("accepted", {"turn": seen.turn})]
        for table, number in _served(seen):
            entries.judged(connection, table, number, accepted=True)
        if seen.autopath is not None:
            autopaths.score(connection, seen.autopath, 1.0, 0.0)
            told += self._contest(connection, seen.autopath)
        return tuple(told)

    def _reject(self, connection: sqlite3.Connection, seen: Observation) -> tuple[Learnt, ...]:
        told: list[Learnt] = []
        for table, number in _served(seen):
            entries.judged(connection, table, number, accepted=False)
        gone = self._unlearn(connection, seen)
        told.append(("rejected", {"turn": seen.turn, "entries": ", ".join(gone) or "-"}))
        rank = active_days.current(connection)
        days = self.settings.integer("memory.ban_active_days")
        times = autopaths.reject(connection, seen.intent_hash, seen.fingerprint, rank, days)
        if times == autopaths.REJECTIONS:
            told.append(("banned", {"days": days}))
        if seen.autopath is not None:
            autopaths.score(connection, seen.autopath, 0.0, 1.0)
            told += self._contest(connection, seen.autopath)
        return tuple(told)

    def _unlearn(self, connection: sqlite3.Connection, seen: Observation) -> list[str]:
        """Remove the shortcut that served, or that this turn taught; what misled serves its own words only."""
        gone: list[str] = []
        own = shortcuts.find(connection, seen.hash)
        if own is not None and own.fingerprint == seen.fingerprint:
            entries.remove(connection, shortcuts.TABLE, [own.id])
            gone.append(own.name)
        for table, number in _served(seen):
            if table != shortcuts.TABLE or f"shortcut:{number}" in gone:
                continue
            if entries.get(connection, table, number) is not None:
                shortcuts.tighten(connection, number)
                gone.append(f"shortcut:{number}")
        if seen.framework:
            _forget_count(connection, seen)
        return gone

    def _contest(self, connection: sqlite3.Connection, autopath: int) -> list[Learnt]:
        entry = entries.get(connection, autopaths.TABLE, autopath)
        if entry is None:
            return []
        crowned = review(connection, entry.more["cluster"], self.settings.integer("memory.min_obs"))
        return [] if crowned is None else [("champion", {"entry": crowned.name})]


def _served(seen: Observation) -> list[tuple[Any, int]]:
    """(table, id) of each entry that served the turn."""
    found = []
    for name in seen.entry.split("+"):
        layer, _, number = name.partition(":")
        if layer in TABLE_OF and number.isdecimal():
            found.append((TABLE_OF[layer], int(number)))
    return found


def _forget_count(connection: sqlite3.Connection, seen: Observation) -> None:
    """The rejected turn does not count as a success of its canonical query or its path; a count of none goes."""
    framework = json.dumps(json.loads(seen.framework), ensure_ascii=False, separators=(",", ":"))
    for table in ("canonical_query_log", "multi_tool_paths"):
        connection.execute(
            f"UPDATE {table} SET uses = uses - 1 WHERE lang = ? AND fingerprint = ? AND framework = ? AND uses > 0",  # noqa: S608
            (seen.lang, seen.fingerprint, framework),
        )
        connection.execute(f"DELETE FROM {table} WHERE uses <= 0")  # noqa: S608
