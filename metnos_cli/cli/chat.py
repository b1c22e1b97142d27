"""``metnos chat``: the conversation at the terminal."""

from __future__ import annotations

import typer

from metnos_cli.cli.wiring import world
from metnos_cli.errors import InputNeeded

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("chat")
def chat() -> None:
    """Talk with Metnos: each turn shows its answer and how it was found."""
    here = world()
    if not here.environment.interactive:
        raise InputNeeded("chat_no_terminal")
    from metnos_cli.cli import conversation
    from metnos_cli.ui.consent import TerminalConsent
    from metnos_cli.ui.console import Console
    from metnos_cli.ui.dialog import TerminalDialog
    from metnos_cli.ui.permits import SettingsPermits
    from metnos_cli.ui.repl.loop import Conversation

    settings = here.settings
    console = Console(here.environment, here.lang, plain=here.globals.plain, glyphs=settings.text("ui.glyphs"))
    consent = TerminalConsent(here.environment, here.lang, permits=SettingsPermits(settings), console=console)
    dialog = TerminalDialog(here.environment, here.lang, console=console)
    session = conversation.Conversation(here, consent, dialog)
    raise typer.Exit(Conversation(console, session).run())
