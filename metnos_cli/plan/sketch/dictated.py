"""Gives what is written to a file as it was typed, sign for sign, and refuses where its edges are doubtful."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from metnos_cli.plan.intent import clauses_of
from metnos_cli.plan.lexicon import words_of
from metnos_cli.plan.sketch.draft import Draft, Refusal, left_over
from metnos_cli.plan.sketch.spans import list_told
from metnos_cli.records import Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.clauses import Clause
    from metnos_cli.records import Request

PATH, TEXT, MODE = "path", "text", "mode"
WRITES = "write_files"
FILLED = "${"
QUOTES = '"“”«»'
PLEASE = r"(?:per favore|per piacere|per cortesia|please|grazie|thanks|thank you)"
_ENDS = r"(?:(?:in fondo|in coda|alla fine|(?:at|to) the end|at the bottom)\s+)?"
_LED = (
    r"(?:in|a|ad|su|come|dentro|verso|al|allo|alla|all'|nel|nello|nella|nell'|sul|sullo|sulla|sull'|del|della|dell'|di"
    r"|to|into|as|on|onto|inside|of|under)"
)
_NOUN = r"(?:(?:un|una|il|lo|la|l'|the|a|my|mio|mia|nuovo|nuova|new|al|alla|del|text|di testo)\s*)*"
_FILE = r"(?:file|documento|document|testo|text|nota|note|appunto|lista|list)"
_NAMED = rf"(?:{_FILE}(?:\s+(?:di testo|chiamato|called|named))?)?"
INTO = re.compile(rf"\s*\b{_ENDS}{_LED}\s*{_NOUN}{_NAMED}[\s:]*$", re.IGNORECASE)
"""What leads to the path after a text: "to the file", "in fondo a"."""
FOLDER = re.compile(r"\b(?:cartella|directory|folder)\s*$", re.IGNORECASE)
AFTER = re.compile(
    rf"[\s.,!?]*(?:(?:in fondo|in coda|alla fine|at the end|{PLEASE})[\s.,!?]*)*$",
    re.IGNORECASE,
)
"""What may stand after the path and say nothing of the text."""
OPENS = re.compile(rf"(?:\s*[:,]|\s+{PLEASE}\b,?|\s+(?:down|giù)\b)?\s*", re.IGNORECASE)
WITH = re.compile(r"(?:con|with)\s+", re.IGNORECASE)
TO_WHOM = re.compile(r"(?:me|mi|us|ci)\s", re.IGNORECASE)
POLITE_END = re.compile(rf"\b{PLEASE}[\s.!?]*$", re.IGNORECASE)
HELD = ("articles", "prepositions", "named", "files_noun", "new_noun", "lists")
"""Roles of words between a verb and "saying" that belong to neither: "a note saying ..."."""


def check(draft: Draft, request: Request, words: Lexicon) -> Refusal | None:
    """Why a text must not be written as it was cut; None where it may, the text put as it was typed.

    Args:
        draft: The plan; the text of a step that writes is replaced.
        request: The request.
        words: Its language.
    """
    quoted = {str(slot.fields.get("value", "")) for slot in request.slots if slot.dim == "quoted"}
    for index, step in enumerate(list(draft.steps)):
        text = step.args.get(TEXT)
        asked = isinstance(text, str) and text.startswith("${ARG:")
        if step.tool != WRITES or not isinstance(text, str) or not text or text in quoted:
            continue
        if FILLED in text and not asked:
            if len(draft.steps) > 1 and not _from_before(step, request, words):
                return left_over(path_of(step))
            continue
        raw = _dictated(step, request, words)
        if asked:
            if raw and not words_of(raw):
                _put(draft, index, raw)  # "write 😀 to ~/x.txt": signs alone are a text
            continue
        if not raw or not (_squeezed(text) in _squeezed(raw) or _squeezed(raw) in _squeezed(text)):
            return left_over(text)
        _put(draft, index, raw)
        _unmode(draft, index, request, words)
    return None


def path_of(step: Step) -> str:
    """Which file a step writes."""
    return str(step.args.get(PATH, ""))


def _from_before(step: Step, request: Request, words: Lexicon) -> bool:
    """Whether what an earlier step found is what the words say is written: "them", "the list", a summary."""
    for clause in clauses_of(request, words):
        at = _place_of(clause, path_of(step))
        if "write" not in clause.verbs or at < 0:
            continue
        if overwrites(clause, words) and at != min(place for place, one in enumerate(clause.words) if one == "<path>"):
            return False  # "overwrite ~/a with the list of ~/b": the first is what goes
        texts = clause.words
        told = [text for text in texts[clause.verb_end : at] + texts[at + 1 :] if text not in SIGNS]
        named = any(text in words.objects or text.startswith("<") or text in THINGS for text in told)
        back = bool(clause.pronoun) or any(words.is_cue("anaphors", (text,)) for text in told)
        made = any(words.phrase_at(texts, place)[1] for place in range(clause.verb_end, len(texts)))
        light = all(any(words.is_cue(role, (text,)) for role in ("prepositions", "articles", "there")) for text in told)
        return back or named or made or light
    return True


def overwrites(clause: Clause, words: Lexicon) -> bool:
    """Whether its verb says that what is there goes."""
    return any("overwrite" in words.values.get((one,), ()) for one in clause.words[clause.verb_start : clause.verb_end])


def _unmode(draft: Draft, index: int, request: Request, words: Lexicon) -> None:
    """Take the way of writing away that only a word of the text itself speaks of: "write replace to ~/x.txt"."""
    step = draft.steps[index]
    told = words_of(request.text.replace(str(step.args[TEXT]), " | ", 1))
    said = (tuple(told[at : at + size]) for at in range(len(told)) for size in range(1, 5))
    if MODE in step.args and not any(step.args[MODE] in words.values.get(phrase, ()) for phrase in said):
        draft.steps[index] = Step(step.tool, {name: value for name, value in step.args.items() if name != MODE})


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def _put(draft: Draft, index: int, text: str) -> None:
    """Write a text instead of what was to be written, or would have been asked for."""
    step = draft.steps[index]
    draft.missing = [one for one in draft.missing if f"${{ARG:{one.var}}}" != step.args[TEXT]]
    draft.steps[index] = Step(step.tool, {**step.args, TEXT: text})


def _dictated(step: Step, request: Request, words: Lexicon) -> str:
    """The raw text that a step writes; empty where its edges are doubtful."""
    clauses = clauses_of(request, words)
    path = str(step.args.get(PATH, ""))
    asked = path.startswith(FILLED)
    found = [one for one in clauses if {"write", "create"} & set(one.verbs)]
    found = [one for one in found if asked or _place_of(one, path) >= 0]
    if len(found) != 1 or (asked and len(clauses) > 1):
        return ""
    clause = found[0]
    last = clause is clauses[-1]
    if not asked:
        return _edges(clause, _place_of(clause, path), request.text, words, last=last)
    start = _cue(clause, words) or clause.verb_end
    end = list_told(clause, start, len(clause.tokens), words)
    return _cut(request.text, clause.tokens[start - 1].end, _before(clause, end, request.text))


def _place_of(clause: Clause, path: str) -> int:
    """Place of the token that is the path of a step, -1 for none."""
    for place, token in enumerate(clause.tokens):
        if token.text == "<path>" and token.slot is not None and token.slot.fields.get("value") == path:
            return place
    return -1


def _edges(clause: Clause, at: int, text: str, words: Lexicon, *, last: bool) -> str:
    """The raw text of a clause that names its file at a place."""
    tokens = clause.tokens
    file, end = tokens[at], len(text) if last else _signs(text, tokens[-1].end)
    behind = text[file.end : end]
    cue = _cue(clause, words)
    start = tokens[(cue or clause.verb_end) - 1].end
    if cue <= at and not AFTER.match(behind):
        if text[start : file.start].strip(" :") and not INTO.fullmatch(" " + text[start : file.start].strip()):
            return (
                "" if not _is_led(tokens[clause.verb_end : at], words) else _told_after(clause, at, text, last, words)
            )
        return _told_after(clause, at, text, last, words)
    if cue > at:
        return _told(text[start:end], last=last)
    if overwrites(clause, words):
        return ""  # "overwrite all files in ~/x" names what goes, and no text
    if FOLDER.search(text[start : file.start]):
        return ""  # a folder is no file
    led = INTO.search(text[start : file.start])
    ends = [_before(clause, list_told(clause, cue or clause.verb_end, at, words), text)]
    ends += [start + led.start()] if led is not None else []
    return _cut(text, start, min(ends))


def _told_after(clause: Clause, at: int, text: str, last: bool, words: Lexicon) -> str:
    """What stands behind the path, to the end: "write in ~/x.txt: the end"."""
    behind = text[clause.tokens[at].end :]
    opened = WITH.match(behind.lstrip(" ,:"))
    makes = "create" in clause.verbs or overwrites(clause, words)
    if opened is not None:
        return _told(behind.lstrip(" ,:")[opened.end() :], last=last) if makes else ""
    return _told(behind, last=last)


def _told(raw: str, *, last: bool) -> str:
    """A text that runs to the end of the request: a final full stop may go."""
    text = raw[_opening(raw) :].strip()
    if not last or text.endswith("?") or POLITE_END.search(text):
        return ""  # whether what follows belongs to it, nobody can tell
    return _unquoted(text[:-1] if text.endswith(".") and not text.endswith("..") else text)


def _cut(text: str, start: int, end: int) -> str:
    """The text between two places, without what opens it."""
    raw = text[start:end]
    told = raw[_opening(raw) :].strip()
    if TO_WHOM.match(told) or POLITE_END.search(told):
        return ""
    return _unquoted(told)


def _opening(raw: str) -> int:
    found = OPENS.match(raw)
    return found.end() if found else 0


def _unquoted(text: str) -> str:
    """A text without signs of quotation; one of those alone, or inside, leaves it open where it ends."""
    return "" if any(mark in text for mark in QUOTES) else text


def _signs(text: str, end: int) -> int:
    """One past the signs that stand right at a word's end."""
    found = re.compile(r"[^\w\s]*").match(text, end)
    return found.end() if found else end


