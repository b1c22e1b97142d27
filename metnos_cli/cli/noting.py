"""What commands outside a turn share: a change noted for ``metnos undo``, one JSON object on stdout."""

from __future__ import annotations

from secrets import token_hex
from typing import TYPE_CHECKING, Any

from metnos_cli.text.whole_json import as_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.cli.wiring import World

SCHEMA_VERSION = 1


def note_change(here: World, kind: str, facts: Mapping[str, Any]) -> None:
    """Note a change that is about to be made, as a turn of its own, so that undo can take it back.

    Raises:
        ExecutorError: It cannot be noted: do not make it.
    """
    from metnos_cli.safety.journal import TurnJournal

    turn = f"{here.now():%Y%m%d-%H%M%S}-{token_hex(4)}"
    TurnJournal(here.database, here, turn).note(kind, facts)


def print_json(here: World, told: Mapping[str, Any]) -> None:
    """One object, one line, with its schema's version."""
    here.environment.stdout.write(as_json({"schema_version": SCHEMA_VERSION, **told}) + "\n")
