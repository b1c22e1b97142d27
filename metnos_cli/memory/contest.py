"""Champion and challengers: which plan of a cluster is served, by records with a statistical margin."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from metnos_cli.store import active_days, autopaths

if TYPE_CHECKING:
    import sqlite3

    from metnos_cli.store.entries import Entry

Z = 1.96
"""Two-sided 95 %."""


def wilson_lower(good: float, bad: float, z: float = Z) -> float:
    """Lower bound of a success rate (Wilson score interval); 0 without observations."""
    total = good + bad
    if total <= 0:
        return 0.0
    rate = good / total
    spread = z * math.sqrt(rate * (1 - rate) / total + z * z / (4 * total * total))
    return max(0.0, (rate + z * z / (2 * total) - spread) / (1 + z * z / total))


def rate(entry: Entry) -> float:
    """Success rate of a plan; one that was never judged counts as half."""
    good, bad = float(entry.more["good"]), float(entry.more["bad"])
    return good / (good + bad) if good + bad else 0.5


def review(connection: sqlite3.Connection, cluster: int, least: int) -> Entry | None:
    """Crown a challenger if its record is clearly better; the new champion, or None when nothing changes.

    A challenger has to have at least ``least`` observations, and the lower bound of its success rate has to lie above
    the champion's rate. Of several the best lower bound wins; ties go to fewer steps, then to less time, then to the
    lower id. A champion that is banned gives way to the best challenger that is not.
    """
    members = autopaths.members(connection, cluster)
    champion = next((one for one in members if one.more["champion"]), None)
    rank = active_days.current(connection)

    def barred(entry: Entry) -> bool:
        return autopaths.banned(connection, entry.more["intent_hash"], entry.fingerprint, rank)

    free = [one for one in members if one is not champion and not barred(one)]
    if champion is not None and not barred(champion):
        floor = rate(champion)
        free = [one for one in free if one.more["observations"] >= least and _bound(one) > floor]
    if not free:
        return None
    best = min(free, key=lambda one: (-_bound(one), one.more["steps"], one.more["seconds"], one.id))
    autopaths.crown(connection, cluster, best.id)
    return best


def _bound(entry: Entry) -> float:
    return wilson_lower(float(entry.more["good"]), float(entry.more["bad"]))
