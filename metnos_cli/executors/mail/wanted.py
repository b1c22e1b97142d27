"""What a search for mail asks for, read from the arguments of find_messages."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metnos_cli.executors.when import Period, read_period

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import tzinfo

STATES: dict[str, tuple[str, bool]] = {
    "unread": ("unread", True),
    "unseen": ("unread", True),
    "new": ("unread", True),
    "read": ("unread", False),
    "seen": ("unread", False),
    "starred": ("flagged", True),
    "flagged": ("flagged", True),
    "unstarred": ("flagged", False),
}
"""``is:...`` -> what it says of the mail."""
FIELDS = {"from": "sender", "to": "to", "subject": "subject"}
ALWAYS = Period(None, None)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Conditions that a mail has to fulfil, all of them."""

    words: tuple[str, ...] = ()
    """Each stands somewhere in the mail."""
    sender: tuple[str, ...] = ()
    """Each stands in the sender's name or address."""
    to: tuple[str, ...] = ()
    """Each stands in a recipient's."""
    subject: tuple[str, ...] = ()
    """Each stands in the subject."""
    unread: bool | None = None
    """None: either."""
    flagged: bool | None = None
    """None: either."""
    attachment: bool | None = None
    """None: either."""
    period: Period = ALWAYS
    """When it arrived."""


def read_wanted(args: Mapping[str, Any], zone: tzinfo | None) -> Wanted:
    """The conditions in the arguments.

    Args:
        args: ``query`` (words, ``is:unread``, ``has:attachment``, ``from:NAME``, ``"a phrase"``), ``from``,
            ``subject``, ``unread``, ``attachments``, ``when``.
        zone: The user's.

    Raises:
        ExecutorError: ``wrong_args``: ``when`` is no time.
    """
    found: dict[str, Any] = {"words": [], "sender": [], "to": [], "subject": []}
    for word in _split(str(args.get("query") or "")):
        _take(word, found)
    for name, field in (("from", "sender"), ("to", "to"), ("subject", "subject")):
        if args.get(name):
            found[field].append(_line(str(args[name])))
    if args.get("unread") is not None:
        found["unread"] = bool(args["unread"])
    if args.get("attachments") is not None:
        found["attachment"] = bool(args["attachments"])
    if args.get("when"):
        found["period"] = read_period(str(args["when"]), zone)
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}
    return Wanted(**fields)


def _take(word: str, found: dict[str, Any]) -> None:
    """One word of the query: an operator, or something to look for."""
    operator, colon, value = word.partition(":")
    operator = operator.casefold()
    if colon and operator == "is" and value.casefold() in STATES:
        name, state = STATES[value.casefold()]
        found[name] = state
    elif colon and operator == "has" and value.casefold().startswith("attachment"):
        found["attachment"] = True
    elif colon and operator in FIELDS and value:
        found[FIELDS[operator]].append(_line(value))
    elif word.strip() and word != "*":
        found["words"].append(_line(word))


def _split(query: str) -> list[str]:
    """Words, a quoted phrase being one; an apostrophe is a letter, not a quote."""
    lexer = shlex.shlex(query, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.quotes = '"'
    lexer.commenters = ""
    lexer.escape = ""
    try:
        return list(lexer)
    except ValueError:
        # A quote that is never closed: then it is none.
        return query.replace('"', " ").split()


def _line(text: str) -> str:
    """On one line, without control characters: it goes into a command of a line-based protocol."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
