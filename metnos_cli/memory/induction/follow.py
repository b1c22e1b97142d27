"""Reads a request along one example, word by word in its order, where a hole may take words never seen before."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from metnos_cli.memory.induction.compose import shared_time
from metnos_cli.memory.induction.context import END, core, left, skipped
from metnos_cli.memory.induction.decide import Unreadable
from metnos_cli.memory.induction.evidence import folded
from metnos_cli.memory.induction.family import LITERAL, UNCLEAR, Example, Family, Shared, Supply
from metnos_cli.memory.induction.holes import may_be_free
from metnos_cli.memory.induction.presence import is_free
from metnos_cli.memory.induction.reading import (
    Piece,
    Reading,
    assemble,
    plainly_spelt,
    value_of,
)
from metnos_cli.memory.induction.spelling import said_so, spelt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from metnos_cli.memory.align import Segment
    from metnos_cli.memory.view import Span, View

MOST_READINGS = 16
LONGEST = 80
"""Words of a request that is still laid over an example of several holes."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A hole of the example and the words that fill it."""

    segment: Segment
    """The hole."""
    first: int
    """First word."""
    last: int
    """One past the last."""
    how: str
    """same, known, typed or free."""


def follow(view: View, example: Example, family: Family, shared: Shared) -> Reading | None:
    """The one way in which a request is the example with other words in its holes; None when there is none or two."""
    found: dict[str, Reading] = {}
    if len(view) > LONGEST and len(example.alignment.segments) > 1:
        return None  # where two texts may end in a long request there are too many ways to try
    for window, aside, left_out in _windows(view, example, family, shared):
        elements = tuple(_elements(example, left_out))
        for number, filled in enumerate(_ways(view, example, elements, family, shared, window)):
            if number >= MOST_READINGS:
                return None
            reading = _reading(view, example, filled, family, shared, aside)
            if reading is not None and left_out is not None and not aside:
                reading = replace(reading, steps=reading.steps + 1)
            if reading is not None:
                found.setdefault(repr(sorted((role, folded(value)) for role, value in reading.values.items())), reading)
    return next(iter(found.values())) if len(found) == 1 else None


def _windows(
    view: View, example: Example, family: Family, shared: Shared
) -> Iterator[tuple[tuple[int, int], tuple[Piece, ...], Segment | None]]:
    """The whole request; and what a time at its end, or at its start, leaves of it, where one may come and go.

    Where the example tells such a time, at its end or at its start, the example is followed without it too.
    """
    yield (0, len(view)), (), None
    yield from (((0, len(view)), (), segment) for segment in _spare_times(example, family, shared))
    spans = [*view.times.values(), *(span for span in view.spans.values() if span.slot.dim == "time")]
    for span in spans:
        start = core(view, span)
        if span.last == len(view):
            window = (0, _before_functions(view, start))
        elif start == 0 or all(word.function for word in view.words[:start]):
            window = (span.last, len(view))
        else:
            continue
        piece = _aside(view, span, start, family, shared)
        if piece is None or window[1] - window[0] < len(example.signature):
            continue
        told = example.roles.count(piece.role)
        edge = _at_edge(example, piece.role) if told == 1 else None
        if (edge is not None or not told) and is_free(piece.role, family, shared):
            yield window, (piece,), edge


def _spare_times(example: Example, family: Family, shared: Shared) -> Iterator[Segment]:
    """The words that an example opens or ends with, where they tell a time that may come and go."""
    size = len(example.view)
    for segment in example.alignment.segments:
        edge = segment.last == size or segment.first == 0
        timely = any(span.slot.dim == "time" for span in example.view.spans_in(segment.first, segment.last))
        alone = example.roles.count(segment.role) == 1 and len(example.roles) > 1
        if edge and timely and alone and is_free(segment.role, family, shared):
            yield segment


def _at_edge(example: Example, role: str) -> Segment | None:
    """The words that an example opens or ends with, where they supply a role."""
    size = len(example.view)
    found = (one for one in example.alignment.segments if one.role == role and (one.last == size or one.first == 0))
    return next(found, None)


