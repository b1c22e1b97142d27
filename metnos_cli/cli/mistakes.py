"""What Typer refuses in a command line, in one sentence of the user's language, with the command's usage line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metnos_cli import messages
from metnos_cli.cli.outline import outline
from metnos_cli.cli.usage import command_of, line, page, width, word
from metnos_cli.safety.terminal_output import clean_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from metnos_cli.environment import Environment
    from metnos_cli.records import Lang


@dataclass(frozen=True, slots=True)
class Mistake:
    """What was wrong."""

    key: str
    """Message key below ``[mistake]``."""
    facts: dict[str, Any]
    """Values that the sentence names."""


def lines_of(error: Any, words: Sequence[str], lang: Lang, environment: Environment) -> Iterator[str]:
    """The lines for standard error: the sentence and the usage; for a group of commands alone, its page.

    Args:
        error: A usage error of Typer's.
        words: The command line without global options.
        lang: The user's language.
        environment: The terminal.
    """
    path = command_of(words)
    if type(error).__name__ == "NoArgsIsHelpError":
        yield page(path, lang, width(environment)).rstrip("\n")
        return
    found = _mistake(error, path)
    facts = {name: clean_line(str(value)) for name, value in found.facts.items()}
    if "what" in facts:
        facts["what"] = facts["what"] if facts["what"].startswith("-") else word(facts["what"], lang)
    yield messages.text(lang, f"mistake.{found.key}", **facts)
    if found.key.startswith("no_command") and not path:
        yield messages.text(lang, "mistake.no_command_ask", text=clean_line(" ".join(words)))
    yield line(path, lang)
    yield messages.text(lang, "usage_words.try", command=f"metnos {path}".strip())


def _mistake(error: Any, path: str) -> Mistake:
    """What Typer's error says."""
    kind, message = type(error).__name__, str(getattr(error, "message", error))
    if kind == "NoSuchOption":
        names = [name for one in outline()[path]["options"] for name in (one["name"], *one["also"])]
        return _near("no_option", {"option": error.option_name}, error.option_name, names)
    if kind == "MissingParameter":
        return Mistake("missing", {"what": _name(error.param)})
    if kind == "BadParameter" and error.param is not None:
        return _bad_value(error.param, message)
    if kind == "BadOptionUsage":
        key = "takes_no_value" if "does not take" in message else "needs_value"
        return Mistake(key, {"option": error.option_name})
    command = re.fullmatch(r"No such command '(.*?)'\..*", message, re.DOTALL)
    if command:
        return _near("no_command", {"name": command[1]}, command[1], outline()[path]["commands"])
    extra = re.fullmatch(r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", message, re.DOTALL)
    return Mistake("too_many", {"words": extra[1]}) if extra else Mistake("other", {"why": message})


def _near(key: str, facts: dict[str, Any], typed: str, known: Sequence[str]) -> Mistake:
    """The same mistake with the nearest thing that exists, where something is near."""
    from difflib import get_close_matches

    near = get_close_matches(typed, known, n=1, cutoff=0.6)
    return Mistake(f"{key}_near", {**facts, "near": near[0]}) if near else Mistake(key, facts)


def _bad_value(param: Any, message: str) -> Mistake:
    """What a value should have been."""
    what = _name(param)
    choices = getattr(param.type, "choices", ())
    value = re.match(r"'?(.*?)'? is not", message, re.DOTALL)
    typed = value[1] if value else ""
    if choices:
        return Mistake("bad_choice", {"what": what, "value": typed, "choices": ", ".join(map(str, choices))})
    low, high = getattr(param.type, "min", None), getattr(param.type, "max", None)
    if "in the range" in message:
        facts = {"what": what, "value": typed, "low": low}
        return Mistake("bad_range", facts) if high is None else Mistake("bad_range_both", {**facts, "high": high})
    if "is not a valid" in message:
        return Mistake("bad_number", {"what": what, "value": typed})
    return Mistake("bad_value", {"what": what, "why": message})


def _name(param: Any) -> str:
    """An argument's name, or an option as it is written."""
    return str(param.name if param.param_type_name == "argument" else param.opts[0])
