"""``metnos ask``: one request, one answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from metnos_cli.cli.asking import run_once, show
from metnos_cli.cli.wiring import world
from metnos_cli.errors import BinaryInput, EmptyRequest

if TYPE_CHECKING:
    from metnos_cli.cli.wiring import World

app = typer.Typer(rich_markup_mode=None, add_completion=False)
READ_AT_MOST = 2_000_000
"""Bytes of standard input that are looked at."""


@app.command()
def ask(
    words: list[str] = typer.Argument(None, metavar="TEXT"),
    as_json: bool = typer.Option(False, "--json"),
    explain: bool = typer.Option(False, "--explain"),
    yes: bool = typer.Option(False, "--yes", "-y"),
    no_learn: bool = typer.Option(False, "--no-learn"),
    offline: bool = typer.Option(False, "--offline"),
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
