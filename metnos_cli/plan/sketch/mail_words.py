"""Words of clauses about mails that say what a value is, or where mails go, and are looked for by nobody."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from metnos_cli.plan.intent import is_function_word
from metnos_cli.plan.lexicon import words_of
from metnos_cli.plan.lexicon.senders import MAIL, is_mail
from metnos_cli.plan.sketch import cues
from metnos_cli.plan.sketch.marks import Phrase

if TYPE_CHECKING:
    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.lexicon.tokens import Token
    from metnos_cli.plan.sketch.clauses import Clause
    from metnos_cli.plan.sketch.marks import Used
    from metnos_cli.records import Request

LEADS = ("topic_of", "about", "about_text", "about_noun", "subject_of")
"""Roles of words after which such words stand."""
SOUGHT = re.compile(
    r"(?:\b(?:cerca|cercami|search|search for|look for)|\b(?:search|look)\b.*\bfor)\s+[\"“«]?$", re.IGNORECASE
)
SUBJECT, PLACE = "subject", "place"
TRASH = "trash"
NAMED = frozenset({TRASH, "junk", "inbox", "archive", "drafts"})


def is_subject(clause: Clause, place: int, words: Lexicon) -> bool:
    """Whether the word before a value says that it is a subject: 'con oggetto "gita"', 'with subject "trip"'."""
    if words.cue_at("subject_after", clause.words, place + 1):
        return True  # 'with "trip" in the subject'
    while place and clause.tokens[place - 1].mark:
        place -= 1
    return place - 1 in cues.said("subject_of", clause, words)


def topic(clause: Clause, text: str, words: Lexicon) -> Phrase | None:
    """What mails are about, in words of their own: "the mails about THE GAS BILL", "le mail sulla CALDAIA"."""
    texts = clause.words
    mails = [place for place, token in enumerate(clause.tokens) if is_mail(token, words)]
    for place in range(mails[0] + 1 if mails else len(texts), len(texts)):
        count = words.cue_at("topic_of", texts, place)
        if not count or clause.tokens[place - 1].text in texts[clause.verb_start : clause.verb_end]:
            continue
        first = place + count
        while first < len(texts) and words.is_cue("articles", (texts[first],)):
            first += 1
        end = first
        while end < len(texts) and _is_content(clause.tokens[end], words):
            end += 1
        if end > first:
            told = text[clause.tokens[first].start : clause.tokens[end - 1].end]
            return Phrase(told, frozenset(range(place, end)))
    return None


def _is_content(token: Token, words: Lexicon) -> bool:
    roles = ("introduces", "questions", "anaphors", "folder", "came", "described", "beside_mail")
    light = is_function_word(token.text, words) or any(words.is_cue(role, (token.text,)) for role in roles)
    return token.is_word and not light and words.objects.get(token.text) not in {MAIL, "dirs"}


def thrown(clause: Clause, words: Lexicon) -> Used:
    """Places of the words by which something is thrown away: "butta ... NEL CESTINO", "toss ... IN THE BIN".

    What is deleted "in the trash" is there already; what is thrown, put or sent there is not.
    """
    asked = clause.words[clause.verb_start : clause.verb_end]
    if len(asked) != 1 or not words.is_cue("throws", tuple(asked)):  # not "throw away", "butta via"
        return frozenset()
    texts = clause.words
    found: set[int] = set()
    for place in range(clause.verb_end, len(texts)):
        if TRASH in words.values.get((texts[place],), ()):
            first = place
            while first > clause.verb_end and any(
                words.is_cue(role, (texts[first - 1],)) for role in ("into", "articles")
            ):
                first -= 1
            found.update(range(first, place + 1))
    return frozenset(found)


def named_places(clause: Clause, words: Lexicon) -> frozenset[str]:
    """The folders that every account has and that a clause names, beside its verb and where things are thrown."""
    texts = clause.words
    aside = thrown(clause, words) | frozenset(range(clause.verb_start, clause.verb_end))
    return frozenset(
        name
        for place in range(len(texts))
        for count in (1, 2, 3)
        for name in words.values.get(tuple(texts[place : place + count]), ())
        if name in NAMED and aside.isdisjoint(range(place, min(place + count, len(texts))))
    )


def passed_over(clause: Clause, words: Lexicon) -> Used:
    """Places of words that only lead to a value of a mail: "con oggetto", "nel cestino", "my BROTHER Tom"."""
    led = {
        place
        for place, (token, after) in enumerate(pairwise(clause.tokens))
        if words.is_cue("who_it_is", (token.text,)) and after.capital
    }
    kin = led if any(is_mail(token, words) for token in clause.tokens) else set()
    told = (cues.said(role, clause, words) for role in ("subject_of", "sent_me"))
    return thrown(clause, words).union(kin, *told)


def places_told(manifest: Manifest, clause: Clause, words: Lexicon) -> Used:
    """Places of the words that say what is done with mails, and so nothing of where they are looked for."""
    if manifest.object != MAIL or manifest.effect != "read":
        return frozenset()
    return frozenset(range(clause.verb_start, clause.verb_end)) | thrown(clause, words)


def is_led(told: str, request: Request, words: Lexicon, roles: tuple[str, ...] = LEADS) -> bool:
    """Whether a text is quoted, or words before it (or after it, of a subject) lead to it.

    Args:
        told: The text.
        request: The request.
        words: Its language.
        roles: Roles of the words before it.
    """
    quoted = {str(slot.fields.get("value", "")) for slot in request.slots if slot.dim == "quoted"}
    if told in quoted or re.match(r"(?:to|is|has):|\$\{", told):
        return True
    start = -1
    while (start := request.text.lower().find(told.lower(), start + 1)) >= 0:
        full = words_of(request.text[:start])
        before = list(full)
        after = words_of(request.text[start + len(told) :])
        while before and words.is_cue("articles", (before[-1],)):
            before.pop()
        led = any(
            tuple(said[-len(one) :]) == one for said in (full, before) for role in roles for one in words.cues[role]
        )
        led = led or SOUGHT.search(request.text[:start]) is not None
        if led or words.cue_at("subject_after", after, 0):
            return True
    return False
