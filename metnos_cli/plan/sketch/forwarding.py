"""What is sent by mail: answers are answers, and what is forwarded is the mail that was named, and nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.intent import is_function_word
from metnos_cli.plan.lexicon.senders import MAIL, is_mail
from metnos_cli.plan.lexicon.tokens import tokenize
from metnos_cli.plan.sketch.draft import Draft, Refusal, left_over
from metnos_cli.plan.sketch.kinds import FROM_STEP
from metnos_cli.plan.sketch.mail_words import is_led
from metnos_cli.records import Step

if TYPE_CHECKING:
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.records import Request

TO, TEXT, ATTACH, REPLY, QUERY, SUBJECT, LIMIT = "to", "text", "attach", "reply", "query", "subject", "limit"
ANSWERS = re.compile(
    r"\b(?:rispond(?:i|ere|igli|ile|ete)|(?<!the )(?<!a )(?<!my )reply|(?:respond|replying)\s+to)\b", re.IGNORECASE
)
ALL = re.compile(r"tutti|all|everyone|everybody", re.IGNORECASE)
SAYS = re.compile(r"\s+(?:saying|dicendo|telling|that)$")
ASKS = re.compile(r"\s+(?:asking|chiedendo)$")
ORDERS = re.compile(
    r"\b(?:and|then|e|poi)\s+(?:delete|archive|move|forward|cancell\w+|elimin\w+|archivi\w+|spost\w+|inoltr\w+)\b",
    re.IGNORECASE,
)
"""What may be a further order, and not words of a text that nobody quoted."""
AGAIN = re.compile(r"\b(?:di nuovo|ancora una volta|again|once more)\b", re.IGNORECASE)
TO_ALL = re.compile(r"\b(?:rispond\w+\s+a|reply\s+to)\s+(?:tutti|all|everyone|everybody)\b", re.IGNORECASE)
MASS = re.compile(r"['’]s\s+mail\b", re.IGNORECASE)
"""One mail, or all of them: nobody can tell."""
FORWARDS = re.compile(r"\b(?:inoltr\w+|gira(?:re|mi|la|le)?|forward(?:ing)?|pass on)\b", re.IGNORECASE)
ONE = re.compile(
    r"\b(?:la|una|quella|dell?a|l['’])\s*(?:e-?mail|mail)\b|\b(?:il|un|quel)\s+messaggio\b"
    r"|\b(?:the|a|that|this)\s+(?:e-?mail|mail|message)\b|['’]s\s+(?:e-?mail|message)\b",
    re.IGNORECASE,
)
"""One mail, which is the newest of those that are meant."""
SEVERAL = re.compile(
    r"\ble\s+(?:\w+\s+){0,2}(?:e-?mail|mail)\b|\b(?:e-?mails|mails|messages|messaggi)\b|day['’]s mail\b"
    r"|\bla posta\b(?! in arrivo)",
    re.IGNORECASE,
)
EVERY = re.compile(r"\b(?:tutt[aei]|all|every)\b", re.IGNORECASE)
MOST, MOST_READ = 50, 20
"""So many mails are read at most, and where nobody says how many."""
FILES_OF = re.compile(
    r"\b(?:gli allegati|l['’]allegato|i file|the attachments?|the files?)\s+(?:d|of|from|in)", re.IGNORECASE
)
"""The files of a mail, and not the mail."""
HELD = ("forwards", "saying", "subject_of", "topic_of", "recent", "mine", "came", "introduces", "anaphors", "about")
LIGHT = frozenset({
    *("ultima", "ultimo", "ultime", "ultimi", "non", "lette", "letta", "con", "un", "una", "allegato", "allegati"),
    *("recente", "recenti", "più", "d", "l", "last", "latest", "newest", "unread", "with", "an", "most", "s", "i"),
    *("attachment", "attachments", "leggi", "leggimi", "trova", "cerca", "apri", "read", "find", "open"),
    *("favore", "piacere", "cortesia"),
})  # fmt: skip
"""Words that an argument other than a text stands for."""


def sent(draft: Draft, request: Request, rest: str, words: Lexicon) -> Refusal | None:
    """Why mails must not be sent as they were drafted; None where they may.

    Args:
        draft: The plan; corrected where what is meant is plain.
        request: The request.
        rest: Its words without what the plan quotes.
        words: Its language.
    """
    places = [at for at, made in enumerate(draft.made) if made.object == MAIL and made.verb == "send"]
    if not places:
        return None
    if (refusal := _untold(draft, places, request, rest)) is not None:
        return refusal
    _attach_together(draft, places)
    sends = [step for step, made in zip(draft.steps, draft.made, strict=True) if made.verb == "send"]
    if len(sends) > 1 and any(_asks_whom(step) for step in sends):
        return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
    if len([made for made in draft.made if made.verb == "send"]) == 1 and ANSWERS.search(rest):
        _put(draft, places[0], {**draft.steps[places[0]].args, REPLY: True})
    if FORWARDS.search(rest) and any(is_mail(token, words) for token in tokenize(request)):
        return _forwarded(draft, places[0], request, words)
    return None


def _untold(draft: Draft, places: list[int], request: Request, rest: str) -> Refusal | None:
    """Why what is sent, or to whom, is not what was told; a word that leads to the text is no part of a name."""
    written = [str(draft.steps[at].args.get(TEXT, "")) for at in places]
    again = AGAIN.search(rest)
    found = TO_ALL.search(rest) or (again if again and not any(again[0] in text for text in written) else None)
    if found or _goes_on(draft, places):
        return left_over(found[0]) if found else Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
    quoted = {str(slot.fields.get("value", "")) for slot in request.slots if slot.dim == "quoted"}
    for at, text in zip(places, written, strict=True):
        to = str(draft.steps[at].args.get(TO, ""))
        if ALL.fullmatch(to) or ASKS.search(to):
            return left_over(to)
        if SAYS.search(to):
            _put(draft, at, {**draft.steps[at].args, TO: SAYS.sub("", to)})
        if text not in quoted and (found := ORDERS.search(text)):
            return left_over(found[0])
    return None


def _put(draft: Draft, at: int, args: dict[str, object]) -> None:
    draft.steps[at] = Step(draft.steps[at].tool, args)


def _goes_on(draft: Draft, places: list[int]) -> bool:
    """Whether a step goes on from what was just sent: "his last mail" is one that he sent."""
    sends = {at + 1 for at in places}
    return any(step.args.get(FROM_STEP) in sends for step in draft.steps)


def _attach_together(draft: Draft, places: list[int]) -> None:
    """Send files that go to the same person in one mail: two sends that differ in nothing else are one."""
    if len(places) < 2 or len(places) != len(draft.steps):
        return
    steps = [draft.steps[at] for at in places]
    whom = {TO: steps[0].args.get(TO)}
    told = [{**step.args, **(whom if _asks_whom(step) else {})} for step in steps]
    same = [{name: value for name, value in one.items() if name != ATTACH} for one in told]
    if any(one != same[0] for one in same) or not all(ATTACH in step.args for step in steps):
        return
    attach = "\n".join(str(step.args[ATTACH]) for step in steps)
    del draft.steps[1:], draft.made[1:]
    draft.beside.clear()
    _put(draft, 0, {**steps[0].args, ATTACH: attach})
    draft.missing = [one for one in draft.missing if f"${{ARG:{one.var}}}" in steps[0].args.values()]


def _asks_whom(step: Step) -> bool:
    """Whether nobody said to whom a mail goes."""
    return str(step.args.get(TO, "")).startswith("${ARG:")


def change_one(draft: Draft, rest: str) -> None:
    """Delete or move one mail, the newest, where one was named: "delete the mail from Ann".

    Args:
        draft: The plan; how many are looked for is lessened.
        rest: The words of the request that the plan does not quote.
    """
    if not ONE.search(rest):
        return
    for step, made in zip(list(draft.steps), draft.made, strict=True):
        number = step.args.get(FROM_STEP)
        if made.verb not in {"delete", "move"} or not isinstance(number, int):
            continue
        source, found = draft.steps[number - 1], draft.made[number - 1]
        most = found.args["properties"].get(LIMIT, {}).get("maximum")
        told = {"from", SUBJECT, QUERY} & source.args.keys()
        if found.object == MAIL and found.verb == "find" and told and source.args.get(LIMIT) == most:
            _put(draft, number - 1, {**source.args, LIMIT: 1})


def read_several(draft: Draft, rest: str) -> None:
    """Read more than the newest mail where several were spoken of: "read the mails from Ann".

    Args:
        draft: The plan; how many are read is said.
        rest: The words of the request that the plan does not quote.
    """
    if not SEVERAL.search(rest):
        return
    for at, step in enumerate(draft.steps):
        if step.tool == "read_messages" and not {LIMIT, FROM_STEP} & step.args.keys():
            _put(draft, at, {**step.args, LIMIT: MOST if EVERY.search(rest) else MOST_READ})


def _forwarded(draft: Draft, at: int, request: Request, words: Lexicon) -> Refusal | None:
    """Why a mail must not be forwarded; None where it may, one alone where one was named."""
    step = draft.steps[at]
    text = step.args.get(TEXT)
    if isinstance(text, str) and not is_led(text, request, words, ("saying",)):
        return left_over(text)
    number = step.args.get(FROM_STEP)
    if not isinstance(number, int) or draft.made[number - 1].verb == "find":
        return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)  # a list of mails is not what they say
    source = dict(draft.steps[number - 1].args)
    sender = str(source.get("from", ""))
    if (found := FILES_OF.search(request.text) or MASS.search(request.text)) is not None:
        return left_over(found[0])
    if "@" in sender and not is_led(sender, request, words, ("from_whom", "of_whom")):
        return left_over(sender)
    if QUERY in source and source[QUERY] == text:
        del source[QUERY]
    if draft.made[number - 1].verb == "read" and ONE.search(request.text):
        source.pop(LIMIT, None)
    _put(draft, number - 1, source)
    if SUBJECT in source and step.args.get(SUBJECT) == source[SUBJECT]:
        _put(draft, at, {name: value for name, value in step.args.items() if name != SUBJECT})
    return _dropped(draft, request, words)


def _dropped(draft: Draft, request: Request, words: Lexicon) -> Refusal | None:
    """A word or a time of the request that nothing in the plan stands for."""
    told = " ".join(str(value) for step in draft.steps for value in step.args.values()).casefold()
    held = {one for role in HELD for phrase in words.cues[role] for one in phrase} | LIGHT
    timed = any("when" in step.args for step in draft.steps)
    for token in tokenize(request):
        said = request.text[token.start : token.end]
        if token.slot is not None:
            lost = token.slot.dim == "time" and not timed
            lost = lost or (
                token.slot.dim in {"email", "path"} and str(token.slot.fields["value"]).casefold() not in told
            )
        else:
            light = (
                token.text in held
                or FORWARDS.fullmatch(token.text)
                or is_function_word(token.text, words)
                or is_mail(token, words)
            )
            lost = token.is_word and not light and said.casefold() not in told
        if lost:
            return left_over(said)
    return None
