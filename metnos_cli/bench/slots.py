"""Measures how long it takes to find the values of a request of ten words."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, Any

from metnos_cli.text.slots import find_slots

if TYPE_CHECKING:
    from datetime import datetime

    from metnos_cli.records import Lang

REQUESTS: tuple[tuple[Lang, str], ...] = (
    ("it", "ricordami domani alle 14 di chiamare il dottore per favore"),
    ("it", "trova i 20 file più grandi degli ultimi 10 giorni"),
    ("it", "mostra le foto scattate tra il 13 e il 15 luglio"),
    ("it", "scrivi a mario.rossi@esempio.it per la riunione di venerdì mattina"),
    ("en", "remind me tomorrow at 2pm to call the doctor please"),
    ("en", "find the 20 largest files of the last 10 days"),
    ("en", "move the pdf files to ~/Documents/work and count them"),
)
"""Requests of ten words, give or take one, that hold one to three values."""


def measure_slots(now: datetime, runs: int = 50) -> dict[str, Any]:
    """Processor time of one request, the tables being loaded.

    Args:
        now: The moment of asking.
        runs: Times that each request is read.

    Returns:
        ``requests`` (how many readings), ``median_ms``, ``p95_ms`` and ``slots`` (values in the set).
    """
    found = sum(len(find_slots(text, lang, now)) for lang, text in REQUESTS)
    seconds = []
    for _ in range(runs):
        for lang, text in REQUESTS:
            started = time.process_time()
            find_slots(text, lang, now)
            seconds.append(time.process_time() - started)
    seconds.sort()
    return {
        "requests": len(seconds),
        "median_ms": round(1000 * statistics.median(seconds), 4),
        "p95_ms": round(1000 * seconds[int(0.95 * len(seconds))], 4),
        "slots": found,
    }
