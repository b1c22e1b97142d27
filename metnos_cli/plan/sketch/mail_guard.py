"""Refuses plans about mails that drop or misplace what was said of them: places left, ranks, flags, stray words."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass
from metnos_cli.plan.lexicon.senders import MAIL
from metnos_cli.plan.sketch import forwarding
from metnos_cli.plan.sketch.draft import Draft, Refusal, left_over, unquoted
from metnos_cli.plan.sketch.file_times import MONTHS, ahead
from metnos_cli.plan.sketch.kinds import FROM_STEP
from metnos_cli.plan.sketch.mail_words import is_led

if TYPE_CHECKING:
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.records import Request, Step

LOOKS = frozenset({"find", "read"})
WORDED = ("query", "subject")
"""Arguments that hold words to look for."""
_BOX = r"(?:spam|cestino|archivio|posta indesiderata|indesiderata|bozze|trash|bin|junk|archive|drafts)\b"
_OUT = r"(?:dal|dallo|dalla|dall['’]|from|out of|off)\s*(?:the\s+|my\s+)?"
RESCUED = re.compile(
    r"\b(?:(?:togli|tolgli|leva|rimuov|recuper|ripristin|ripesc|estra)\w*|remove|take|pull|recover|restore|rescue"
    r"|retrieve|bring|undelete|fish)\b"
    rf".*\b{_OUT}{_BOX}|\bfuori\s+{_OUT}{_BOX}|\bget\b.*\bout of\s+(?:the\s+|my\s+)?{_BOX}",
    re.IGNORECASE,
)
"""What is taken out of the spam or the trash is neither deleted nor only listed."""
_SELF = r"(?:posta in arrivo|inbox|(?:[\w'’-]+\s+)?(?:cartella|folder))\b"
LEFT = re.compile(rf"\b{_OUT}{_SELF}", re.IGNORECASE)
"""A place that is left, and not gone to."""
FROM_SPAM = re.compile(rf"\b{_OUT}(?:spam|junk|posta indesiderata)\b", re.IGNORECASE)
NO_SPAM = re.compile(r"\b(?:non|not|isn['’]t|aren['’]t)\s+(?:è\s+|sono\s+)?(?:spam|junk)\b", re.IGNORECASE)
_NOUN = r"(?:e-?mails?|mails?|messages?|messagg\w+)\b"
_RANK_IT = (
    r"(?:prim[aeoi]|second[aeoi]|terz[aeoi]|quart[aeoi]|quint[aeoi]|sest[aeoi]|settim[aeoi]|ottav[aeoi]|non[aeoi]"
    r"|decim[aeoi]|\w*[tn]ultim[aeoi])"
)
_RANK_EN = (
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th)|penultimate|oldest"
    r"|earliest|next to last|second to last|last but one)"
)
RANKED = re.compile(
    rf"\b(?:(?:la|le|il|i|alla|della|delle|nella)\s+{_RANK_IT}\b|{_RANK_IT}\s+(?:\w+\s+)?{_NOUN}"
    rf"|(?:prossim[aeo]|successiv[aeo]|next|following)\s+{_NOUN}"
    rf"|{_RANK_EN}\s+(?:[\w-]+\s+){{0,3}}{_NOUN}|(?:the|my|his|her)\s+{_RANK_EN}\s+(?:one|from|by)\b)"
    r"|\b(?:più vecchi[ao]|meno recente|before last|precedent[ei]|previous)\b",
    re.IGNORECASE,
)
"""One of several by its place, which no search picks: it gives the newest."""
FLAGGED = re.compile(
    r"\b(?:important[ei]|preferit[aeio]|stellat[aeio]|segnat[aeio]|contrassegnat[aeio]|evidenziat[aeio]|stellin[ae]"
    r"|bandierin[ae]|cancellat[aeio]|eliminat[aeio]|in copia|cc|deleted|copied"
    r"|important|starred|flagged|favou?rites?|pinned|labell?ed|(?<!not )(?<!un)already read)\b",
    re.IGNORECASE,
)
"""What mails are marked with, which no search looks for."""
BESIDE = re.compile(
    r"\b(?:o|e|ed|oppure|or|and)\s+(?:quell[aeio]|those|the ones?)\s+(?:d|from|by|of|with|about|con|su)", re.IGNORECASE
)
"""Two sets side by side, which one search would take for their overlap."""
TAKEN_OUT = re.compile(rf"\b{_OUT}{_BOX}", re.IGNORECASE)
_LIKE = (
    r"(?:short|long|useless|boring|interesting|private|public|encrypted|signed|unanswered|answered|forwarded|automatic"
    r"|brev[ei]|lung(?:a|he)|inutil[ei]|noios[ae]|interessant[ei]|privat[ae]|cifrat[ae]|firmat[ae]|automatic(?:a|he))"
)
LIKENED = re.compile(rf"\b(?:{_LIKE}\s+{_NOUN}|{_NOUN}\s+{_LIKE}\b)", re.IGNORECASE)
"""What mails are like, which no search looks for."""
FOLDER = re.compile(
    r"\b(?:in|nell[ae]|nella mia|dalla|from|inside|within)\s+[^,]*\b(?:cartell[ae]|folders?)\b", re.IGNORECASE
)
HOUR = re.compile(
    r"(?:prima (?:di|delle|dell['’])|before)\s*(?:mezzogiorno|mezzanotte|noon|midnight|una"
    r"|\d{1,2}(?:[:.]\d\d)?(?:\s*[ap]m)?)",
    re.IGNORECASE,
)
"""An hour of today that is still to come, which all that came until yesterday would be taken for."""
WROTE = re.compile(r"\b(?:mi ha(?:nno)? scritto|(?:wrote|written) (?:to )?me|e?mailed me)\b", re.IGNORECASE)
EDGES = re.compile(
    r"\b(?:inizia\w*|comincia\w*|finisc\w*|termina\w*|starts?|starting|begins?|beginning|ends?|ending)\s+(?:per|con|with)\b",
    re.IGNORECASE,
)
SUBJECTED = re.compile(r"\b(?:oggetto|subject)\b", re.IGNORECASE)
NOBODY = re.compile(
    r"people|someone|somebody|anyone|anybody|everyone|everybody|work|strangers|contacts"
    r"|gente|persone|qualcuno|chiunque|tutti|lavoro|sconosciuti|contatti",
)
"""Words that name no sender."""
TO_SOMEBODY = re.compile(r"\s*(?i:scriv\w+|write)\s+(?i:to|a|ad|al|alla)\s+(?:\w+\s+)?[A-Z]")
TIMES = frozenset({"when", "start", "at", "due", "text"})
"""Arguments that hold times, and what is written, which may."""
NEAR = 0.8
"""How alike a sender and a word of time are where one is a slip of the other: "yestarday"."""


def check(draft: Draft, request: Request, words: Lexicon) -> Refusal | None:
    """Why a plan must not run for what it leaves out of a request about mails; None where it may.

    Args:
        draft: The plan; answers are marked as such and files for one person go in one mail.
        request: The request.
        words: Its language.
    """
    by_mail = any(made.object == MAIL for made in draft.made)
    if _told_nobody(draft, request) or (WROTE.search(request.text) and not by_mail):
        return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
    if not by_mail:
        return None
    rest = unsaid(draft, request)
    refusal = forwarding.sent(draft, request, rest, words)
    if refusal is not None or not any(made.object == MAIL and made.verb in LOOKS for made in draft.made):
        return refusal
    for pattern in (RESCUED, NO_SPAM, RANKED, BESIDE, EDGES, LIKENED):
        if found := pattern.search(rest):
            return left_over(found[0])
    forwarding.change_one(draft, rest)
    forwarding.read_several(draft, rest)
    return (
        _left(draft, rest)
        or _passed_over(draft, rest)
        or _timeless(draft, request)
        or next((told for step in _looks(draft) if (told := _misplaced(step, request, words)) is not None), None)
    )


def unsaid(draft: Draft, request: Request) -> str:
    """The request without the words that the plan holds as values.

    Args:
        draft: The plan.
        request: The request.
    """
    rest = unquoted(request)
    for step in draft.steps:
        for value in step.args.values():
            if isinstance(value, str) and " " in value:
                rest = rest.replace(value, '""')
    return rest


def _looks(draft: Draft) -> list[Step]:
    pairs = zip(draft.steps, draft.made, strict=True)
    return [step for step, made in pairs if made.object == MAIL and made.verb in LOOKS]


def _told_nobody(draft: Draft, request: Request) -> bool:
    """Whether words for a person would be written to a file that nobody named: "write to Peter asking ..."."""
    asked = any(
        step.tool == "write_files" and str(step.args.get("path", "")).startswith("${ARG") for step in draft.steps
    )
    return asked and TO_SOMEBODY.match(request.text) is not None


def _left(draft: Draft, rest: str) -> Refusal | None:
    """A place where mails lie that is taken for one where they go, or for what they are."""
    places = [step.args["place"] for step in _looks(draft) if "place" in step.args]
    moves = [step for step, made in zip(draft.steps, draft.made, strict=True) if made.verb == "move"]
    if moves and not places and (found := TAKEN_OUT.search(rest)):
        return left_over(found[0])
    home = any(step.args.get("place") == "inbox" for step in moves)
    if home and not places:
        return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)  # there is where they were looked for
    if moves and (found := LEFT.search(rest)) and (home or not re.search("inbox|arrivo", found[0], re.IGNORECASE)):
        return left_over(found[0])
    named = any({"dst_folder", "path", "folder"} & step.args.keys() for step in draft.steps)
    if not named and (found := FOLDER.search(rest)):
        return left_over(found[0])
    found = FROM_SPAM.search(rest)
    return left_over(found[0]) if found and any(made.verb == "classify" for made in draft.made) else None


def _timeless(draft: Draft, request: Request) -> Refusal | None:
    """A time that was said, where no step has one."""
    for slot in request.slots:
        if slot.dim == "time" and HOUR.fullmatch(slot.text) and any(_ended(step) for step in _looks(draft)):
            return left_over(slot.text)
    told = " ".join(str(value) for step in draft.steps for value in step.args.values()).casefold()
    if any(TIMES & step.args.keys() for step in draft.steps) or re.search(r"\d{4}-\d\d-\d\d", told):
        return None
    lost = [slot for slot in request.slots if slot.dim == "time" and slot.text.casefold() not in told]
    return left_over(lost[0].text) if lost else None


def _ended(step: Step) -> bool:
    """Whether a search takes all that came before a moment."""
    return str(step.args.get("when", "")).startswith("../")


def _passed_over(draft: Draft, rest: str) -> Refusal | None:
    """A mark, a subject or an order that no step stands for."""
    classified = any(made.verb == "classify" for made in draft.made)
    if (found := FLAGGED.search(rest)) and not classified:
        return left_over(found[0])
    worked = any(made.object == "entries" for made in draft.made)
    found = SUBJECTED.search(rest)
    if found and not worked and not any("subject" in step.args for step in draft.steps):
        return left_over(found[0])
    for step, made in zip(draft.steps, draft.made, strict=True):
        number = step.args.get(FROM_STEP)
        if not isinstance(number, int) or draft.made[number - 1].object != MAIL:
            continue
        counted = isinstance(step.args.get("where_value"), int | float)
        if counted and step.args.get("where_field") not in {"size", "date"}:
            return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
        newest = step.args.get("by") == "date" and step.args.get("order") == "desc"
        if made.verb == "sort" and "limit" in step.args and not newest:
            return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)  # the oldest, or largest, of the newest hundred
    return None


def _misplaced(step: Step, request: Request, words: Lexicon) -> Refusal | None:
    """A value of a search that its words do not say: a month as a sender, a stray word as a topic, a time to come."""
    sender = str(step.args.get("from", ""))
    slip = sender.islower() and get_close_matches(
        sender, [phrase[0] for phrase in words.cues["small_times"]], n=1, cutoff=NEAR
    )
    if slip or NOBODY.fullmatch(sender) or (sender and MONTHS.fullmatch(sender) and sender.islower()):
        return left_over(sender)
    when = step.args.get("when")
    if isinstance(when, str) and not when.startswith("${") and ahead(when, request.now):
        return Refusal("not_understood", ErrorClass.OUT_OF_SCOPE)
    for name in WORDED:
        told = step.args.get(name)
        if isinstance(told, str) and not is_led(told, request, words):
            return left_over(told)
    return None
