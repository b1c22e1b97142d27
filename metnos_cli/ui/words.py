"""Puts keys, numbers, sizes and times into the user's words; everything from outside is cleaned here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli import messages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.errors import MetnosError
    from metnos_cli.records import Lang

UNITS = ("B", "kB", "MB", "GB", "TB", "PB")


class _Facts(dict[str, Any]):
    """Facts of a sentence; one that was not given is shown as a dash."""

    def __missing__(self, name: str) -> str:
        return "–"


def clean(text: str) -> str:
    """The text without anything a terminal would act on; the sanitiser is only called when there is something."""
    if text.isprintable():
        # Control, format (direction marks, tags) and half characters are none of them printable.
        return text
    from metnos_cli.safety.terminal_output import clean as sanitise

    return sanitise(text)


def told(lang: Lang, key: str, facts: Mapping[str, Any] | None = None) -> str:
    """A sentence with its facts, or the key's last word where no sentence exists (a reason of a user's own part).

    Args:
        lang: The user's language.
        key: Dotted path such as ``miss.below_threshold``.
        facts: Values that it names; they are data and are cleaned.
    """
    if not messages.has(lang, key):
        return clean(key.rpartition(".")[2].replace("_", " "))
    shown = _Facts({name: value_text(lang, value) for name, value in (facts or {}).items()})
    return clean(messages.raw(lang, key).format_map(shown))


def value_text(lang: Lang, value: Any) -> str:
    """Any JSON value as people read it."""
    if isinstance(value, bool):
        return messages.text(lang, "value.yes" if value else "value.no")
    if value is None:
        return "–"
    if isinstance(value, float):
        return number(lang, value)
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(value_text(lang, item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{name}: {value_text(lang, item)}" for name, item in value.items())
    return clean(str(value))


def one_line(text: str) -> str:
    """Text from outside on one line: clean, and a line break or tab in it is written as an escape, never acted out."""
    return clean(text).replace("\n", "\\n").replace("\t", "\\t")


def shortened(text: str, columns: int = 60) -> str:
    """A request on one line, its end left out where it is long."""
    line = one_line(" ".join(text.split()))
    return line if len(line) <= columns else f"{line[: columns - 1].rstrip()}…"


def number(lang: Lang, value: float, digits: int = 2) -> str:
    """A number with the language's decimal sign, without idle zeros."""
    shown = f"{value:.{digits}f}".rstrip("0").rstrip(".") if "e" not in repr(value) else f"{value:.{digits}g}"
    return decimal(lang, shown)


def decimal(lang: Lang, shown: str) -> str:
    """The language's decimal sign in a figure already written."""
    return shown.replace(".", ",") if lang == "it" else shown


def score(value: float) -> str:
    """A cosine: two digits, a third where the second would hide which side of the threshold it is on."""
    return f"{value:.3f}".removesuffix("0")


def duration(lang: Lang, seconds: float) -> str:
    """Wall time: ``< 0.1 ms``, ``0.2 ms``, ``14 ms``, ``1.3 s``, ``2 min 5 s``."""
    if seconds < 0.0001:
        return decimal(lang, "< 0.1 ms")
    if seconds < 0.001:
        return decimal(lang, f"{seconds * 1000:.1f} ms")
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 60:
        return decimal(lang, f"{seconds:.1f} s")
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"


def size(lang: Lang, octets: float) -> str:
    """A number of bytes in decimal units, as file managers write it."""
    amount, unit = float(octets), UNITS[0]
    for unit in UNITS:
        if abs(amount) < 1000:
            break
        if unit != UNITS[-1]:
            amount /= 1000
    return decimal(lang, f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}")


def moment(text: str) -> str:
    """An ISO 8601 moment without its seconds, its zone and its ``T``; any other text as it is."""
    from datetime import datetime

    if len(text) < 16 or text[4:5] != "-" or text[10:11] not in ("T", " "):
        return text
    try:
        return f"{datetime.fromisoformat(text):%Y-%m-%d %H:%M}"
    except ValueError:
        return text


def error_lines(lang: Lang, error: MetnosError) -> list[str]:
    """An error's sentence and, where there is one, its hint."""
    message = getattr(error, "message", None)
    if message:
        lines = [clean(str(message))]
    else:
        keys = (error.key, f"error.{error.key}", f"error.{error.default_key}", "error.internal")
        lines = [told(lang, next(key for key in keys if messages.has(lang, key)), error.facts)]
    hint = f"hint.{error.key}"
    return [*lines, told(lang, hint, error.facts)] if messages.has(lang, hint) else lines
