"""L1 autopath: a family of requests; the cluster and the intent have to agree, and the cluster's champion is served."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.memory.likeness import rank
from metnos_cli.memory.recall import miss, refused, serve
from metnos_cli.records import Hit, Miss
from metnos_cli.store import autopaths

if TYPE_CHECKING:
    from metnos_cli.memory.recall import Recall
    from metnos_cli.records import Request
    from metnos_cli.store.entries import Entry

LAYER = "autopath"
CLUSTERS = 4
"""Clusters whose champions the gate is shown."""


def autopath(request: Request, recall: Recall) -> Hit | Miss:
    """The champion of the nearest cluster of the same intent, if the gate lets it pass."""
    if not recall.vectors.known():
        return miss(LAYER, "empty")
    near = recall.neighbours(request)
    cutoffs = recall.cutoffs()
    if near is None or cutoffs is None:
        return miss(LAYER, "no_embedder", why=recall.vectors.failed)
    ranked = rank(recall, autopaths.TABLE, near, request, 1)
    if not ranked:
        return miss(LAYER, "unknown")
    if ranked[0][0] < cutoffs.shortcut:
        return Miss(LAYER, "below_threshold", ranked[0][0], cutoffs.shortcut)
    intent = recall.intent(request)
    same = [(cosine, entry) for cosine, entry in ranked if entry.more["intent_hash"] == intent]
    if not same:
        return Miss(LAYER, "other_intent", ranked[0][0], cutoffs.shortcut)
    return _champion(request, recall, same, cutoffs.shortcut)


def _champion(request: Request, recall: Recall, near: list[tuple[float, Entry]], cutoff: float) -> Hit | Miss:
    from metnos_cli.memory.bind import bind
    from metnos_cli.memory.view import View

    told: Miss | None = None
    barred = recall.unwanted(request)
    clusters = list(dict.fromkeys(entry.more["cluster"] for cosine, entry in near if cosine >= cutoff))
    for cluster in clusters[:CLUSTERS]:
        champion = next((one for one in autopaths.members(recall.connection(), cluster) if one.more["champion"]), None)
        if champion is None or champion.fingerprint in barred:
            told = told or miss(LAYER, "banned", cluster=cluster)
            continue
        cosine = max(one for one, entry in near if entry.more["cluster"] == cluster)
        bound = bind(champion.framework, View(champion.text, champion.lang, champion.slots), recall.view(request))
        checks = recall.judge(recall.candidate(champion, bound, request, "intent"))
        if checks[-1].passed:
            rest = [one for one, entry in near if entry.more["cluster"] != cluster]
            return serve(LAYER, champion, bound, "intent", checks, scores=(cosine, cutoff, rest[0] if rest else None))
        told = told or refused(LAYER, checks, cosine, cutoff)
    return told or miss(LAYER, "unknown")
