"""Shapes joined and taken apart: what fits two of them, what fits none, whether a value fits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any

from metnos_cli.plan.grammar.regex import NOTHING as NO_TEXT
from metnos_cli.plan.grammar.regex import both, matches, negated
from metnos_cli.plan.grammar.shapes import (
    ANY,
    NOTHING,
    Array,
    Boolean,
    Later,
    Number,
    Object,
    Part,
    Shape,
    Text,
)

Expand = Callable[[str], Shape]
MAX_PARTS = 64
_MAX_DEPTH = 24


class TooMuch(Exception):
    """The exact answer would be too large, or never end."""


def union(*shapes: Shape) -> Shape:
    """What fits any of these."""
    found: list[Part] = []
    for shape in shapes:
        if shape is ANY:
            return ANY
        found.extend(part for part in shape if part not in found)
    return tuple(found)


def intersect(one: Shape, other: Shape, expand: Expand, depth: int = 0) -> Shape:
    """What fits both.

    Args:
        one: A shape; its order of properties comes first.
        other: Another.
        expand: Gives the shape of a definition.
        depth: How deep in the joining of definitions.

    Raises:
        TooMuch: Definitions that contain one another are joined without end.
    """
    if one is ANY or one is other:
        return other
    if other is ANY:
        return one
    if depth > _MAX_DEPTH:
        raise TooMuch
    found: list[Part] = []
    for first in _opened(one, expand):
        for second in _opened(other, expand):
            joined = _joined(first, second, expand, depth + 1)
            if joined is not None and joined not in found:
                found.append(joined)
    if len(found) > MAX_PARTS:
        raise TooMuch
    return tuple(found)


def _opened(shape: Shape, expand: Expand) -> list[Part]:
    told: list[Part] = []
    for part in shape:
        if isinstance(part, Later):
            told.extend(_opened(expand(part.key), expand))
        else:
            told.append(part)
    return told


def _joined(one: Part, other: Part, expand: Expand, depth: int) -> Part | None:
    if type(one) is not type(other):
        return None
    if one == other:
        return _both_seen(one, other)
    match one, other:
        case Boolean(), Boolean():
            values = one.values & other.values
            return Boolean(values) if values else None
        case Number(), Number():
            return _joined_numbers(one, other)
        case Text(), Text():
            return _joined_texts(one, other)
        case Array(), Array():
            return _joined_arrays(one, other, expand, depth)
        case Object(), Object():
            return _joined_objects(one, other, expand, depth)
    return one


def _both_seen(one: Part, other: Part) -> Part:
    if isinstance(one, Object) and isinstance(other, Object):
        return _seen_together(one, one, other)
    if isinstance(one, Array) and isinstance(other, Array):
        return replace(one, seen=_most_seen(one.seen, other.seen))
    return one


def _joined_numbers(one: Number, other: Number) -> Number | None:
    kinds = {one.kind, other.kind} - {"any"}
    if len(kinds) == 2:
        return None
    low, low_open = _tighter(one.low, one.low_open, other.low, other.low_open, 1)
    high, high_open = _tighter(one.high, one.high_open, other.high, other.high_open, -1)
    values = one.values if other.values is None else other.values
    if one.values is not None and other.values is not None:
        values = tuple(value for value in one.values if value in other.values)
    kind = kinds.pop() if kinds else "any"
    multiple = _common_multiple(one.multiple, other.multiple)
    if multiple is not None and kind == "integer":
        multiple = Fraction(multiple.numerator)
    found = Number(
        kind=kind,
        low=low,
        low_open=low_open,
        high=high,
        high_open=high_open,
        multiple=multiple,
        at=one.at or other.at,
    )
    if values is not None:
        kept = tuple(value for value in values if fits_number(found, value))
        return replace(found, values=kept) if kept else None
    if low is not None and high is not None and (low > high or (low == high and (low_open or high_open))):
        return None
    return found


def _tighter(
    one: Fraction | None, one_open: bool, other: Fraction | None, other_open: bool, sign: int
) -> tuple[Fraction | None, bool]:
    if one is None or other is None:
        return (other, other_open) if one is None else (one, one_open)
    if one == other:
        return one, one_open or other_open
    return (one, one_open) if (one - other) * sign > 0 else (other, other_open)


def _common_multiple(one: Fraction | None, other: Fraction | None) -> Fraction | None:
    if one is None or other is None:
        return one or other
    scale = lcm(one.denominator, other.denominator)
    return Fraction(lcm(int(one * scale), int(other * scale)), scale)


def _joined_texts(one: Text, other: Text) -> Text | None:
    if one.values is not None or other.values is not None:
        listed, rule = (one, other) if one.values is not None else (other, one)
        kept = tuple(value for value in listed.values or () if fits_text(rule, value))
        return Text(values=kept, at=listed.at) if kept else None
    least = max(one.least, other.least)
    most = min((bound for bound in (one.most, other.most) if bound is not None), default=None)
    language = both(one.language, other.language)
    if language == NO_TEXT or (most is not None and least > most):
        return None
    return Text(language=language, least=least, most=most, at=one.at or other.at)


def _joined_arrays(one: Array, other: Array, expand: Expand, depth: int) -> Array | None:
    length = max(len(one.prefix), len(other.prefix))
    prefix = tuple(intersect(one.item(place), other.item(place), expand, depth) for place in range(length))
    items = other.items if one.items is None else one.items
    if one.items is not None and other.items is not None:
        items = intersect(one.items, other.items, expand, depth)
    found = Array(
        prefix,
        items,
        max(one.least, other.least),
        min((bound for bound in (one.most, other.most) if bound is not None), default=None),
        one.contains + tuple(held for held in other.contains if held not in one.contains),
        one.unique or other.unique,
        _most_seen(one.seen, other.seen),
        one.at or other.at,
    )
    return tidied_array(found)


def _most_seen(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else max(one, other)


def tidied_array(array: Array) -> Array | None:
    """An array that ends before an item which nothing fits; None when none can be."""
    most, prefix = array.most, array.prefix
    for place, shape in enumerate(prefix):
        if not shape:
            most, prefix = place if most is None else min(most, place), prefix[:place]
            break
    else:
        if array.items == NOTHING:
            most = len(prefix) if most is None else min(most, len(prefix))
    if most is not None and array.least > most:
        return None
    if most is not None and len(prefix) > most:
        prefix = prefix[:most]
    return replace(array, prefix=prefix, most=most)


def _joined_objects(one: Object, other: Object, expand: Expand, depth: int) -> Object | None:
    names = [*one.props, *(name for name in other.props if name not in one.props)]
    required = one.required | other.required
    props = {name: intersect(one.of(name), other.of(name), expand, depth) for name in names}
    found = Object(
        props,
        required,
        _joined_patterns(one, other, expand, depth),
        _joined_extra(one.extra, other.extra, expand, depth),
        max(one.least, other.least),
        min((bound for bound in (one.most, other.most) if bound is not None), default=None),
        at=one.at or other.at,
    )
    possible = tidied_object(found)
    return _seen_together(possible, one, other) if possible is not None else None


def _joined_extra(one: Shape | None, other: Shape | None, expand: Expand, depth: int) -> Shape | None:
    if one is None or other is None:
        return other if one is None else one
    return intersect(one, other, expand, depth)


def _joined_patterns(one: Object, other: Object, expand: Expand, depth: int) -> tuple[tuple[Any, Shape], ...]:
    if not one.patterns and not other.patterns:
        return ()
    rest_one = negated_all(one)
    rest_other = negated_all(other)
    found = []
    for first, shape in (*one.patterns, (rest_one, one.extra)):
        for second, wanted in (*other.patterns, (rest_other, other.extra)):
            if first is rest_one and second is rest_other:
                continue
            language = both(first, second)
            if language != NO_TEXT:
                joined = _joined_extra(shape, wanted, expand, depth)
                found.append((language, ANY if joined is None else joined))
    if len(found) > MAX_PARTS:
        raise TooMuch
    return tuple(found)


def negated_all(held: Object) -> Any:
    """Names that no pattern of this object speaks of."""
    return both(*(negated(language) for language, _ in held.patterns))


def tidied_object(held: Object) -> Object | None:
    """An object with its required properties declared; None when none can be."""
    props = held.props
    for name in held.required:
        if not (props[name] if name in props else held.of(name)):
            return None
    if held.most is not None and (held.most < held.least or held.most < len(held.required)):
        return None
    missing = held.required - props.keys()
    return replace(held, props={**props, **{name: held.of(name) for name in sorted(missing)}}) if missing else held


def _seen_together(found: Object, one: Object, other: Object) -> Object:
    if not (one.seen_all or other.seen_all or one.seen or other.seen or one.seen_patterns or other.seen_patterns):
        return found
    return replace(
        found,
        seen=one.seen | other.seen,
        seen_patterns=tuple(dict.fromkeys(one.seen_patterns + other.seen_patterns)),
        seen_all=one.seen_all or other.seen_all,
    )


def fits_number(part: Number, value: Fraction) -> bool:
    """Whether a number fits a part."""
    if (part.kind == "integer") != (value.denominator == 1) and part.kind != "any":
        return False
    if part.low is not None and (value < part.low or (part.low_open and value == part.low)):
        return False
    if part.high is not None and (value > part.high or (part.high_open and value == part.high)):
        return False
    if part.multiple is not None and (value / part.multiple).denominator != 1:
        return False
    return part.values is None or value in part.values


def fits_text(part: Text, value: str) -> bool:
    """Whether a string fits a part."""
    if part.values is not None:
        return value in part.values
    if len(value) < part.least or (part.most is not None and len(value) > part.most):
        return False
    return matches(part.language, value)


def disjoint(one: Shape, other: Shape, expand: Expand) -> bool:
    """Whether surely nothing fits both; False when it is not known."""
    try:
        return not intersect(one, other, expand)
    except TooMuch:
        return False
