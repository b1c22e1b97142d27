"""The words that HTML shows, block by block, whatever the markup: pages and mails are written by anybody.

Read by a scanner of its own: the standard library's parser gives up on some markup and takes hours for other.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCKS = frozenset(
    {"p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "section", "article", "header", "footer", "pre"}
    | {"table", "ul", "ol", "dl", "dt", "dd", "blockquote", "figure", "figcaption", "main", "aside", "form", "td", "th"}
    | {"hr", "center", "address", "body"}
)
HEAD = frozenset({"head", "title"})
"""Silent too, but their end tags may be left out: what belongs to the body ends them."""
RAW = frozenset({"script", "style", "title", "textarea", "iframe", "xmp"})
"""In these nothing is a tag but their own end."""
TITLE_LENGTH = 300
DEEPEST = 100
"""Silent elements within silent ones that are kept account of."""
_BLANKS = re.compile(r"\s+")
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/<>]*)")
_TAG_PART = re.compile(r"""=\s*(["'])|>""")
_HUGE_NUMBER = re.compile(r"&#(?:[xX]0*[1-9a-fA-F][0-9a-fA-F]{8,}|0*[1-9][0-9]{8,}|[xX]?[0-9a-fA-F]{1000,});?")


class Shown:
    """What is shown, and the title.

    Args:
        silent: Elements whose content is not shown, besides head and title.
    """

    def __init__(self, silent: frozenset[str]) -> None:
        self.title = ""
        self._parts: list[str] = []
        self._silent = silent | HEAD
        self._open: list[str] = []
        self._title_told = False
        self._as_typed = 0

    @property
    def lines(self) -> list[str]:
        """The words, a block a line; empty lines between some."""
        return [" ".join(line.split()) for line in "".join(self._parts).split("\n")]

    def start(self, tag: str) -> None:
        """Enter an element."""
        if tag in BLOCKS:
            self._open = [held for held in self._open if held not in HEAD]
            self._parts.append("\n")
        self._as_typed += tag == "pre"
        if tag in self._silent and len(self._open) < DEEPEST:
            self._open.append(tag)

    def end(self, tag: str) -> None:
        """Leave an element, and what was left open inside it."""
        if tag in self._open:
            place = len(self._open) - 1 - self._open[::-1].index(tag)
            self._title_told = self._title_told or "title" in self._open[place:]
            del self._open[place:]
        self._as_typed = max(0, self._as_typed - (tag == "pre"))
        if tag in BLOCKS:
            self._parts.append("\n")

    def words(self, text: str) -> None:
        """Take words."""
        if not text:
            return
        told = html.unescape(_HUGE_NUMBER.sub("\ufffd", text))
        if self._open and self._open[-1] == "title":
            if not self._title_told:
                self.title = " ".join(f"{self.title} {told}".split())[:TITLE_LENGTH]
            return
        if self._open == ["head"] and told.strip():
            self._open = []
        if not self._open:
            self._parts.append(told if self._as_typed else _BLANKS.sub(" ", told))


def read_shown(markup: str, silent: frozenset[str]) -> Shown:
    """Read markup; never raises, and takes no longer than it is long.

    Args:
        markup: Anything.
        silent: Elements whose content is not shown, besides head and title.
    """
    shown = Shown(silent)
    for kind, text in _Pieces(markup):
        if kind == "words":
            shown.words(text)
        elif kind == "start":
            shown.start(text)
        else:
            shown.end(text)
    return shown


class _Pieces:
    """("words", text), ("start", tag) and ("end", tag), in order.

    What has been looked for in vain up to the end is not looked for again: else a page of a few tags, repeated, takes
    hours.
    """

    def __init__(self, markup: str) -> None:
        self.markup = markup
        self.quotes = True
        self.endless: set[str] = set()

    def __iter__(self) -> Iterator[tuple[str, str]]:
        markup, place = self.markup, 0
        while (opening := markup.find("<", place)) >= 0:
            yield "words", markup[place:opening]
            found = _TAG.match(markup, opening)
            if found is None:
                place, left = self._past_comment(opening)
                yield "words", left
                continue
            tag = found[2].lower()
            place = self._past_tag(found.end())
            yield ("end" if found[1] else "start"), tag
            if tag in RAW and not found[1]:
                end = self._raw_end(tag, place)
                yield "words", markup[place:end]
                place = end
        yield "words", markup[place:]

    def _past_comment(self, opening: int) -> tuple[int, str]:
        """Where what begins like a comment or a declaration ends; a lone ``<`` is a word."""
        if self.markup.startswith("<!--", opening):
            mark = "-->"
        elif self.markup.startswith(("<!", "<?", "</"), opening):
            mark = ">"
        else:
            return opening + 1, "<"
        end = self.markup.find(mark, opening + 2)
        return (len(self.markup) if end < 0 else end + len(mark)), ""

    def _past_tag(self, start: int) -> int:
        """Behind the tag's ``>``; one inside a quoted value does not count, unless some quotes never end."""
        place = start
        while self.quotes and (part := _TAG_PART.search(self.markup, place)) is not None:
            if part[0] == ">":
                return part.end()
            place = self.markup.find(part[1], part.end()) + 1
            self.quotes = place > 0
        end = self.markup.find(">", start)
        return len(self.markup) if end < 0 else end + 1

    def _raw_end(self, tag: str, place: int) -> int:
        """Where the element's own end tag begins; one that has none goes on to the end, but for a title."""
        found = None
        if tag not in self.endless:
            found = re.compile(rf"</{tag}(?![^\s/>])", re.IGNORECASE).search(self.markup, place)
        if found is not None:
            return found.start()
        self.endless.add(tag)
        return place if tag == "title" else len(self.markup)
