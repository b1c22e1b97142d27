"""A word such as ``-5`` is a value, never an option: it is put where Typer takes it for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def numbers_kept(words: Sequence[str]) -> list[str]:
    """The command line with ``--`` before its values, where one of them begins with a minus and a digit.

    Args:
        words: The command line without global options.

    Returns:
        Command and options first, then ``--`` and the values in their order; unchanged where nothing asks for it.
    """
    if "--" in words or not any(_is_number(word) for word in words):
        return list(words)
    from metnos_cli.cli.outline import outline
    from metnos_cli.cli.usage import command_of

    path = command_of(words)
    valued = {name for one in outline()[path]["options"] if one["value"] for name in (one["name"], *one["also"])}
    commands, ahead, values = path.split(), [], []
    waiting = False
    for word in words:
        if waiting or (word.startswith("-") and not _is_number(word)):
            ahead.append(word)
            waiting = not waiting and word in valued
        elif commands and word == commands[0]:
            ahead.append(commands.pop(0))
        else:
            values.append(word)
    return [*ahead, "--", *values] if any(_is_number(word) for word in values) else list(words)


def _is_number(word: str) -> bool:
    return word[:1] == "-" and word[1:2].isdigit()
