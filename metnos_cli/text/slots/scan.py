"""Walks a run of tokens and takes at each place the longest value, the most specific among equals."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from metnos_cli.records import Slot
from metnos_cli.text.slots.categories import COUNTS, TIMES
from metnos_cli.text.slots.duration import match_duration
from metnos_cli.text.slots.measure import match_money, match_quantity
from metnos_cli.text.slots.number import match_number
from metnos_cli.text.slots.numerals import Numeral, read_number
from metnos_cli.text.slots.ordinal import match_ordinal
from metnos_cli.text.slots.time import match_time
from metnos_cli.text.slots.time.calendar import shift

if TYPE_CHECKING:
    from collections.abc import Callable

    from metnos_cli.text.slots.found import Found
    from metnos_cli.text.slots.lexicon import Lexicon, Readings
    from metnos_cli.text.slots.tokens import Island, Token

    Matcher = Callable[["Scan", int], Found | None]


@dataclass(slots=True)
class Scan:
    """One run of tokens with what stands around it."""

    text: str
    """The whole request."""
    tokens: list[Token]
    """The run."""
    island: Island
    """Where it came from."""
    known: Lexicon
    """The language's words."""
    now: datetime
    """What "domani" is relative to."""
    zoned: bool = True
    """Whether the zone of ``now`` is known, so that a time in another zone can be placed."""
    wall: datetime = field(init=False)
    """The same on the user's wall clock, without its zone."""
    depth: int = 0
    """How deep one time is being read inside another."""
    place: int = 0
    """Where the value that is being read starts in the text."""
    numeral: tuple[int, Numeral | None] = (-1, None)
    """The last number read, and where: each dimension asks for it again."""

    def __post_init__(self) -> None:
        self.wall = self.now.replace(tzinfo=None)

    def says(self, at: int, category: str) -> Any:
        """The value a token has in a category; None when it has none, or there is no such token."""
        return self.tokens[at].readings.get(category) if at < len(self.tokens) else None

    def speaks_of_past(self) -> bool:
        """Whether a word just before this place tells of what has happened ("modificati", "sent")."""
        words = self._words_before()
        lists = self.known.lists
        if words and words[-1] in lists["future_hints"]:
            return False
        return not lists["past_hints"].isdisjoint(words)

    def speaks_of_records(self) -> bool:
        """Whether this time tells which things are meant, of the past or the future ("le mail di lunedì")."""
        words = self._words_before()
        lists = self.known.lists
        return len(words) > 1 and words[-1] in lists["record_of"] and words[-2] in lists["records"]

    def _words_before(self) -> list[str]:
        start = self.place
        return self.text[max(0, start - _HINT_REACH) : start].lower().split()[-_HINT_WORDS:]

    def number(self, at: int) -> Numeral | None:
        """The number at a token, with its sign."""
        if self.numeral[0] != at:
            self.numeral = (at, read_number(self.tokens, at, self.text, self.known))
        return self.numeral[1]

    def later(self, moment: datetime, unit: str, count: int) -> datetime:
        """A moment of the wall clock some units later: hours run on through a change of the clocks, days do not."""
        zone = self.now.tzinfo
        if zone is None or unit not in ("second", "minute", "hour"):
            return shift(moment, unit, count)
        if abs(count) > 10**9:
            raise OverflowError
        length = timedelta(seconds=count * {"second": 1, "minute": 60, "hour": 3600}[unit])
        there = (moment.replace(tzinfo=zone).astimezone(UTC) + length).astimezone(zone)
        return there.replace(tzinfo=None)

    def before(self, at: int) -> str:
        """The word before a token, folded; empty at the start."""
        return self.tokens[at - 1].key if at else self.island.before

    def after(self, stop: int) -> str:
        """The word after a value, folded; empty at the end."""
        return self.tokens[stop].key if stop < len(self.tokens) else self.island.after

    def is_all(self, at: int, stop: int) -> bool:
        """Whether the text holds nothing but these tokens, an article or a preposition before them aside."""
        if not self.island.whole or stop != len(self.tokens):
            return False
        return all(token.get("article") or token.get("link") for token in self.tokens[:at])

    def is_apart(self, at: int, stop: int) -> bool:
        """Whether these tokens are no part of a longer name, such as ``v2``, ``mp3x`` or ``covid-19``."""
        text = self.text
        start, end = self.tokens[at].start, self.tokens[stop - 1].end
        if start and (text[start - 1].isalnum() or text[start - 1] == "_"):
            return text[start - 1] in "'’"
        if start > 1 and text[start - 1] == "-" and text[start - 2].isalpha():
            return False
        following = text[end : end + 2]
        if not following or text[end - 1] in "'’":
            return True
        if following[0].isalnum() or following[0] == "_":
            return False
        return not (following[0] in "-." and following[1:].isalpha())

    def is_measured(self, stop: int) -> bool:
        """Whether a figure that ends before ``stop`` counts a unit, so that it is no hour, day or year."""
        return stop < len(self.tokens) and not _UNITS.isdisjoint(self.tokens[stop].readings)

    def counts_noun(self, stop: int) -> bool | None:
        """Whether a plain figure that ends before ``stop`` counts the word after it: yes, no, or perhaps (None)."""
        if stop < len(self.tokens):
            return self.tokens[stop].key in self.known.lists["counted"]
        word = self.island.after
        if not word.isalpha() or word in self.known.lists["after_value"]:
            return False
        rules, lists = self.known.rules, self.known.lists
        if word in lists["counted"]:
            return True
        if word.endswith(tuple(rules["singular_ends"].split())):
            return False
        if word.endswith(tuple(rules["plural_ends"].split())):
            return True
        return None if word.endswith(tuple(rules["doubtful_ends"].split())) else False

    def confirms(self, at: int, stop: int) -> bool | None:
        """Whether the words around an everyday word make a number of it: yes, perhaps (False), no (None)."""
        if self.is_all(at, stop):
            return True
        before = self.before(at)
        if self.tokens[at].get("num") == 1:  # "un", "una", "one": nearly always an article or a pronoun
            return True if before in self.known.lists["one_after"] else None
        if before in self.known.lists["number_after"]:
            return True
        if not before or before in self.known.lists["number_not_after"]:
            return None
        return False


