"""The one table of slash commands: help, completion and what each does are read from it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from metnos_cli import messages

if TYPE_CHECKING:
    from metnos_cli.records import Lang

Argument = Literal["", "words", "path", "explain", "lang", "command"]


@dataclass(frozen=True, slots=True)
class Slash:
    """One slash command; what it does is one sentence below ``[slash]``."""

    name: str
    """Without the slash."""
    argument: Argument = ""
    """What may follow, for completion."""
    aliases: tuple[str, ...] = ()
    """Other names."""
    runs: tuple[str, ...] = ()
    """The command of the command line that it stands for; empty: the conversation's own."""


TABLE: tuple[Slash, ...] = (
    Slash("help", "command", ("?",)),
    Slash("explain", "explain"),
    Slash("last", aliases=("why",)),
    Slash("ok", aliases=("yes",)),
    Slash("no", "words"),
    Slash("retry"),
    Slash("again"),
    Slash("undo", "words", runs=("undo",)),
    Slash("paths", "words", runs=("paths",)),
    Slash("stats", "words", runs=("stats",)),
    Slash("facts", "words", runs=("facts",)),
    Slash("tasks", "words", runs=("tasks",)),
    Slash("executors", "words", runs=("executors",)),
    Slash("config", "words", runs=("config",)),
    Slash("model", "path"),
    Slash("lang", "lang"),
    Slash("export", "path"),
    Slash("quit", aliases=("exit", "q")),
)
DEFAULTS: dict[str, tuple[str, ...]] = {
    "paths": ("list",),
    "facts": ("list",),
    "tasks": ("list",),
    "executors": ("list",),
    "config": ("show",),
}
"""What a command of the command line is given when nothing follows."""
BY_NAME: dict[str, Slash] = {name: row for row in TABLE for name in (row.name, *row.aliases)}
CHOICES: dict[str, tuple[str, ...]] = {"explain": ("off", "on", "full"), "lang": ("it", "en")}
CONTROL: dict[str, str] = {
    **dict.fromkeys(("exit", "quit", "esci", "uscire", "voglio uscire", "chiudi metnos"), "quit"),
    **dict.fromkeys(("again", "do it again", "ripeti", "rifallo", "di nuovo"), "again"),
    **dict.fromkeys(("undo", "undo that", "undo it", "annulla", "annullalo", "disfa", "torna indietro"), "undo"),
}
"""Whole lines, in their normal form, that people type for a command instead of a request, in whatever language."""
LONGEST_CONTROL = 40
"""Characters beyond which a line is a request, whatever it begins with."""
NARROW = 60
"""Columns below which descriptions stand under their commands."""
WORD = re.compile(r"/([a-z?]+)(?:\s+(.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Typed:
    """A slash command as typed."""

    name: str
    """The word after the slash."""
    rest: str
    """What follows."""

    @property
    def row(self) -> Slash | None:
        """Its row, or None when there is no such command."""
        return BY_NAME.get(self.name)


def read_slash(text: str) -> Typed | None:
    """The slash command in a line; None when it is a request (``/etc/hosts`` begins with a slash too)."""
    found = WORD.fullmatch(text.strip())
    return Typed(found[1], (found[2] or "").strip()) if found else None


def command_in(text: str) -> str:
    """The command that a whole line names without a slash ("exit"), or empty."""
    from metnos_cli.text.normalise import normal_form

    return CONTROL.get(normal_form(text), "") if len(text) < LONGEST_CONTROL else ""


def nearest(name: str) -> str:
    """The command that was probably meant, or empty."""
    from difflib import get_close_matches

    near = get_close_matches(name, list(BY_NAME), n=1, cutoff=0.5)
    return near[0] if near else ""


def help_lines(lang: Lang, width: int, only: str = "") -> list[str]:
    """The help, made from the table.

    Args:
        lang: The user's language.
        width: Columns of the terminal; below 60 the description goes on a line of its own.
        only: One command's name; empty: all.
    """
    import textwrap

    rows = [row for row in TABLE if not only or only.lstrip("/") in (row.name, *row.aliases)]
    heads = [f"/{row.name} {_usage(lang, row)}".rstrip() for row in rows]
    wide = max((len(head) for head in heads), default=0) + 4
    lines = []
    for row, head in zip(rows, heads, strict=True):
        does = messages.text(lang, f"slash.{row.name}")
        if row.aliases:
            does += f" ({', '.join(f'/{name}' for name in row.aliases)})"
        if width < NARROW:
            lines += [f"  {head}", *textwrap.wrap(does, width - 1, initial_indent=" " * 6, subsequent_indent=" " * 6)]
        else:
            lines += textwrap.wrap(
                does, width - 1, initial_indent=f"  {head}".ljust(wide), subsequent_indent=" " * wide
            )
    return lines


def _usage(lang: Lang, row: Slash) -> str:
    """What may follow the command, in the user's words."""
    key = f"slash_usage.{row.name}"
    return messages.text(lang, key) if messages.has(lang, key) else ""
