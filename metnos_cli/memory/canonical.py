"""L1 canonical: a request for ONE executor, equivalent to one that was answered often enough; arguments found anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.memory.likeness import best_of
from metnos_cli.memory.recall import miss
from metnos_cli.store import canonical_log

if TYPE_CHECKING:
    from metnos_cli.memory.recall import Recall
    from metnos_cli.records import Hit, Miss, Request

LAYER = "canonical"


def canonical(request: Request, recall: Recall) -> Hit | Miss:
    """The nearest canonical query above the threshold that the gate lets pass."""
    if not recall.settings.flag("fast_path.canonical_query_enabled"):
        return miss(LAYER, "off")
    return best_of(
        request,
        recall,
        LAYER,
        canonical_log.TABLE,
        least=recall.settings.integer("fast_path.canonical_query_min_uses"),
        threshold=lambda cutoffs: cutoffs.canonical,
        general=False,
    )