_UNITS = frozenset(("unit", "units", "measure", "data", "currency", "percent", "scale", "dozen"))
_HINT_REACH = 60  # code points before a time in which a participle may tell its tense
_HINT_WORDS = 6

_COUNTED = (match_money, match_quantity, match_duration, match_ordinal, match_number)


def _starters(readings: Readings) -> tuple[Matcher, ...]:
    """The dimensions that a word may start a value of, the most specific first; worked out once per word."""
    known: tuple[Matcher, ...] | None = readings.get("starters")
    if known is None:
        known = (match_time,) if not TIMES.isdisjoint(readings) else ()
        if not COUNTS.isdisjoint(readings):
            known += _COUNTED
        if readings:
            readings["starters"] = known
    return known


def scan_island(scan: Scan, most: int) -> tuple[list[Slot], int]:
    """The values of one run of tokens, in order, not overlapping.

    Args:
        scan: The run.
        most: Places at which a value may start that are tried before the rest is left unread.

    Returns:
        The slots, and how many places were tried.
    """
    slots: list[Slot] = []
    index = tried = 0
    tokens = scan.tokens
    while index < len(tokens) and tried < most:
        best: Found | None = None
        starters = _starters(tokens[index].readings)
        tried += bool(starters)
        for match in starters:
            found = match(scan, index)
            if found is not None and (best is None or found.stop > best.stop):
                best = found
        if best is None:
            index += 1
            continue
        if best.dim:
            slots.append(_slot(scan, index if best.start < 0 else best.start, best))
        index = best.stop
    return slots, tried


def _slot(scan: Scan, first: int, found: Found) -> Slot:
    start, end = scan.tokens[first].start, scan.tokens[found.stop - 1].end
    return Slot(found.dim, scan.text[start:end], start, end, found.fields, found.certain, found.alternatives)
