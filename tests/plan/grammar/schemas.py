"""Random JSON Schemas, each with values that fit it."""

from __future__ import annotations

import json
import re
from typing import Any

from hypothesis import strategies as st

Pair = tuple[dict[str, Any], st.SearchStrategy[Any]]

NAMES = st.sampled_from(
    ["a", "ab", "b", "è", "x.y", "x-y", 'q"', "n\nl", "1st", "_", "A", "lungo nome con spazi", "$x", "🍋"]
)
TEXTS = st.text(st.sampled_from('ab "\\/è🍋${}\n-]^z0'), max_size=6)
NUMBERS = st.integers(-500, 500)
DECIMALS = st.integers(-5000, 5000).map(lambda value: value / 100)


def pair(schema: dict[str, Any], values: st.SearchStrategy[Any]) -> st.SearchStrategy[Pair]:
    """A schema together with what fits it."""
    return st.just((schema, values))


@st.composite
def wholes(draw: st.DrawFn) -> Pair:
    """Whole numbers, with or without bounds."""
    low, high = sorted((draw(NUMBERS), draw(NUMBERS)))
    schema: dict[str, Any] = {"type": "integer"}
    if draw(st.booleans()):
        schema["minimum"] = low
    if draw(st.booleans()):
        schema["maximum"] = high
    return schema, st.integers(schema.get("minimum", high - 900), schema.get("maximum", low + 900))


@st.composite
def decimals(draw: st.DrawFn) -> Pair:
    """Numbers with a bound on either side."""
    low, high = sorted((draw(DECIMALS), draw(DECIMALS)))
    fits = DECIMALS.map(lambda value: min(max(value, low), high))
    return {"type": "number", "minimum": low, "maximum": high}, fits


@st.composite
def texts(draw: st.DrawFn) -> Pair:
    """Strings by length or by pattern."""
    if draw(st.booleans()):
        pattern = draw(st.sampled_from([r"^[a-c]{1,4}$", r"^\d+(-\d+)?$", "è", "^(sì|no)", r"[^x]$", r"^\w*$"]))
        return {"type": "string", "pattern": pattern}, st.from_regex(
            re.compile(pattern.replace("$", r"\Z"), re.ASCII), alphabet="abcèsìno0123456789-_x"
        )
    least = draw(st.integers(0, 4))
    most = draw(st.integers(least, 8))
    return {"type": "string", "minLength": least, "maxLength": most}, st.text(
        'aè🍋"\\\n$', min_size=least, max_size=most
    )


@st.composite
def enums(draw: st.DrawFn) -> Pair:
    """A few given values."""
    values = draw(st.lists(st.one_of(TEXTS, NUMBERS, st.none(), st.booleans()), min_size=1, max_size=6))
    return {"enum": values}, st.sampled_from(values)


@st.composite
def arrays(draw: st.DrawFn, inner: st.SearchStrategy[Pair]) -> Pair:
    """Arrays of one kind of item, with bounds on their number, or of given places."""
    if draw(st.booleans()):
        pairs = draw(st.lists(inner, min_size=1, max_size=3))
        schema = {"type": "array", "prefixItems": [one for one, _ in pairs], "items": False, "minItems": len(pairs)}
        return schema, st.tuples(*(values for _, values in pairs)).map(list)
    item, values = draw(inner)
    least = draw(st.integers(0, 2))
    most = draw(st.integers(least, 4))
    return {"type": "array", "items": item, "minItems": least, "maxItems": most}, st.lists(
        values, min_size=least, max_size=most
    )


@st.composite
def objects(draw: st.DrawFn, inner: st.SearchStrategy[Pair]) -> Pair:
    """Objects with required and optional properties, closed or open."""
    names = draw(st.lists(NAMES, min_size=1, max_size=5, unique=True))
    pairs = {name: draw(inner) for name in names}
    required = [name for name in names if draw(st.booleans())]
    schema: dict[str, Any] = {"type": "object", "properties": {name: one for name, (one, _) in pairs.items()}}
    if required:
        schema["required"] = required
    if draw(st.booleans()):
        schema["additionalProperties"] = False
    optional = {name: values for name, (_, values) in pairs.items() if name not in required}
    needed = {name: pairs[name][1] for name in required}
    found = st.fixed_dictionaries(needed, optional=optional)
    return schema, found.map(lambda held: {name: held[name] for name in names if name in held})


@st.composite
def choices(draw: st.DrawFn, inner: st.SearchStrategy[Pair]) -> Pair:
    """One of two schemas."""
    (one, first), (other, second) = draw(inner), draw(inner)
    return {"anyOf": [one, other]}, st.one_of(first, second)


LEAVES = st.one_of(
    wholes(), decimals(), texts(), enums(), pair({"type": "boolean"}, st.booleans()), pair({"type": "string"}, TEXTS)
)
PAIRS = st.recursive(LEAVES, lambda inner: st.one_of(arrays(inner), objects(inner), choices(inner)), max_leaves=6)
ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, DECIMALS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(NAMES, inner, max_size=2)),
    max_leaves=3,
)


def as_text(value: Any) -> str:
    """A value as a program writes it; decimals without exponent."""
    return json.dumps(value, ensure_ascii=False)


@st.composite
def changed(draw: st.DrawFn, value: Any) -> Any:
    """A value with one thing in it replaced, removed or added; the order of what stays is kept."""
    if isinstance(value, dict) and value and draw(st.booleans()):
        name = draw(st.sampled_from(list(value)))
        if draw(st.booleans()):
            return {key: held for key, held in value.items() if key != name}
        return {key: draw(changed(held)) if key == name else held for key, held in value.items()}
    if isinstance(value, dict) and draw(st.booleans()):
        return value | {draw(NAMES): draw(ANYTHING)}
    if isinstance(value, list) and value and draw(st.booleans()):
        place = draw(st.integers(0, len(value) - 1))
        if draw(st.booleans()):
            return value[:place] + value[place + 1 :]
        return [*value[:place], draw(changed(value[place])), *value[place + 1 :]]
    return draw(ANYTHING)