def _aside(view: View, span: Span, start: int, family: Family, shared: Shared) -> Piece | None:
    """A time that the family's evidence gives a role where it stands, whatever stands beside it."""
    preposition = left(view, start, [None] * len(view))[0]
    supply = _supplied(span, preposition, END if span.last == len(view) else "", family, shared)
    if supply is None or supply.role in (LITERAL, UNCLEAR) or not (span.slot.certain or supply.kind == "words"):
        return None
    first = start - supply.lead
    if first < 0 or not all(word.function for word in view.words[first:start]):
        return None
    value = value_of(view, span, first, supply.role, supply.kind)
    return None if value is None else Piece(first, span.last, supply.role, supply.kind, value, "typed")


def _supplied(span: Span, preposition: str | None, after: str, family: Family, shared: Shared) -> Supply | None:
    kind = span.kind_after(preposition)
    for key in ((kind, preposition, "", after, ""), (kind, preposition)):
        told = family.supplies.get(key)
        if told:
            return next(iter(told)) if len(told) == 1 else None
    return shared_time(span, preposition, family, shared)


def _before_functions(view: View, place: int) -> int:
    while place > 0 and view.words[place - 1].function:
        place -= 1
    return place


def _reading(
    view: View,
    example: Example,
    filled: tuple[Filled, ...],
    family: Family,
    shared: Shared,
    aside: tuple[Piece, ...],
) -> Reading | None:
    if not _apart(view, filled):
        return None
    pieces: list[Piece] = list(aside)
    for hole in filled:
        value = _value(view, hole, example, family)
        if value is None:
            return None
        pieces.append(Piece(hole.first, hole.last, hole.segment.role, hole.segment.kind, value, hole.how))
    changed = [hole.segment.role for hole in filled if hole.segment.kind == "words" and hole.how != "same"]
    if example.constants and not all(_keeps_constants(role, family, shared) for role in changed):
        return None
    values = assemble(view, pieces, example.constants, example)
    steps = sum(1 for hole in filled if hole.how == "free") + len(aside)
    named = {*example.roles, *example.constants, *(piece.role for piece in aside)}
    if values is None or any((one, other) not in family.together for one in named for other in named):
        return None
    return Reading(example, values, tuple(sorted(pieces, key=lambda one: one.first)), steps)


def _apart(view: View, filled: tuple[Filled, ...]) -> bool:
    """Whether at most one hole took free words in lower case, and none of them beside other free words."""
    free = sorted((hole for hole in filled if hole.how == "free"), key=lambda hole: hole.first)
    plain = [hole for hole in free if not view.words[hole.first].capital]
    beside = any(one.last >= other.first for one, other in itertools.pairwise(free))
    return len(plain) <= 1 and not beside


def _value(view: View, hole: Filled, example: Example, family: Family) -> object:
    segment = hole.segment
    if segment.kind in ("words", "form"):
        shown = view.slice(hole.first, hole.last)
        if hole.how == "same":
            taught = example.shape.values.get(segment.role)
            told = example.view.slice(segment.first, segment.last)
            return taught if isinstance(taught, str) and taught != told else shown
        if hole.how == "known":
            return _spelt(view, hole, family)
        return shown if segment.kind == "words" and plainly_spelt(view, hole.first, hole.last) else None
    spans = view.spans_in(hole.first, hole.last)
    return value_of(view, spans[0], hole.first, segment.role, segment.kind) if len(spans) == 1 else None


def _spelt(view: View, hole: Filled, family: Family) -> object:
    """A known value in the form that was taught; None where that is not clear."""
    taught = family.values[view.stems(hole.first, hole.last), hole.segment.role]
    try:
        return spelt(view.slice(hole.first, hole.last), taught, family, hole.segment.role)
    except Unreadable:
        return None


def _keeps_constants(role: str, family: Family, shared: Shared) -> bool:
    swaps = family.swaps.get(role)
    return (swaps is not None and swaps.held > 0 and not swaps.failed) or is_free(role, family, shared)


