"""Regular expressions as values: an ECMA 262 pattern is read into them, and they can be derived, joined and negated."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from metnos_cli.plan.grammar.gbnf import Ranges


MAX_POINT = 0x10FFFF


@dataclass(frozen=True, slots=True)
class Chars:
    """One character out of a set; the empty set matches nothing."""

    ranges: Ranges
    """Sorted, disjoint."""


@dataclass(frozen=True, slots=True)
class Then:
    """One after the other; no parts: the empty text."""

    parts: tuple[Regex, ...]
    """In order."""


@dataclass(frozen=True, slots=True)
class Either:
    """One of several."""

    parts: tuple[Regex, ...]
    """Without repetition."""


@dataclass(frozen=True, slots=True)
class Times:
    """Repeated."""

    part: Regex
    """What."""
    least: int
    """At least so often."""
    most: int | None
    """At most so often; None: without end."""


@dataclass(frozen=True, slots=True)
class Both:
    """All of several at once."""

    parts: tuple[Regex, ...]
    """Without repetition."""


@dataclass(frozen=True, slots=True)
class Not:
    """Any text but these."""

    part: Regex
    """What must not match."""


Regex = Chars | Then | Either | Times | Both | Not

EMPTY = Then(())
NOTHING = Chars(())
ANY_CHAR = Chars(((0, MAX_POINT),))
ANY_TEXT = Times(ANY_CHAR, 0, None)


def then(*parts: Regex) -> Regex:
    """Parts in order, nested sequences flattened."""
    flat: list[Regex] = []
    for part in parts:
        if part == NOTHING:
            return NOTHING
        flat.extend(part.parts if isinstance(part, Then) else (part,))
    return flat[0] if len(flat) == 1 else Then(tuple(flat))


def either(*parts: Regex) -> Regex:
    """One of these; single characters melt into one set."""
    flat: dict[Regex, None] = {}
    chars: Ranges = ()
    for part in parts:
        for held in part.parts if isinstance(part, Either) else (part,):
            if isinstance(held, Chars):
                chars = united(chars + held.ranges)
            else:
                flat[held] = None
    if ANY_TEXT in flat:
        return ANY_TEXT
    kept = ([Chars(chars)] if chars else []) + list(flat)
    return NOTHING if not kept else kept[0] if len(kept) == 1 else Either(tuple(kept))


def times(part: Regex, least: int, most: int | None) -> Regex:
    """A part repeated."""
    if most == 0 or part == EMPTY:
        return EMPTY
    if part == NOTHING:
        return EMPTY if least == 0 else NOTHING
    return part if (least, most) == (1, 1) else Times(part, least, most)


def both(*parts: Regex) -> Regex:
    """What all of these match."""
    flat: dict[Regex, None] = {}
    for part in parts:
        for held in part.parts if isinstance(part, Both) else (part,):
            if held == NOTHING:
                return NOTHING
            if held != ANY_TEXT:
                flat[held] = None
    kept = sorted(flat, key=repr)
    return ANY_TEXT if not kept else kept[0] if len(kept) == 1 else Both(tuple(kept))


def negated(part: Regex) -> Regex:
    """What this does not match."""
    if isinstance(part, Not):
        return part.part
    return ANY_TEXT if part == NOTHING else NOTHING if part == ANY_TEXT else Not(part)


def text(value: str) -> Regex:
    """Exactly this text."""
    return then(*(Chars(((ord(char), ord(char)),)) for char in value))


def united(ranges: Ranges) -> Ranges:
    """Ranges sorted and joined where they touch."""
    joined: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if joined and low <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(joined[-1][1], high))
        else:
            joined.append((low, high))
    return tuple(joined)


def complement(ranges: Ranges) -> Ranges:
    """All other code points."""
    rest, start = [], 0
    for low, high in ranges:
        if start < low:
            rest.append((start, low - 1))
        start = high + 1
    return (*rest, (start, MAX_POINT)) if start <= MAX_POINT else tuple(rest)


@cache
def nullable(regex: Regex) -> bool:
    """Whether the empty text matches."""
    match regex:
        case Chars():
            return False
        case Then(parts) | Both(parts):
            return all(nullable(part) for part in parts)
        case Either(parts):
            return any(nullable(part) for part in parts)
        case Times(part, least, _):
            return least == 0 or nullable(part)
        case Not(part):
            return not nullable(part)


@lru_cache(maxsize=20_000)
def derived(regex: Regex, point: int) -> Regex:
    """What may follow this character (Brzozowski's derivative)."""
    match regex:
        case Chars(ranges):
            return EMPTY if any(low <= point <= high for low, high in ranges) else NOTHING
        case Then(parts):
            return _derived_then(parts, point)
        case Either(parts):
            return either(*(derived(part, point) for part in parts))
        case Times(part, least, most):
            rest = times(part, max(0, least - 1), None if most is None else most - 1)
            return then(derived(part, point), rest)
        case Both(parts):
            return both(*(derived(part, point) for part in parts))
        case Not(part):
            return negated(derived(part, point))


def _derived_then(parts: tuple[Regex, ...], point: int) -> Regex:
    ways = []
    for place, part in enumerate(parts):
        ways.append(then(derived(part, point), *parts[place + 1 :]))
        if not nullable(part):
            break
    return either(*ways)


@lru_cache(maxsize=20_000)
def starts(regex: Regex) -> frozenset[int]:
    """Code points at which the derivative may change: each class of equal characters starts at one."""
    match regex:
        case Chars(ranges):
            return frozenset(edge for low, high in ranges for edge in (low, high + 1))
        case Then(parts):
            found: frozenset[int] = frozenset()
            for part in parts:
                found |= starts(part)
                if not nullable(part):
                    break
            return found
        case Either(parts) | Both(parts):
            return frozenset().union(*(starts(part) for part in parts))
        case Times(part, _, _) | Not(part):
            return starts(part)


def matches(regex: Regex, value: str) -> bool:
    """Whether the whole text matches."""
    for char in value:
        regex = derived(regex, ord(char))
    return nullable(regex)
