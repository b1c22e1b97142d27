"""Refuses plans about mails that pass over who sent them, or that would change all there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.intent import is_function_word
from metnos_cli.plan.lexicon.senders import MAIL, SENDER, is_mail, leads, with_senders
from metnos_cli.plan.lexicon.tokens import tokenize
from metnos_cli.plan.lexicon.tokens import words as texts_of
from metnos_cli.plan.sketch.draft import Draft, Refusal
from metnos_cli.plan.sketch.kinds import FROM_STEP
from metnos_cli.records import EFFECTFUL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.lexicon.tokens import Token
    from metnos_cli.records import Request, Step

FROM, LIMIT = "from", "limit"
LOOKS = frozenset({"find", "read"})
LIGHT = ("articles", "mine", "who_it_is")
"""Roles of words that only lead to a name."""
KNOWN = ("anaphors", "folder", "small_times", "ranks", "recent", "old")
"""Roles of words after which no sender is missed: "di quelle", "dalla cartella ..."."""


def check(draft: Draft, request: Request, words: Lexicon) -> Refusal | None:
    """Why a plan must not run for what it says of mails; None where it may.

    Args:
        draft: The plan.
        request: The request.
        words: Its language.
    """
    if not any(made.object == MAIL and made.verb in LOOKS for made in draft.made):
        return None
    return _all_there_are(draft) or _missed_sender(draft, request, words)


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
                return _refusal(named.text)
        elif leads(tokens, place, words):
            missed = _after(tokens, place + 1, words)
            if missed is not None and missed.text.casefold() not in told:
                return _refusal(request.text[missed.start : missed.end])
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
    said = any(tuple(texts[place : place + count]) in words.values for count in (1, 2, 3))
    known = any(words.is_cue(role, (token.text,)) for role in KNOWN)
    return None if said or known or is_mail(token, words) or is_function_word(token.text, words) else token


def _refusal(told: str) -> Refusal:
    return Refusal("left_over", ErrorClass.OUT_OF_SCOPE, {"words": told})
