"""What a finished turn teaches: shortcuts, canonical queries, tool paths and autopaths, in the caller's transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from metnos_cli.memory.shape import take_apart
from metnos_cli.records import Hit
from metnos_cli.safety.hiding import REDACTED
from metnos_cli.store import active_days, autopaths, canonical_log, embeddings, entries, shortcuts, tool_paths
from metnos_cli.store.entries import TABLE_OF, Taught

if TYPE_CHECKING:
    import sqlite3

    from metnos_cli.config.load import Settings
    from metnos_cli.memory.vectors import Near
    from metnos_cli.ports import Catalog
    from metnos_cli.records import Framework, Request, Turn

Learnt = tuple[str, Mapping[str, Any]]
SECRET = frozenset({"password", "passwd", "secret", "token", "credentials", "api_key", "passphrase", "pin"})
"""Arguments whose values are never kept."""
STRENGTH = ("read", "network", "ask", "write", "send", "delete")
"""Effects, the weakest first."""
QUIET_GOOD = 0.25
"""What silence after a clean end counts for."""
AGAIN_BAD = 0.25
"""What asking the same again at once counts against."""
AT_ONCE_S = 60.0


@dataclass(frozen=True, slots=True)
class Learner:
    """Takes turns in.

    Args:
        catalog: The executors admitted now.
        settings: The configuration.
        intent: Digest of verb, object and kinds of values of a request.
        fingerprint: Which plan a generalised framework is.
        near: Canonical queries like a request's that are known already; empty without an embedder at hand.
    """

    catalog: Catalog
    settings: Settings
    intent: Callable[[Request], str]
    fingerprint: Callable[[Framework], str]
    near: Callable[[Request], Sequence[Near]]

    def learn(self, turn: Turn, connection: sqlite3.Connection) -> tuple[Learnt, ...]:
        """Record what a turn teaches; (message key, facts) pairs of what is worth telling."""
        rank = active_days.mark(connection, turn.request.now.date())
        digest = shortcuts.hash_of(turn.request.lang, turn.request.normal)
        self._hear_silence(turn, digest, connection)
        hit = _hit_of(turn)
        if turn.framework is None or (hit is not None and hit.layer == "table"):
            return ()
        autopaths.readmit(connection, digest)
        good = went_well(turn)
        if hit is not None and good:
            _note_served(hit, rank, turn.request.now.isoformat(), connection)
        taught = self._taught(turn, rank) if good else None
        told, autopath = ((), None) if taught is None else self._teach(turn, hit, taught, digest, connection)
        self._observe(turn, hit, taught, digest, rank, autopath, connection, good=good)
        return tuple(told)

    def _taught(self, turn: Turn, rank: int) -> Taught | None:
        """What may be kept of a turn; None when its framework must not be stored."""
        from metnos_cli.memory.bind import generalise
        from metnos_cli.text.understand import complete

        assert turn.framework is not None  # noqa: S101  learn() checked
        if not cacheable(turn, self.catalog):
            return None
        framework = generalise(turn.framework, turn.request.slots, turn.request.text)
        if framework is None:
            return None
        request = complete(turn.request)
        return Taught(
            lang=request.lang,
            text=request.text,
            slots=request.slots,
            canonical=request.canonical,
            text_id=None,
            framework=framework,
            fingerprint=self.fingerprint(framework),
            signature=self.catalog.signature_of([step.tool for step in framework.steps]),
            effect=strongest(result.effect for result in turn.results),
            rank=rank,
            at=turn.request.now.isoformat(),
        )

    def _teach(
        self, turn: Turn, hit: Hit | None, taught: Taught, digest: bytes, connection: sqlite3.Connection
    ) -> tuple[list[Learnt], int | None]:
        """Feed the tables; what to tell, and the autopath that the turn counts for."""
        told: list[Learnt] = []
        taught = replace(taught, text_id=embeddings.text_id(connection, taught.canonical))
        if hit is None or hit.how != "exact":
            entry, new = self._shortcut(hit, taught, digest, connection)
            if new:
                told.append(("shortcut", {"entry": f"shortcut:{entry}"}))
        if len(taught.framework.steps) == 1:
            entry, uses = canonical_log.put(connection, taught)
            if uses == self.settings.integer("fast_path.canonical_query_min_uses"):
                told.append(("canonical", {"entry": f"canonical:{entry}", "uses": uses}))
        else:
            entry, uses = tool_paths.put(connection, taught)
            if uses == self.settings.integer("multi_tool_fast_path.min_uses"):
                told.append(("pipeline", {"entry": f"pipeline:{entry}", "uses": uses}))
            if uses == self.settings.integer("multi_tool_fast_path.k_synth"):
                told.append(("promotable", {"entry": f"pipeline:{entry}", "uses": uses}))
        intent = self.intent(turn.request)
        near = [one.text_id for one in self.near(turn.request)]
        assert taught.text_id is not None  # noqa: S101  given above
        cluster = autopaths.cluster_near(connection, intent, taught.lang, [taught.text_id, *near])
        return told, autopaths.put(connection, taught, cluster, intent, turn.seconds)

    def _shortcut(
        self, hit: Hit | None, taught: Taught, digest: bytes, connection: sqlite3.Connection
    ) -> tuple[int, bool]:
        """Keep the words; what the memory itself inferred is no evidence for inferring more."""
        from metnos_cli.memory.align import align
        from metnos_cli.memory.gate.words import found_by
        from metnos_cli.memory.view import View

        view = View(taught.text, taught.lang, taught.slots)
        shape = take_apart(taught.framework)
        owners = align(view, shape.values).owners
        return shortcuts.put(
            connection,
            taught,
            digest,
            shape.family,
            template_of(view, owners),
            found_by(view, owners),
            strict=hit is not None,
        )

    def _observe(
        self,
        turn: Turn,
        hit: Hit | None,
        taught: Taught | None,
        digest: bytes,
        rank: int,
        autopath: int | None,
        connection: sqlite3.Connection,
        *,
        good: bool,
    ) -> None:
        import json

        framework = taught.framework if taught else turn.framework
        assert framework is not None  # noqa: S101  learn() checked
        autopaths.observe(
            connection,
            autopaths.Observation(
                turn=turn.id,
                at=turn.request.now.isoformat(),
                day_rank=rank,
                lang=turn.request.lang,
                hash=digest,
                intent_hash=self.intent(turn.request),
                fingerprint=self.fingerprint(framework),
                framework=json.dumps(framework.as_json(), ensure_ascii=False) if taught else "",
                layer=turn.layer,
                entry=hit.entry if hit else "",
                autopath=autopath,
                good=good,
                seconds=turn.seconds,
            ),
        )

    def _hear_silence(self, turn: Turn, digest: bytes, connection: sqlite3.Connection) -> None:
        """Silence after a clean end is a weak yes to the turn before; the same request again at once is a weak no."""
        from datetime import datetime

        before = autopaths.last_before(connection, turn.id)
        if before is None or before.signal or not before.good:
            return
        passed = (turn.request.now - datetime.fromisoformat(before.at)).total_seconds()
        again = before.hash == digest and 0 <= passed <= AT_ONCE_S
        autopaths.signal(connection, before.turn, "again" if again else "quiet")
        if before.autopath is not None:
            good, bad = (0.0, AGAIN_BAD) if again else (QUIET_GOOD, 0.0)
            autopaths.score(connection, before.autopath, good, bad)


def _hit_of(turn: Turn) -> Hit | None:
    return next((tried.verdict for tried in turn.trace.layers if isinstance(tried.verdict, Hit)), None)


def _note_served(hit: Hit, rank: int, at: str, connection: sqlite3.Connection) -> None:
    """Each entry that served, also the pieces of a composed one."""
    for name in hit.entry.split("+"):
        layer, _, number = name.partition(":")
        if layer in TABLE_OF and number.isdecimal():
            entries.served(connection, TABLE_OF[layer], int(number), rank, at)


def went_well(turn: Turn) -> bool:
    """Whether a turn ended in an answer with every step done."""
    return (
        turn.outcome.kind == "answered"
        and turn.framework is not None
        and bool(turn.framework.steps)
        and len(turn.results) == len(turn.framework.steps)
        and all(result.error is None for result in turn.results)
    )


def cacheable(turn: Turn, catalog: Catalog) -> bool:
    """Whether a framework may be kept: nothing secret in it, no dialog, no consent that changed it."""
    assert turn.framework is not None  # noqa: S101  callers checked
    for step, result in zip(turn.framework.steps, turn.results, strict=True):
        manifest = catalog.get(step.tool)
        if manifest is None or manifest.effect == "ask" or SECRET & {name.lower() for name in step.args}:
            return False
        if (result.result or {}).get("secret") is True or REDACTED in str(dict(step.args)):
            return False
        if any(isinstance(held, dict) and held.get("secret") for held in manifest.args.get("properties", {}).values()):
            return False
        asked = result.verdict is not None and result.verdict.decision == "ask"
        if asked and not getattr(manifest.run, "prepare", "") and _edited(step.args, result.args):
            return False
    return True


def _edited(planned: Mapping[str, Any], done: Mapping[str, Any]) -> bool:
    """Whether the user changed a literal argument when asked."""
    return any(
        name in done and done[name] != value
        for name, value in planned.items()
        if name != "from_step" and "${" not in str(value)
    )


def strongest(effects: Any) -> str:
    """The strongest of some effects."""
    return max(effects, key=lambda effect: STRENGTH.index(effect) if effect in STRENGTH else 0, default="read")


def template_of(view: Any, owners: Sequence[str | None]) -> str:
    """The request with its values as ``{argument}``: "annuncia che {message}"."""
    parts: list[str] = []
    for word, owner in zip(view.words, owners, strict=True):
        shown = word.text if owner is None else f"{{{owner.partition('.')[2]}}}"
        if not parts or parts[-1] != shown or owner is None:
            parts.append(shown)
    return " ".join(parts)
