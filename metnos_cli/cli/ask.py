"""``metnos ask``: one request, one answer."""

from __future__ import annotations

import typer

from metnos_cli.cli.asking import Asked, answer
from metnos_cli.cli.wiring import world

app = typer.Typer(rich_markup_mode=None, add_completion=False)


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
    asked = Asked(" ".join(words or ()), as_json, explain, yes, no_learn, offline)
    raise typer.Exit(answer(world(), asked))
