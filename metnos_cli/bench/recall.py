"""Measures the memory: how much of a stream it answers, and how much of that is wrong."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from metnos_cli.bench.probe import catalog_of, taught_turn
from metnos_cli.errors import UsageError
from metnos_cli.memory.service import MemoryService
from metnos_cli.memory.table import LAYER as TABLE
from metnos_cli.records import Hit
from metnos_cli.store.database import Database

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from metnos_cli.config.load import Settings
    from metnos_cli.ports import Embedder
    from metnos_cli.records import Framework, Lang, Request

REFERENCE = "2013-02-12T04:30:00-02:00"
"""The moment that the public corpora of times are written against: what "domani" means is the same in every run."""
TIMES_TAUGHT = 3
PROBE = "probe_request"


@dataclass(frozen=True, slots=True)
class Line:
    """One request of a stream and what it stands for."""

    utterance: str
    lang: Lang
    tool: str
    args: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two requests and whether they mean the same."""

    a: str
    b: str
    label: str
    differs: str
    lang: Lang


@dataclass(slots=True)
class Tally:
    """What was counted so far."""

    requests: int = 0
    hits: int = 0
    right: int = 0
    wrong_tool: int = 0
    wrong_args: int = 0
    by_layer: Counter[str] = field(default_factory=Counter)
    wrong: list[dict[str, Any]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    """Wall time of the layers without the embedding of the request."""
    embed_seconds: list[float] = field(default_factory=list)
    """Wall time of embedding one request."""


class Clock:
    """A moment that stands still."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self) -> datetime:
        """The moment."""
        return self.moment


class TimedEmbedder:
    """An embedder that tells how long it took."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.id, self.dim, self.cutoffs = inner.id, inner.dim, inner.cutoffs
        self.spent = 0.0

    def embed(self, texts: Sequence[str]) -> Any:
        """As the inner one."""
        started = time.perf_counter()
        rows = self._inner.embed(texts)
        self.spent += time.perf_counter() - started
        return rows


def measure_stream(path: Path, settings: Settings, embedder: Embedder, *, seed: int, now: str) -> dict[str, Any]:
    """Ask each line of the memory alone, then teach it; in an order seeded by ``seed``.

    Raises:
        UsageError: The file cannot be read, or a line has another shape.
    """
    lines = [_line(told) for told in read_lines(path)]
    random.Random(seed).shuffle(lines)  # noqa: S311  an order, not a secret
    moment = datetime.fromisoformat(now)
    timed = TimedEmbedder(embedder)
    catalog = catalog_of((line.tool, line.args) for line in lines)
    store = Database(None)
    memory = MemoryService(store, catalog, settings, lambda: timed, Clock(moment))
    tally = Tally(requests=len(lines))
    for number, line in enumerate(lines):
        request = understood(line.utterance, line.lang, moment)
        hit = _ask(memory, request, tally, timed)
        if hit is not None:
            _count(tally, hit, line)
        with store.write() as connection:
            memory.learn(taught_turn(f"{number:06d}", request, line.tool, line.args), connection)
    rejected = dict(memory.recall.rejected.most_common())
    store.close()
    return _stream_result(tally, rejected)


def measure_pairs(path: Path, settings: Settings, embedder: Embedder, *, now: str) -> dict[str, Any]:
    """Teach ``a`` three times, ask ``b``; accepted is a hit that would do exactly what ``a`` did.

    Raises:
        UsageError: The file cannot be read, or a line has another shape.
    """
    from metnos_cli.text.slots.argument import as_argument

    moment = datetime.fromisoformat(now)
    pairs = [_pair(told) for told in read_lines(path)]
    counts: Counter[str] = Counter()
    differs: Counter[str] = Counter()
    rejected: Counter[str] = Counter()
    taken: list[dict[str, Any]] = []
    for pair in pairs:
        first = understood(pair.a, pair.lang, moment)
        second = understood(pair.b, pair.lang, moment)
        args: dict[str, Any] = {}
        for slot in first.slots:
            args.setdefault(f"{slot.dim.replace('-', '_')}_{len(args) + 1}", as_argument(slot))
        store = Database(None)
        memory = MemoryService(store, catalog_of([(PROBE, args)]), settings, lambda: embedder, Clock(moment))
        for number in range(TIMES_TAUGHT):
            with store.write() as connection:
                memory.learn(taught_turn(f"{number:06d}", first, PROBE, args), connection)
        hit = first_hit(memory, second)
        rejected.update(memory.recall.rejected)
        if hit is not None and _does(hit.framework, PROBE, args):
            counts[pair.label] += 1
            if pair.differs:
                differs[pair.differs] += 1
            taken.append({"a": pair.a, "b": pair.b, "label": pair.label, "differs": pair.differs, "layer": hit.layer})
        store.close()
    labels = Counter(pair.label for pair in pairs)
    return {
        "pairs": len(pairs),
        "labels": dict(labels),
        "accepted": {label: counts[label] for label in labels},
        "accepted_by_differs": dict(differs),
        "pairs_rejected_by": dict(rejected.most_common()),
        "accepted_pairs": taken,
    }


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSON Lines file.

    Raises:
        UsageError: It cannot be read, or a line is no JSON object.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError("bench_file", file=str(path), why=str(error)) from error
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            told = json.loads(line)
        except ValueError as error:
            raise UsageError("bench_line", file=str(path), line=number, why=str(error)) from error
        if not isinstance(told, dict):
            raise UsageError("bench_line", file=str(path), line=number, why="{}")
        found.append(told)
    return found


def _line(told: Mapping[str, Any]) -> Line:
    try:
        return Line(str(told["utterance"]), told.get("lang", "it"), str(told["tool"]), dict(told["args"]))
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError("bench_shape", why=str(error)) from error


def _pair(told: Mapping[str, Any]) -> Pair:
    try:
        return Pair(
            str(told["a"]), str(told["b"]), str(told["label"]), str(told.get("differs") or ""), told.get("lang", "it")
        )
    except (KeyError, TypeError) as error:
        raise UsageError("bench_shape", why=str(error)) from error


def understood(text: str, lang: Lang, moment: datetime) -> Request:
    """A request as it is asked at a moment."""
    from metnos_cli.text.understand import understand

    return understand(text, now=moment, lang=lang)


def _ask(memory: MemoryService, request: Request, tally: Tally, timed: TimedEmbedder) -> Hit | None:
    spent = timed.spent
    started = time.perf_counter()
    hit = first_hit(memory, request)
    passed = time.perf_counter() - started
    tally.embed_seconds.append(timed.spent - spent)
    tally.seconds.append(passed - tally.embed_seconds[-1])
    return hit


def first_hit(memory: MemoryService, request: Request) -> Hit | None:
    """The first hit of the layers that learn; the closed table belongs to the bundled catalog and is left out."""
    for layer in memory.layers():
        if layer.__name__ == TABLE:
            continue
        verdict = layer(request)
        if isinstance(verdict, Hit):
            return verdict
    return None


def _count(tally: Tally, hit: Hit, line: Line) -> None:
    tally.hits += 1
    tally.by_layer[hit.layer if hit.layer != "shortcut" else f"shortcut.{hit.how}"] += 1
    if _does(hit.framework, line.tool, line.args):
        tally.right += 1
        return
    tools = [step.tool for step in hit.framework.steps]
    if tools == [line.tool]:
        tally.wrong_args += 1
    else:
        tally.wrong_tool += 1
    told = hit.framework.as_json()["steps"]
    tally.wrong.append(
        {"utterance": line.utterance, "tool": line.tool, "args": line.args, "steps": told, "entry": hit.entry}
    )


def _does(framework: Framework, tool: str, args: Mapping[str, Any]) -> bool:
    """Whether a framework is one call of this tool with these arguments, case and spare white space apart."""
    steps = framework.steps
    return len(steps) == 1 and steps[0].tool == tool and folded(dict(steps[0].args)) == folded(dict(args))


def folded(value: Any) -> Any:
    """A value as it is compared."""
    if isinstance(value, str):
        return " ".join(value.casefold().split())
    if isinstance(value, list | tuple):
        return [folded(held) for held in value]
    if isinstance(value, dict):
        return {name: folded(held) for name, held in value.items()}
    return value


def quantile(values: Sequence[float], share: float) -> float:
    """A quantile of measured values; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def _stream_result(tally: Tally, rejected: Mapping[str, int]) -> dict[str, Any]:
    embedded = [spent for spent in tally.embed_seconds if spent > 0]
    milliseconds: Callable[[float], float] = lambda seconds: round(1000 * seconds, 3)  # noqa: E731
    return {
        "requests": tally.requests,
        "hits": tally.hits,
        "right": tally.right,
        "wrong_tool": tally.wrong_tool,
        "wrong_args": tally.wrong_args,
        "right_share": round(tally.right / max(1, tally.requests), 4),
        "wrong_share": round((tally.wrong_tool + tally.wrong_args) / max(1, tally.hits), 4),
        "by_layer": dict(tally.by_layer.most_common()),
        "rejected_by": dict(rejected),
        "latency_ms": {
            "p50": milliseconds(quantile(tally.seconds, 0.5)),
            "p95": milliseconds(quantile(tally.seconds, 0.95)),
            "embed_p50": milliseconds(quantile(embedded, 0.5)),
        },
        "wrong": tally.wrong,
    }
