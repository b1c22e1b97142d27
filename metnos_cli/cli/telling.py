"""Turns an error into what the user reads: one sentence, and a hint where there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli import messages
from metnos_cli.errors import ExecutorError, MetnosError
from metnos_cli.safety.terminal_output import clean

if TYPE_CHECKING:
    from metnos_cli.records import Lang


class _Facts(dict[str, Any]):
    """Facts of a sentence; one that was not given is shown as a dash instead of failing twice."""

    def __missing__(self, name: str) -> str:
        return "–"


def error_sentences(lang: Lang, error: Exception) -> list[str]:
    """The sentence and, where there is one, the hint; clean of control sequences.

    Args:
        lang: The user's language.
        error: Any exception; what is not a ``MetnosError`` is told as a fault of Metnos.
    """
    if not isinstance(error, MetnosError):
        return [clean(messages.text(lang, "error.unforeseen", what=type(error).__name__))]
    if isinstance(error, ExecutorError) and error.message:
        told = [error.message]
    else:
        keys = (f"error.{error.key}", f"error.{error.default_key}", "error.internal")
        told = [_filled(lang, next(key for key in keys if messages.has(lang, key)), error.facts)]
    hint = f"hint.{error.key}"
    if messages.has(lang, hint):
        told.append(_filled(lang, hint, error.facts))
    return [clean(line) for line in told]


def _filled(lang: Lang, key: str, facts: dict[str, Any]) -> str:
    return messages.raw(lang, key).format_map(_Facts(facts))
