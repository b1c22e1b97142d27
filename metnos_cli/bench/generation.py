"""Measures how long the grammar of a pool takes to write: anew, and from memory."""

from __future__ import annotations

import random
import statistics
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.grammar import clear_cache, generate_framework_grammar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.executors.manifest import Manifest

SIZES = (8, 40)
POOLS = 25


def measure_generation(catalog: Sequence[Manifest], max_steps: int, pools: int = POOLS) -> list[dict[str, Any]]:
    """Times of random pools of the catalog, one row a size.

    Args:
        catalog: The executors; where there are too few, some stand in a pool twice, under another name.
        max_steps: Steps of a plan, at most.
        pools: How many pools of each size.

    Returns:
        ``size``; ``first_ms``, nothing being known of the executors; ``ms``, the executors being known and the pool
        new; ``cached_us``, the pool being known; medians all; and the median length in ``characters``.
    """
    return [_measure(catalog, size, max_steps, pools) for size in SIZES]


def _measure(catalog: Sequence[Manifest], size: int, max_steps: int, pools: int) -> dict[str, Any]:
    source = random.Random(size)  # noqa: S311  the same pools in every measurement
    first, again, cached, lengths = [], [], [], []
    for _ in range(pools):
        pool = _pool(catalog, size, source)
        clear_cache()
        first.append(_seconds(pool, max_steps))
        again.append(_seconds([*pool[1:], pool[0]], max_steps))  # in another order it is another grammar
        cached.append(_seconds(pool, max_steps))
        lengths.append(len(generate_framework_grammar(pool, max_steps)))
    return {
        "size": size,
        "first_ms": statistics.median(first) * 1e3,
        "ms": statistics.median(again) * 1e3,
        "cached_us": statistics.median(cached) * 1e6,
        "characters": int(statistics.median(lengths)),
    }


def _pool(catalog: Sequence[Manifest], size: int, source: random.Random) -> list[Manifest]:
    pool = source.sample(list(catalog), min(size, len(catalog)))
    for place in range(size - len(pool)):
        twin = pool[place]
        pool.append(replace(twin, name=f"{twin.name}_twin", digest=f"{twin.digest}-twin"))
    return pool


def _seconds(pool: Sequence[Manifest], max_steps: int) -> float:
    """Time that this process spent, whatever else the machine does meanwhile."""
    started = time.process_time()
    generate_framework_grammar(pool, max_steps)
    return time.process_time() - started
