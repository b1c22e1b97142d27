"""Refuses plans about appointments, reminders and facts that look for words which say WHICH ones, or all but some.

"Cancella l'ultima riunione" looks for nothing called "ultima": it picks one by its place, and what is looked for by
such words is another thing or none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from metnos_cli.plan.lexicon import words_of
from metnos_cli.plan.sketch.changing import QUERY
from metnos_cli.plan.sketch.draft import Refusal, left_over, unquoted
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from metnos_cli.plan.sketch.draft import Draft
    from metnos_cli.records import Request, Step

EVENTS, TASKS, FACTS, NOW = "events", "tasks", "facts", "now"
PLACES = re.compile(
    r"\b(?:prim[oaie](?! (?:comunione|di|del|della|dell)\b)|second[oaie]|terz[oaie]|penultim[oaie]|ultim[oaie]"
    r"|pi[uù]|meno|entramb[ei]|scadut[oaie]|passat[oaie]|vecchi[oae]?|recent[ei]|old|older|past|overdue|expired|either|both"
    r"|neither|second|first(?! (?:aid|communion)\b)|third|last|latest|earliest|oldest|newest|longest|shortest|longer"
    r"|shorter|biggest)\b"
)
"""Words that pick one of several by its place, its length or its age; some begin a name."""
EITHER = re.compile(r"\b(?:e|ed|o|oppure|and|or)\b")
"""What joins a second thing to the first."""
TWO_PEOPLE = re.compile(
    r"\b(?:con|with) \w+ (?:e|ed|and) (?!(?:il|lo|la|l|i|gli|le|the|my|quello|quella|that|con|with)\b)\w+"
)
"""What joins two who are there: "la riunione CON ADA E BEA"."""
BUT = re.compile(
    r"\b(?:ma|per[oò]|tranne|eccetto|salvo|but|except|keep|tieni|mantieni|ricorda)\b"
    r"|^(?:tutto|everything|all)\b(?! (?:su|di|about|of)\b)"
)
"""What takes something out of what is looked for, and all that is known: "but keep the one with Lee"."""
BESIDES = re.compile(r"\b(?:e|ed|and)\b (?:il|lo|la|l|i|gli|le|the|my|quello|quella|that|\w+ s)\b")
"""A second thing with an article of its own: "the PIN AND THE password"; "bread and butter" is one."""
ANY_OF = re.compile(
    r"\b(?:un[oa]? (?:delle|dei|degli|di quest[ei])|(?:one|any|some|a few|most) of|alcun[ei]|qualche)\b"
)
"""Some of several, of which nobody says which."""
CALENDAR = frozenset({"il", "the", "my", "mio", "la", "mia", "calendario", "agenda", "calendar", "diary", "schedule"})
"""Words of the whole calendar, which nothing in it is called by."""
UNCOUNTED = re.compile(
    r"\b(?:quante ore|quanti minuti|how many (?:hours|minutes)|how much time|quanto tempo)\b"
    r"|\b(?:pi[uù] (?:lung|brev|cort)\w+|longest|shortest)\b|\bcome si\b"
    r"|^how (?:are|is) \w+ (?:deleted|cancel\w+|created|added|moved|changed)\b"
    r"|\b(?:sovrappo\w+|accavalla\w*|overlap\w*|clash\w*|conflict\w*)\b"
)
"""What nobody tells of appointments: hours of theirs, those that lie over each other, and how they are handled."""
ORDERS = frozenset({"greater", "less", "greater_equal", "less_equal", "between"})
"""Comparisons that a name does not bear."""
BETWEEN = re.compile(r"\b(?:tra|fra|between|dal|dall|from)\b(?! quant).*\b(?:e|ed|and|al|to)\b")
"""Two ends, of which a count of days from today takes only one."""


def picked(draft: Draft, request: Request) -> Refusal | None:
    """Why a plan looks for words by which one of several is picked; None where it does not.

    Args:
        draft: The plan.
        request: The request.
    """
    told = " ".join(words_of(unquoted(request)))
    kinds = {made.object for made in draft.made}
    for step, made in zip(draft.steps, draft.made, strict=True):
        lost = _lost(step, made.object, made.verb, request)
        if made.object == EVENTS and made.verb != "create":
            found = UNCOUNTED.search(told)
            found = found or (None if made.verb == "find" else ANY_OF.search(told))
            lost = lost or (found.group(0) if found else "")
        if kinds & {EVENTS, TASKS} and step.args.get("by") == "modified":
            found = PLACES.search(told)
            lost = found.group(0) if found else "modified"  # "l'ultima riunione di domani" is no file
        if made.object == NOW and "/" in str(step.args.get("when", "")):
            found = BETWEEN.search(told)
            lost = lost or (found.group(0) if found else "")  # "quanti giorni mancano tra il 3 e il 20"
        if EVENTS in kinds and step.args.get("where_field") == "name" and step.args.get("op") in ORDERS:
            lost = str(step.args.get("where_value", ""))  # "più di due riunioni", "longer than an hour"
        if lost:
            return left_over(lost)
    return None


def _lost(step: Step, thing: str, verb: str, request: Request) -> str:
    """Words of what is looked for that no appointment, reminder or fact holds."""
    given = str(step.args.get(QUERY, ""))
    query = " ".join(words_of(given))
    if not query or verb == "create" or _is_quoted(step, request):
        return ""
    patterns = []
    if thing in {EVENTS, TASKS}:
        patterns += [PLACES] if verb in {"find", "list"} else [PLACES, EITHER, BUT]
    if thing == FACTS and verb == "delete":
        patterns += [BUT, BESIDES]
    told = TWO_PEOPLE.sub("", query)
    found = next((hit.group(0) for hit in (one.search(told) for one in patterns) if hit), "")
    found = "" if found and found.title() in given else found  # "la riunione Prima Linea": a name
    whole = thing == EVENTS and CALENDAR.issuperset(query.split())
    return found or (query if whole else "")


def _is_quoted(step: Step, request: Request) -> bool:
    return any(slot.dim == "quoted" and as_argument(slot) == step.args.get(QUERY) for slot in request.slots)
