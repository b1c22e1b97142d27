"""Reads a file's name with the folder that is told after it: "copia nota.txt da ~/x in ~/y", "a.log e b.log da ~/x"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from metnos_cli.plan.sketch.places import joined, looks_like_file

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.lexicon.tokens import Token
    from metnos_cli.plan.sketch.clauses import Clause

LEADS: Mapping[str, tuple[str, ...]] = {
    "copy": ("from",),
    "move": ("from",),
    "delete": ("from", "inside"),
    "read": ("from", "inside"),
}
"""Verb -> roles of the words before the folder where a file is; where things go has other words."""
PATH = "<path>"


def in_their_folder(clause: Clause, words: Lexicon) -> Clause:
    """The clause with files named by their names alone put into the folder that is told right after them.

    Args:
        clause: A clause with its verb.
        words: Its language.
    """
    roles = next((LEADS[verb] for verb in clause.verbs[:1] if verb in LEADS), ())
    tokens = clause.tokens
    for last in range(clause.verb_end, len(tokens)) if roles else ():
        at = _folder_after(tokens, last, roles, words)
        if at is None or not _is_bare(tokens[last]):
            continue
        if _goes_on(tokens, at + 1, words):
            return clause  # "delete a.txt from ~/x and ~/y": the second folder is not to be deleted
        folder = _value(tokens[at])
        names = _joined_names(tokens, last, clause.verb_end, words)
        within = [_within(token, folder) if place in names else token for place, token in enumerate(tokens)]
        return replace(clause, tokens=(*within[: last + 1], *within[at + 1 :]))
    return clause


def _value(token: Token) -> str:
    return str(token.slot.fields.get("value", "")) if token.slot is not None else ""


def _is_bare(token: Token) -> bool:
    """Whether a token is a file's name without any folder."""
    value = _value(token)
    return token.text == PATH and "/" not in value and value[:1] not in {"~", "."} and looks_like_file(value)


def _folder_after(tokens: Sequence[Token], place: int, roles: Sequence[str], words: Lexicon) -> int | None:
    """Place of the folder that follows a name after such a word ("da", "dalla cartella"); None for none."""
    at = place + 1
    if at >= len(tokens) or not any(words.is_cue(role, (tokens[at].text,)) for role in roles):
        return None
    at += 1
    while at < len(tokens) and any(words.is_cue(role, (tokens[at].text,)) for role in ("articles", "folder")):
        at += 1
    found = at < len(tokens) and tokens[at].text == PATH
    value = _value(tokens[at]) if found else ""
    return at if value[:1] in {"~", "/"} and not looks_like_file(value) else None


def _goes_on(tokens: Sequence[Token], place: int, words: Lexicon) -> bool:
    """Whether another path is joined to the folder before a place, by a comma or "e" / "and"."""
    at = place
    while at < len(tokens) and (tokens[at].mark or words.is_cue("connectors", (tokens[at].text,))):
        at += 1
    led = at > place and at < len(tokens) and words.is_cue("prepositions", (tokens[at].text,))
    return PATH in [token.text for token in tokens[at : at + 1 + led]]


def _joined_names(tokens: Sequence[Token], last: int, first: int, words: Lexicon) -> frozenset[int]:
    """Places of the names that end at one, joined by commas or "e" / "and"."""
    found, place = {last}, last - 1
    while place >= first:
        if _is_bare(tokens[place]):
            found.add(place)
        elif not (tokens[place].mark or words.is_cue("connectors", (tokens[place].text,))):
            break
        place -= 1
    return frozenset(found)


def _within(token: Token, folder: str) -> Token:
    if token.slot is None:
        return token
    fields = {**token.slot.fields, "value": joined(folder, _value(token))}
    return replace(token, slot=replace(token.slot, fields=fields))
