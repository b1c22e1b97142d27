"""``metnos stats``: the learning curve, and what the memory saves."""

from __future__ import annotations

import typer

from metnos_cli.cli.wiring import world

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def stats(
    as_json: bool = typer.Option(False, "--json"),
    days: int = typer.Option(60, "--days", min=1),
) -> None:
    """Show who answered, how fast, and what was saved."""
    from metnos_cli.store.statistics import statistics

    here = world()
    told = statistics(here.database.read(), days=days)
    if as_json:
        import json
        from dataclasses import asdict

        here.environment.stdout.write(json.dumps({"schema_version": 1, **asdict(told)}, ensure_ascii=False) + "\n")
        return
    from metnos_cli.ui.console import Console
    from metnos_cli.ui.render.statistics import render

    console = Console(here.environment, here.lang, plain=here.globals.plain, glyphs=here.settings.text("ui.glyphs"))
    console.show(render(told, here.lang, console.out_glyphs), on_stdout=True)
