"""Reads a JSON Schema (2020-12) into shapes, and notes what shapes cannot say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from metnos_cli.errors import ManifestError
from metnos_cli.plan.grammar import typed
from metnos_cli.plan.grammar.algebra import TooMuch, disjoint, intersect, tidied_array, tidied_object, union
from metnos_cli.plan.grammar.opposites import opposite
from metnos_cli.plan.grammar.references import References
from metnos_cli.plan.grammar.regex import either
from metnos_cli.plan.grammar.shapes import (
    ANY,
    BY_TYPE,
    NOTHING,
    OBJECT,
    Array,
    Later,
    Object,
    Part,
    Shape,
)
from metnos_cli.plan.placeholders import escape_pointer

ANNOTATIONS = frozenset(
    (
        "title", "description", "default", "examples", "example", "deprecated", "readOnly", "writeOnly", "$comment",
        "$schema", "$id", "$anchor", "$dynamicAnchor", "$defs", "definitions", "$vocabulary", "contentEncoding",
        "contentMediaType", "contentSchema",
    )
)  # fmt: skip
_SIMPLE: Mapping[str, Shape] = {name: (part,) for name, part in BY_TYPE.items()}
_NOT_OBJECT: Shape = tuple(part for part in ANY if part is not OBJECT)
_MAX_ALTERNATIVES = 32
_MAX_NESTING = 50
"""Schemas inside one another; what stands deeper is taken for any value."""


class Reader:
    """Reads one schema document.

    Args:
        root: The document; references are looked up in it.
    """

    def __init__(self, root: Any) -> None:
        self.notes: list[tuple[str, str]] = []
        self.doubts = 0
        self._references = References(root)
        self._definitions: dict[str, Any] = {}
        self._shapes: dict[str, Shape] = {}
        self._open: set[str] = set()
        self._doubtful: set[str] = set()
        self._nesting = 0

    def note(self, at: str, keyword: str) -> None:
        """Something that shapes cannot say: it is left to the validator."""
        self.doubts += 1
        if (at, keyword) not in self.notes:
            self.notes.append((at, keyword))

    def expand(self, key: str) -> Shape:
        """The shape of a definition.

        Raises:
            TooMuch: It is being read just now: it consists of itself.
        """
        if key not in self._shapes:
            if key in self._open:
                raise TooMuch
            self._open.add(key)
            before = self.doubts
            self._shapes[key] = self.read(self._definitions[key], key)
            if self.doubts != before:
                self._doubtful.add(key)
            self._open.discard(key)
        elif key in self._doubtful:
            self.doubts += 1
        return self._shapes[key]

    def opposite(self, shape: Shape, before: int) -> Shape:
        """What does not fit a shape.

        Args:
            shape: A shape.
            before: ``doubts`` before it was read.

        Raises:
            TooMuch: It cannot be said; or the shape admits more than its schema, and its opposite would admit less.
        """
        found = opposite(shape, self.expand)
        if self.doubts != before:
            raise TooMuch
        return found

    def read(self, schema: Any, at: str = "") -> Shape:
        """The shape of a schema.

        Args:
            schema: An object or a boolean.
            at: Its JSON pointer.

        Raises:
            ManifestError: It is not a schema, or refers to something that is not there.
        """
        if schema is True or schema is False:
            return ANY if schema else NOTHING
        if not isinstance(schema, Mapping):
            raise ManifestError(file="", pointer=at or "/", why=f"schema: {schema!r}")
        keywords = [key for key in schema if key not in ANNOTATIONS]
        if not keywords:
            return ANY
        if self._nesting > _MAX_NESTING:
            self.note(at, "depth")
            return ANY
        kind = schema.get("type")
        if len(keywords) == 1 and isinstance(kind, str) and kind in _SIMPLE:
            return _SIMPLE[kind]
        before = self.doubts
        self._nesting += 1
        shape = self._typed(schema, at)
        for keyword in keywords:
            apply = _APPLICATORS.get(keyword)
            if apply is not None:
                shape = self._joined(shape, partial(apply, self, schema, at), at, keyword)
        shape = self._unevaluated(schema, at, shape, before)
        self._nesting -= 1
        return shape

    def _joined(self, shape: Shape, step: Callable[[Shape], Shape], at: str, keyword: str) -> Shape:
        try:
            return step(shape)
        except TooMuch:
            self.note(at, keyword)
            return shape

    def _typed(self, schema: Mapping[str, Any], at: str) -> Shape:
        """What ``type`` and the keywords of each type say."""
        told = schema.get("type")
        names = [told] if isinstance(told, str) else list(BY_TYPE) if told is None else told
        if not isinstance(names, list) or any(name not in BY_TYPE for name in names):
            raise ManifestError(file="", pointer=f"{at}/type", why=str(told))
        if "number" in names:
            names = [name for name in names if name != "integer"]
        found: list[Part] = []
        for name in names:
            part = typed.part_of(self, schema, at, name, stated=told is not None)
            if part is not None:
                found.append(part)
        return ANY if tuple(found) == ANY and not _speaks(found) else tuple(found)

    def _unevaluated(self, schema: Mapping[str, Any], at: str, shape: Shape, before: int) -> Shape:
        """Properties and items of which no other keyword speaks; nothing is known of those left to the validator."""
        for keyword, kind in (("unevaluatedProperties", Object), ("unevaluatedItems", Array)):
            if keyword not in schema:
                continue
            wanted = self.read(schema[keyword], f"{at}/{keyword}")
            if self.doubts != before:
                self.note(at, keyword)
                continue
            shape = self._joined(shape, partial(self._rest, kind, wanted), at, keyword)
        return shape

    def _rest(self, kind: type[Part], wanted: Shape, shape: Shape) -> Shape:
        found: list[Part] = []
        for part in shape:
            opened = self.expand(part.key) if isinstance(part, Later) else (part,)
            for held in opened:
                limit = _limit(held, wanted) if isinstance(held, kind) else None
                found.extend((held,) if limit is None else _all_seen(intersect((held,), (limit,), self.expand)))
        return tuple(found)

    def alternatives(self, schema: Mapping[str, Any], keyword: str, at: str) -> list[Shape]:
        """The shapes of a list of schemas."""
        told = schema[keyword]
        if not isinstance(told, list):
            raise ManifestError(file="", pointer=f"{at}/{keyword}", why="list")
        return [self.read(held, f"{at}/{keyword}/{place}") for place, held in enumerate(told)]

    def referred(self, schema: Mapping[str, Any], keyword: str, at: str) -> Shape:
        """A definition, to be read when it is needed."""
        target = self._references.find(schema[keyword], schema, at, dynamic=keyword == "$dynamicRef")
        if keyword == "$dynamicRef" and self._references.doubtful(schema[keyword]):
            self.note(at, keyword)
        self._definitions.setdefault(target.at, target.schema)
        return (Later(target.at),)


def _speaks(parts: list[Part]) -> bool:
    """Whether a part, though it admits everything, matters to ``unevaluated...``."""
    return any(
        (isinstance(part, Object) and (part.seen or part.seen_all or part.seen_patterns))
        or (isinstance(part, Array) and part.seen != 0)
        for part in parts
    )


def _limit(part: Part, wanted: Shape) -> Part | None:
    """What else a part has to be, so that what nothing speaks of is as wanted; None: everything is spoken of."""
    if isinstance(part, Object) and not part.seen_all:
        patterns = ((either(*part.seen_patterns), ANY),) if part.seen_patterns else ()
        return Object(dict.fromkeys(sorted(part.seen), ANY), patterns=patterns, extra=wanted)
    if isinstance(part, Array) and part.contains:
        raise TooMuch  # items found by ``contains`` count as spoken of, wherever they stand
    if isinstance(part, Array) and part.seen is not None:
        return tidied_array(Array((ANY,) * part.seen, wanted))
    return None


def _all_seen(shape: Shape) -> Shape:
    return tuple(
        replace(part, seen_all=True)
        if isinstance(part, Object)
        else replace(part, seen=None)
        if isinstance(part, Array)
        else part
        for part in shape
    )


def _apply_values(reader: Reader, schema: Mapping[str, Any], at: str, shape: Shape) -> Shape:
    values = [schema["const"]] if "const" in schema else schema["enum"]
    if not isinstance(values, list):
        raise ManifestError(file="", pointer=f"{at}/enum", why="list")
    shape = intersect(shape, typed.shape_of_values(values, at), reader.expand)
    if "const" in schema and "enum" in schema:
        shape = intersect(shape, typed.shape_of_values(schema["enum"], at), reader.expand)
    return shape


def _apply_ref(reader: Reader, schema: Mapping[str, Any], at: str, shape: Shape) -> Shape:
    for keyword in ("$ref", "$dynamicRef"):
        if keyword in schema:
            shape = intersect(shape, reader.referred(schema, keyword, at), reader.expand)
    return shape


def _apply_all_of(reader: Reader, schema: Mapping[str, Any], at: str, shape: Shape) -> Shape:
    for other in reader.alternatives(schema, "allOf", at):
        shape = intersect(shape, other, reader.expand)
    return shape


def _apply_any_of(reader: Reader, schema: Mapping[str, Any], at: str, shape: Shape) -> Shape:
    branches = reader.alternatives(schema, "anyOf", at)
    if any(keyword.startswith("unevaluated") for keyword in schema) and len(branches) <= 4:
        # what a branch speaks of counts only when it holds, so branches that hold together count together
        branches += [
            intersect(one, other, reader.expand) for place, one in enumerate(branches) for other in branches[:place]
        ]
    return intersect(shape, union(*branches), reader.expand)


def _apply_one_of(reader: Reader, schema: Mapping[str, Any], at: str, shape: Shape) -> Shape:
    names = _sole_names(schema["oneOf"])
    if names and all(isinstance(part, Object) for part in shape):
        return tuple(found for part in shape for found in _with_one_of(part, names))
    before = reader.doubts
    branches = reader.alternatives(schema, "oneOf", at)
    try:
        return union(*_exclusive(shape, branches, reader, before))
    except TooMuch:
        reader.note(at, "oneOf")
        return intersect(shape, union(*branches), reader.expand)


def _sole_names(branches: Any) -> tuple[str, ...]:
    """The names, when each branch does nothing but require one property of its own; otherwise none."""
    found = []
    for branch in branches if isinstance(branches, list) else ():
        wanted = branch.get("required") if isinstance(branch, Mapping) and len(branch) == 1 else None
        if not isinstance(wanted, list) or len(wanted) != 1 or wanted[0] in found:
            return ()
        found.append(wanted[0])
    return tuple(found)


def _with_one_of(part: Part, names: tuple[str, ...]) -> Iterator[Part]:
    """The usual way to say that properties exclude one another: each with one of them and without the others."""
    if not isinstance(part, Object):
        return
    for name in names:
        if not part.required.isdisjoint(other for other in names if other != name):
            continue
        props = {**part.props, name: part.of(name)} | {other: NOTHING for other in names if other != name}
        found = tidied_object(replace(part, props=props, required=part.required | {name}))
        if found is not None:
            yield found


def _exclusive(shape: Shape, branches: list[Shape], reader: Reader, before: int) -> list[Shape]:
    """What of a shape fits each branch, without what fits another branch too."""
    if len(branches) > _MAX_ALTERNATIVES:
        raise TooMuch
    found = [intersect(shape, branch, reader.expand) for branch in branches]
    own = tuple(found)
    for place in range(len(found)):
        for other, rival in enumerate(branches):
            if other != place and found[place] and not disjoint(found[place], own[other], reader.expand):
                found[place] = intersect(found[place], reader.opposite(rival, before), reader.expand)
    return found


def _apply_not(reader: Reader, schema: Mapping[str, Any], at: str, shape: Shape) -> Shape:
    before = reader.doubts
    wrong = reader.read(schema["not"], f"{at}/not")
    return intersect(shape, reader.opposite(wrong, before), reader.expand)


def _apply_if(reader: Reader, schema: Mapping[str, Any], at: str, shape: Shape) -> Shape:
    if "then" not in schema and "else" not in schema:
        return shape
    before = reader.doubts
    condition = reader.read(schema["if"], f"{at}/if")
    failed = reader.opposite(condition, before)
    then = intersect(condition, reader.read(schema.get("then", True), f"{at}/then"), reader.expand)
    other = reader.read(schema.get("else", True), f"{at}/else")
    otherwise = intersect(failed, other, reader.expand)
    return intersect(shape, union(then, otherwise), reader.expand)


def _apply_dependent(reader: Reader, schema: Mapping[str, Any], at: str, shape: Shape) -> Shape:
    """A property that calls for others, or for a whole schema."""
    for name, names in schema.get("dependentRequired", {}).items():
        together: Shape = (typed.requiring((*names, name)),)
        without: Shape = (Object({name: NOTHING}),)
        shape = intersect(shape, union(_NOT_OBJECT, without, together), reader.expand)
    for name, held in schema.get("dependentSchemas", {}).items():
        place = f"{at}/dependentSchemas/{escape_pointer(name)}"
        wanted = intersect(reader.read(held, place), (typed.requiring((name,)),), reader.expand)
        shape = intersect(shape, union(_NOT_OBJECT, (Object({name: NOTHING}),), wanted), reader.expand)
    return shape


Applicator = Callable[[Reader, Mapping[str, Any], str, Shape], Shape]
_APPLICATORS: Mapping[str, Applicator] = {
    "enum": _apply_values,
    "const": _apply_values,
    "$ref": _apply_ref,
    "$dynamicRef": _apply_ref,
    "allOf": _apply_all_of,
    "anyOf": _apply_any_of,
    "oneOf": _apply_one_of,
    "not": _apply_not,
    "if": _apply_if,
    "dependentRequired": _apply_dependent,
    "dependentSchemas": _apply_dependent,
}
