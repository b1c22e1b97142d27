"""Chooses the few executors that the planner is shown: by words, and by meaning where there is an embedder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.plan.intent import clauses_of, spoken
from metnos_cli.plan.profile import profile, rarity, score
from metnos_cli.plan.sketch.cues import wants_order
from metnos_cli.plan.sketch.kinds import needs_source, takes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.clauses import Clause
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
    clauses = clauses_of(request, words)
    rankings = [_by_words(clause, admitted, words) for clause in clauses]
    if embedder is not None:
        rankings = [_fused(ranking, _by_meaning(request, admitted, embedder)) for ranking in rankings]
    called = _called_for(clauses, rankings, admitted, words)
    ordered: dict[str, Manifest] = {}
    for manifest in (*called, *_interleaved(rankings), *admitted):
        ordered.setdefault(manifest.name, manifest)
    del intent  # the clauses say all that the intent says, clause by clause
    return tuple(ordered.values())[:k]


def _by_words(clause: Clause, manifests: Sequence[Manifest], words: Lexicon) -> list[tuple[Manifest, float]]:
    profiles = [profile(manifest, words.lang) for manifest in manifests]
    weights = rarity(profiles)
    scored = [(one.manifest, score(clause, one, weights, words)) for one in profiles]
    return sorted(scored, key=lambda pair: (-pair[1], pair[0].name))


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


def _fused(words: list[tuple[Manifest, float]], meaning: list[Manifest]) -> list[tuple[Manifest, float]]:
    """Reciprocal rank fusion of two rankings; words count double, since they know the verb."""
    rank = {manifest.name: place for place, manifest in enumerate(meaning)}
    fused = [
        (manifest, 2 / (FUSION + place) + 1 / (FUSION + rank[manifest.name]))
        for place, (manifest, _) in enumerate(words)
    ]
    return sorted(fused, key=lambda pair: (-pair[1], pair[0].name))


def _called_for(
    clauses: Sequence[Clause],
    rankings: Sequence[list[tuple[Manifest, float]]],
    manifests: Sequence[Manifest],
    words: Lexicon,
) -> list[Manifest]:
    """The best of each clause, and what it cannot do without: a source of entries, an order."""
    best = [ranking[0][0] for ranking in rankings if ranking]
    dims = {token.slot.dim for clause in clauses for token in clause.tokens if token.slot is not None}
    needed: list[Manifest] = []
    if any(needs_source(manifest) or manifest.takes_entries for manifest in best):
        verbs = [verb for dim, sources in PRODUCERS.items() if dim in dims for verb in sources]
        needed += [
            one for verb in verbs for one in _with_verb(verb, manifests) if one.gives_entries and _fits(one, dims)
        ]
    if any(wants_order(clause, words) for clause in clauses):
        needed += [manifest for manifest in _with_verb("sort", manifests) if manifest.takes_entries]
    return [*best, *needed]


def _with_verb(verb: str, manifests: Iterable[Manifest]) -> list[Manifest]:
    return [manifest for manifest in manifests if manifest.verb == verb]


def _fits(manifest: Manifest, dims: Iterable[str]) -> bool:
    return any(takes(manifest, dim) for dim in dims)


def _interleaved(rankings: Sequence[list[tuple[Manifest, float]]]) -> list[Manifest]:
    """First places of all clauses, then second places ..."""
    depth = max(map(len, rankings), default=0)
    return [ranking[place][0] for place in range(depth) for ranking in rankings if place < len(ranking)]
