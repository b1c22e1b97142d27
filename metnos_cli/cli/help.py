"""``metnos help TOPIC``: what a command's ``--help`` is too short for; a command's name gives its page."""

from __future__ import annotations

import typer

from metnos_cli import messages
from metnos_cli.cli.usage import command_of, page, width
from metnos_cli.cli.wiring import world
from metnos_cli.errors import UsageError

app = typer.Typer(rich_markup_mode=None, add_completion=False)
TOPICS = ("memory", "feedback", "planning", "executors", "safety", "models", "scripts")


@app.command("help")
def help_topic(topic: list[str] = typer.Argument(None)) -> None:
    """Explain a topic or a command; without a name, list the topics."""
    here = world()
    say = here.environment.stdout.write
    if not topic:
        for name in TOPICS:
            first = messages.text(here.lang, f"help.{name}").strip().partition("\n")[0]
            say(f"{name:<10} {first}\n")
        say("\n" + messages.text(here.lang, "usage_words.commands_too") + "\n")
        return
    path = command_of(topic)
    explained = topic[0] in TOPICS and len(topic) == 1
    if not explained and path != " ".join(topic):
        raise UsageError("no_such_topic", topic=" ".join(topic), topics=", ".join(TOPICS))
    if explained:
        say(messages.text(here.lang, f"help.{topic[0]}").strip() + "\n")
    if path:
        say(("\n" if explained else "") + page(path, here.lang, width(here.environment)))
