"""What a JSON Schema admits, as data: a union of parts, each of one JSON type with its limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from metnos_cli.plan.grammar.regex import ANY_TEXT, Regex, matches

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Null:
    """The value null."""


@dataclass(frozen=True, slots=True)
class Boolean:
    """True, false, or both."""

    values: frozenset[bool] = frozenset((True, False))
    """Those admitted."""


@dataclass(frozen=True, slots=True)
class Number:
    """Numbers."""

    kind: Literal["any", "integer", "fraction"] = "any"
    """All, the whole ones, or the others."""
    low: Fraction | None = None
    """Least value."""
    low_open: bool = False
    """Whether the least value itself is left out."""
    high: Fraction | None = None
    """Greatest value."""
    high_open: bool = False
    """Whether the greatest value itself is left out."""
    multiple: Fraction | None = None
    """Only multiples of this."""
    values: tuple[Fraction, ...] | None = None
    """Only these."""
    at: str = field(default="", compare=False)
    """JSON pointer of the schema that says so."""


@dataclass(frozen=True, slots=True)
class Text:
    """Strings."""

    values: tuple[str, ...] | None = None
    """Only these; nothing else is asked of them any more."""
    language: Regex = ANY_TEXT
    """What the whole text must match."""
    least: int = 0
    """Least number of characters."""
    most: int | None = None
    """Greatest number of characters."""
    at: str = field(default="", compare=False)
    """JSON pointer of the schema that says so."""


@dataclass(frozen=True, slots=True)
class Array:
    """Arrays."""

    prefix: tuple[Shape, ...] = ()
    """What the first items are."""
    items: Shape | None = None
    """What the other items are; None: anything."""
    least: int = 0
    """Least number of items."""
    most: int | None = None
    """Greatest number of items."""
    contains: tuple[tuple[Shape, int, int | None], ...] = ()
    """(shape, at least so many, at most so many) of the items have it."""
    unique: bool = False
    """Whether no item may come twice."""
    seen: int | None = field(default=0, compare=False)
    """How many first items some keyword speaks of (``unevaluatedItems``); None: all."""
    at: str = field(default="", compare=False)
    """JSON pointer of the schema that says so."""

    def item(self, place: int) -> Shape:
        """What an item at this place, from 0, must be."""
        if place < len(self.prefix):
            return self.prefix[place]
        return ANY if self.items is None else self.items


@dataclass(frozen=True, slots=True)
class Object:
    """Objects."""

    props: Mapping[str, Shape] = field(default_factory=dict)
    """Declared properties in order; one that nothing fits must not be there."""
    required: frozenset[str] = frozenset()
    """Properties that must be there, all of them declared."""
    patterns: tuple[tuple[Regex, Shape], ...] = ()
    """What undeclared properties of these names are; no name is in two of them."""
    extra: Shape | None = None
    """What all other properties are; None: anything."""
    least: int = 0
    """Least number of properties."""
    most: int | None = None
    """Greatest number of properties."""
    seen: frozenset[str] = field(default=frozenset(), compare=False)
    """Properties that some keyword speaks of (``unevaluatedProperties``)."""
    seen_patterns: tuple[Regex, ...] = field(default=(), compare=False)
    """Names of properties that some keyword speaks of."""
    seen_all: bool = field(default=False, compare=False)
    """Whether some keyword speaks of all properties."""
    at: str = field(default="", compare=False)
    """JSON pointer of the schema that says so."""

    def of(self, name: str) -> Shape:
        """What a property of this name must be."""
        found = self.props.get(name)
        if found is not None:
            return found
        for language, shape in self.patterns:
            if matches(language, name):
                return shape
        return ANY if self.extra is None else self.extra


@dataclass(frozen=True, slots=True)
class Later:
    """A definition that is read when it is needed, so that it may contain itself."""

    key: str
    """Its name among the definitions."""


Part = Null | Boolean | Number | Text | Array | Object | Later
Shape = tuple[Part, ...]

NULL, BOOLEAN, NUMBER, TEXT, ARRAY, OBJECT = Null(), Boolean(), Number(), Text(), Array(), Object()
INTEGER = Number("integer")
ANY: Shape = (NULL, BOOLEAN, NUMBER, TEXT, ARRAY, OBJECT)
NOTHING: Shape = ()
BY_TYPE: Mapping[str, Part] = {
    "null": NULL,
    "boolean": BOOLEAN,
    "number": NUMBER,
    "integer": INTEGER,
    "string": TEXT,
    "array": ARRAY,
    "object": OBJECT,
}
KINDS: tuple[type[Part], ...] = (Null, Boolean, Number, Text, Array, Object)


def is_any(shape: Shape) -> bool:
    """Whether every JSON value fits."""
    return shape is ANY or shape == ANY
