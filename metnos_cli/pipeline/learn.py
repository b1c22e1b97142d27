"""Records the turn and what it teaches, in one transaction."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from metnos_cli.pipeline.record import turn_as_json
from metnos_cli.ports import Event
from metnos_cli.store import turns

if TYPE_CHECKING:
    from metnos_cli.ports import TurnPorts
    from metnos_cli.records import Turn


def learn(turn: Turn, ports: TurnPorts) -> Turn:
    """The turn with what was learnt from it; either all of it is in the database or none.

    Raises:
        StoreError: It could not be written.
    """
    ports.told(Event("learning"))
    with ports.store.write() as connection:
        if ports.learning:
            turn = replace(turn, learnt=ports.memory.learn(turn, connection))
        turns.save(connection, turn, turn_as_json(turn))
    return turn
