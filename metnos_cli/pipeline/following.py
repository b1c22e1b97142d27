"""Makes a whole request of one that goes on from the request before it: "cancellali", "and the txt?", "e venerdì?"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from metnos_cli.errors import DeadEnd

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.records import Lang, Request, Slot, Turn

ACTS: Mapping[Lang, re.Pattern[str]] = {
    "it": re.compile(
        r"(?:ora |adesso |poi |e |per favore )*"
        r"(?:cancella|elimina|sposta|copia|butta|rimuovi|metti|archivia)l[ieoa](?: tutt[ieoa])?"
        r"(?: (?:in|nel|nello|nella|nei|nelle|negli|a|su|dentro|verso)\b.*)?"
    ),
    "en": re.compile(
        r"(?:now |then |and |please )*"
        r"(?:delete|remove|trash|move|copy|put|archive) (?:them|these|those|it)(?: all)?"
        r"(?: (?:in|into|to|onto|on|inside)\b.*)?"
    ),
}
"""Changes to files that are named by a pronoun alone, and at most where they go."""
GOING_ON: Mapping[Lang, re.Pattern[str]] = {
    "it": re.compile(r"e(?: invece)? (?P<rest>[^,;]+?)\s*\?*"),
    "en": re.compile(r"(?:and|what about|how about) (?P<rest>[^,;]+?)\s*\?*"),
}
"""Openings of a request that changes one thing of the one before it."""
NOUN = (
    r"(?P<noun>\*?\.?[a-z]{2,4}s?|files?|folders?|pictures|images|photos|documents|videos?"
    r"|cartelle|immagini|foto|documenti|appunti)"
)
"""An ending of files, or one of the commonest words for them."""
NAMED: Mapping[Lang, str] = {
    "it": rf"(?:i|gli|le|il|lo|la)\s+(?:file\s+)?{NOUN}",
    "en": rf"(?:the\s+)?{NOUN}(?:\s+files)?",
}
"""A kind of file with its article, and nothing else."""
JOINED: Mapping[Lang, str] = {"it": "e", "en": "and"}
LEADING = re.compile(r"^(?:(?:ora|adesso|poi|e|now|then|and) )+", re.IGNORECASE)
SWAPPED = ("path", "time")
"""Kinds of values of which a request that goes on may give another."""


@dataclass(frozen=True, slots=True)
class Before:
    """What the conversation has come to."""

    looked: Request | None = None
    """The last request that looked something up, whole."""
    files: bool = False
    """Whether files were listed in answer to it, and nothing was done since."""

    def after(self, turn: Turn) -> Before:
        """What it has come to after one turn more; an everyday phrase, or one stopped, leaves it as it was."""
        if not turn.results or turn.layer == "table" or turn.outcome.kind in ("cancelled", "refused"):
            return self
        if any(result.effect not in ("read", "network") for result in turn.results):
            return Before()
        listed = bool(turn.outcome.entries) and all("path" in entry for entry in turn.outcome.entries)
        return Before(turn.request, listed)


def whole(request: Request, before: Before) -> str:
    """The request with what it takes from the one before it; its own words where it stands by itself.

    Args:
        request: What was typed, understood by itself.
        before: What the conversation has come to.

    Raises:
        DeadEnd: It acts on something that nothing in the conversation tells.
    """
    text = " ".join(request.text.split())
    said = text.lower().rstrip(".!")
    if ACTS[request.lang].fullmatch(said):
        if before.looked is None or not before.files or before.looked.lang != request.lang:
            raise DeadEnd("what_is_meant", example=request.text)
        act = LEADING.sub("", text)
        return f"{before.looked.text.rstrip(' .?!')} {JOINED[before.looked.lang]} {act}"
    going = GOING_ON[request.lang].fullmatch(said)
    if going is None or before.looked is None or before.looked.lang != request.lang:
        return request.text
    rest = text[going.start("rest") : going.end("rest")].rstrip(" ?")
    return _swapped_value(request, before.looked) or _swapped_noun(rest, before.looked) or request.text


def _swapped_value(request: Request, looked: Request) -> str:
    """The earlier request with its one path or time replaced by this one's; empty where that is not all there is."""
    for dim in SWAPPED:
        here, there = ([slot for slot in one.slots if slot.dim == dim] for one in (request, looked))
        if len(here) == len(there) == 1 and not _beside(request, here[0]):
            return looked.text[: there[0].start] + here[0].text + looked.text[there[0].end :]
    return ""


def _beside(request: Request, slot: Slot) -> bool:
    """Whether anything that matters stands beside the value."""
    from metnos_cli.text.content import content_words

    left = f"{request.text[: slot.start]} {request.text[slot.end :]}"
    return bool(content_words(left, request.lang)) or len(request.slots) > 1


def _swapped_noun(rest: str, looked: Request) -> str:
    """The earlier request with the kind of file that it looks for replaced; empty where it names none so plainly."""
    named = re.compile(NAMED[looked.lang], re.IGNORECASE)
    verb, _, told = looked.text.partition(" ")
    if not named.fullmatch(rest):
        return ""
    found = re.compile(rf"{NAMED[looked.lang]}(?=\s|$)", re.IGNORECASE).match(told)
    return f"{verb} {rest}{told[found.end() :]}" if found else ""
