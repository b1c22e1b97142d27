"""What "always" allows: one tool with one pattern of arguments, kept where the user can read it and take it back."""

from __future__ import annotations

import json
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from metnos_cli.config.edit import set_value
from metnos_cli.config.schema import BY_NAME

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from metnos_cli.config.load import Settings
    from metnos_cli.ports import ConsentQuestion

KEY = "safety.always"
REASONS = frozenset({"overwrite", "foreign"})
"""Reasons of the vaglio that a rule may answer; deleting, sending and strange values are asked about every time."""
TARGETS = "(targets)"
"""What a call touches, kept in a rule as if it were one argument more."""
GLOB_LETTERS = "*?["
LONGEST_EXACT = 200
"""Characters beyond which a value is content and not a name."""


class SettingsPermits:
    """Rules in ``safety.always`` of the configuration file.

    A rule is ``tool {"argument": "pattern", ...}``: it covers a call of that tool whose every argument and target
    matches. A value that came from a file or a page is never covered.

    Args:
        settings: The configuration of this run.
    """

    def __init__(self, settings: Settings) -> None:
        self.rules = list(settings.texts(KEY))
        self.file: Path | None = settings.file
        self.lang = settings.lang

    def allows(self, question: ConsentQuestion) -> bool:
        """Whether a rule covers this call."""
        return self._may(question) and any(covers(rule, question) for rule in self.rules)

    def rule(self, question: ConsentQuestion) -> str:
        """What "always" would allow, in words; empty where "always" is not offered."""
        return shown(rule_for(question)) if self._may(question) else ""

    def grant(self, question: ConsentQuestion) -> None:
        """Write the rule into the configuration file.

        Raises:
            ConfigError: The file cannot be written.
        """
        rule = rule_for(question)
        if rule not in self.rules:
            self.rules.append(rule)
            if self.file is not None:
                set_value(self.file, BY_NAME[KEY], tuple(self.rules), self.lang)

    def _may(self, question: ConsentQuestion) -> bool:
        by_user = bool(question.provenance) and not any(
            origin.startswith("tool:") for origin in question.provenance.values()
        )
        return question.reason in REASONS and by_user


def rule_for(question: ConsentQuestion) -> str:
    """The narrowest rule of use: the folder of each path, the host of each address, other short values as they are.

    Empty where no single folder covers what is touched.
    """
    patterns: dict[str, str] = {}
    for name, value in sorted(_arguments(question).items()):
        found = {_pattern(text) for text in _texts(value)}
        if len(found) > 1:
            return ""
        if found:
            patterns[name] = found.pop()
    return f"{question.tool} {json.dumps(patterns, ensure_ascii=False)}"


def shown(rule: str) -> str:
    """A rule as the question shows it: the tool and the patterns that limit it."""
    tool, _, told = rule.partition(" ")
    patterns: dict[str, str] = json.loads(told) if told else {}
    limits = (f"{name}={pattern}" for name, pattern in patterns.items() if name != TARGETS and pattern != "*")
    return " ".join((tool, *limits)) if tool else ""


def covers(rule: str, question: ConsentQuestion) -> bool:
    """Whether the rule is for this tool and every argument and every target matches its pattern."""
    tool, _, told = rule.partition(" ")
    try:
        patterns: Mapping[str, Any] = json.loads(told or "{}")
    except ValueError:
        return False
    if tool != question.tool or not isinstance(patterns, dict):
        return False
    for name, value in _arguments(question).items():
        for text in _texts(value):
            if name not in patterns or ".." in text.split("/") or not fnmatchcase(text, str(patterns[name])):
                return False
    return True


def _arguments(question: ConsentQuestion) -> dict[str, Any]:
    """What was asked, and what it touches as if it were one argument more."""
    return {**question.args, TARGETS: list(question.targets)}


def _pattern(text: str) -> str:
    """The pattern of one value: a place's folder or host, a short value itself, any long text."""
    if len(text) > LONGEST_EXACT or "\n" in text:
        return "*"
    if "://" in text:
        host = _host(text)
        return f"{_literal(host)}*" if host else _literal(text)
    head, slash, _ = _literal(text).rpartition("/")
    return f"{head}{slash}*" if slash else _literal(text)


def _host(address: str) -> str:
    """Scheme and host of an address with the stroke after them; empty where it has not all three."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""  # "http://[::1": no rule is wider than the text itself
    found = f"{parts.scheme}://{parts.netloc}/"
    return found if parts.scheme and parts.netloc and address.startswith(found) else ""


def _literal(text: str) -> str:
    return "".join(f"[{letter}]" if letter in GLOB_LETTERS else letter for letter in text)


def _texts(value: Any) -> list[str]:
    """Every single value in an argument, as text."""
    if isinstance(value, list | tuple):
        return [text for item in value for text in _texts(item)]
    if isinstance(value, dict):
        return [text for item in value.values() for text in _texts(item)]
    return [value if isinstance(value, str) else json.dumps(value)]
