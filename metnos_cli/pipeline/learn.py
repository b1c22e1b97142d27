"""Records the turn and what it teaches, in one transaction."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from metnos_cli.errors import Interrupted, StoreError
from metnos_cli.pipeline.record import turn_as_json
from metnos_cli.ports import Event
from metnos_cli.store import turns

if TYPE_CHECKING:
    from metnos_cli.ports import TurnPorts
    from metnos_cli.records import Turn


def learn(turn: Turn, ports: TurnPorts) -> Turn:
    """The turn with what was learnt from it; either all of it is in the database or none.

    A database that cannot be written does not take the answer away, nor does a Ctrl-C while waiting for it: the turn
    comes back with a note instead.
    """
    ports.told(Event("learning"))
    try:
        with ports.store.write() as connection:
            taught = replace(turn, learnt=ports.memory.learn(turn, connection)) if ports.learning else turn
            turns.save(connection, taught, turn_as_json(taught))
    except KeyboardInterrupt:
        return _unrecorded(turn, Interrupted.default_key)
    except (StoreError, Interrupted) as error:
        return _unrecorded(turn, error.key)
    return taught


def _unrecorded(turn: Turn, why: str) -> Turn:
    notes = (*turn.trace.notes, ("not_recorded", {"why": why}))
    return replace(turn, trace=replace(turn.trace, notes=notes))
