"""Refuses plans about mails that pass over who sent them, or that would change all there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.intent import clauses_of, is_function_word
from metnos_cli.plan.lexicon.named import with_names
from metnos_cli.plan.lexicon.senders import MAIL, SENDER, is_mail, leads, with_senders
from metnos_cli.plan.lexicon.tokens import tokenize
from metnos_cli.plan.lexicon.tokens import words as texts_of
from metnos_cli.plan.sketch import cues
from metnos_cli.plan.sketch.draft import Draft, Refusal, left_over
from metnos_cli.plan.sketch.kinds import FILES, FROM_STEP
from metnos_cli.plan.sketch.mail_words import SUBJECT, named_places
from metnos_cli.plan.sketch.places import looks_like_file
from metnos_cli.records import EFFECTFUL, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.lexicon.tokens import Token
    from metnos_cli.records import Request

FROM, LIMIT, PLACE, QUERY, REPLY, SENT = "from", "limit", "place", "query", "reply", "sent"
MINE, BY_WHOM, TO_ME = "i_sent", "by_whom", "to_me"
"""Roles of words for mail that the user sent, that somebody else sent, and that somebody sent the user."""
LOOKS = frozenset({"find", "read"})
LIGHT = ("articles", "mine", "who_it_is")
"""Roles of words that only lead to a name."""
KNOWN = ("anaphors", "folder", "small_times", "ranks", "recent", "old", "asks_who")
"""Roles of words after which no sender is missed: "di quelle", "dalla cartella ..."."""


def check(draft: Draft, request: Request, words: Lexicon) -> Refusal | None:
    """Why a plan must not run for what it says of mails; None where it may.

    Args:
        draft: The plan.
        request: The request.
        words: Its language.
    """
    _answer_only_if_asked(draft, request, words)
    if _is_sent_whole(draft, request, words) or _are_files(draft, request, words):
        return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
    if not any(made.object == MAIL and made.verb in LOOKS for made in draft.made):
        return None
    if _are_attachments(draft) or _lost_place(draft, request, words):
        return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
    _join_subjects(draft, request)
    return (
        _topics(draft, request, words)
        or _sent(draft, request, words)
        or _all_there_are(draft)
        or _missed_sender(draft, request, words)
    )


def _answer_only_if_asked(draft: Draft, request: Request, words: Lexicon) -> None:
    """Take a mail that is sent for no answer, unless the request says so: the last mail may be forwarded, too."""
    if any(words.is_cue("replies", (token.text,)) for token in tokenize(request)):
        return
    for index, step in enumerate(draft.steps):
        if draft.made[index].object == MAIL and REPLY in step.args:
            args = {name: value for name, value in step.args.items() if name != REPLY}
            draft.steps[index] = Step(step.tool, args)


def _is_sent_whole(draft: Draft, request: Request, words: Lexicon) -> bool:
    """Whether texts would be sent as they are where a summary of them was to be."""
    sends = any(made.verb == "send" and FROM_STEP in step.args for step, made in _pairs(draft))
    if not sends or any(made.verb == "describe" for made in draft.made):
        return False
    clauses = [clause for clause in clauses_of(request, words) if "send" in clause.verbs]
    return any(cues.said_verb("describe", one, words) - cues.said("about_text", one, words) for one in clauses)


def _join_subjects(draft: Draft, request: Request) -> None:
    """Make one of a subject of several words, of which the first was taken and the second is looked for elsewhere."""
    for index, step in enumerate(draft.steps):
        told = f"{step.args.get(SUBJECT, '')} {step.args.get(QUERY, '')}"
        if SUBJECT in step.args and QUERY in step.args and told in request.text:
            args = {name: value for name, value in step.args.items() if name != QUERY}
            draft.steps[index] = Step(step.tool, {**args, SUBJECT: told})


def _topics(draft: Draft, request: Request, words: Lexicon) -> Refusal | None:
    """What mails are about, where it was passed over, where there are two, or where a name may be the topic's own."""
    tokens = tokenize(request)
    texts = texts_of(tokens)
    first = next((place for place, token in enumerate(tokens) if is_mail(token, words)), len(tokens))
    places = [at for at in range(first + 1, len(tokens) - 1) if words.cue_at("topic_of", texts, at)]
    places = [at for at in places if tokens[at + 1].slot is not None or not tokens[at + 1].mark]
    looked = [step for step, made in _pairs(draft) if made.object == MAIL and made.verb in LOOKS]
    written = any(made.object == MAIL and "text" in step.args for step, made in _pairs(draft))
    missed = any(QUERY not in step.args and SUBJECT not in step.args for step in looked)
    if places and not written and (missed or len(places) > 1):
        return left_over(request.text[tokens[places[0]].start : tokens[-1].end])
    told = " ".join(texts)
    for step in looked:
        query, name = str(step.args.get(QUERY, "")).lower(), str(step.args.get(FROM, "")).lower()
        owned = [f"{query} {text} {name}" in told for (text,) in words.cues["of_whom"]] if query and name else []
        if any(owned):
            return left_over(f"{step.args[QUERY]} {step.args[FROM]}")  # "sulla festa di Anna": about it, or by her
    return None


def _are_attachments(draft: Draft) -> bool:
    """Whether what is told of mails would be written over a folder: what is saved there are their files."""
    told = [step for step, made in _pairs(draft) if made.object in FILES and made.verb == "write"]
    return any(not looks_like_file(str(step.args.get("path", ""))) for step in told)


