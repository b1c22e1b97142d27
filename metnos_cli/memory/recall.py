"""What the layers share while they look: store, catalog, settings, vectors, templates, and the gate's verdicts."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from metnos_cli.executors.manifest import digest_of
from metnos_cli.memory.gate import Candidate
from metnos_cli.memory.gate.judge import judge, passed
from metnos_cli.memory.shape import SLOT
from metnos_cli.records import Hit, Miss
from metnos_cli.store import active_days, autopaths, shortcuts

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping, Sequence

    from metnos_cli.config.load import Settings
    from metnos_cli.memory.bind import Bound
    from metnos_cli.memory.gate import How
    from metnos_cli.memory.templates import Templates
    from metnos_cli.memory.vectors import Near, Vectors
    from metnos_cli.memory.view import View
    from metnos_cli.ports import Catalog, Cutoffs, Store
    from metnos_cli.records import Check, Framework, Request
    from metnos_cli.store.entries import Entry

NEIGHBOURS = 32
"""Canonical queries that one lookup looks at."""
FLOOR = 0.3
"""Cosine below which a neighbour is not even reported."""


@dataclass(slots=True)
class Recall:
    """Everything a layer needs."""

    store: Store
    """The SQLite file."""
    catalog: Catalog
    """The executors admitted now."""
    settings: Settings
    """The configuration."""
    vectors: Vectors
    """Likeness of canonical queries."""
    templates: Templates
    """Taught examples."""
    intent: Callable[[Request], str]
    """Digest of verb, object and kinds of values."""
    rejected: Counter[str] = field(default_factory=Counter)
    """Gate's reasons for candidates it refused, since the start (for ``metnos bench recall``)."""
    _view: tuple[Request, View] | None = None

    def connection(self) -> sqlite3.Connection:
        """This thread's connection, for reading."""
        return self.store.read()

    def view(self, request: Request) -> View:
        """The request as the memory looks at it, built once a request."""
        from metnos_cli.memory.view import View

        if self._view is None or self._view[0] is not request:
            self._view = (request, View.of(request))
        return self._view[1]

    def same_world(self, entry: Entry) -> bool:
        """Whether the entry's executors are those it was learnt with."""
        return self.catalog.signature_of(entry.tools) == entry.signature

    def effects(self, framework: Framework) -> tuple[str, ...]:
        """Effects of a framework's executors."""
        manifests = (self.catalog.get(step.tool) for step in framework.steps)
        return tuple(manifest.effect for manifest in manifests if manifest is not None)

    def barred(self, request: Request) -> frozenset[str]:
        """Plans that this request must not be served: kept out once, or banned for its intent."""
        connection = self.connection()
        once = autopaths.excluded(connection, shortcuts.hash_of(request.lang, request.normal))
        if connection.execute("SELECT 1 FROM anti_autopaths WHERE banned_until > 0 LIMIT 1").fetchone() is None:
            return once
        return once | autopaths.bans(connection, self.intent(request), active_days.current(connection))

    def unwanted(self, request: Request) -> frozenset[str]:
        """Plans that no likeness may bring back: barred ones, and those rejected for these very words."""
        digest = shortcuts.hash_of(request.lang, request.normal)
        return self.barred(request) | autopaths.rejected(self.connection(), digest)

    def cutoffs(self) -> Cutoffs | None:
        """Thresholds of the embedder in use, moved where the user moved the configured ones."""
        embedder = self.vectors.embedder()
        if embedder is None:
            return None
        from dataclasses import replace

        told = embedder.cutoffs
        return replace(
            told,
            canonical=self._moved("fast_path.canonical_query_threshold", told.canonical, 0.95),
            pipeline=self._moved("multi_tool_fast_path.threshold", told.pipeline, 0.88),
        )

    def _moved(self, key: str, own: float, default: float) -> float:
        """The embedder's own cutoff, moved as far as the setting was moved on the scale of BGE-M3."""
        value = self.settings.number(key)
        if value >= default:
            return own + (value - default) / (1 - default) * (1 - own)
        return own * value / default

    def neighbours(self, request: Request) -> Sequence[Near] | None:
        """Canonical queries like this one, best first; None when there is no embedder."""
        from metnos_cli.text.understand import complete

        return self.vectors.nearest(complete(request).canonical, NEIGHBOURS, FLOOR)

    def candidate(self, entry: Entry, bound: Bound, request: Request, how: How) -> Candidate:
        """An entry, bound to a request, as the gate looks at it."""
        from metnos_cli.memory.bind import ahead, behind, of_others
        from metnos_cli.memory.view import View

        now = self.view(request)
        then = now if how == "exact" else View(entry.text, entry.lang, entry.slots)
        return Candidate(
            then=then,
            now=now,
            used_then=bound.used_then,
            used_now=bound.used_now,
            how=how,
            effects=self.effects(bound.framework),
            same_world=self.same_world(entry),
            unbound=bound.unbound,
            loose=(
                *bound.loose,
                *of_others(entry.framework, then, now),
                *ahead(bound.framework, request.now),
                *behind(bound.framework, request.now),
            ),
            all_told=how != "exact" and self.templates.tell_all(now),
        )

    def judge(self, candidate: Candidate) -> tuple[Check, ...]:
        """The gate's verdicts; a refusal is counted by its reason."""
        checks = judge(candidate)
        if not passed(checks):
            self.rejected[f"{checks[-1].name}.{checks[-1].reason}"] += 1
        return checks


