"""``metnos chat``: the conversation at the terminal."""

from __future__ import annotations

import typer

from metnos_cli.cli.wiring import world
from metnos_cli.errors import InputNeeded

app = typer.Typer(rich_markup_mode=None)


@app.command("chat")
def chat() -> None:
    """Talk with Metnos: each turn shows its answer and how it was found."""
    here = world()
    if not here.environment.interactive:
        raise InputNeeded("chat_no_terminal")
    from metnos_cli.cli.conversation import WorldSession
    from metnos_cli.ui.console import Console
    from metnos_cli.ui.repl.loop import Conversation

    settings = here.settings
    console = Console(here.environment, here.lang, plain=here.globals.plain, glyphs=settings.text("ui.glyphs"))
    raise typer.Exit(Conversation(console, WorldSession(here, console)).run())
