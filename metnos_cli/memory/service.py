"""The memory as the turn sees it: layers, learner, feedback, over one database."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from metnos_cli.memory.table import LAYER as TABLE
from metnos_cli.memory.table import table

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping, Sequence

    from metnos_cli.config.load import Settings
    from metnos_cli.memory.observe import Learner
    from metnos_cli.memory.recall import Recall
    from metnos_cli.ports import Catalog, Clock, Embedder, Judgement, Store
    from metnos_cli.records import Framework, Hit, Miss, Request, Turn
    from metnos_cli.store.entries import Entry


class MemoryService:
    """Recognises requests and learns from turns.

    Args:
        store: The SQLite file.
        catalog: The executors admitted now.
        settings: The configuration.
        embedder: Builds the embedder on the first lookup that needs one; may raise ``ModelError``.
        clock: The time.
        intent: Digest of verb, object and kinds of values of a request (``plan.intent``); by default one of its words.
        fingerprint: Which plan a generalised framework is; by default ``recall.fingerprint_of``.
    """

    def __init__(
        self,
        store: Store,
        catalog: Catalog,
        settings: Settings,
        embedder: Callable[[], Embedder | None],
        clock: Clock,
        *,
        intent: Callable[[Request], str] | None = None,
        fingerprint: Callable[[Framework], str] | None = None,
    ) -> None:
        self._store = store
        self._catalog = catalog
        self._settings = settings
        self._embedder = embedder
        self._clock = clock
        self._intent = intent
        self._fingerprint = fingerprint

    @cached_property
    def recall(self) -> Recall:
        """What the layers share."""
        from metnos_cli.memory.recall import Recall, lexical_intent
        from metnos_cli.memory.templates import Templates
        from metnos_cli.memory.vectors import Vectors

        def usable(entry: Entry) -> bool:
            return self._catalog.signature_of(entry.tools) == entry.signature

        return Recall(
            store=self._store,
            catalog=self._catalog,
            settings=self._settings,
            vectors=Vectors(self._store, self._embedder),
            templates=Templates(self._store, usable),
            intent=self._intent or lexical_intent,
        )

    @cached_property
    def _learner(self) -> Learner:
        from metnos_cli.memory.observe import Learner
        from metnos_cli.memory.recall import fingerprint_of

        recall = self.recall
        return Learner(
            catalog=self._catalog,
            settings=self._settings,
            intent=recall.intent,
            fingerprint=self._fingerprint or fingerprint_of,
            near=lambda request: recall.vectors.at_hand(request.canonical, 4) if request.canonical else (),
        )

    def layers(self) -> Sequence[Callable[[Request], Hit | Miss]]:
        """The layers in the order in which they are tried; each has ``__name__`` of its layer."""
        if not self._settings.flag("memory.enabled"):
            return (table,)

        def shortcut(request: Request) -> Hit | Miss:
            from metnos_cli.memory.shortcut import shortcut as look

            return look(request, self.recall)

        def canonical(request: Request) -> Hit | Miss:
            from metnos_cli.memory.canonical import canonical as look

            return look(request, self.recall)

        def autopath(request: Request) -> Hit | Miss:
            from metnos_cli.memory.autopath import autopath as look

            return look(request, self.recall)

        def pipeline(request: Request) -> Hit | Miss:
            from metnos_cli.memory.pipelines import pipeline as look

            return look(request, self.recall)

        return (table, shortcut, canonical, autopath, pipeline)

    def learn(self, turn: Turn, connection: sqlite3.Connection) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """Record what a finished turn teaches, inside the caller's transaction; (message key, facts) pairs."""
        if not self._settings.flag("memory.enabled"):
            return ()
        from metnos_cli.store import active_days

        before = active_days.current(connection)
        alone = turn.layer == TABLE and before > 0 and _follows_the_table(connection)
        if alone and active_days.mark(connection, turn.request.now.date()) == before:
            # Nothing to learn and nobody's silence to hear: the learner's modules would cost more than the answer.
            return ()
        from metnos_cli.memory.ageing import due_today, prune

        told = self._learner.learn(turn, connection)
        if due_today(connection, before, active_days.current(connection), self._settings):
            gone = prune(connection, self._settings)
            if gone:
                told = (*told, ("forgotten", {"count": len(gone)}))
        return told

    def feedback(self, turn_id: str, verdict: Judgement, wanted: str = "") -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """Take ✓ ✗ ↺ on a turn, in its own transaction; what was learnt, as (message key, facts) pairs."""
        from metnos_cli.memory.feedback import Judge

        with self._store.write() as connection:
            judge = Judge(self._settings)
            return judge.take(connection, turn_id, verdict, wanted, self._clock.now().isoformat())

    def excluded(self, request: Request) -> frozenset[str]:
        """Fingerprints that the planner must not propose for this request: kept out once, or banned."""
        return self.recall.barred(request)

    def rejected(self, request: Request, framework: Framework) -> str:
        """The turn in which the user rejected this plan for these very words again, not accepted since; else empty.

        Once may have been a slip: the plan is made again.
        """
        from metnos_cli.memory.bind import generalise
        from metnos_cli.memory.recall import fingerprint_of
        from metnos_cli.store import autopaths, shortcuts

        known = autopaths.rejections(self._store.read(), shortcuts.hash_of(request.lang, request.normal))
        if not known:
            return ""
        kept = generalise(framework, request.slots, request.text) or framework
        marks = map(self._fingerprint or fingerprint_of, (kept, framework))
        return next((known[mark][0] for mark in marks if mark in known and known[mark][1] >= TWICE), "")


TWICE = 2
"""Rejections of one plan for the same words after which it is not made for them again."""


def _follows_the_table(connection: sqlite3.Connection) -> bool:
    """Whether the turn before this one, if any, was served by the table too."""
    row = connection.execute("SELECT layer FROM turns ORDER BY id DESC LIMIT 1").fetchone()
    return row is None or row[0] == TABLE
