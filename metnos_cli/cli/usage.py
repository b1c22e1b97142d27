"""The pages that ``--help`` prints, in the user's language, from the outline and the sentences alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli import messages
from metnos_cli.cli.outline import outline
from metnos_cli.errors import MetnosError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from metnos_cli.cli.globals import Globals
    from metnos_cli.environment import Environment
    from metnos_cli.records import Lang

HELP = ("-h", "--help")
WIDEST = 100
NARROWEST = 30


def show_page(argv: Sequence[str], lang: Lang | None = None) -> bool:
    """Print the page that a command line asks for; False where it asks for none, or cannot be read so far.

    Args:
        argv: Arguments without the program's name.
        lang: Language of the page; None: by the options and the settings.
    """
    from metnos_cli.cli.globals import take_globals
    from metnos_cli.environment import Environment

    try:
        globals_, words = take_globals(argv)
    except MetnosError:
        return False
    path = asked(words)
    if path is None:
        return False
    environment = Environment.real()
    environment.stdout.write(page(path, lang or language(environment, globals_), width(environment)))
    return True


def asked(words: Sequence[str]) -> str | None:
    """The command whose page is asked for: ``-h`` or ``--help`` stands before any ``--``.

    Args:
        words: The command line without global options.

    Returns:
        Its words (empty: ``metnos`` itself), or None when no page is asked for.
    """
    before = list(words[: words.index("--")] if "--" in words else words)
    return command_of(before) if any(word in HELP for word in before) else None


def command_of(words: Sequence[str]) -> str:
    """The longest command that the words begin with; options among them do not count."""
    path = ""
    for word in words:
        if word.startswith("-"):
            continue
        if word not in outline()[path]["commands"]:
            break
        path = f"{path} {word}".strip()
    return path


def language(environment: Environment, globals_: Globals) -> Lang:
    """The language asked for, or that of the settings; settings that cannot be read do not stand in the way."""
    from metnos_cli.config.load import load_settings

    if globals_.lang:
        return "it" if globals_.lang == "it" else "en"
    try:
        file = environment.expand(globals_.config) if globals_.config else None
        return load_settings(environment, file=file).lang
    except MetnosError:
        return environment.lang


def width(environment: Environment) -> int:
    """Columns of a page: those of the terminal, within reason."""
    import os

    told = environment.variables.get("COLUMNS", "")
    if told.isdecimal():
        return max(NARROWEST, min(int(told), WIDEST))
    try:
        return max(NARROWEST, min(os.get_terminal_size(environment.stdout.fileno()).columns, WIDEST))
    except (OSError, ValueError, AttributeError):
        return 80


def page(path: str, lang: Lang, columns: int) -> str:
    """A command's page: usage, what it does, arguments, options, commands.

    Args:
        path: Its words; empty: ``metnos``.
        lang: Language of the page.
        columns: Width that lines keep to.
    """
    told = outline()[path]
    parts = [[line(path, lang)], *_wrapped(about(path, lang), 2, columns)]
    arguments = [(word(one["name"], lang), _meaning(path, one, lang)) for one in told["arguments"]]
    options = [(_names(one, lang), _meaning(path, one, lang)) for one in told["options"]]
    options.append(("-h, --help", sentence("--help", lang)))
    commands = [(name, about(f"{path} {name}".strip(), lang)) for name in told["commands"]]
    for title, rows in (("arguments", arguments), ("options", options), ("commands", commands)):
        if rows:
            parts.append([messages.text(lang, f"usage_words.{title}"), *_columns(rows, columns)])
    if path:
        parts += _wrapped(messages.text(lang, "usage_words.everywhere"), 0, columns)
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def line(path: str, lang: Lang) -> str:
    """``Uso: metnos paths show [OPZIONI] NOME``."""
    told = outline()[path]
    pieces = ["metnos", *path.split(), f"[{messages.text(lang, 'usage_words.OPTIONS')}]"]
    if told["commands"]:
        command = messages.text(lang, "usage_words.COMMAND")
        pieces.append(f"[{command} ...]" if told.get("alone") else f"{command} ...")
    for one in told["arguments"]:
        name = word(one["name"], lang) + ("..." if one["many"] else "")
        pieces.append(name if one["required"] else f"[{name}]")
    return f"{messages.text(lang, 'usage_words.usage')} {' '.join(pieces)}"


def about(path: str, lang: Lang) -> str:
    """What a command does, in one sentence."""
    return sentence(path or "metnos", lang)


def sentence(key: str, lang: Lang) -> str:
    """What stands under a key of ``[usage]``.

    Raises:
        KeyError: Nothing does.
    """
    return str(messages.section(lang, "usage")[key])


def word(name: str, lang: Lang) -> str:
    """An argument's name, or a kind of value, as the page writes it."""
    known = messages.section(lang, "usage_words")
    return str(known.get(f"of_{name}", name.upper()))


def meaning(path: str, name: str, lang: Lang) -> str:
    """What an option or argument of a command is for; most options mean the same everywhere.

    Raises:
        KeyError: No sentence says so.
    """
    own = f"{path or 'metnos'} {name}"
    return sentence(own if own in messages.section(lang, "usage") else name, lang)


def _meaning(path: str, one: dict[str, Any], lang: Lang) -> str:
    told = meaning(path, one["name"], lang)
    default = one.get("default")
    return f"{told} [{messages.text(lang, 'usage_words.default', value=default)}]" if default else told


def _names(one: dict[str, Any], lang: Lang) -> str:
    """``-y, --yes``; ``--sort last|uses|age``; ``--grammar / --no-grammar``."""
    short = [name for name in one["also"] if not name.startswith("--")]
    opposite = [name for name in one["also"] if name.startswith("--no-")]
    shown = ", ".join([*short, one["name"]]) + "".join(f" / {name}" for name in opposite)
    if not one["value"]:
        return shown
    few = one["choices"] if len(one["choices"]) <= 4 else []
    return f"{shown} {'|'.join(few) or word(one['value'], lang)}"


def _columns(rows: Sequence[tuple[str, str]], columns: int) -> Iterator[str]:
    """Two columns; where the first is too wide, its meaning stands below it."""
    wide = max((len(left) for left, _ in rows if len(left) <= columns // 3), default=8)
    for left, right in rows:
        [wrapped] = _wrapped(right, wide + 4, columns)
        if len(left) <= wide:
            yield f"  {left:<{wide}}  {wrapped[0].strip()}"
            yield from wrapped[1:]
        else:
            yield f"  {left}"
            yield from wrapped


def _wrapped(text: str, indent: int, columns: int) -> list[list[str]]:
    """One paragraph of lines that keep to the width."""
    lines, current = [], ""
    for part in text.split():
        if current and indent + len(current) + 1 + len(part) > columns:
            lines.append(" " * indent + current)
            current = part
        else:
            current = f"{current} {part}".strip()
    return [[*lines, " " * indent + current]]