def _before(clause: Clause, place: int, text: str) -> int:
    """Where the text ends before a token, or with the clause."""
    return clause.tokens[place].start if place < len(clause.tokens) else len(text)


def _cue(clause: Clause, words: Lexicon) -> int:
    """One past "saying" or "the text", where it stands right after the verb, its noun or the path; 0 for none."""
    texts = clause.words
    for place in range(clause.verb_end, len(texts)):
        count = words.cue_at("saying", texts, place)
        if count:
            return place + count if _is_led(clause.tokens[clause.verb_end : place], words) else 0
    return 0


def _is_led(tokens: Sequence[object], words: Lexicon) -> bool:
    """Whether tokens only name what is written to: "a note in ~/x.txt"."""
    texts = [getattr(token, "text", "") for token in tokens]
    return all(
        text == "<path>"
        or text in ",:"
        or text in words.objects
        or text in NEAR
        or any(words.is_cue(role, (text,)) for role in HELD)
        for text in texts
    )


THINGS = frozenset({"output", "contenuto", "contents", "content", "testo", "text", "nomi", "names", "somma", "sum"})
SIGNS = frozenset(",;:.!?")
NEAR = frozenset(
    {"nuovo", "nuova", "new", "file", "nota", "note", "appunto", "riga", "line", "text", "testo"}
) | frozenset({"fondo", "coda", "fine", "end", "bottom"})
"""Other words that tell what is written to."""
