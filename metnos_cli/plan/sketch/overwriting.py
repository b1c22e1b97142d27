"""Hears that what is there may be replaced, beside the order itself: "..., overwrite it", "e sovrascrivi"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.sketch.draft import Draft, Refusal
from metnos_cli.records import Step
from metnos_cli.text.normalise import normal_form

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.records import Lang, Request

_LO = r"(?:l[oaie]|l[oaie] pure)?"
TAIL: Mapping[Lang, re.Pattern[str]] = {
    "it": re.compile(
        rf"(?:\s*,\s*|\s+)(?:e\s+|ed\s+)?(?:poi\s+)?(?:se (?:esiste|c'è|c’è|esistono|ci sono)(?: già)?,?\s+)?"
        rf"(?:sovrascriv(?:i|endo|ere){_LO}|rimpiazza(?:ndo)?{_LO}|anche sovrascrivendo{_LO})"
        rf"(?:\s+(?:pure|se (?:esiste|c'è|c’è|esistono|ci sono)(?: già)?|(?:quello|quelli|ciò|il file|i file) "
        rf"(?:che c'è|che ci sono|esistenti?)))?\s*[.!]*$",
        re.IGNORECASE,
    ),
    "en": re.compile(
        r"(?:\s*,\s*|\s+)(?:and\s+)?(?:then\s+)?(?:if (?:it|they) (?:already )?exists?,?\s+)?"
        r"(?:overwrit(?:e|ing)|replac(?:e|ing))"
        r"(?:\s+(?:it|them|what is there|what's there|existing files|the existing (?:file|files|one|ones)))?"
        r"(?:\s+if (?:it|they) (?:already )?exists?)?\s*[.!]*$",
        re.IGNORECASE,
    ),
}
"""The last words of a request, by which what is there goes."""
MODES: Mapping[str, Mapping[str, Any]] = {
    "write_files": {"mode": "overwrite"},
    "copy_files": {"overwrite": True},
    "move_files": {"overwrite": True},
}
"""What replaces what is there -> how it is told so."""


def without_tail(request: Request) -> Request | None:
    """A request without the words that let it overwrite; None where it has none.

    Args:
        request: What was asked.
    """
    found = next((one for one in (pattern.search(request.text) for pattern in TAIL.values()) if one), None)
    if found is None or not found.start():
        return None
    if any(slot.start < found.end() and slot.end > found.start() for slot in request.slots):
        return None  # inside a quotation, or a value
    text = request.text[: found.start()]
    return replace(request, text=text, normal=normal_form(text))


def overwritten(drafted: Draft) -> Draft | Refusal:
    """The plan with its last step replacing what is there; a refusal where that step replaces nothing.

    Args:
        drafted: The plan of the request without those words.
    """
    mode = MODES.get(drafted.steps[-1].tool) if drafted.steps else None
    others = [step for step in drafted.steps[:-1] if step.tool in MODES]
    if mode is None or others or drafted.steps[-1].args.get("mode") == "append":
        return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
    last = drafted.steps[-1]
    drafted.steps[-1] = Step(last.tool, {**last.args, **mode})
    return drafted
