"""Keeps the signs around a text that is told: "C++", "#1", "P@ss!"; only a full stop or a pair of quotes may go."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.plan.lexicon.tokens import Token

BEHIND = re.compile(r"[^\w\s]*")
BEFORE = re.compile(r"[^\w\s:,;]*$")
PAIRS = {'"': '"', "“": "”", "«": "»", "'": "'", "‘": "’"}
SPEECH = '"“”«»'


def as_typed(text: str, told: Sequence[Token], pieces: Sequence[str]) -> str:
    """A text of several pieces with the signs that stand at its two ends.

    Args:
        text: The whole request.
        told: The tokens of the text, in order, at least one.
        pieces: What stands between what was taken out.
    """
    before = BEFORE.search(text, 0, told[0].start)
    behind = BEHIND.match(text, told[-1].end)
    opened = before[0] if before else ""
    closed = behind[0] if behind else ""
    if closed and text[told[-1].end + len(closed) :].strip():
        closed = closed.rstrip(".,;:")  # a time was taken out behind it
    whole = opened + " ".join(pieces) + (closed if pieces and text[: told[-1].end].endswith(pieces[-1]) else "")
    return _plain(whole.strip())


def _plain(whole: str) -> str:
    """Without a full stop at the end, and without the quotes that stand around all of it."""
    if whole.endswith(".") and not whole.endswith(".."):
        whole = whole[:-1].rstrip()
    whole = whole.rstrip(",;:").strip()
    closes = PAIRS.get(whole[:1])
    if len(whole) > 1 and closes == whole[-1] and not any(mark in whole[1:-1] for mark in (whole[0], closes)):
        return whole[1:-1].strip()
    return whole
