"""``metnos help TOPIC``: what a command's ``--help`` is too short for."""

from __future__ import annotations

import typer

from metnos_cli import messages
from metnos_cli.cli.wiring import world
from metnos_cli.errors import UsageError

app = typer.Typer(rich_markup_mode=None)
TOPICS = ("memory", "feedback", "planning", "executors", "safety", "models", "scripts")


@app.command("help")
def help_topic(topic: str = typer.Argument("", help="; ".join(TOPICS))) -> None:
    """Explain a topic; without one, list them."""
    here = world()
    say = here.environment.stdout.write
    if not topic:
        for name in TOPICS:
            first = messages.text(here.lang, f"help.{name}").strip().partition("\n")[0]
            say(f"{name:<10} {first}\n")
        return
    if topic not in TOPICS:
        raise UsageError("no_such_topic", topic=topic, topics=", ".join(TOPICS))
    say(messages.text(here.lang, f"help.{topic}").strip() + "\n")
