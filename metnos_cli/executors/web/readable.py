"""The readable text of a page: its article where there is one, otherwise all the words it shows."""

from __future__ import annotations

import logging
import re
from html.parser import HTMLParser

from metnos_cli.executors.textual import decode

MARKUP_CHARACTERS = 5_000_000
SILENT = frozenset({"script", "style", "noscript", "template", "head", "svg", "nav", "iframe", "object", "select"})
BLOCKS = frozenset(
    {"p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "section", "article", "header", "footer", "pre"}
    | {"table", "ul", "ol", "dl", "dt", "dd", "blockquote", "figure", "figcaption", "main", "aside", "form", "td", "th"}
)
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
    shown = _Shown()
    shown.feed(markup)
    return shown.title, _article(markup, url) or shown.text


def _article(markup: str, url: str) -> str:
    """What trafilatura takes for the page's own text; empty when it finds none."""
    import trafilatura

    # It reports odd pages on the log; what matters is told by the result.
    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    found = trafilatura.extract(markup, url=url, favor_recall=True, include_comments=False, include_tables=True)
    return str(found).strip() if found else ""


class _Shown(HTMLParser):
    """Every word a page shows, block by block, and its title."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title = ""
        self._parts: list[str] = []
        self._silent = 0
        self._in_title = False

    @property
    def text(self) -> str:
        """The words, a block a line."""
        lines = (" ".join(line.split()) for line in "".join(self._parts).split("\n"))
        return "\n".join(line for line in lines if line)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002  the parser's
        """Enter an element."""
        self._in_title = tag == "title" and not self.title
        if tag in SILENT:
            self._silent += 1
        if tag in BLOCKS:
            self._parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        self._in_title = False
        if tag in SILENT:
            self._silent = max(0, self._silent - 1)
        if tag in BLOCKS:
            self._parts.append("\n")

    def handle_data(self, data: str) -> None:
        """Take words."""
        if self._in_title:
            self.title = " ".join(f"{self.title} {data}".split())[:300]
        elif not self._silent:
            self._parts.append(data)
