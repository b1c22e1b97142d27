"""Candidates by cosine: the nearest entries of a table that the gate lets pass, and how near they had to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.memory.recall import miss, refused, serve
from metnos_cli.records import Hit, Miss
from metnos_cli.store import entries

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from metnos_cli.memory.recall import Recall
    from metnos_cli.memory.vectors import Near
    from metnos_cli.ports import Cutoffs
    from metnos_cli.records import Request
    from metnos_cli.store.entries import Entry, Table

LOOKED_AT = 12
"""Candidates that the gate is shown, the nearest first."""


def best_of(
    request: Request,
    recall: Recall,
    layer: str,
    table: Table,
    *,
    least: int,
    threshold: Callable[[Cutoffs], float],
    general: bool = True,
) -> Hit | Miss:
    """The nearest entry of a table that the gate lets pass.

    Args:
        request: The new request.
        recall: What the layers share.
        layer: Who asks.
        table: Whose entries.
        least: Times an entry must have been used.
        threshold: The cosine called for, from the embedder's cutoffs.
        general: Only frameworks whose arguments all come from the request's words.
    """
    if not recall.vectors.known():
        return miss(layer, "empty")
    near = recall.neighbours(request)
    cutoffs = recall.cutoffs()
    if near is None or cutoffs is None:
        return miss(layer, "no_embedder", why=recall.vectors.failed)
    cutoff = threshold(cutoffs)
    ranked = rank(recall, table, near, request, least)
    if not ranked:
        return miss(layer, "unknown")
    if ranked[0][0] < cutoff:
        return Miss(layer, "below_threshold", ranked[0][0], cutoff)
    return _first_passing(request, recall, layer, [one for one in ranked if one[0] >= cutoff], cutoff, general)


def rank(recall: Recall, table: Table, near: Sequence[Near], request: Request, least: int) -> list[tuple[float, Entry]]:
    """Entries of these canonical queries in the request's language, the nearest first, then the most used."""
    cosine = {one.text_id: one.cosine for one in near}
    found = entries.with_texts(recall.connection(), table, list(cosine), least)
    ranked = [
        (cosine[entry.text_id], entry) for entry in found if entry.lang == request.lang and entry.text_id is not None
    ]
    return sorted(ranked, key=lambda one: (-one[0], -one[1].uses, one[1].id))


def _first_passing(
    request: Request, recall: Recall, layer: str, ranked: list[tuple[float, Entry]], cutoff: float, general: bool
) -> Hit | Miss:
    from metnos_cli.memory.align import align
    from metnos_cli.memory.bind import bind
    from metnos_cli.memory.shape import take_apart
    from metnos_cli.memory.view import View

    now, barred = recall.view(request), recall.unwanted(request)
    told: Miss | None = None
    for place, (cosine, entry) in enumerate(ranked[:LOOKED_AT]):
        if entry.fingerprint in barred or entry.rejected > entry.accepted:
            continue
        then = View(entry.text, entry.lang, entry.slots)
        if general and align(then, take_apart(entry.framework).values).constants:
            continue
        bound = bind(entry.framework, then, now)
        checks = recall.judge(recall.candidate(entry, bound, request, "cosine"))
        if checks[-1].passed:
            runner_up = ranked[place + 1][0] if place + 1 < len(ranked) else None
            return serve(layer, entry, bound, "cosine", checks, scores=(cosine, cutoff, runner_up))
        told = told or refused(layer, checks, cosine, cutoff)
    return told or miss(layer, "unknown")