def _ways(
    view: View,
    example: Example,
    elements: tuple[str | Segment, ...],
    family: Family,
    shared: Shared,
    window: tuple[int, int],
) -> Iterator[tuple[Filled, ...]]:
    """Every way to lay the example's words and holes over a part of the request, in order, nothing left over."""
    end = window[1]
    stack: list[tuple[int, int, tuple[Filled, ...]]] = [(0, window[0], ())]
    while stack:
        element, place, filled = stack.pop()
        place = _past_articles(view, place) if element == len(elements) else place
        if element == len(elements):
            if place == end:
                yield filled
            continue
        wanted = elements[element]
        if isinstance(wanted, str):
            at = place if place < end and view.base(place) == wanted else _past_articles(view, place)
            if at < end and view.base(at) == wanted:
                stack.append((element + 1, at + 1, filled))
            continue
        holes = _fillings(view, example, wanted, (place, end), family, shared)
        stack.extend((element + 1, hole.last, (*filled, hole)) for hole in holes)


def _elements(example: Example, left_out: Segment | None) -> Iterator[str | Segment]:
    """The example as literal words (articles left out) and holes, without one at its start or end."""
    starts = {segment.first: segment for segment in example.alignment.segments}
    place, end = 0, len(example.view)
    if left_out is not None:
        opens = left_out.first == 0
        place, end = (left_out.last, end) if opens else (0, _before_functions(example.view, left_out.first))
    while place < end:
        if place in starts:
            yield starts[place]
            place = starts[place].last
            continue
        if not skipped(example.view, place):
            yield example.view.base(place)
        place += 1


def _past_articles(view: View, place: int) -> int:
    while place < len(view) and skipped(view, place):
        place += 1
    return place


def _fillings(
    view: View, example: Example, segment: Segment, window: tuple[int, int], family: Family, shared: Shared
) -> Iterator[Filled]:
    """The runs of words that may fill a hole, starting here or after an article."""
    place, end = window
    for first in range(place, min(_past_articles(view, place) + 1, end)):
        if first > place and view.words[first - 1].end == view.words[first].start:
            continue  # an elided article may belong to the value
        for last in range(first + 1, end + 1):
            how = _fits(view, example, segment, place, first, last, family, shared)
            if how:
                yield Filled(segment, first, last, how)


def _fits(
    view: View, example: Example, segment: Segment, place: int, first: int, last: int, family: Family, shared: Shared
) -> str | None:
    """How a run of words fits a hole; None when it does not."""
    words = [word.key for word in view.words[first:last]]
    if words == [word.key for word in example.view.words[segment.first : segment.last]]:
        return "same"
    spans = view.spans_in(first, last)
    if segment.kind not in ("words", "form") or spans:
        return "typed" if _same_kind(view, example, segment, first, last) else None
    roles = family.phrases.get(view.stems(first, last))
    if roles:
        sure = set(roles) == {segment.role} and segment.kind == "words" and said_so(view, first, last, family)
        return "known" if sure else None
    return (
        "free"
        if segment.kind == "words" and may_be_free(view, example, segment, place, first, last, family, shared)
        else None
    )


def _same_kind(view: View, example: Example, segment: Segment, first: int, last: int) -> bool:
    """Whether a run of words is one value of the kind that the example has there, introduced in the same way."""
    spans, taught = view.spans_in(first, last), example.view.spans_in(segment.first, segment.last)
    if len(spans) != 1 or len(taught) != 1:
        return False
    span, other = spans[0], taught[0]
    start, before = core(view, span), core(example.view, other)
    if span.last != last or other.last != segment.last or start - first != before - segment.first:
        return False
    if not all(word.function for word in view.words[first:start]):
        return False
    if segment.kind == "parts":
        return bool(span.parts)
    preposition = left(view, start, [None] * len(view))[0]
    if preposition != left(example.view, before, [None] * len(example.view))[0]:
        return False
    return span.kind_after(preposition) == other.kind_after(preposition)
