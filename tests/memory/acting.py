"""A memory whose tools do what their names say: whole layers and the gate, over turns taught in one line each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from metnos_cli.bench.probe import catalog_of, taught_turn
from metnos_cli.bench.recall import first_hit
from metnos_cli.executors.catalog import Catalog
from metnos_cli.memory.service import MemoryService
from metnos_cli.models.embedder import BuiltinEmbedder
from metnos_cli.store.database import Database
from metnos_cli.text.slots.argument import as_argument
from tests.memory.small import NOW, request

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.config.load import Settings
    from metnos_cli.records import Effect, Lang

EMBEDDER = BuiltinEmbedder()
EFFECTS: dict[str, Effect] = {
    "delete": "delete",
    "send": "send",
    "call": "send",
    "pay": "send",
    "find": "read",
    "show": "read",
}
"""First word of a tool's name -> what it does; everything else writes."""
Taught = tuple[str, str, dict[str, Any]]
"""Request, tool, arguments; ``@time`` is the time that the request tells."""


class Clock:
    """A clock that stands."""

    def now(self) -> Any:
        """The moment of all requests."""
        return NOW


def answers(settings: Settings, lang: Lang, taught: Sequence[Taught], asked: str) -> tuple[str, dict[str, Any]] | None:
    """What the memory would do at once or after asking, taught these turns; None when it recognises nothing."""
    catalog = catalog_of((tool, args) for _, tool, args in taught)
    effects = (replace(one, effect=EFFECTS.get(one.name.partition("_")[0], "write")) for one in catalog)
    database = Database(None)
    memory = MemoryService(database, Catalog(list(effects)), settings, lambda: EMBEDDER, Clock())
    for number, (text, tool, told) in enumerate(taught):
        slots = {slot.dim: as_argument(slot) for slot in request(text, lang).slots}
        args = {name: slots.get(str(value).removeprefix("@"), value) for name, value in told.items()}
        with database.write() as connection:
            memory.learn(taught_turn(f"{number:06d}", request(text, lang), tool, args), connection)
    hit = first_hit(memory, request(asked, lang))
    database.close()
    return None if hit is None else (hit.framework.steps[0].tool, dict(hit.framework.steps[0].args))
