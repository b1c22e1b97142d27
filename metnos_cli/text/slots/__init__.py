"""Finds the values a request holds: exactly, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.text.slots.lexicon import lexicon
from metnos_cli.text.slots.signs import signs

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from pathlib import Path

    from metnos_cli.records import Lang, Slot
    from metnos_cli.text.slots.lexicon import Lexicon

_RANK = {"path": 0, "url": 1, "email": 2, "phone-number": 3, "glob": 4, "quoted": 5}
MOST_PLACES = 10_000
"""Places where a worded value may start that are looked at: more than any request has (20,000 code points)."""

_LITERAL_SIGNS = frozenset("/\\~@.*")
_LONGEST_EXTENSION = 12  # with the punctuation around it


def find_slots(
    text: str, lang: Lang, now: datetime, home: Path | None = None, *, zoned: bool = True
) -> tuple[Slot, ...]:
    """The values in a text, in order of appearance, not overlapping.

    Where two overlap the longer one stays, and of equals the more specific one. What has several readings is left
    out, or comes with ``certain`` false and its alternatives. The time it takes grows with the length of the text
    and no faster; of a text far longer than a request only the first ``MOST_PLACES`` places are tried for words.

    Args:
        text: The request; positions are counted in its code points.
        lang: Its language.
        now: What relative times are counted from. Without a zone, times come without an offset.
        home: The user's folder, written ``~`` in the value of a path below it.
        zoned: False: the zone of ``now`` is a guess, so that times which name a zone are left out.
    """
    known = lexicon(lang)
    zoned = zoned and now.tzinfo is not None
    literals = _literals(text, known, home)
    masked = [(slot.start, slot.end) for slot in literals]
    return tuple(sorted([*literals, *_worded(text, known, now, masked, zoned)], key=lambda slot: slot.start))


def _literals(text: str, known: Lexicon, home: Path | None) -> list[Slot]:
    """Values that are told by their signs: quotations, addresses, paths, patterns."""
    from metnos_cli.text.slots.chunks import pieces, trimmed
    from metnos_cli.text.slots.email import find_spoken, match_emails
    from metnos_cli.text.slots.glob import match_extension, match_glob
    from metnos_cli.text.slots.path import find_home, match_path, quoted_path
    from metnos_cli.text.slots.phone import find_phones
    from metnos_cli.text.slots.quoted import find_quoted
    from metnos_cli.text.slots.url import match_url

    found = [quoted_path(quotation, home) or quotation for quotation in find_quoted(text)]
    parts = pieces(text)
    for at, (shown, start) in enumerate(parts):
        if not shown.isalnum() and not _LITERAL_SIGNS.isdisjoint(shown):
            chunk = trimmed(shown, start)
            if "@" in chunk.text and "://" not in chunk.text:
                found.extend(match_emails(chunk))
            before = parts[at - 1][0].lower() if at else ""
            told = match_url(chunk) or match_glob(chunk) or match_path(chunk, before, known, home)
            if told is not None:
                found.append(told)
                continue
        if _may_be_extension(shown):
            pattern = match_extension(text, parts, at, known)
            if pattern is not None:
                found.append(pattern)
    found.extend(find_spoken(text, known))
    found.extend(find_phones(text, known))
    found.extend(find_home(text, known))
    return _without_overlaps(found)


def _without_overlaps(found: Iterable[Slot]) -> list[Slot]:
    """The longest, then the most specific of overlapping slots, in order."""
    kept: list[Slot] = []
    for slot in sorted(found, key=lambda one: (one.start, -one.end, _RANK[one.dim])):
        while kept and slot.start < kept[-1].end:
            if slot.end - slot.start <= kept[-1].end - kept[-1].start:
                break
            kept.pop()
        else:
            kept.append(slot)
    return kept


def _may_be_extension(shown: str) -> bool:
    """A quick look: whether a piece is worth being tried as a file name extension."""
    if len(shown) > _LONGEST_EXTENSION:
        return False
    bare = shown.lower().strip(".,;:!?()\"'")
    return bare in signs("extensions") or bare.removesuffix("s") in signs("extensions")


def _worded(text: str, known: Lexicon, now: datetime, masked: Sequence[tuple[int, int]], zoned: bool) -> list[Slot]:
    """Values that are told by words and figures."""
    from metnos_cli.text.slots.scan import Scan, scan_island
    from metnos_cli.text.slots.tokens import islands

    found: list[Slot] = []
    left = MOST_PLACES
    for island in islands(text, known, masked):
        slots, tried = scan_island(Scan(text, island.tokens, island, known, now, zoned), left)
        found.extend(slots)
        left -= tried
        if left <= 0:
            break
    return found
