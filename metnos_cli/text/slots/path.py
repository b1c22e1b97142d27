"""Recognises paths of files and folders."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from metnos_cli.records import Slot
from metnos_cli.text.slots.signs import signs

if TYPE_CHECKING:
    from pathlib import Path

    from metnos_cli.text.slots.chunks import Chunk
    from metnos_cli.text.slots.lexicon import Lexicon


_SHORTEST = 3  # "B.C" is an abbreviation


@cache
def _rooted() -> re.Pattern[str]:
    return re.compile(r"~(?:/.*)?|\.{1,2}/.*|/[^/\s].*|[A-Za-z]:[\\/].*|~\\.*")


@cache
def _named() -> re.Pattern[str]:
    return re.compile(r"[^\W_][^\s<>|:*?\"=,;@()]*\.([A-Za-z0-9]{1,8})")


@cache
def _dotted() -> re.Pattern[str]:
    return re.compile(r"\.[A-Za-z][\w-]*(?:/\S*)?|(?:[\w.-]+/)+")


def match_path(chunk: Chunk, before: str, known: Lexicon, home: Path | None) -> Slot | None:
    """The path in a chunk, as a slot ``path``.

    A path starts with ``~``, ``/``, ``./`` or ``../``, or is a file name with a known extension. ``value`` has the
    escapes of spaces removed, and ``~`` for the user's folder.

    Args:
        chunk: The piece of text.
        before: The word before it, lower case: it tells whether a lone slash is the root.
        known: The language's words.
        home: The user's folder.
    """
    shown = chunk.text
    if not is_path(shown) and (shown != "/" or before not in known.lists["path_before"]):
        return None
    return Slot("path", shown, chunk.start, chunk.end, {"value": path_value(shown, home)})


def is_path(shown: str) -> bool:
    """Whether a piece of text is written as a path."""
    if _rooted().fullmatch(shown):
        return "://" not in shown and (not shown.startswith("//"))
    named = _named().fullmatch(shown) if len(shown) > _SHORTEST else None
    if named and named[1].lower() in signs("extensions") and not shown.replace(".", "").isdecimal():
        return True
    return "/" in shown and shown.endswith("/") and bool(_dotted().fullmatch(shown))


def path_value(shown: str, home: Path | None) -> str:
    """The path as the file system takes it, the user's folder as ``~``."""
    value = shown.replace("\\ ", " ")
    if home is not None:
        folder = str(home).rstrip("/")
        if folder and (value == folder or value.startswith(folder + "/")):
            value = "~" + value[len(folder) :]
    return value


def quoted_path(slot: Slot, home: Path | None) -> Slot | None:
    """A quoted path as a slot ``path`` over the quotation, or None when the quotation is no path."""
    value = slot.fields["value"].strip()
    if "\n" in value or not (is_path(value) or _rooted().fullmatch(value.partition(" ")[0] + "/")):
        return None
    if not is_path(value) and not value.startswith(("~", "/", "./", "../")):
        return None
    return Slot("path", slot.text, slot.start, slot.end, {"value": path_value(value, home)})


def find_home(text: str, known: Lexicon) -> list[Slot]:
    """The user's folder where it is called "home", as a slot ``path`` with the value ``~``."""
    lowered = text.lower()
    if not any(word in lowered for word in known.rules["home_words"].split()):
        return []
    found: list[Slot] = []
    for match in _home(known.rules["home_before"], known.rules["home_phrases"]).finditer(text):
        if match["alone"] and not match["ahead"]:
            continue
        start, end = match.span("home")
        found.append(Slot("path", text[start:end], start, end, {"value": "~"}))
    return found


@cache
def _home(before: str, phrases: str) -> re.Pattern[str]:
    ahead = "|".join(before.split(", "))
    whole = "|".join(phrases.split(", "))
    return re.compile(rf"\b(?P<ahead>(?:{ahead}) )?(?P<home>(?:{whole})|(?P<alone>home))(?![\w/-]|\.\w)", re.IGNORECASE)