def _lost_place(draft: Draft, request: Request, words: Lexicon) -> bool:
    """Whether mails would be changed though a place that was named is neither where they are nor where they go."""
    if not any(made.object == MAIL and made.effect in EFFECTFUL for made in draft.made):
        return False
    held = {str(step.args[PLACE]) for step in draft.steps if PLACE in step.args}
    return any(not named_places(clause, words) <= held for clause in clauses_of(request, words))


def _are_files(draft: Draft, request: Request, words: Lexicon) -> bool:
    """Whether files of no place would be looked for where mails were spoken of first: "the mails about the photos"."""
    found = [step for step, made in _pairs(draft) if made.object in FILES and made.verb == "find"]
    nowhere = any("path" not in step.args for step in found)
    tokens = with_names(tokenize(request), request.text, words)
    mails = [place for place, token in enumerate(tokens) if is_mail(token, words)]
    kinds = [place for place, token in enumerate(tokens) if token.text == "<glob>"]
    return nowhere and bool(mails) and bool(kinds) and mails[0] < kinds[0]


def _sent(draft: Draft, request: Request, words: Lexicon) -> Refusal | None:
    """Whose sent mail is meant: the user's own lies in a folder, looked for by who got it; others' is what came in."""
    tokens = with_senders(tokenize(request), request, words)
    texts = texts_of(tokens)
    said = {role: any(words.cue_at(role, texts, at) for at in range(len(texts))) for role in (MINE, BY_WHOM, TO_ME)}
    for index, (step, made) in enumerate(_pairs(draft)):
        if made.object != MAIL or made.verb not in LOOKS:
            continue
        args = dict(step.args)
        if said[BY_WHOM] and FROM in args and not said[MINE]:
            args.pop(PLACE, None)  # "the mails sent by Anna" lie in the inbox
        sent, got = args.get(PLACE) == SENT, FROM in args or said[TO_ME] or said[BY_WHOM]
        if (said[TO_ME] and FROM not in args) or (sent and got) or (said[MINE] and not sent):
            return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
        if sent and QUERY in args:
            args[QUERY] = _recipient(str(args[QUERY]), tokens, request, words)
        draft.steps[index] = Step(step.tool, args)
    return None


def _recipient(query: str, tokens: Sequence[Token], request: Request, words: Lexicon) -> str:
    """What is looked for, as who got the mail where "a" / "to" stands before it."""
    texts = texts_of(tokens)
    ends = {at + words.cue_at(MINE, texts, at) for at in range(len(texts)) if words.cue_at(MINE, texts, at)}
    for place in range(1, len(tokens)):
        first = place
        while first > 1 and any(words.is_cue(role, (texts[first - 1],)) for role in LIGHT):
            first -= 1  # "to my sister Emma"
        led = any(words.is_cue("to_whom", (texts[at - 1],)) for at in range(first, place + 1)) or place in ends
        if led and request.text.startswith(query, tokens[place].start):
            return f'to:"{query}"' if " " in query else f"to:{query}"
    return query


def _all_there_are(draft: Draft) -> Refusal | None:
    """A change of mails that nothing tells from any others: no one asks for that in passing."""
    for step, made in zip(draft.steps, draft.made, strict=True):
        number = step.args.get(FROM_STEP)
        if made.effect not in EFFECTFUL or not isinstance(number, int):
            continue
        source, finds = draft.steps[number - 1], draft.made[number - 1]
        if finds.object == MAIL and finds.verb == "find" and not _is_narrowed(source, finds):
            return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
    return None


def _is_narrowed(step: Step, made: Manifest) -> bool:
    """Whether a search says which mails are meant, or how many."""
    most = made.args["properties"].get(LIMIT, {}).get("maximum")
    return any(name != LIMIT or value != most for name, value in step.args.items())


def _missed_sender(draft: Draft, request: Request, words: Lexicon) -> Refusal | None:
    """The word after "da" / "di" / "from" of a mail, where no step looks for it."""
    tokens = with_senders(tokenize(request), request, words)
    looked = [step for step, made in _pairs(draft) if made.object == MAIL and made.verb in LOOKS]
    people = {str(step.args[FROM]) for step in looked if FROM in step.args}
    told = " ".join(str(value) for step in draft.steps for value in step.args.values()).casefold()
    other = [step for step, made in _pairs(draft) if made.object != MAIL or made.verb not in LOOKS]
    written = " ".join(str(value) for step in other for value in step.args.values())
    for place in range(len(tokens)):
        named = tokens[place].slot
        if named is not None and named.dim == SENDER:
            if str(named.fields["value"]) not in people and named.text not in written:
                return left_over(named.text)
        elif leads(tokens, place, words):
            missed = _after(tokens, place + 1, words)
            if missed is not None and missed.text.casefold() not in told:
                return left_over(request.text[missed.start : missed.end])
    return None


def _pairs(draft: Draft) -> list[tuple[Step, Manifest]]:
    return list(zip(draft.steps, draft.made, strict=True))


def _after(tokens: Sequence[Token], place: int, words: Lexicon) -> Token | None:
    """The word that may name a sender after one that leads to it; None where another thing stands there."""
    while place < len(tokens) and any(words.is_cue(role, (tokens[place].text,)) for role in LIGHT):
        place += 1
    if place >= len(tokens) or not tokens[place].is_word:
        return None
    token, texts = tokens[place], texts_of(tokens)
    spans = [(place, count) for count in (1, 2, 3)] + [(place - 1, count) for count in (2, 3)]  # "da leggere"
    said = any(tuple(texts[first : first + count]) in words.values for first, count in spans)
    known = any(words.is_cue(role, (token.text,)) for role in KNOWN)
    return None if said or known or is_mail(token, words) or is_function_word(token.text, words) else token
