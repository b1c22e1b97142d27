"""Keeps what the user must not see written anywhere, such as a password he typed, out of whatever is kept or shown."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

REDACTED = "***"
ANSWERS = frozenset({"value", "answer"})
"""Fields of a result marked ``secret`` that hold what is secret."""
OPEN = frozenset({"user", "username"})
"""Of credentials, what is no secret."""
SHORT = 4
"""Secrets of fewer characters stand in many words by chance: they are hidden only where they stand alone."""


def secrets_of(result: Mapping[str, Any] | None) -> tuple[str, ...]:
    """What must not be shown of a result; nothing of one that is not marked ``secret``."""
    if not result or result.get("secret") is not True:
        return ()
    return tuple(found for name in sorted(ANSWERS & set(result)) for found in secrets_in(result[name]))


def secrets_in(value: Any) -> tuple[str, ...]:
    """Every text and number in a secret value but the user's name."""
    return tuple(dict.fromkeys(_leaves(value)))


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if str(key).lower() not in OPEN:
                yield from _leaves(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _leaves(inner)
    elif value is not None and not isinstance(value, bool) and str(value).strip():
        yield str(value)


def hide(value: Any, secrets: Sequence[str]) -> Any:
    """The value with every secret in it replaced, also where it stands inside a longer text; keys stay.

    Args:
        value: JSON value.
        secrets: As ``secrets_in`` gives them.
    """
    return _hidden(value, frozenset(secrets), _pattern(secrets)) if secrets else value


def _hidden(value: Any, secrets: frozenset[str], pattern: re.Pattern[str]) -> Any:
    if isinstance(value, str):
        return pattern.sub(REDACTED, value)
    if isinstance(value, Mapping):
        marked = value.get("secret") is True
        return {
            key: REDACTED if marked and key in ANSWERS else _hidden(inner, secrets, pattern)
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return type(value)(_hidden(inner, secrets, pattern) for inner in value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return REDACTED if len(str(value)) >= SHORT and str(value) in secrets else value
    return value


def _pattern(secrets: Sequence[str]) -> re.Pattern[str]:
    """Finds the secrets, however a value that carries them was written."""
    written = []
    for secret in sorted(set(secrets), key=len, reverse=True):
        letters = "".join(_letter(part) for part in re.findall(r"\\+|.", secret, re.DOTALL))
        written.append(letters if len(secret) >= SHORT else rf"(?<!\w){letters}(?!\w)")
    return re.compile("|".join(written))


def _letter(letter: str) -> str:
    """A letter, or a run of backslashes, as it is, and as JSON, Python, an address and HTML write it.

    Quoted again, it has more backslashes.
    """
    from html import escape
    from urllib.parse import quote

    if letter.isascii() and letter.isalnum():
        return letter
    bare = re.escape(letter)
    if letter.startswith("\\"):
        # A run of them is one part: each with a repetition of its own would be tried in every combination.
        return rf"(?:\\{{{len(letter)},}}|(?:%5[Cc]){{{len(letter)}}})"
    as_json, as_python = json.dumps(letter)[1:-1], repr(letter)[1:-1]
    forms = [rf"\\*{bare}", re.escape(escape(letter)), f"(?i:{re.escape(quote(letter, safe='', errors='replace'))})"]
    forms += [_quoted(form) for form in (as_json, as_python) if form != letter]
    if letter == " ":
        forms.append(r"\+")
    return f"(?:{'|'.join(dict.fromkeys(forms))})"


def _quoted(form: str) -> str:
    """An escape with any number of backslashes."""
    return r"\\+".join(re.escape(part) for part in form.split("\\"))


def restored(edited: Any, shown: Any, original: Any) -> Any:
    """An edited value with the secrets back in the places that were left as they were shown.

    Args:
        edited: What the user made of ``shown``.
        shown: ``original`` with its secrets hidden.
        original: As it was.
    """
    if edited == shown:
        return original
    if isinstance(edited, Mapping) and isinstance(shown, Mapping) and isinstance(original, Mapping):
        return {
            key: restored(inner, shown[key], original[key]) if key in shown and key in original else inner
            for key, inner in edited.items()
        }
    return edited
