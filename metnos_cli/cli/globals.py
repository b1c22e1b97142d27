"""Global options: taken from anywhere on the command line, before or after the command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

VALUED = {"--lang": "lang", "--config": "config"}
SWITCHES = {"--plain": "plain", "--debug": "debug", "--version": "version", "-V": "version"}


@dataclass(frozen=True, slots=True)
class Globals:
    """What was said for every command."""

    lang: str = ""
    """it, en or empty."""
    config: str = ""
    """Another configuration file, or empty."""
    plain: bool = False
    """No colour, no boxes, no animation."""
    debug: bool = False
    """Show tracebacks."""
    version: bool = False
    """Print the version and exit."""


def take_globals(argv: Sequence[str]) -> tuple[Globals, list[str]]:
    """Split the command line; nothing after ``--`` is touched.

    ``extract --lang`` is that command's own option with the same meaning, so it is left where it stands too.

    Raises:
        UsageError: An option lacks its value, or the language is unknown.
    """
    found: dict[str, Any] = {}
    rest: list[str] = []
    words = list(argv)
    while words:
        word = words.pop(0)
        name, equals, value = word.partition("=")
        if word == "--":
            rest += [word, *words]
            break
        if name in VALUED:
            if not equals:
                if not words:
                    raise UsageError("option_needs_value", option=name)
                value = words.pop(0)
            found[VALUED[name]] = value
        elif word in SWITCHES:
            found[SWITCHES[word]] = True
        else:
            rest.append(word)
    if found.get("lang", "") not in ("", "it", "en"):
        raise UsageError("unknown_language", lang=found["lang"])
    return Globals(**found), rest
