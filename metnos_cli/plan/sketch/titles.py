"""Looks at the words by which appointments are looked for: those of the sentence are no title of anything."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from metnos_cli.plan.intent import clauses_of, is_function_word
from metnos_cli.plan.lexicon import words_of
from metnos_cli.plan.sketch.draft import Refusal, left_over
from metnos_cli.plan.sketch.told_words import CLOCK, NEXT, TODAY
from metnos_cli.records import Step
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.clauses import Clause
    from metnos_cli.records import Lang, Request

EVENTS, QUERY = "events", "query"
MEETING = "meeting"
"""A noun, and in "who am I meeting" a verb."""
POSSESSIVE = "s"
"""What is left of "'s" where the time before it was taken for another."""
SUBJECTS = frozenset({"i", "we", "you"})
PLURAL: Mapping[Lang, str] = {"it": "riunioni", "en": "meetings"}
"""Appointments of any title: nobody calls one "meetings"."""
GENERAL = frozenset({
    *("impegno", "impegni", "appuntamento", "evento", "qualcuno", "nessuno", "qualcosa"),
    *("appointment", "event", "anyone", "anybody", "someone", "somebody", "anything", "something"),
})  # fmt: skip
"""Words that stand in no title."""
ANY = frozenset({"a", "any", "una", "qualche", "nessuna"})
"""Words before a noun that say any of its kind: "is there a meeting at 3 pm?"."""
ONE = frozenset({"meeting", "riunione"})
LATER: Mapping[Lang, re.Pattern[str]] = {
    "it": re.compile(
        r"\b(?:giorno|settimana|mese|anno) (?:dopo|seguente|successiv[oa]|prima|precedente)\b"
        r"|\bquell[oaie] (?:dopo|prima|seguent[ei]|successiv[oaie])\b"
    ),
    "en": re.compile(
        r"\b(?:day|week|month|year|one)s? (?:after|before)\b|\b(?:following|next|previous) (?:day|one)s?\b"
    ),
}
"""A second time that is counted from the first."""
HAD = re.compile(r"\s*\b(?:(?:(?:ho|hai|ha|abbiamo) )?avuto|avev(?:o|i|a|amo|ate|ano))\b")
"""A verb of the sentence, among words that are looked for: "che riunioni HO AVUTO a ottobre"."""


def mended(step: Step, request: Request, words: Lexicon) -> Step:
    """A search without words that only say that appointments are meant: "meetings", "who am I meeting".

    Args:
        step: A call that looks for appointments.
        request: The request.
        words: Its language.
    """
    if not step.args.get(QUERY) or _is_quoted(step, request):
        return step
    step = Step(step.tool, {**step.args, QUERY: HAD.sub("", str(step.args[QUERY])).strip()})
    query = words_of(step.args[QUERY])
    left = query
    if query[:1] == [MEETING] and _follows_subject(words_of(request.text)):
        left = query[1:]
    if left[:1] and left[0].startswith(NEXT):
        left = left[1:]
    general = left != query and left and all(word in GENERAL for word in left)
    if left == [PLURAL[words.lang]] or general or _is_any(left, request):
        left = []
    if left == query and query:
        return step
    told = str(step.args[QUERY]).split(maxsplit=1)[1:] if left else []
    rest = {name: value for name, value in step.args.items() if name != QUERY}
    return Step(step.tool, {**rest, QUERY: told[0]} if told else rest)


def _is_any(query: list[str], request: Request) -> bool:
    """Whether any appointment is asked for: "ho una riunione alle 15?"."""
    texts = words_of(request.text)
    if len(query) != 1 or query[0] not in ONE or query[0] not in texts:
        return False
    place = texts.index(query[0])
    return bool(place) and texts[place - 1] in ANY


def _follows_subject(texts: list[str]) -> bool:
    return any(text == MEETING and place and texts[place - 1] in SUBJECTS for place, text in enumerate(texts))


def untitled(step: Step, request: Request, words: Lexicon) -> Refusal | None:
    """Why the words that are looked for are no title: a verb that nobody knows is among them.

    Args:
        step: The call.
        request: The request.
        words: Its language.
    """
    query = words_of(str(step.args.get(QUERY, "")))
    if not query or _is_quoted(step, request):
        return None
    lost = query[:1] if query[0] == POSSESSIVE else []
    if not step.tool.startswith("find"):
        lost += [word for word in query if word.startswith(NEXT)]  # "annulla il prossimo appuntamento"
    lost += [word for clause in clauses_of(request, words) for word in _opening_verb(clause, query, words)]
    return left_over(", ".join(lost)) if lost else None


def _opening_verb(clause: Clause, query: list[str], words: Lexicon) -> list[str]:
    """The word that opens a clause and the query, where what it is done to follows: "sbaracca gli ..."."""
    tokens = [token for token in clause.tokens if not token.mark]
    texts = [token.text for token in tokens]
    place = texts.index(query[0]) if query[0] in texts[:-1] else -1
    if place < 0 or texts[place] in words.objects or is_function_word(texts[place], words):
        return []
    following = texts[place + 1]
    led = any(words.is_cue(role, (following,)) for role in ("articles", "every_one", "mine"))
    things = not place and any(words.objects.get(text) == EVENTS for text in texts[1:])
    return [texts[place]] if (led and not _joins(following)) or things else []


def _joins(word: str) -> bool:
    """Whether an Italian word is a preposition as well as an article: "visita DEL medico"."""
    return word in {"di", "del", "dello", "della", "dell", "dei", "degli", "delle", "d"}


def unread_time(request: Request, words: Lexicon) -> Refusal | None:
    """A time that nothing has read: one counted from another ("tomorrow and the day after"), a day, "e mezza".

    Args:
        request: The request.
        words: Its language.
    """
    text = request.text
    for slot in request.slots:
        if slot.dim in {"time", "quoted", "duration"} and slot.certain:
            text = text[: slot.start] + "." * (slot.end - slot.start) + text[slot.end :]
    left = words_of(text)
    found = LATER[words.lang].search(" ".join(left))
    lost = [word for word in left if word in TODAY | CLOCK or words.is_cue("weekdays", (word,))]
    return left_over(found.group(0) if found else ", ".join(lost)) if found or lost else None


def _is_quoted(step: Step, request: Request) -> bool:
    return any(slot.dim == "quoted" and as_argument(slot) == step.args.get(QUERY) for slot in request.slots)
