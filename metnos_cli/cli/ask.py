"""``metnos ask``: one request, one answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from metnos_cli.cli.wiring import World, world
from metnos_cli.errors import BinaryInput, EmptyRequest

if TYPE_CHECKING:
    from metnos_cli.ports import Consent, Dialog, Event
    from metnos_cli.records import Turn

app = typer.Typer(rich_markup_mode=None)
READ_AT_MOST = 2_000_000
"""Bytes of standard input that are looked at."""


@app.command()
def ask(
    words: list[str] = typer.Argument(None, metavar="TEXT", help="The request; read from stdin when piped."),
    as_json: bool = typer.Option(False, "--json", help="Print exactly one JSON object."),
    explain: bool = typer.Option(False, "--explain", help="Show how the answer was found."),
    yes: bool = typer.Option(False, "--yes", "-y", help="Say yes to what would be asked, in this very call."),
    no_learn: bool = typer.Option(False, "--no-learn", help="Learn nothing from this turn."),
    offline: bool = typer.Option(False, "--offline", help="Plan without a language model."),
) -> None:
    """Answer one request."""
    here = world()
    if offline:
        here.flags["engine.proposer"] = "offline"
    text = " ".join(words or ()).strip() or _piped(here)
    if not text:
        raise EmptyRequest
    turn = run_once(here, text, as_json=as_json, yes=yes, learning=not no_learn)
    show(here, turn, as_json=as_json, explain=explain)
    raise typer.Exit(int(turn.outcome.exit_status))


def run_once(here: World, text: str, *, as_json: bool, yes: bool, learning: bool) -> Turn:
    """One turn without a conversation around it.

    Args:
        here: The command's world.
        text: The request.
        as_json: Never ask anything: a question ends the turn with exit status 3 or 4.
        yes: Consent is given beforehand.
        learning: Whether the turn teaches.
    """
    from metnos_cli.pipeline.turn import take_turn

    consent, dialog = _askers(here, as_json=as_json, yes=yes)
    request = here.understand(text)
    return take_turn(request, here.ports(consent=consent, dialog=dialog, told=_quiet, learning=learning))


def show(here: World, turn: Turn, *, as_json: bool, explain: bool) -> None:
    """The answer on stdout; everything else on stderr."""
    if as_json:
        import json

        from metnos_cli.pipeline.record import turn_as_json

        here.environment.stdout.write(json.dumps(turn_as_json(turn), ensure_ascii=False) + "\n")
        return
    from metnos_cli.ui.show import show_turn

    show_turn(here.environment, here.settings, turn, explain=explain, plain=here.globals.plain)
    from metnos_cli.ui.words import told

    for key, facts in here.warnings:
        here.environment.stderr.write(told(here.lang, f"note.{key}", facts) + "\n")


def _askers(here: World, *, as_json: bool, yes: bool) -> tuple[Consent, Dialog]:
    """Who is asked: the terminal, a yes given beforehand, or nobody."""
    from metnos_cli.ui.consent import NoTerminalConsent, TerminalConsent, YesConsent
    from metnos_cli.ui.dialog import NoTerminalDialog, TerminalDialog
    from metnos_cli.ui.permits import SettingsPermits

    interactive = here.environment.interactive and not as_json
    dialog: Dialog = TerminalDialog(here.environment, here.lang) if interactive else NoTerminalDialog()
    if yes:
        return YesConsent(), dialog
    if not interactive:
        return NoTerminalConsent(), dialog
    return TerminalConsent(here.environment, here.lang, permits=SettingsPermits(here.settings)), dialog


def _quiet(event: Event) -> None:
    """One shot is quiet: nothing is drawn while the turn runs."""


def _piped(here: World) -> str:
    """Text from standard input, when it is not a terminal.

    Raises:
        BinaryInput: What came is not UTF-8 text.
    """
    stdin = here.environment.stdin
    if here.environment.is_terminal(stdin):
        return ""
    raw = stdin.buffer.read(READ_AT_MOST) if hasattr(stdin, "buffer") else stdin.read(READ_AT_MOST).encode()
    try:
        return raw.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise BinaryInput from error
