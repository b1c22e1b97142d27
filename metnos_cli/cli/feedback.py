"""``metnos feedback``: ✓ ✗ ↺ on a turn, outside the conversation."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import typer

from metnos_cli.cli.wiring import world
from metnos_cli.errors import UsageError

if TYPE_CHECKING:
    from metnos_cli.cli.wiring import World
    from metnos_cli.store.turns import StoredTurn

app = typer.Typer(rich_markup_mode=None, add_completion=False)


class Said(StrEnum):
    """What may be said of a turn."""

    OK = "ok"
    NO = "no"
    RETRY = "retry"


@app.command()
def feedback(
    verdict: Said = typer.Argument(...),
    turn: str = typer.Argument("", metavar="TURN"),
    wanted: str = typer.Option("", "--wanted"),
    as_json: bool = typer.Option(False, "--json"),
) -> None:
    """Say whether an answer was right, so that the memory learns."""
    from metnos_cli.store import turns
    from metnos_cli.ui.words import told

    here = world()
    connection = here.database.read()
    found = turns.load(connection, turn) if turn else next(iter(turns.latest(connection)), None)
    if found is None:
        raise UsageError("no_such_turn", turn=turn or "-")
    learnt = here.memory.feedback(found.id, verdict.value, wanted)
    if as_json:
        from metnos_cli.cli.noting import print_json

        print_json(here, {"turn": found.id, "learnt": [[key, dict(facts)] for key, facts in learnt]})
    else:
        here.environment.stderr.write(f"{_judged(here, verdict, found.text)}\n")
        for key, facts in learnt:
            here.environment.stderr.write(told(here.lang, f"learnt.{key}", facts) + "\n")
    if verdict is Said.RETRY and not as_json:
        _again(here, found)


def _judged(here: World, verdict: Said, text: str) -> str:
    """Which turn was judged, and how."""
    from metnos_cli.ui.glyphs import glyphs_for
    from metnos_cli.ui.words import shortened

    mark = getattr(glyphs_for(here.environment.stderr, here.settings.text("ui.glyphs")), verdict.value)
    return f"{mark} {shortened(text)}"


def _again(here: World, found: StoredTurn) -> None:
    """The same request once more; what served it is kept out for this turn."""
    from metnos_cli.cli.asking import run_once, show
    from metnos_cli.ui.words import told

    turn = run_once(here, found.text, as_json=False, yes=False, learning=True)
    show(here, turn, as_json=False, explain=False)
    if turn.framework is not None and turn.framework.as_json() == found.record.get("framework"):
        here.environment.stderr.write(told(here.lang, "chat.no_other") + "\n")
    raise typer.Exit(int(turn.outcome.exit_status))
