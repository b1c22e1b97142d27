"""Refuses plans of files that pass over what was said of them: adjectives, participles, superlatives, signs, rows."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise, product
from typing import TYPE_CHECKING

from metnos_cli.plan.intent import clauses_of, is_function_word
from metnos_cli.plan.sketch import cues
from metnos_cli.plan.sketch.directions import said_direction
from metnos_cli.plan.sketch.draft import Draft, Refusal, left_over
from metnos_cli.plan.sketch.kinds import FILES, FROM_STEP, HANDLED
from metnos_cli.plan.sketch.vocabulary import lexical_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.clauses import Clause
    from metnos_cli.records import Lang, Request

EVENTS, HIDDEN = "events", "hidden:True"
SHAPED: Mapping[Lang, re.Pattern[str]] = {
    "it": re.compile(
        r"(?:nascost|important|inutil|util|segret|privat|pubblic|rott|danneggiat|corrott|illeggibil|protett|bloccat"
        r"|lung|cort|brev|bell|brutt|strani?|particolar|interessant|urgent|personal|temporane|obsolet|protett"
        r"|scattat|criptat|cifrat|compress|firmat|condivis|preferit|invisibil|scadut|pagat|ricevut|inviat|stampat"
        r"|incompiut|complet|mancant|principal|ufficial|provvisori|definitiv)[oaei]{0,2}",
    ),
    "en": re.compile(
        r"hidden|important|useless|useful|secret|private|public|broken|damaged|corrupt(?:ed)?|unreadable|protected|locked"
        r"|long|short|nice|ugly|strange|weird|special|interesting|urgent|personal|temporary|obsolete"
        r"|encrypted|compressed|signed|shared|favou?rite|invisible|expired|unpaid|printed|incomplete|missing|main|official"
        r"|final|stale|unused|unnecessary|blurry|taken|shot|[a-z]{3,}ied|un[a-z]{3,}ed",
    ),
}
"""Words that tell what files are like, and never what they are called."""
LIKENED: Mapping[Lang, re.Pattern[str]] = {
    "it": re.compile(r"[a-zàèéìòù]{3,}(?:at|ut|it)[oaie]|[a-zàèéìòù]{3,}issim[oaie]"),
    "en": re.compile(r"[a-z]{3,}ed|[a-z]{3,}(?<!qu)(?<!t)est"),
}
"""The shape of participles and superlatives, which counts for words beside several files."""
NO_SUPERLATIVES = frozenset(
    {"digest", "forest", "harvest", "interest", "guest", "protest", "invest", "manifest", "nest"}
)
MORE: Mapping[Lang, frozenset[str]] = {"it": frozenset({"più", "meno"}), "en": frozenset({"most", "least"})}
SEVERAL = frozenset({"files", "<glob>"})


def check(draft: Draft, request: Request, words: Lexicon) -> Refusal | None:
    """Why a plan must not run for a word or a sign that it passes over; None where it may.

    Args:
        draft: The plan.
        request: The request.
        words: Its language.
    """
    files = bool(draft.made) and all(made.object in FILES or made.object == "entries" for made in draft.made)
    written = any(made.verb == "write" for made in draft.made)
    for clause in clauses_of(request, words):
        told = _downloaded(draft, clause, words) or _rows(draft, clause, words) or _folders(draft, clause, words)
        told = told or _swapped(draft, clause)
        if not told and files and not written:
            values = " ".join(f"{name}:{value}" for step in draft.steps for name, value in step.args.items())
            told = next(_likened(clause, values, words), "") or _more(clause, words) or _lately(draft, clause)
        if told:
            return left_over(told)
    sign = _sign(request) if files and not written else ""
    return left_over(sign) if sign else None


def _likened(clause: Clause, values: str, words: Lexicon) -> Iterator[str]:
    """Words beside files that tell what these are like: they are no names, nor are they passed over."""
    lang, tokens = words.lang, clause.tokens
    quoted = {place for place, token in enumerate(tokens) if token.slot is not None}
    for place, token in enumerate(tokens):
        if place in quoted or not token.is_word:
            continue
        taken = f":*{token.text}*" in values.lower()
        if taken and _is_place(clause, place):
            yield token.text
        if (
            token.capital
            or words.is_cue("described", (token.text,))
            or (place and clause.words[place - 1] in MORE[lang])
        ):
            continue
        beside = _files_beside(clause, place, words) and not (
            HIDDEN in values and token.text.startswith(("nascost", "hid"))
        )
        plain = SHAPED[lang].fullmatch(token.text) is not None
        shaped = taken and LIKENED[lang].fullmatch(token.text) is not None and token.text not in NO_SUPERLATIVES
        if (plain and beside and not _after_name(clause, place, words)) or (
            shaped and beside and _several(clause, words)
        ):
            yield token.text


def _files_beside(clause: Clause, place: int, words: Lexicon) -> bool:
    """Whether a noun for files stands right before or after a word; an adverb may stand between."""
    texts = clause.words
    near = [at for at in (place - 2, place - 1, place + 1, place + 2) if 0 <= at < len(texts)]
    return any(texts[at] == "<glob>" or words.objects.get(texts[at]) == "files" for at in near)


def _several(clause: Clause, words: Lexicon) -> bool:
    """Whether more than one file is spoken of, or the one of a kind: a name stands beside "the file"."""
    singles = {"file", "documento", "document"}
    nouns = [text for text in clause.words if text == "<glob>" or words.objects.get(text) == "files"]
    led = any(
        text in {"i", "gli", "le", "tutti", "tutte", "quali", "quanti", "quante", "which"} for text in clause.words
    )
    return led or any(noun not in singles for noun in nouns)


def _after_name(clause: Clause, place: int, words: Lexicon) -> bool:
    """Whether a word is introduced as a name or as a text: "called important"."""
    roles = ("named", "in_name", "about", "about_noun")
    said = frozenset().union(*(cues.said(role, clause, words) for role in roles))
    return any(at in said for at in (place - 1, place - 2, place - 3, place + 1))


def _is_place(clause: Clause, place: int) -> bool:
    """Whether a word says where to look: "find pdfs in Documenti"; nor is a variable a name."""
    before = clause.words[place - 1] if place else ""
    return before in {"in", "nel", "nella", "nei", "nelle", "nello", "dentro", "inside", "under", "within", "into"}


def _more(clause: Clause, words: Lexicon) -> str:
    """A superlative that no order stands for: "il file più lungo", "the most useful"; empty for none."""
    texts, lang = clause.words, words.lang
    known = [*words.sort_keys, *words.values, *words.phrases]
    known += [phrase for role in words.cues.values() for phrase in role]
    heard = {place for bound in cues.find_bounds(clause, words) for place in bound.used}
    orders = (cues.find_extreme(clause, words), cues.find_sort_key(clause, words))
    heard |= {place for order in orders if order is not None for place in order.used}
    heard |= said_direction(clause, words)
    for place, text in enumerate(texts[:-1]):
        after = clause.tokens[place + 1]
        if text not in MORE[lang] or place in heard or not after.is_word or is_function_word(after.text, words):
            continue
        if not any((text, after.text) in pairwise(phrase) for phrase in known):
            return f"{text} {after.text}"
    if lang == "en":
        for token in clause.tokens:
            new = token.is_word and token.text not in lexical_words(lang) and token.text not in NO_SUPERLATIVES
            if new and not token.capital and token.text in LONGEST:
                return token.text
    return ""


def _folders(draft: Draft, clause: Clause, words: Lexicon) -> str:
    """Folders that are to be moved or deleted, where files would be."""
    texts = clause.words[clause.verb_end :]
    while texts and any(words.is_cue(role, (texts[0],)) for role in ("articles", "courtesy")):
        texts = texts[1:]
    handled = any(made.verb in HANDLED for made in draft.made)
    deleted = any(made.verb == "delete" for made in draft.made)
    if deleted and words.is_cue("folder", tuple(texts[:1])) and texts[1:2] and texts[1] in {*INTO, "inside", "under"}:
        return texts[0]  # "delete the folder in ~/x": which of those in there
    found = any(made.verb == "find" and made.object == "files" for made in draft.made)
    found = found or all(FROM_STEP not in step.args for step in draft.steps)  # where they lie would go
    return texts[0] if handled and found and texts and texts[0] in FOLDERS and texts[1:2] != ["<path>"] else ""


INTO = frozenset({"in", "dentro", "nel", "nella"})
FOLDERS = frozenset({"cartelle", "sottocartelle", "directory", "folders", "subfolders", "directories"})


def _swapped(draft: Draft, clause: Clause) -> str:
    """A path that something goes to, looked into, while what is looked into is where it would go."""
    led: dict[str, str] = {}
    for place, token in enumerate(clause.tokens):
        if token.text == "<path>" and token.slot is not None and place:
            led[str(token.slot.fields.get("value"))] = clause.words[place - 1]
    source = {str(step.args.get("path")) for step in draft.steps if "dst" not in step.args}
    goes = {str(step.args["dst"]) for step in draft.steps if "dst" in step.args}
    wrong = [one for one in source - goes if led.get(one) in {"to", "into", "onto"}]
    if wrong and any(led.get(one) in {"in", "from", "of"} for one in goes):
        return wrong[0]
    order = list(led)
    folders = any(step.tool == "list_dirs" for step in draft.steps)
    for one, to in product((source - goes) & led.keys(), goes & led.keys()):
        if folders and order.index(one) > order.index(to) and {led[one], led[to]} <= INTO:
            return one
    return ""


def _lately(draft: Draft, clause: Clause) -> str:
    """How recent files are, where neither a time nor an order stands for it."""
    said = {"recently", "recentemente", "ultimamente", "lately"}.intersection(clause.words)
    heard = any("when" in step.args or made.verb == "sort" for step, made in zip(draft.steps, draft.made, strict=True))
    return "" if heard else " ".join(said)


LONGEST = frozenset({"longest", "shortest", "heaviest", "lightest", "widest", "tallest", "nicest", "simplest", "best"})


def _sign(request: Request) -> str:
    """A sign that stands for something and was passed over, before the last word; empty for none."""
    held = [(slot.start, slot.end) for slot in request.slots if slot.dim != "ordinal"]
    last = max((at for at, char in enumerate(request.text) if char.isalnum()), default=0)
    for at, char in enumerate(request.text[:last]):
        kind = unicodedata.category(char)
        if (kind in {"So", "Sc", "Co", "Cn"} or char == "#") and not any(start <= at < end for start, end in held):
            return char
    return ""


def _downloaded(draft: Draft, clause: Clause, words: Lexicon) -> str:
    """What was downloaded, answered by the calendar."""
    said = cues.said("downloaded", clause, words)
    events = any(made.object == EVENTS for made in draft.made)
    return " ".join(clause.words[place] for place in sorted(said)) if events else ""


def _rows(draft: Draft, clause: Clause, words: Lexicon) -> str:
    """Rows of files that would be counted as files."""
    said = cues.said("rows", clause, words)
    for step, made in zip(draft.steps, draft.made, strict=True):
        source = step.args.get(FROM_STEP)
        counts = made.verb == "compute" and isinstance(source, int)
        if said and counts and isinstance(source, int) and draft.made[source - 1].verb in {"find", "list"}:
            given = draft.made[source - 1]
            if given.object in FILES and "field" not in step.args:
                return " ".join(clause.words[place] for place in sorted(said))
    return ""
