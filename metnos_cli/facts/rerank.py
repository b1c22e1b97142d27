"""Reranks candidates: a cross-encoder reads each beside the question, within a budget of time, or says why not."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from metnos_cli.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from metnos_cli.ports import Reranker

AT_ONCE = 5
"""Pairs read between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a cross-encoder made of the candidates."""

    scores: tuple[float, ...] | None
    """One a text; None: the order stays as it was."""
    note: tuple[str, Mapping[str, Any]] | None = None
    """(message key below ``[note]``, facts): why there are no scores."""


def read_pairs(
    question: str,
    texts: Sequence[str],
    reranker: Callable[[], Reranker | None],
    budget_s: float,
    clock: Callable[[], float] = time.monotonic,
) -> Reading:
    """Let the cross-encoder score every text, or none.

    Args:
        question: What was asked.
        texts: Candidates, the likeliest first.
        reranker: Loads it on first call; None: none is configured.
        budget_s: Seconds for reading; loading the weights the first time is not counted.
        clock: Seconds, growing.
    """
    if not texts:
        return Reading(None)
    try:
        encoder = reranker()
        if encoder is None:
            return Reading(None)
        encoder.score(question, ())  # nothing to read: only the weights load
        scores: list[float] = []
        started = clock()
        for start in range(0, len(texts), AT_ONCE):
            spent = clock() - started
            if spent > budget_s or (start and spent / start * len(texts) > budget_s):
                return Reading(None, ("rerank_budget", {"seconds": f"{budget_s:g}", "read": start, "of": len(texts)}))
            scores += encoder.score(question, texts[start : start + AT_ONCE])
    except ModelError as error:
        return Reading(None, ("rerank_unavailable", {"why": error.key, **error.facts}))
    return Reading(tuple(scores))
