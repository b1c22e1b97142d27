"""Recognises file name patterns, written ("*.pdf") and spoken ("i file PDF")."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from metnos_cli.records import Slot
from metnos_cli.text.slots.extensions import EXTENSIONS, NOT_ALONE

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
    if "." not in shown and not (shown[0] == "*" or shown[-1] == "*") or not bare:
        return None
    return Slot("glob", shown, chunk.start, chunk.end, {"value": shown})


def match_extension(chunks: Sequence[Chunk], at: int, known: Lexicon) -> Slot | None:
    """A kind of file named by its extension, with the word "file" beside it, as a slot ``glob``.

    Args:
        chunks: All chunks of the text.
        at: The chunk that may be an extension.
        known: The language's words.
    """
    chunk = chunks[at]
    shown = chunk.text.lower()
    bare = shown.removeprefix(".")
    if bare not in EXTENSIONS:
        bare = bare.removesuffix("s")
        if bare not in EXTENSIONS or shown[0] == ".":
            return None
    files = known.lists["glob_files"]
    first, last = at, at
    if at and chunks[at - 1].text.lower() in files:
        first = at - 1
    elif at + 1 < len(chunks) and chunks[at + 1].text.lower() in files:
        last = at + 1
    elif shown[0] != ".":
        if bare in NOT_ALONE or (at and chunks[at - 1].text.lower() in known.lists["glob_not_after"]):
            return None
    start, end = chunks[first].start, chunks[last].end
    return Slot("glob", "", start, end, {"value": f"*.{bare}"})
