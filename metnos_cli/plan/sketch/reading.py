"""Reads one clause whole: its verb, values, set phrases and what it refers to, before a tool is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metnos_cli.plan.intent import is_function_word, objects_of
from metnos_cli.plan.lexicon.senders import SENDER
from metnos_cli.plan.sketch import cues
from metnos_cli.plan.sketch.marks import values
from metnos_cli.plan.sketch.spared import find_spared

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from metnos_cli.plan.lexicon import Lexicon
    from metnos_cli.plan.sketch.clauses import Clause
    from metnos_cli.plan.sketch.marks import Bound, Order, Phrase, Used
    from metnos_cli.records import Request, Slot

Placed = tuple[int, "Slot"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One clause, read."""

    clause: Clause
    """The clause."""
    text: str
    """The whole request, as typed: places of tokens count in it."""
    now: datetime
    """The moment of asking."""
    objects: tuple[str, ...]
    """Objects that its nouns name."""
    extreme: Order | None
    """"the 3 largest"."""
    sort: Order | None
    """"by size"."""
    bounds: tuple[Bound, ...]
    """"larger than 10 MB"."""
    age: Phrase | None
    """"older than 30 days", as an open interval."""
    named: Phrase | None
    """"with X in the name"."""
    contents: Phrase | None
    """"that contain X"."""
    back: Used
    """Places of the words that refer to what was found before; the attached pronoun has none."""
    paths: tuple[Placed, ...]
    """Paths, named standard folders included."""
    urls: tuple[Placed, ...]
    """Addresses."""
    globs: tuple[Placed, ...]
    """File name patterns."""
    doubts: tuple[Slot, ...]
    """Times with two readings: their words stand as words, and must not be passed over."""
    spared: tuple[tuple[Slot, Used], ...]
    """Patterns that are left out ("all except the pdfs"), with the places of their words."""

    @property
    def refers_back(self) -> bool:
        """Whether it means what was found before."""
        return bool(self.clause.pronoun or self.back)

    @property
    def has_source(self) -> bool:
        """Whether it names where things are."""
        return bool(self.paths or self.urls)

    @property
    def narrows(self) -> bool:
        """Whether it says which ones among several: by their kind, size, age, name, text or time."""
        timed = any(token.slot is not None and token.slot.dim == "time" for token in self.clause.tokens)
        return timed or any((self.globs, self.bounds, self.age, self.named, self.contents))

    def speaks(self, slot: Slot, used: Collection[int], lexicon: Lexicon) -> bool:
        """Whether any word of content of a value is among the places that have had their say."""
        tokens = self.clause.tokens
        inside = (place for place, token in enumerate(tokens) if slot.start <= token.start and token.end <= slot.end)
        return any(place in used and not is_function_word(tokens[place].text, lexicon) for place in inside)


def read(clause: Clause, request: Request, lexicon: Lexicon) -> Reading:
    """Everything that a clause says apart from its tool.

    Args:
        clause: A clause of the request.
        request: The request.
        lexicon: Its language.
    """
    named = cues.find_named(clause, lexicon)
    spared = find_spared(clause, lexicon)
    left_out = {place for _, used in spared for place in used} | (named.used if named else frozenset())
    return Reading(
        clause=clause,
        text=request.text,
        now=request.now,
        objects=objects_of(clause, lexicon),
        extreme=cues.find_extreme(clause, lexicon),
        sort=cues.find_sort_key(clause, lexicon),
        bounds=cues.find_bounds(clause, lexicon),
        age=cues.find_age(clause, lexicon, request.now),
        named=named,
        contents=None if named else cues.find_contents(clause, lexicon),
        back=cues.anaphors(clause, lexicon),
        paths=tuple(one for one in values(clause, ("path",)) if named is None or one[0] not in named.used),
        urls=tuple(values(clause, ("url",))),
        globs=tuple(one for one in values(clause, ("glob",)) if one[0] not in left_out),
        doubts=_doubts(clause, request),
        spared=spared,
    )


def _doubts(clause: Clause, request: Request) -> tuple[Slot, ...]:
    """Times of a clause that may mean either of two."""
    if not clause.tokens:
        return ()
    first, last = clause.tokens[0].start, clause.tokens[-1].end
    names = [token for token in clause.tokens if token.slot is not None and token.slot.dim == SENDER]
    return tuple(
        slot
        for slot in request.slots
        if slot.dim == "time" and not slot.certain and first <= slot.start and slot.end <= last
        if not any(token.start < slot.end and slot.start < token.end for token in names)
    )
