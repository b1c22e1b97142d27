"""Turns an error into what the user reads: one sentence, and a hint where there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.errors import MetnosError
from metnos_cli.ui.words import error_lines, told

if TYPE_CHECKING:
    from metnos_cli.records import Lang


def error_sentences(lang: Lang, error: Exception) -> list[str]:
    """The sentence and the hint, clean of control sequences.

    Args:
        lang: The user's language.
        error: Any exception; what is not a ``MetnosError`` is told as a fault of Metnos.
    """
    if isinstance(error, MetnosError):
        return error_lines(lang, error)
    return [told(lang, "error.unforeseen", {"what": type(error).__name__}), told(lang, "hint.unforeseen")]
