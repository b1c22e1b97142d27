"""The readable text of a page: its article where there is one, otherwise all the words it shows."""

from __future__ import annotations

import logging
import re

from metnos_cli.executors.markup import read_shown
from metnos_cli.executors.textual import decode

MARKUP_CHARACTERS = 5_000_000
SILENT = frozenset({"script", "style", "noscript", "template", "svg", "nav", "iframe", "object", "select"})
_META = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?([a-zA-Z0-9_-]{2,30})""", re.IGNORECASE)


def read_markup(body: bytes, charset: str | None, url: str) -> tuple[str, str]:
    """Title and text of an HTML page.

    Args:
        body: The page.
        charset: As the server said; the page's own word comes after it.
        url: Where it came from.
    """
    own = _META.search(body[:4096])
    told = decode(body, charset or (own[1].decode("ascii") if own else None)) or body.decode("utf-8", "replace")
    markup = told[:MARKUP_CHARACTERS]
    shown = read_shown(markup, SILENT)
    return shown.title, _article(markup, url) or "\n".join(line for line in shown.lines if line)


def _article(markup: str, url: str) -> str:
    """What trafilatura takes for the page's own text; empty when it finds none."""
    import trafilatura

    # It reports odd pages on the log; what matters is told by the result.
    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    try:
        found = trafilatura.extract(markup, url=url, favor_recall=True, include_comments=False, include_tables=True)
    except (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        # It trips over some markup; all the words that the page shows are left.
        return ""
    return str(found).strip() if found else ""
