"""What a schema says about one JSON type, and the shapes of given values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from metnos_cli.errors import ManifestError
from metnos_cli.plan.grammar.algebra import TooMuch, intersect, tidied_array, tidied_object, union
from metnos_cli.plan.grammar.formats import language_of
from metnos_cli.plan.grammar.patterns import Unsupported, any_of, length_between, read_pattern
from metnos_cli.plan.grammar.regex import ANY_TEXT, both, either
from metnos_cli.plan.grammar.shapes import (
    ANY,
    BOOLEAN,
    BY_TYPE,
    NOTHING,
    NULL,
    Array,
    Boolean,
    Number,
    Object,
    Part,
    Shape,
    Text,
)
from metnos_cli.plan.placeholders import escape_pointer

if TYPE_CHECKING:
    from metnos_cli.plan.grammar.reading import Reader
    from metnos_cli.plan.grammar.regex import Regex

_KEYWORDS: Mapping[str, frozenset[str]] = {
    "number": frozenset(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")),
    "string": frozenset(("minLength", "maxLength", "pattern", "format")),
    "array": frozenset(("items", "prefixItems", "minItems", "maxItems", "contains", "uniqueItems")),
    "object": frozenset(
        ("properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties",
         "maxProperties")
    ),
}  # fmt: skip


def part_of(reader: Reader, schema: Mapping[str, Any], at: str, name: str, *, stated: bool) -> Part | None:
    """What a schema admits of one JSON type; None: nothing.

    Args:
        reader: Reads schemas inside this one.
        schema: The schema.
        at: Its JSON pointer.
        name: JSON type.
        stated: Whether ``type`` names it; a ``format`` is a mere remark where it does not.
    """
    if not _KEYWORDS.get("number" if name == "integer" else name, frozenset()) & schema.keys():
        return BY_TYPE[name]
    if name == "string":
        return _text(reader, schema, at, stated=stated)
    if name == "array":
        return _array(reader, schema, at)
    if name == "object":
        return _object(reader, schema, at)
    return _number(schema, at, "integer" if name == "integer" else "any")


def _number(schema: Mapping[str, Any], at: str, kind: Literal["any", "integer"]) -> Part | None:
    low, high = _bound(schema, "minimum", at), _bound(schema, "maximum", at)
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    low_open, high_open = above is True, below is True  # as the fourth draft had it
    if above is not None and not isinstance(above, bool):
        other = _bound(schema, "exclusiveMinimum", at)
        if other is not None and (low is None or other >= low):
            low, low_open = other, True
    if below is not None and not isinstance(below, bool):
        other = _bound(schema, "exclusiveMaximum", at)
        if other is not None and (high is None or other <= high):
            high, high_open = other, True
    multiple = _bound(schema, "multipleOf", at)
    if multiple is not None and multiple <= 0:
        raise ManifestError(file="", pointer=f"{at}/multipleOf", why=str(multiple))
    if multiple is not None and kind == "integer":
        multiple = None if multiple.numerator == 1 else Fraction(multiple.numerator)
    if low is not None and high is not None and (low > high or (low == high and (low_open or high_open))):
        return None
    return Number(kind, low, low_open, high, high_open, multiple, at=at)


def _bound(schema: Mapping[str, Any], keyword: str, at: str) -> Fraction | None:
    value = schema.get(keyword)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ManifestError(file="", pointer=f"{at}/{keyword}", why=str(value))
    return as_fraction(value)


def as_fraction(value: float) -> Fraction:
    """A number as it is written, not as it is stored: 0.1 is one tenth."""
    return Fraction(value) if isinstance(value, int) else Fraction(Decimal(repr(value)))


def _count(schema: Mapping[str, Any], keyword: str, at: str) -> int | None:
    value = _bound(schema, keyword, at)
    if value is not None and (value.denominator != 1 or value < 0):
        raise ManifestError(file="", pointer=f"{at}/{keyword}", why=str(schema[keyword]))
    return None if value is None else int(value)


def _text(reader: Reader, schema: Mapping[str, Any], at: str, *, stated: bool) -> Part | None:
    language: Regex = ANY_TEXT
    if "pattern" in schema:
        try:
            language = read_pattern(str(schema["pattern"]))
        except Unsupported:
            reader.note(at, "pattern")
    if stated and isinstance(schema.get("format"), str):
        written = language_of(schema["format"])
        language = language if written is None else both(language, written)
    least, most = _count(schema, "minLength", at) or 0, _count(schema, "maxLength", at)
    if most is not None and least > most:
        return None
    return Text(language=language, least=least, most=most, at=at)


def _array(reader: Reader, schema: Mapping[str, Any], at: str) -> Part | None:
    items = schema.get("items")
    listed = schema.get("prefixItems") or ()
    key = "prefixItems"
    if isinstance(items, list):  # as older drafts had it
        listed, items, key = items, None, "items"
    prefix = tuple(reader.read(held, f"{at}/{key}/{place}") for place, held in enumerate(listed))
    contains: tuple[tuple[Shape, int, int | None], ...] = ()
    if "contains" in schema:
        least = _count(schema, "minContains", at)
        shape = reader.read(schema["contains"], f"{at}/contains")
        contains = ((shape, 1 if least is None else least, _count(schema, "maxContains", at)),)
    return tidied_array(
        Array(
            prefix,
            None if items is None else reader.read(items, f"{at}/items"),
            _count(schema, "minItems", at) or 0,
            _count(schema, "maxItems", at),
            contains,
            schema.get("uniqueItems") is True,
            None if items is not None else len(prefix),
            at,
        )
    )


def _object(reader: Reader, schema: Mapping[str, Any], at: str) -> Part | None:
    told = schema.get("properties", {})
    required = schema.get("required", [])
    if not isinstance(told, Mapping):
        raise ManifestError(file="", pointer=f"{at}/properties", why="object")
    if not isinstance(required, list):  # older drafts had a truth value beside each property
        reader.note(at, "required")
        required = []
    props = {name: reader.read(held, f"{at}/properties/{escape_pointer(name)}") for name, held in told.items()}
    seen = frozenset(props)
    patterned = schema.get("patternProperties") or {}
    extra = None if patterned or "additionalProperties" not in schema else schema["additionalProperties"]
    rest = None if extra is None else reader.read(extra, f"{at}/additionalProperties")
    for name in required:
        props.setdefault(name, ANY if rest is None else rest)
    found = Object(
        props,
        frozenset(required),
        extra=rest,
        least=_count(schema, "minProperties", at) or 0,
        most=_count(schema, "maxProperties", at),
        seen=seen,
        seen_all="additionalProperties" in schema,
        at=at,
    )
    shape: Shape = (found,)
    if patterned:
        shape = _with_patterns(reader, schema, at, found)
    if "propertyNames" in schema:
        shape = _with_names(reader, schema, at, shape)
    only = shape[0] if shape else None
    return tidied_object(only) if isinstance(only, Object) else None


def _with_patterns(reader: Reader, schema: Mapping[str, Any], at: str, found: Object) -> Shape:
    """Properties whose names match a pattern; the rest is what ``additionalProperties`` says."""
    languages = []
    shape: Shape = (found,)
    for pattern, held in schema["patternProperties"].items():
        place = f"{at}/patternProperties/{escape_pointer(pattern)}"
        try:
            language = read_pattern(pattern)
        except Unsupported:
            reader.note(place, "patternProperties")
            return (found,)
        languages.append(language)
        limit = Object(patterns=((language, reader.read(held, place)),), seen_patterns=(language,))
        shape = _joined(reader, shape, limit, at, "patternProperties")
    if "additionalProperties" in schema:
        rest = reader.read(schema["additionalProperties"], f"{at}/additionalProperties")
        declared = dict.fromkeys(schema.get("properties", {}), ANY)
        limit = Object(declared, patterns=((either(*languages), ANY),), extra=rest)
        shape = _joined(reader, shape, limit, at, "additionalProperties")
    return shape


def _with_names(reader: Reader, schema: Mapping[str, Any], at: str, shape: Shape) -> Shape:
    """Properties whose names must fit a schema of strings."""
    names = reader.read(schema["propertyNames"], f"{at}/propertyNames")
    if names is ANY:
        return shape
    languages = [_language(part) for part in names if isinstance(part, Text)]
    limit = Object(patterns=((either(*languages), ANY),), extra=NOTHING)
    return _joined(reader, shape, limit, at, "propertyNames")


def _language(part: Text) -> Any:
    if part.values is not None:
        return any_of(frozenset(part.values))
    return both(part.language, length_between(part.least, part.most)) if part.least or part.most else part.language


def _joined(reader: Reader, shape: Shape, limit: Object, at: str, keyword: str) -> Shape:
    try:
        return intersect(shape, (limit,), reader.expand)
    except TooMuch:
        reader.note(at, keyword)
        return shape


def requiring(names: tuple[str, ...]) -> Object:
    """Objects that have these properties."""
    return Object(dict.fromkeys(names, ANY), frozenset(names))


def shape_of_values(values: Sequence[Any], at: str) -> Shape:
    """Exactly these JSON values."""
    booleans = frozenset(value for value in values if isinstance(value, bool))
    numbers = [as_fraction(value) for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    texts = [value for value in values if isinstance(value, str)]
    found: Shape = (NULL,) if any(value is None for value in values) else NOTHING
    if booleans:
        found += (Boolean(booleans) if len(booleans) < 2 else BOOLEAN,)
    if numbers:
        found += (Number(values=tuple(dict.fromkeys(numbers)), at=at),)
    if texts:
        found += (Text(values=tuple(dict.fromkeys(texts)), at=at),)
    for value in values:
        if isinstance(value, Mapping):
            props = {name: shape_of_values([held], at) for name, held in value.items()}
            found = union(found, (Object(props, frozenset(props), extra=NOTHING, at=at),))
        elif isinstance(value, list):
            prefix = tuple(shape_of_values([held], at) for held in value)
            found = union(found, (Array(prefix, NOTHING, len(prefix), len(prefix), at=at),))
    return found
