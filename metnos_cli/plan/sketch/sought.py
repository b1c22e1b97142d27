"""Reads what is looked for in a place: a file by its name, or a text that files hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from metnos_cli.plan.sketch.marks import Phrase, values

if TYPE_CHECKING:
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.clauses import Clause

SOUGHT_WORDS = 4
"""Words that a text looked for has at most, unless it is quoted."""


def file_sought(clause: Clause) -> Phrase | None:
    """A file's name that is looked for in a place: "trova nota.txt in ~/x", "find 'final report.pdf' in ~/x"."""
    quoted = _quoted(clause)
    if quoted is not None and _is_file_name(quoted.text):
        return quoted
    paths = values(clause, ("path",))
    if "find" not in clause.verbs or not 1 <= len(paths) <= 2:
        return None
    place, slot = paths[0]
    name = str(slot.fields.get("value", ""))
    return Phrase(name, frozenset({place})) if "/" not in name and not name.startswith(("~", ".")) else None


def text_sought(clause: Clause, lexicon: Lexicon) -> Phrase | None:
    """A text that files should hold.

    Said are "cerca 'testo' in ~/x", "grep testo ~/x", "cerca testo nei file di ~/x" and "which files does it appear
    in"; a quotation written like a file is a file's name.
    """
    quoted = _quoted(clause)
    if quoted is not None:
        return None if _is_file_name(quoted.text) else quoted
    return _in_files(clause, lexicon) or _appearing(clause, lexicon)


def _in_files(clause: Clause, lexicon: Lexicon) -> Phrase | None:
    """The words that are looked for in files: "cerca testo nei file di ~/x", "grep testo ~/x"."""
    tokens, texts = clause.tokens, clause.words
    if "find" not in clause.verbs or clause.verbs[0] == "compute":
        return None
    start = clause.verb_end
    while start < len(tokens) and (texts[start] == "for" or lexicon.is_cue("articles", (texts[start],))):
        start += 1
    greps = lexicon.is_cue("greps", (texts[clause.verb_start],))
    if greps and start + 1 < len(tokens) and tokens[start + 1].is_word and len(texts[start]) == 1:
        start += 1  # "grep -r text ~/x"
    end = start
    while end < len(tokens) and tokens[end].is_word and not _leads(texts[end], lexicon):
        end += 1
    inside = _files_after(clause, end, lexicon)
    if not start < end <= start + SOUGHT_WORDS or not values(clause, ("path",)) or not (greps or inside):
        return None
    return Phrase(" ".join(texts[start:end]), frozenset(range(clause.verb_end, max(end, inside))))


def word_sought(clause: Clause, lexicon: Lexicon) -> tuple[int, bool]:
    """(place of the one word that is looked for in a folder, whether it may as well be a name as a text), or -1.

    Either is meant by "search for invoice in ~/x"; "find invoice in ~/x" speaks of a file.
    """
    tokens, texts = clause.tokens, clause.words
    place = clause.verb_end
    led = texts[place : place + 1] == ["for"]
    place += led
    if "find" in clause.verbs and texts[place : place + 2] == ["<path>", "for"] and len(tokens) == place + 3:
        return (place + 2, True) if tokens[-1].is_word else (-1, False)  # "search ~/x for invoice"
    alone = place + 2 < len(tokens) and tokens[place].is_word and texts[place + 2] == "<path>"
    if "find" not in clause.verbs or not alone or not lexicon.is_cue("inside", (texts[place + 1],)):
        return -1, False
    thing = _leads(texts[place], lexicon) or lexicon.objects.get(texts[place], "") in {"files", "dirs", "entries"}
    seeks = any(lexicon.is_cue("seeks", (text,)) for text in texts[clause.verb_start : clause.verb_end])
    return (-1, False) if thing else (place, led or (seeks and lexicon.lang == "en"))


def _files_after(clause: Clause, place: int, lexicon: Lexicon) -> int:
    """One past the words "in (all) the files" that stand at a place; 0 where they do not."""
    tokens, texts = clause.tokens, clause.words
    if place >= len(tokens) or not lexicon.is_cue("inside_files", (texts[place],)):
        return 0
    at = place + 1
    while at < len(tokens) and tokens[at].is_word and _leads(texts[at], lexicon):
        at += 1
    if at < len(tokens) and texts[at] == "<glob>":
        return at
    return at + 1 if at < len(tokens) and lexicon.is_cue("many_files", (texts[at],)) else 0


def _leads(word: str, lexicon: Lexicon) -> bool:
    return any(lexicon.is_cue(role, (word,)) for role in ("prepositions", "articles", "courtesy"))


def _appearing(clause: Clause, lexicon: Lexicon) -> Phrase | None:
    """What files are asked for that it appears in: "in which files of ~/x does Rossi appear?"."""
    texts = clause.words
    for place in range(1, len(texts)):
        count = lexicon.cue_at("appears", texts, place)
        before = clause.tokens[place - 1]
        named = before.is_word and not _leads(before.text, lexicon) and before.text not in lexicon.objects
        if count and named and any(lexicon.is_cue("many_files", (text,)) for text in texts[:place]):
            led = texts[place - 2 : place - 1] if place > 1 else []
            leads = {place - 2} if any(lexicon.is_cue("does", (text,)) for text in led) else set()
            return Phrase(before.text, frozenset({place - 1, *leads, *range(place, place + count)}))
    return None


def _quoted(clause: Clause) -> Phrase | None:
    """A quotation that is looked for in a place: "cerca 'testo' in ~/x", "search for 'text' in ~/x"."""
    quoted = values(clause, ("quoted",))
    if "find" not in clause.verbs or len(quoted) != 1 or not values(clause, ("path",)):
        return None
    place, slot = quoted[0]
    text = str(slot.fields.get("value", ""))
    opening = clause.verb_end + (clause.words[clause.verb_end : clause.verb_end + 1] == ["for"])
    return Phrase(text, frozenset({place})) if place == opening and text.strip() else None


def _is_file_name(text: str) -> bool:
    """Whether a quotation is written as files are called: "nota.txt", "*.md"."""
    return any(mark in text for mark in "*?/") or re.fullmatch(r".*\w\.[A-Za-z][A-Za-z0-9]{1,4}", text) is not None


def bare_name(clause: Clause, text: str, lexicon: Lexicon) -> Phrase | None:
    """A bare word at the end as a new name: "rinomina la cartella ~/x in progetti"; only a renaming asks for it."""
    tokens = clause.tokens
    last = len(tokens) - 1
    if last < 2 or not tokens[last].is_word:
        return None
    before = (tokens[last - 1].text,)
    if not (lexicon.is_cue("into", before) or lexicon.is_cue("named", before)):
        return None
    return Phrase(text[tokens[last].start : tokens[last].end], frozenset({last}))


def folder_named(clause: Clause, text: str, lexicon: Lexicon) -> Phrase | None:
    """The name right after the word for a folder: "la cartella 'Archivio 2026'", "the folder Bills"; not a path."""
    for place, token in enumerate(clause.tokens[1:], start=1):
        if not lexicon.is_cue("folder", (clause.words[place - 1],)):
            continue
        if token.slot is not None and token.slot.dim == "quoted":
            name = str(token.slot.fields.get("value", "")).strip()
            return Phrase(name, frozenset({place})) if name and "/" not in name else None
        after = clause.words[place + 1 : place + 2]
        ends = not after or lexicon.is_cue("inside", (after[0],))
        if token.is_word and token.capital and ends:
            return Phrase(text[token.start : token.end], frozenset({place}))
    return None
