"""Records the turn and what it teaches, in one transaction."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from metnos_cli.errors import StoreError
from metnos_cli.pipeline.record import turn_as_json
from metnos_cli.ports import Event
from metnos_cli.store import turns

if TYPE_CHECKING:
    from metnos_cli.ports import TurnPorts
    from metnos_cli.records import Turn


def learn(turn: Turn, ports: TurnPorts) -> Turn:
    """The turn with what was learnt from it; either all of it is in the database or none.

    A database that cannot be written does not take the answer away: the turn comes back with a note instead.
    """
    ports.told(Event("learning"))
    try:
        with ports.store.write() as connection:
            taught = replace(turn, learnt=ports.memory.learn(turn, connection)) if ports.learning else turn
            turns.save(connection, taught, turn_as_json(taught))
    except StoreError as error:
        notes = (*turn.trace.notes, ("not_recorded", {"why": error.key}))
        return replace(turn, trace=replace(turn.trace, notes=notes))
    return taught
