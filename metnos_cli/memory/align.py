"""Finds which words of a taught request supplied which argument."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from metnos_cli.memory.shape import SLOT
from metnos_cli.memory.words.stem import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from metnos_cli.memory.view import Span, View

Kind = Literal["slot", "parts", "number", "negative", "words", "form"]
"""How words became a value: the slot's own value; the parts of a duration; its figure, or that with a minus; the
words as they stand; a form of the value's words ("lights" for "light")."""
UNIT_NAMES = ("years", "months", "weeks", "days", "hours", "minutes", "seconds")
ANY_UNIT = "<unit>"
FIGURES = frozenset({"number", "ordinal"})
"""Dimensions whose value is the figure itself."""
MANY = 24
"""Assignments that are tried before a request counts as unclear."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Words that supply the value of an argument."""

    first: int
    """Index of the first word."""
    last: int
    """One past the last word."""
    role: str
    """The argument; with ``<unit>`` for a family such as ``hours``, ``minutes``, ``seconds``."""
    kind: Kind
    """How the words became the value."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """A taught request with its words told apart."""

    segments: tuple[Segment, ...]
    """In order, not overlapping."""
    constants: Mapping[str, Any]
    """Role -> value that stands in no word."""
    owners: tuple[str | None, ...]
    """Role by word; None for words that supply nothing."""
    sure: bool
    """False when the words could be told apart in another way too: such a request teaches no template."""

    @property
    def roles(self) -> tuple[str, ...]:
        """Roles that words supply, sorted, with repetition."""
        return tuple(sorted(segment.role for segment in self.segments))


def align(view: View, values: Mapping[str, Any]) -> Alignment:
    """Tell the words of a request apart by the values it was answered with.

    Args:
        view: The request.
        values: Role -> value; ``${SLOT:dim#k}`` stands for the k-th slot of a dimension.
    """
    wanted = list(_wanted(view, values))
    constants: dict[str, Any] = {}
    for _, options, held in wanted:
        if not options:
            constants.update(held)
    found = list(_assignments([options for _, options, _ in wanted if options]))
    if not found:
        return Alignment((), dict(values), (None,) * len(view), sure=not values)
    best = min(found, key=_disorder)
    segments = tuple(sorted(best, key=lambda one: one.first))
    sure = len({frozenset(one) for one in found}) == 1 and not _torn(values, constants)
    return Alignment(segments, constants, owners_of(segments, len(view)), sure)


def owners_of(segments: Sequence[Segment], length: int) -> tuple[str | None, ...]:
    """Role by word."""
    owners: list[str | None] = [None] * length
    for segment in segments:
        owners[segment.first : segment.last] = [segment.role] * (segment.last - segment.first)
    return tuple(owners)


def signature_of(view: View, owners: Sequence[str | None]) -> tuple[str, ...]:
    """Stems of the words that carry meaning and supply no value, sorted; courtesy left out, phrases made one."""
    from metnos_cli.memory.gate.words import concepts

    used = frozenset(place for place, owner in enumerate(owners) if owner is not None)
    return tuple(sorted(stem for stem, _ in concepts(view, used)))


def unit_role(role: str) -> tuple[str, str] | None:
    """``1.start_hours`` as (``1.start_<unit>``, ``hour``), or None when the argument names no unit."""
    for name in UNIT_NAMES:
        if role.endswith(name):
            return role[: -len(name)] + ANY_UNIT, name[:-1]
    return None


def _wanted(view: View, values: Mapping[str, Any]) -> Iterator[tuple[str, list[Segment], dict[str, Any]]]:
    """Each value, or group of values that one duration gives, with the places that may have supplied it."""
    groups: dict[str, dict[str, tuple[str, Any]]] = {}
    for role, value in values.items():
        unit = unit_role(role) if isinstance(value, int | float) and not isinstance(value, bool) else None
        if unit is not None:
            groups.setdefault(unit[0], {})[unit[1]] = (role, value)
            continue
        for held in value if isinstance(value, list) else [value]:
            yield role, list(_options(view, role, held)), {role: value}
    for role, parts in groups.items():
        told = {unit: value for unit, (_, value) in parts.items()}
        options = [
            Segment(span.first, span.last, role, "parts") for span in view.spans.values() if told == split(span.parts)
        ]
        held = dict(parts.values())
        if options or len(held) > 1:
            yield role, options, held
        else:
            ((single, value),) = held.items()
            yield single, list(_options(view, single, value)), held


def split(parts: Mapping[str, int | float]) -> dict[str, int | float]:
    """The parts of a duration as whole numbers: an hour and a half is an hour and 30 minutes."""
    whole: dict[str, int | float] = {}
    for unit, value in parts.items():
        whole[unit] = whole.get(unit, 0) + value
    for unit, finer, ratio in (("hour", "minute", 60), ("minute", "second", 60), ("day", "hour", 24)):
        held = whole.get(unit)
        if held is not None and held != int(held) and finer not in whole:
            whole[finer] = round((held - int(held)) * ratio)
            if int(held):
                whole[unit] = int(held)
            else:
                del whole[unit]
    return {unit: int(value) if value == int(value) else value for unit, value in whole.items()}


def _options(view: View, role: str, value: Any) -> Iterator[Segment]:
    """Places whose words may have supplied one value."""
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        for span in view.spans.values():
            if span.number is not None and abs(span.number) == abs(value):
                kind: Kind = "number" if span.number == value else "negative"
                yield Segment(span.first, span.last, role, kind)
        return
    placeholder = SLOT.fullmatch(value)
    if placeholder:
        named = slot_span(view, placeholder[1], int(placeholder[2] or 1))
        if named is not None:
            # A plain figure is one whether it was stored as a literal or as its slot.
            yield Segment(named.first, named.last, role, "number" if named.slot.dim in FIGURES else "slot")
        return
    yield from _words_of(view, role, value)


def slot_span(view: View, dim: str, number: int) -> Span | None:
    """Where the k-th slot of a dimension stands."""
    same = [span for _, span in sorted(view.spans.items()) if span.slot.dim == dim]
    return same[number - 1] if number <= len(same) else None


def _words_of(view: View, role: str, value: str) -> Iterator[Segment]:
    """Places that hold the words of a text, otherwise those that hold forms of them."""
    # The value is cut as the request is, so that both agree on what a word is.
    told = type(view)(value, view.lang, ())
    size = len(told)
    if not size:
        return
    keys = [word.key for word in told.words]
    places = range(len(view) - size + 1)
    exact = [at for at in places if [word.key for word in view.words[at : at + size]] == keys]
    for at in exact:
        yield Segment(at, at + size, role, "words")
    if exact:
        return
    stems = told.stems(0, size)
    for at in places:
        if view.stems(at, at + size) == stems:
            yield Segment(at, at + size, role, "form")
    literal = [at for at, word in enumerate(view.words) if word.stem.startswith("<") and fold(word.text) == fold(value)]
    for at in literal:
        yield Segment(at, at + 1, role, "words")


def _assignments(
    choices: Sequence[Sequence[Segment]], taken: tuple[Segment, ...] = ()
) -> Iterator[tuple[Segment, ...]]:
    """Every way to give each value its own words, up to a limit."""
    tried = 0
    stack: list[tuple[Segment, ...]] = [taken]
    while stack and tried < MANY * 8:
        held = stack.pop()
        tried += 1
        if len(held) == len(choices):
            yield held
            continue
        free = [
            one
            for one in choices[len(held)]
            if not any(one.first < other.last and other.first < one.last for other in held)
        ]
        stack += [(*held, one) for one in reversed(free)]


def _disorder(assigned: Sequence[Segment]) -> tuple[int, tuple[int, ...]]:
    """Arguments tend to be given in the order of the words."""
    starts = tuple(segment.first for segment in assigned)
    return sum(1 for one, other in itertools.pairwise(starts) if one > other), starts


def _torn(values: Mapping[str, Any], constants: Mapping[str, Any]) -> bool:
    """Whether a list stands in the words only in part."""
    return any(isinstance(values[role], list) for role in constants if role in values)
