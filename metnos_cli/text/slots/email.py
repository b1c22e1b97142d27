"""Recognises e-mail addresses, written and spoken."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from metnos_cli.records import Slot

if TYPE_CHECKING:
    from metnos_cli.text.slots.chunks import Chunk
    from metnos_cli.text.slots.lexicon import Lexicon

_REACH = 10  # words on either side of a spoken "at" that may belong to an address


@cache
def _address() -> re.Pattern[str]:
    return re.compile(r"[\w.%+-]{1,64}@(?:[^\W_](?:[\w-]{0,62})\.){1,8}[a-z]{2,24}", re.IGNORECASE)


def match_emails(chunk: Chunk) -> list[Slot]:
    """The addresses in a chunk as slots ``email``; several may be joined by commas."""
    found: list[Slot] = []
    offset = chunk.start
    for piece in re.split(r"[,;<>()]", chunk.text):
        shown = piece.removeprefix("mailto:").rstrip(".:!?'\"")
        start = offset + piece.find(shown)
        if "@" in shown and _address().fullmatch(shown) and shown[0] != "." and ".." not in shown:
            found.append(Slot("email", shown, start, start + len(shown), {"value": shown}))
        offset += len(piece) + 1
    return found


def find_spoken(text: str, known: Lexicon) -> list[Slot]:
    """Addresses spelt out, such as "mario punto rossi chiocciola esempio punto it"."""
    lowered = text.lower()
    signs = known.lists["email_at"]
    if len(lowered) != len(text) or not any(sign in lowered for sign in signs):
        return []
    words = [(match[0], match.start(), match.end()) for match in re.finditer(r"[^\W_]+|[_.-]", lowered)]
    found: list[Slot] = []
    done = -1
    for index, (word, _, _) in enumerate(words):
        if word in signs and index > done:
            spoken = _spoken(words, index, known, done)
            if spoken:
                value, first, done = spoken
                start, end = words[first][1], words[done][2]
                found.append(Slot("email", text[start:end], start, end, {"value": value}))
    return found


def _spoken(words: list[tuple[str, int, int]], sign: int, known: Lexicon, done: int) -> tuple[str, int, int] | None:
    """The address around the sign at a word, its first and its last word; None when it is none."""
    joints = known.rules["email_joints"]
    first = sign - 1
    if first <= done or words[first][0] in joints or not words[first][0].isalnum():
        return None
    local = words[first][0]
    while first - 2 > max(done, sign - _REACH) and words[first - 1][0] in joints and words[first - 2][0].isalnum():
        local = words[first - 2][0] + joints[words[first - 1][0]] + local
        first -= 2
    last = sign + 1
    if last >= len(words) or not words[last][0].isalnum():
        return None
    domain = words[last][0]
    while last + 2 < min(len(words), sign + _REACH) and words[last + 1][0] in joints and words[last + 2][0].isalnum():
        domain += joints[words[last + 1][0]] + words[last + 2][0]
        last += 2
    value = f"{local}@{domain}"
    return (value, first, last) if _address().fullmatch(value) else None
