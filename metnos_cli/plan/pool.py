"""Chooses the few executors that the planner is shown: by words, and by meaning where there is an embedder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.plan.intent import clauses_of, spoken
from metnos_cli.plan.sketch.choose import Chooser
from metnos_cli.plan.sketch.cues import said, wants_conditions
from metnos_cli.plan.sketch.entry_arguments import wants_folders
from metnos_cli.plan.sketch.kinds import takes
from metnos_cli.plan.sketch.labels import label_in, labeller
from metnos_cli.plan.sketch.reading import Reading, read
from metnos_cli.plan.sketch.templates import match

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.ports import Catalog, Embedder
    from metnos_cli.records import Request

FUSION = 10
"""Constant of the rank fusion: a first place counts 1/10, a second 1/11 ..."""
PRODUCERS = {"path": ("find", "read"), "glob": ("find",), "url": ("get",)}
"""Value -> verbs of the executors that make entries of it, for those that only take entries."""

_vectors: dict[tuple[str, str], NDArray[np.float32]] = {}


def choose_pool(
    request: Request, intent: Mapping[str, Any], catalog: Catalog, embedder: Embedder | None, k: int = 8
) -> tuple[Manifest, ...]:
    """The executors for one turn, the likeliest first.

    Every clause of the request has its say, so that "scarica ... e riassumila" finds both. Escape routes and
    provider-qualified executors are left out unless whole words call for them.

    Args:
        request: What was asked.
        intent: From ``find_intent``; its verbs decide between equal executors.
        catalog: All executors.
        embedder: Adds likeness of meaning; None ranks by words alone.
        k: How many.
    """
    from metnos_cli.plan.pool_filter import filter_pool_for_grammar

    admitted = tuple(filter_pool_for_grammar(tuple(catalog), request))
    words = spoken(request)
    readings = [read(clause, request, words) for clause in clauses_of(request, words)]
    rankings = _by_words(readings, admitted, words)
    if embedder is not None:
        meaning = _by_meaning(request, admitted, embedder)
        rankings = [_fused(ranking, meaning) for ranking in rankings]
    ordered: dict[str, Manifest] = {}
    opened = match(request, admitted, words)
    first = [opened.manifest] if opened is not None else []
    for manifest in (*first, *_called_for(readings, rankings, admitted, words), *_interleaved(rankings), *admitted):
        ordered.setdefault(manifest.name, manifest)
    del intent  # the clauses say all that the intent says, clause by clause
    return tuple(ordered.values())[:k]


def _by_words(readings: Sequence[Reading], manifests: Sequence[Manifest], words: Lexicon) -> list[list[Manifest]]:
    """Executors by their words, for each clause; a clause leans on the entries that the one before it gives."""
    chooser = Chooser(manifests, words)
    rankings: list[list[Manifest]] = []
    before: Manifest | None = None
    for reading in readings:
        ranking = [manifest for manifest, _ in chooser.ranked(reading, before=before)]
        rankings.append(ranking)
        if ranking and ranking[0].gives_entries and ranking[0].verb != "create":
            before = ranking[0] if ranking[0].object != "entries" or before is None else before
    return rankings


def _by_meaning(request: Request, manifests: Sequence[Manifest], embedder: Embedder) -> list[Manifest]:
    """Executors by the cosine between the request and the nearest of their description and examples."""
    asked = embedder.embed([request.text])[0]
    scored = [(manifest, float((_vectors_of(manifest, embedder) @ asked).max())) for manifest in manifests]
    return [manifest for manifest, _ in sorted(scored, key=lambda pair: (-pair[1], pair[0].name))]


def _vectors_of(manifest: Manifest, embedder: Embedder) -> NDArray[np.float32]:
    key = (embedder.id, manifest.digest)
    if key not in _vectors:
        texts = [*manifest.description.values(), *(example.text for example in manifest.examples)]
        _vectors[key] = embedder.embed(texts)
    return _vectors[key]


def _fused(words: list[Manifest], meaning: list[Manifest]) -> list[Manifest]:
    """Reciprocal rank fusion of two rankings; words count double, since they know the verb."""
    rank = {manifest.name: place for place, manifest in enumerate(meaning)}
    fused = [
        (2 / (FUSION + place) + 1 / (FUSION + rank[manifest.name]), manifest) for place, manifest in enumerate(words)
    ]
    return [manifest for _, manifest in sorted(fused, key=lambda pair: (-pair[0], pair[1].name))]


def _called_for(
    readings: Sequence[Reading], rankings: Sequence[list[Manifest]], manifests: Sequence[Manifest], words: Lexicon
) -> list[Manifest]:
    """The best of each clause, and what it cannot do without: a source of entries, an order, a condition."""
    best = [ranking[0] for ranking in rankings if ranking]
    dims = frozenset(
        token.slot.dim for reading in readings for token in reading.clause.tokens if token.slot is not None
    )
    needed: list[Manifest] = []
    if any(manifest.takes_entries for manifest in best) or "url" in dims:
        needed += _sources(dims, readings, manifests)
    if any(reading.extreme or reading.sort for reading in readings):
        needed += [manifest for manifest in _with_verb("sort", manifests) if manifest.takes_entries]
    if any(wants_conditions(reading.clause, words) for reading in readings):
        needed += [manifest for manifest in _with_verb("filter", manifests) if manifest.takes_entries]
    telling = labeller(manifests)
    if telling is not None and any(label_in(reading.clause.words, telling, words) for reading in readings):
        needed.append(telling)
    if any(reading.contents for reading in readings):
        needed += [one for one in _with_verb("read", manifests) if one.takes_entries and _fits(one, ("path",))]
    if any(said("whole", reading.clause, words) or wants_folders(reading, words) for reading in readings):
        needed += [one for one in _with_verb("list", manifests) if _fits(one, ("path",))]
    return [*best, *needed]


def _sources(dims: frozenset[str], readings: Sequence[Reading], manifests: Sequence[Manifest]) -> list[Manifest]:
    """Executors that make entries of the values or nouns there are; of a path yet to be asked for, without any."""
    things = {thing for reading in readings for thing in reading.objects} - {"entries"}
    wanted = [dim for dim in PRODUCERS if dim in dims]
    named = [one for one in manifests if one.object in things and one.gives_entries and not one.takes_entries]
    if not wanted and not named:
        wanted = ["path"]
    verbs = [verb for dim in wanted for verb in PRODUCERS[dim]]
    able = [one for verb in verbs for one in _with_verb(verb, manifests) if one.gives_entries and _fits(one, wanted)]
    return able or named[:2]


def _with_verb(verb: str, manifests: Iterable[Manifest]) -> list[Manifest]:
    return [manifest for manifest in manifests if manifest.verb == verb]


def _fits(manifest: Manifest, dims: Iterable[str]) -> bool:
    return any(takes(manifest, dim) for dim in dims)


def _interleaved(rankings: Sequence[list[Manifest]]) -> list[Manifest]:
    """First places of all clauses, then second places ..."""
    depth = max(map(len, rankings), default=0)
    return [ranking[place] for place in range(depth) for ranking in rankings if place < len(ranking)]
