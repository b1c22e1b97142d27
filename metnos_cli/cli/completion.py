"""Tab completion: what may follow the words typed so far, written as each shell wants it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.cli.outline import outline

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

VARIABLE = "_METNOS_COMPLETE"
"""Set by the shell's script to ``complete_bash``, ``complete_zsh``, ``complete_fish`` or ``complete_powershell``."""


def complete(variables: Mapping[str, str]) -> tuple[str, int]:
    """Answer a shell.

    Args:
        variables: What its script put into the environment.

    Returns:
        The text for the shell's script, and the exit status.
    """
    shell = variables[VARIABLE].removeprefix("complete_")
    words, begun = _typed(shell, variables)
    found = candidates(words, begun)
    if shell == "bash":
        return "".join(f"{value}\n" for value, _ in found), 0
    if shell == "fish" and variables.get("_TYPER_COMPLETE_FISH_ACTION") == "is-args":
        return "", 0 if found else 1
    told = [(value, _explained(key, variables)) for value, key in found]
    if shell == "zsh":
        rows = "\n".join(f'"{_zsh(value)}":"{_zsh(why)}"' if why else f'"{_zsh(value)}"' for value, why in told)
        return (f"_arguments '*: :(({rows}))'\n" if told else "_files\n"), 0
    between = "\t" if shell == "fish" else ":::"
    return "".join(f"{value}{between}{why}\n" for value, why in told), 0


def candidates(words: Sequence[str], begun: str) -> list[tuple[str, tuple[str, str]]]:
    """What may stand where the cursor is.

    Args:
        words: Whole words after ``metnos``.
        begun: The beginning of the word at the cursor.

    Returns:
        (text, (command, name under which the page explains it)); nothing where a file or free text is wanted.
    """
    path, valued, placed = "", None, 0
    for word in words:
        known = {name: one for one in _options(path) for name in (one["name"], *one["also"])}
        if valued is not None:
            valued = None
        elif word.startswith("-"):
            one = known.get(word)
            valued = one if one and one["value"] else None
        elif word in outline()[path]["commands"]:
            path, placed = f"{path} {word}".strip(), 0
        else:
            placed += 1
    if valued is not None:
        found = [(choice, ("", "")) for choice in valued["choices"]]
    elif begun.startswith("-"):
        found = [(name, (path, one["name"])) for one in _options(path) for name in (one["name"], *one["also"])]
        found += [(name, (path, "--help")) for name in ("-h", "--help")]
    else:
        found = [(name, (f"{path} {name}".strip(), "")) for name in outline()[path]["commands"]] if not placed else []
        found += [(choice, ("", "")) for choice in _expected(path, placed)]
    return [(value, key) for value, key in found if value.startswith(begun)]


def _options(path: str) -> list[dict[str, Any]]:
    """A command's options and those of every command."""
    everywhere = outline()[""]["options"]
    if not path:
        return list(everywhere)
    return [*outline()[path]["options"], *(one for one in everywhere if "completion" not in one["name"])]


def _expected(path: str, placed: int) -> list[str]:
    """Texts that the argument at a place may be."""
    arguments = outline()[path]["arguments"]
    if not arguments or (placed >= len(arguments) and not arguments[-1]["many"]):
        return []
    return list(arguments[min(placed, len(arguments) - 1)]["choices"])


def _typed(shell: str, variables: Mapping[str, str]) -> tuple[list[str], str]:
    """Whole words before the cursor, without ``metnos``, and the beginning of the one at it."""
    if shell == "bash":
        line, place = variables.get("COMP_WORDS", ""), int(variables.get("COMP_CWORD") or "0")
        words = line.split("\n") if "\n" in line else line.split()
        return words[1:place], words[place] if place < len(words) else ""
    line = variables.get("_TYPER_COMPLETE_ARGS", "")
    words = line.split()[1:]
    if words and not line.endswith(" "):
        return words[:-1], words[-1]
    return words, ""


def _explained(key: tuple[str, str], variables: Mapping[str, str]) -> str:
    """What a command or an option is for, in the user's language."""
    import sys
    from pathlib import Path

    from metnos_cli.cli.globals import Globals
    from metnos_cli.cli.usage import about, language, meaning
    from metnos_cli.environment import Environment

    path, name = key
    if not path and not name:
        return ""
    environment = Environment.real().replace(variables=variables, stdout=sys.stdout, cwd=Path("/"))
    lang = language(environment, Globals())
    return meaning(path, name, lang) if name else about(path, lang)


def _zsh(text: str) -> str:
    """A text inside zsh's double quotes, in a list whose parts colons separate."""
    for mark, written in (
        ('"', '""'),
        ("'", "''"),
        ("$", "\\$"),
        ("`", "\\`"),
        (":", r"\\:"),
        ("(", "\\("),
        (")", "\\)"),
    ):
        text = text.replace(mark, written)
    return text
