"""Finds quoted text."""

from __future__ import annotations

import re
from functools import cache

from metnos_cli.records import Slot

_CLOSER = {'"': '"', "“": "”", "„": "”", "«": "»", "'": "'", "‘": "’", "`": "`"}


@cache
def _marks() -> re.Pattern[str]:
    return re.compile("[\"“”„«»'‘’`]")


def find_quoted(text: str) -> list[Slot]:
    """Quoted text as slots ``quoted``; ``value`` is what stands between the marks.

    An apostrophe inside or at the end of a word is none: a single mark opens only where a word starts and closes only
    where one ends.
    """
    marks = [(match[0], match.start()) for match in _marks().finditer(text)]
    if len(marks) < 2:
        return []
    last_closer = {mark: at for mark, at in marks if _closes(text, mark, at)}
    found: list[Slot] = []
    opened, closer = -1, ""
    for mark, at in marks:
        if opened >= 0:
            if mark == closer and _closes(text, mark, at):
                value = text[opened + 1 : at]
                if value.strip():
                    found.append(Slot("quoted", text[opened : at + 1], opened, at + 1, {"value": value}))
                opened = -1
            continue
        wanted = _CLOSER.get(mark, "")
        if wanted and _opens(text, mark, at) and last_closer.get(wanted, -1) > at:
            opened, closer = at, wanted
    return found


def _opens(text: str, mark: str, at: int) -> bool:
    after = text[at + 1 : at + 2]
    if mark in "'‘`":
        return not text[at - 1 : at].isalnum() and bool(after) and not after.isspace()
    if mark == '"':
        return not text[at - 1 : at].isdecimal() or at == 0  # 5" is a measure
    return True


def _closes(text: str, mark: str, at: int) -> bool:
    if mark in "'’`":
        return at > 0 and not text[at - 1].isspace() and not text[at + 1 : at + 2].isalnum()
    return True
