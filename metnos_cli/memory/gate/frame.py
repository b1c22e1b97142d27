"""How a request says it, word by word: what has a lasting effect is served only in the frame that was taught.

Bags of words are alike where "move the file TO the trash" and "FROM the trash", "the notes to the backup" and "the
backup to the notes", "le mail" and "una mail" differ. For what only reads a wrong hit is an answer beside the point;
for what deletes, sends or moves it is an act that nobody asked for.
"""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from metnos_cli.memory.gate.words import GAP, keys_of, rewritten
from metnos_cli.memory.view import TIME_DIMS

if TYPE_CHECKING:
    from metnos_cli.memory.gate import Candidate
    from metnos_cli.memory.view import Span, View
    from metnos_cli.records import Lang

INDEFINITE = frozenset({"un", "uno", "una", "un'", "a", "an"})
"""Articles that tell one of several."""
PLURAL = "+"
"""Stands for an article of the plural."""
OPENING_MARKS = frozenset(".-/[{#@&_~*")
CLOSING_MARKS = frozenset("]}*/_")
"""Signs that touch a word and may belong to it."""
QUESTION = re.compile(r"\?(?=\W|$)")
"""A question mark that ends a word: one inside an address is none."""


def other_frame(candidate: Candidate) -> tuple[str, str] | None:
    """The first words in which two requests say it differently; None when they say it alike.

    Compared are all words but values, courtesy and definite articles, in their order: prepositions by their base
    form, verbs also by what may stand for them or in the infinitive, everything else as it stands.
    """
    sent = "send" in candidate.effects
    then, then_times = _frame(candidate.then, candidate.used_then, sent=sent)
    now, now_times = _frame(candidate.now, candidate.used_now, sent=sent, skip=candidate.added)
    then, now = [*then, *then_times], [*now, *now_times]
    for place in range(max(len(then), len(now))):
        one = then[place] if place < len(then) else ""
        other = now[place] if place < len(now) else ""
        if one != other and not _same_verb(one, other, candidate.now):
            return _shown(one), _shown(other)
    return None


def asked(view: View) -> bool:
    """Whether a request holds a question mark and no courtesy turns it into a wish ("puoi cancellare ...?")."""
    return QUESTION.search(view.text) is not None and not any(word.silent for word in view.words)


def other_things(candidate: Candidate) -> tuple[str, str] | None:
    """Paths and patterns that are of another kind: "~", a folder or "*.txt" for one file, "the pdf" for "the pdfs"."""
    then, now = ([_thing(span, view.lang) for span in _ordered(view)] for view in (candidate.then, candidate.now))
    return next(((one, other) for one, other in itertools.zip_longest(then, now, fillvalue="") if one != other), None)


def _ordered(view: View) -> list[Span]:
    return [span for _, span in sorted(view.spans.items()) if span.slot.dim in ("path", "glob")]


def _thing(span: Span, lang: Lang) -> str:
    text = span.slot.text.strip("'\"")
    if span.slot.dim == "glob":
        return "several" if lang == "it" or "*" in text or text.endswith("s") else "one"
    last = text.rstrip("/").rpartition("/")[2]
    if set("*?[]{}") & set(text):
        return "pattern"
    return "everything" if last in ("", "~", ".", "..") else "file" if "." in last.lstrip(".") else "folder"


def other_figures(candidate: Candidate) -> tuple[str, str] | None:
    """A figure of none of the kind that was taught: a part, nothing or less where it was a count or an amount."""
    then, now = (
        [span for span in view.spans.values() if span.number is not None] for view in (candidate.then, candidate.now)
    )
    told = [float(span.number or 0) for span in then]
    for span in now if told else ():
        number = float(span.number or 0)
        part = not number.is_integer() and all(one.is_integer() for one in told)
        if part or min(told) > 0 >= number:
            return then[0].slot.text, span.slot.text
    return None


def other_marks(candidate: Candidate) -> tuple[str, str] | None:
    """A sign that may belong to a name and touches a value, where none did: ".env", "[ab]", "#3"."""
    signs = [
        {_mark(view, place) for place in used if not view.spans_in(place, place + 1)} - {""}
        for view, used in ((candidate.then, candidate.used_then), (candidate.now, candidate.used_now))
    ]
    come = signs[1] - signs[0]
    return ("", min(come)) if come else None


def _mark(view: View, place: int) -> str:
    word = view.words[place]
    before, after = view.text[: word.start][-1:], view.text[word.end :][:1]
    return before if before in OPENING_MARKS else after if after in CLOSING_MARKS else ""


def _frame(
    view: View, used: frozenset[int], *, sent: bool, skip: frozenset[int] = frozenset()
) -> tuple[list[str], list[str]]:
    """The words in their order, times apart: those stand where they like, each with what leads to it."""
    known = view.lexicon
    keys = rewritten(view, [one for one in keys_of(view, used) if one[1] not in skip], wishes=False)
    definite = known.articles - INDEFINITE
    said: list[str] = []
    times: list[str] = []
    for at, (key, place) in enumerate(keys):
        universal = known.stem(key) in known.universal and at + 1 < len(keys) and keys[at + 1][0] in known.plural
        if key == GAP and _timely(view, place):
            leads = said and said[-1] in known.prepositions.values()
            times.append(said.pop() if leads else "")
        elif not universal and (key not in definite or not at):
            said.append(known.prepositions.get(key, key))
    # "I pdf" are several and "il pdf" is one, though the word is the same.
    said += [PLURAL for key, _ in keys if key in known.plural]
    if sent:
        said += [word.key for word in view.words[1:] if word.silent and (word.key,) in known.edging]
    return said, sorted(times)


def _timely(view: View, place: int) -> bool:
    """Whether the value that begins at a place, after what leads to it, is a time."""
    inside = view.spans_in(place, place + 1)
    return any(span.slot.dim in TIME_DIMS for span in inside)


def _same_verb(one: str, other: str, view: View) -> bool:
    """Whether one verb may stand for another, in the same form or in the infinitive: "cancella", "eliminare"."""
    known = view.lexicon
    if GAP in (one, other) or not one or not other:
        return False
    first, second = known.stem(one), known.stem(other)
    infinitive = view.lang == "it" and known.infinitive.fullmatch(other) is not None
    if first == second:
        return infinitive  # "puoi svuotare il cestino"
    return first in known.verbs and second in known.verbs and known.same(first, second)


def _shown(key: str) -> str:
    return "…" if key == GAP else key
