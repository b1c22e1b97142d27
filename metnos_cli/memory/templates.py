"""Keeps the taught examples that bear on a request in memory, and reads the request by them.

What reads them is imported with the first request that is read: a turn that only learns goes without.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from metnos_cli.store import entries, shortcuts

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from metnos_cli.memory.induction.induce import Ambiguous, Inducer
    from metnos_cli.memory.induction.reading import Reading
    from metnos_cli.memory.view import View
    from metnos_cli.ports import Store
    from metnos_cli.records import Lang
    from metnos_cli.store.entries import Entry

FAMILIES = 48
"""Families that share words with a request and are read, at most."""
PER_FAMILY = 600
"""Examples of one family, the newest; more of them say the same again."""
AT_ONCE = 1_500
"""Examples that one request waits for, at most, the families that share most with it first: about 0.2 s."""


class Templates:
    """Examples by language and family, loaded when a request first needs them.

    Args:
        store: Where shortcuts are kept.
        usable: Whether an entry may still serve (its executors are unchanged).
    """

    def __init__(self, store: Store, usable: Callable[[Entry], bool]) -> None:
        self._store = store
        self._usable = usable
        self._lock = threading.RLock()
        self._inducers: dict[Lang, Inducer] = {}
        self._last: dict[tuple[Lang, str], int] = {}
        self._state = -1

    def read(self, view: View) -> Reading | Ambiguous | None:
        """What a request means by the examples: one reading, several, or none."""
        with self._lock:
            connection = self._store.read()
            inducer = self._current(connection, view)
            return inducer.read(view)

    def tell_all(self, view: View) -> bool:
        """Whether a word that says "all" was an argument of what is known in a request's language."""
        with self._lock:
            inducer = self._inducers.get(view.lang)
            return inducer is not None and inducer.told(view.lexicon.universal)

    def _current(self, connection: sqlite3.Connection, view: View) -> Inducer:
        from metnos_cli.memory.gate.words import found_by
        from metnos_cli.memory.induction.induce import Inducer

        state = entries.state(connection, shortcuts.TABLE)
        if state != self._state:
            # Something was taken away or replaced: evidence cannot be taken back piece by piece.
            self._inducers.clear()
            self._last.clear()
            self._state = state
        inducer = self._inducers.setdefault(view.lang, Inducer())
        keys = found_by(view, [None] * len(view))
        left = AT_ONCE
        for family in shortcuts.families(connection, view.lang, keys, FAMILIES):
            left -= self._load(connection, inducer, view.lang, family, min(PER_FAMILY, left))
            if left <= 0:
                break
        return inducer

    def _load(self, connection: sqlite3.Connection, inducer: Inducer, lang: Lang, family: str, most: int) -> int:
        """Take in a family's examples that are not known yet; how many there were."""
        from metnos_cli.memory.align import align
        from metnos_cli.memory.induction.family import example_of
        from metnos_cli.memory.shape import take_apart
        from metnos_cli.memory.view import View

        last = self._last.get((lang, family), 0)
        found = shortcuts.examples(connection, family, lang, last, most)
        for entry in found:
            self._last[lang, family] = entry.id
            if self._usable(entry):
                view = View(entry.text, entry.lang, entry.slots)
                shape = take_apart(entry.framework)
                inducer.add(example_of(entry.id, view, shape, align(view, shape.values), entry.framework))
        return len(found)
