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
    from metnos_cli.cli.chatting import converse

    raise typer.Exit(converse(here))
