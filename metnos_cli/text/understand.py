"""From typed text to a Request: language, normal form, values and canonical query."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from metnos_cli.errors import BinaryInput, EmptyRequest, RequestTooLong
from metnos_cli.records import Request
from metnos_cli.text.canonical import canonical_query
from metnos_cli.text.language import detect
from metnos_cli.text.normalise import normal_form, to_nfc

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from metnos_cli.records import Lang

LONGEST = 20_000
"""Code points that a request may have."""


def understand(
    text: str,
    *,
    now: datetime,
    lang: Lang | None = None,
    home: Path | None = None,
    default_lang: Lang = "it",
    canonical: bool = True,
) -> Request:
    """Read a request as far as words go.

    Args:
        text: What was typed or piped in.
        now: The moment of asking, with its zone.
        lang: The language, when it is known; otherwise it is told by the words.
        home: The user's folder: a path below it is written ``~/...``, whichever way it was typed.
        default_lang: The user's language, when the words tell none.
        canonical: False leaves ``canonical`` empty, which spares the dictionary of lemmas (0.1 to 0.2 s in a fresh
            process) until a layer needs it and calls ``complete``.

    Raises:
        EmptyRequest: Nothing but white space and punctuation.
        RequestTooLong: More than ``LONGEST`` code points.
        BinaryInput: It holds NUL, or bytes that were no text.
    """
    from metnos_cli.text.slots import find_slots

    check_text(text)
    text = to_nfc(text.strip())
    spoken = lang or detect(text, default_lang)
    slots = find_slots(text, spoken, now, home=home)
    request = Request(text=text, normal=normal_form(text), lang=spoken, canonical="", slots=slots, now=now)
    if not request.normal and not slots:
        raise EmptyRequest
    return complete(request) if canonical else request


def complete(request: Request) -> Request:
    """The same request with its canonical query."""
    if request.canonical:
        return request
    return replace(request, canonical=canonical_query(request.text, request.slots, request.lang))


def check_text(text: str) -> None:
    """Refuse what cannot be a request.

    Raises:
        EmptyRequest: Nothing but white space.
        RequestTooLong: More than ``LONGEST`` code points.
        BinaryInput: It holds NUL, or bytes that were no text (surrogate escapes or replacement characters).
    """
    if not text.strip():
        raise EmptyRequest
    if "\0" in text or "\ufffd" in text or not _encodable(text):
        raise BinaryInput
    if len(text) > LONGEST:
        raise RequestTooLong(length=len(text), limit=LONGEST)


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
