"""Reads what is looked for in a place: a file by its name, or a text that files hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from metnos_cli.plan.sketch.marks import Phrase, values

if TYPE_CHECKING:
    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.clauses import Clause


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


def text_sought(clause: Clause) -> Phrase | None:
    """A text that files should hold: "cerca 'testo' in ~/x"; a quotation written like a file is a file's name."""
    quoted = _quoted(clause)
    return None if quoted is None or _is_file_name(quoted.text) else quoted


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
