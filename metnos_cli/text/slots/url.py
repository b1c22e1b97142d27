"""Recognises web addresses."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from metnos_cli.records import Slot
from metnos_cli.text.slots.signs import signs

if TYPE_CHECKING:
    from metnos_cli.text.slots.chunks import Chunk


@cache
def _scheme() -> re.Pattern[str]:
    return re.compile(r"(?:https?|ftps?|file|sftp|ssh|git|wss?)://(?=[^\s/.]|/[^\s/])", re.IGNORECASE)


@cache
def _bare() -> re.Pattern[str]:
    return re.compile(r"((?:[a-z0-9-]{1,63}\.){1,8}([a-z]{2,24}))(?::\d{1,5})?(?:[/?#]\S*)?", re.IGNORECASE)


def match_url(chunk: Chunk) -> Slot | None:
    """The web address in a chunk, as a slot ``url``; ``value`` is as typed, ``domain`` the host in lower case."""
    shown = chunk.text
    if "://" in shown:
        match = _scheme().search(shown)
        if match is None:
            return None
        shown = shown[match.start() :]
        return _slot(shown, chunk.start + match.start(), _host(shown))
    if "." not in shown or "@" in shown:
        return None
    bare = _bare().fullmatch(shown)
    if bare is None:
        return None
    host, top = bare[1].lower(), bare[2].lower()
    if host.startswith("www.") and host.count(".") > 1:
        return _slot(shown, chunk.start, host)
    if top not in signs("domains") or (top in signs("extensions") and len(host) == len(shown)) or not host[0].isalnum():
        return None
    return _slot(shown, chunk.start, host)


def _host(shown: str) -> str:
    rest = shown.partition("://")[2]
    for mark in "/?#":
        rest = rest.partition(mark)[0]
    rest = rest.rpartition("@")[2].lower()
    return rest.partition("]")[0] + "]" if rest.startswith("[") else rest.partition(":")[0]


def _slot(shown: str, start: int, host: str) -> Slot:
    return Slot("url", shown, start, start + len(shown), {"value": shown, "domain": host})
