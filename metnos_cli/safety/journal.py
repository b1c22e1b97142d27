"""Notes each change of one turn just before it is made: what cannot be noted is not done."""

from __future__ import annotations

import secrets
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import StoreError, unavailable
from metnos_cli.store import journal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.ports import Clock, Store
    from metnos_cli.records import Request

KEEP_DAYS = 30
"""How long a turn can be taken back."""


class TurnJournal:
    """The changes of one turn.

    Args:
        store: The SQLite file.
        clock: The time.
        turn: Name of the turn; what bears the same name is taken back together.
    """

    def __init__(self, store: Store, clock: Clock, turn: str) -> None:
        self.turn = turn
        self._store = store
        self._clock = clock
        self._begun = False

    @staticmethod
    def name_for(request: Request) -> str:
        """A name for the changes of a turn: its moment, then chance; sorts by time."""
        return f"{request.now:%Y%m%d-%H%M%S}-{secrets.token_hex(4)}"

    def begin(self, kind: str, facts: Mapping[str, Any]) -> int:
        """Note a change that is about to be made; its number.

        Raises:
            ExecutorError: ``unavailable``: it cannot be noted, so do not make it; what was done before stands.
        """
        now = self._clock.now()
        try:
            with self._store.write() as connection:
                if not self._begun:
                    journal.forget_before(connection, now - timedelta(days=KEEP_DAYS))
                number = journal.add(connection, self.turn, now, kind, facts)
        except StoreError as error:
            raise unavailable(error) from error
        self._begun = True
        return number

    def failed(self, change: int) -> None:
        """It did not happen after all; a note that cannot be taken back stands, and undo looks at what is there."""
        with suppress(StoreError), self._store.write() as connection:
            journal.mark(connection, change, "failed")

    def note(self, kind: str, facts: Mapping[str, Any]) -> int:
        """Fulfils ``ExecutorContext.journal``: a change that an executor is about to make by other means than files.

        Raises:
            ExecutorError: As ``begin``.
        """
        return self.begin(kind, facts)

    def amend(self, change: int, facts: Mapping[str, Any] | None) -> None:
        """Fulfils ``ExecutorContext.amend``; where it cannot be written the first note stands, which undo can read."""
        if facts is None:
            self.failed(change)
            return
        with suppress(StoreError), self._store.write() as connection:
            journal.amend(connection, change, facts)
