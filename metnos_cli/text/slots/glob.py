"""Recognises file name patterns, written ("*.pdf") and spoken ("i file PDF")."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from metnos_cli.records import Slot
from metnos_cli.text.slots.chunks import trimmed
from metnos_cli.text.slots.signs import signs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.text.slots.chunks import Chunk
    from metnos_cli.text.slots.lexicon import Lexicon


@cache
def _written() -> re.Pattern[str]:
    return re.compile(r"[\w.\[\]?*-]+")


def match_glob(chunk: Chunk) -> Slot | None:
    """A written pattern in a chunk, as a slot ``glob``."""
    shown = chunk.text
    if "*" not in shown or not _written().fullmatch(shown):
        return None
    bare = shown.replace("*", "")
    if (shown.startswith("**") and shown.endswith("**")) or bare.replace(".", "").isdecimal():
        return None  # emphasis, or a product
    if not bare or ("." not in shown and shown[0] != "*" and shown[-1] != "*"):
        return None
    return Slot("glob", shown, chunk.start, chunk.end, {"value": shown})


def match_extension(text: str, found: Sequence[tuple[str, int]], at: int, known: Lexicon) -> Slot | None:
    """A kind of file named by its extension, with the word "file" beside it, as a slot ``glob``.

    Args:
        text: The request.
        found: Its pieces, with their punctuation.
        at: The piece that may be an extension.
        known: The language's words.
    """
    chunk = trimmed(*found[at])
    shown = chunk.text.lower()
    bare = shown.removeprefix(".")
    if bare not in signs("extensions"):
        bare = bare.removesuffix("s")
        if bare not in signs("extensions") or shown[0] == ".":
            return None
    if shown[0] != "." and bare in signs("dotted"):
        return None
    files = known.lists["glob_files"]
    before = found[at - 1][0].lower() if at else ""
    after = trimmed(*found[at + 1]) if at + 1 < len(found) else None
    start, end = chunk.start, chunk.end
    if before in files:
        start = found[at - 1][1]
    elif after is not None and after.text.lower() in files and found[at][0][-1].isalnum():
        end = after.end
    elif shown[0] != "." and (bare in signs("not_alone") or before in known.lists["glob_not_after"]):
        return None
    return Slot("glob", text[start:end], start, end, {"value": f"*.{bare}"})