def fingerprint_of(framework: Framework) -> str:
    """Which plan it is, whatever values the request gave it: of a generalised framework, slots by dimension only."""
    return digest_of([[step.tool, _unnumbered(dict(step.args))] for step in framework.steps])


def _unnumbered(value: Any) -> Any:
    if isinstance(value, str):
        found = SLOT.fullmatch(value)
        return value if found is None else f"${{SLOT:{found[1]}}}"
    if isinstance(value, dict):
        return {key: _unnumbered(held) for key, held in sorted(value.items())}
    if isinstance(value, list):
        return [_unnumbered(held) for held in value]
    return value


def lexical_intent(request: Request) -> str:
    """A digest of a request's words and kinds of values: for a memory that is given no finder of intents."""
    from metnos_cli.memory.gate.words import concepts
    from metnos_cli.memory.view import View

    view = View.of(request)
    used = frozenset(place for span in view.spans.values() for place in range(span.first, span.last))
    said = sorted({_class_of(view, stem) for stem, _ in concepts(view, used)})
    told = f"{said}{sorted(slot.dim for slot in request.slots)}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _class_of(view: View, stem: str) -> str:
    classes = view.lexicon.classes.get(stem)
    return f"~{min(classes)}" if classes else stem


def miss(layer: str, reason: str, **facts: Any) -> Miss:
    """A layer that recognised nothing."""
    return Miss(layer, reason, facts=facts)


def refused(layer: str, checks: tuple[Check, ...], score: float | None = None, threshold: float | None = None) -> Miss:
    """A layer whose best candidate the gate refused."""
    return Miss(layer, "gate", score, threshold, checks)


def serve(
    layer: str,
    entry: Entry,
    bound: Bound,
    how: How,
    checks: tuple[Check, ...],
    *,
    scores: tuple[float, float, float | None] | None = None,
    confirm: bool = False,
    uncovered: str = "",
) -> Hit:
    """A hit; ``scores`` are cosine, threshold and runner-up."""
    score, threshold, runner_up = scores or (None, None, None)
    bindings: Mapping[str, Any] = bound.bindings
    return Hit(
        layer=layer,
        framework=bound.framework,
        entry=entry.name,
        how=how,
        score=score,
        threshold=threshold,
        runner_up=runner_up,
        bindings=bindings,
        checks=checks,
        confirm=confirm or (bool(checks) and checks[-1].reason == "confirm"),
        uncovered=uncovered,
    )
