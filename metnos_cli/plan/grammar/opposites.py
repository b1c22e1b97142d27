"""The opposite of a shape: every JSON value that does not fit it, where that can be said."""

from __future__ import annotations

from itertools import pairwise

from metnos_cli.plan.grammar.algebra import Expand, TooMuch, intersect, union
from metnos_cli.plan.grammar.patterns import any_of
from metnos_cli.plan.grammar.regex import ANY_TEXT, negated
from metnos_cli.plan.grammar.shapes import (
    ANY,
    ARRAY,
    BOOLEAN,
    KINDS,
    NOTHING,
    NULL,
    NUMBER,
    OBJECT,
    TEXT,
    Array,
    Boolean,
    Later,
    Null,
    Number,
    Object,
    Part,
    Shape,
    Text,
)

_WHOLE: dict[type[Part], Part] = {
    Null: NULL,
    Boolean: BOOLEAN,
    Number: NUMBER,
    Text: TEXT,
    Array: ARRAY,
    Object: OBJECT,
}
_MAX_DEPTH = 6


def opposite(shape: Shape, expand: Expand, depth: int = 0) -> Shape:
    """What does not fit.

    Raises:
        TooMuch: It cannot be said, or only at too great a length.
    """
    if depth > _MAX_DEPTH:
        raise TooMuch
    opened: list[Part] = []
    for part in shape:
        opened.extend(expand(part.key) if isinstance(part, Later) else (part,))
    if any(isinstance(part, Later) for part in opened):
        raise TooMuch
    found: Shape = NOTHING
    for kind in KINDS:
        rest: Shape = (_WHOLE[kind],)
        for part in opened:
            if isinstance(part, kind):
                rest = intersect(rest, _opposite_part(part, expand, depth + 1), expand)
        found = union(found, rest)
    return found


def _opposite_part(part: Part, expand: Expand, depth: int) -> Shape:
    """Values of the same type that do not fit."""
    match part:
        case Boolean(values):
            rest = frozenset((True, False)) - values
            return (Boolean(rest),) if rest else NOTHING
        case Number():
            return _opposite_number(part)
        case Text():
            return _opposite_text(part)
        case Array():
            return _opposite_array(part, expand, depth)
        case Object():
            return _opposite_object(part, expand, depth)
    return NOTHING


def _opposite_number(part: Number) -> Shape:
    if part.values is not None:
        return _between(part)
    if part.multiple is not None:
        raise TooMuch
    found: Shape = NOTHING
    if part.low is not None:
        found += (Number(high=part.low, high_open=not part.low_open),)
    if part.high is not None:
        found += (Number(low=part.high, low_open=not part.high_open),)
    if part.kind != "any":
        found += (Number("fraction" if part.kind == "integer" else "integer"),)
    return found


def _between(part: Number) -> Shape:
    """Everything but a few values."""
    values = sorted(part.values or ())
    if len(values) > 8:
        raise TooMuch
    edges = [None, *values, None]
    return tuple(Number(low=low, low_open=True, high=high, high_open=True) for low, high in pairwise(edges))


def _opposite_text(part: Text) -> Shape:
    if part.values is not None:
        return (Text(language=negated(any_of(frozenset(part.values)))),)
    found: Shape = NOTHING
    if part.language != ANY_TEXT:
        found += (Text(language=negated(part.language)),)
    if part.least > 0:
        found += (Text(most=part.least - 1),)
    if part.most is not None:
        found += (Text(least=part.most + 1),)
    return found


def _opposite_array(part: Array, expand: Expand, depth: int) -> Shape:
    if part.unique:
        raise TooMuch
    found: list[Part] = []
    for place, shape in enumerate(part.prefix):
        wrong = opposite(shape, expand, depth)
        if wrong:
            found.append(Array(prefix=(ANY,) * place + (wrong,), least=place + 1))
    found += _opposite_items(part, expand, depth)
    if part.least > 0:
        found.append(Array(most=part.least - 1))
    if part.most is not None:
        found.append(Array(least=part.most + 1))
    for shape, least, most in part.contains:
        if (least, most) != (1, None):
            raise TooMuch
        found.append(Array(items=opposite(shape, expand, depth)))
    return tuple(found)


def _opposite_items(part: Array, expand: Expand, depth: int) -> Shape:
    """Arrays with an item, behind the first ones, that does not fit."""
    if part.items == NOTHING:
        return (Array(least=len(part.prefix) + 1),)
    if part.items is None or part.items == ANY:
        return NOTHING
    if part.prefix:
        raise TooMuch
    wrong = opposite(part.items, expand, depth)
    return (Array(contains=((wrong, 1, None),)),) if wrong else NOTHING


def _opposite_object(part: Object, expand: Expand, depth: int) -> Shape:
    if part.patterns or part.extra is not None:
        raise TooMuch
    found: list[Part] = []
    for name, shape in part.props.items():
        if name in part.required:
            found.append(Object(props={name: NOTHING}))
        wrong = opposite(shape, expand, depth)
        if wrong:
            found.append(Object(props={name: wrong}, required=frozenset((name,))))
    if part.least > 0:
        found.append(Object(most=part.least - 1))
    if part.most is not None:
        found.append(Object(least=part.most + 1))
    return tuple(found)
