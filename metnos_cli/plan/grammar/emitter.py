"""Writes shapes as GBNF, in one of the dialects: plain JSON, the call of a tool, the arguments of a plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metnos_cli.plan.grammar import primitives
from metnos_cli.plan.grammar.containers import array_expression, object_expression
from metnos_cli.plan.grammar.gbnf import STATE, Rules, choice, is_atom
from metnos_cli.plan.grammar.numbers import Numbers
from metnos_cli.plan.grammar.regex import ANY_TEXT
from metnos_cli.plan.grammar.shapes import (
    ARRAY,
    OBJECT,
    Array,
    Boolean,
    Later,
    Null,
    Number,
    Object,
    Part,
    Shape,
    Text,
    is_any,
)
from metnos_cli.plan.grammar.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MAX_DEPTH = 4
"""So many containers inside one another are written out; what stands deeper is any array or any object."""

_MAX_OPEN = 50
"""Definitions that lead into one another; what they lead to beyond that is any value."""
_INLINE, _HOISTED = 60, 16


@dataclass(frozen=True, slots=True)
class Dialect:
    """How values are spelt."""

    gap: str
    """Rule for white space."""
    value: str
    """Rule for any value."""
    array: str
    """Rule for any array."""
    object: str
    """Rule for any object."""
    text: str
    """Rule for any string."""
    lenient: bool
    """Whether ``1.0`` may stand for 1."""
    plan: bool
    """Whether a string may be a placeholder, and no string may hold a broken one."""
    any_order: bool = False
    """Whether the properties of a small object may come in any order."""


JSON = Dialect("ws", "value", "array", "object", "string", lenient=True, plan=False, any_order=True)
CALL = Dialect("gap", "value", "array", "object", "string", lenient=False, plan=False)
PLAN = Dialect(
    "gap", f"any-value{STATE}", f"any-array{STATE}", f"any-object{STATE}", f"text{STATE}", lenient=False, plan=True
)


class Emitter:
    """Writes the shapes of one schema into a grammar.

    Args:
        rules: The grammar in the making.
        dialect: How values are spelt.
        expand: Gives the shape of a definition.
        note: Told (JSON pointer, keyword) of what the grammar cannot keep.
        given: Property of the outermost object -> rule that stands for its value.
    """

    def __init__(
        self,
        rules: Rules,
        dialect: Dialect,
        expand: Callable[[str], Shape],
        note: Callable[[str, str], None],
        given: Mapping[str, str] | None = None,
    ) -> None:
        self.rules = rules
        self.dialect = dialect
        self.expand = expand
        self.note = note
        self.gap = self.use(dialect.gap)
        self.any_order = dialect.any_order
        self.texts = Texts(rules, self.use, note, guarded=dialect.plan)
        self._numbers = Numbers(rules, self.use, note, lenient=dialect.lenient)
        self._given = given or {}
        self._later: dict[str, str | None] = {}
        self._bare: set[str] = set()
        self._open = 0

    def use(self, name: str) -> str:
        """Make a primitive part of the grammar."""
        return primitives.use(self.rules, name)

    def value(self, shape: Shape, hint: str, depth: int) -> str | None:
        """GBNF of a value as one atom, or None when there is none."""
        if is_any(shape):
            return self.use(self.dialect.value)
        told = [written for part in shape if (written := self._part(part, hint, depth)) is not None]
        if not told:
            return None
        references = self._references(shape) if self.dialect.plan else []
        if references:
            own = choice(told)
            told = [self.rules.add(hint, own) if len(own) > _HOISTED and STATE not in own else own, *references]
        body = choice(told)
        return body if is_atom(body) else self.rules.add(hint, body) if len(body) > _INLINE else f"({body})"

    def outermost(self, shape: Shape, hint: str) -> str | None:
        """The rule of a value for which no placeholder may stand, or None when there is none."""
        told = [written for part in shape if (written := self._part(part, hint, 0)) is not None]
        return None if not told else told[0] if len(told) == 1 else self.rules.add(hint, choice(told))

    def _part(self, part: Part, hint: str, depth: int) -> str | None:
        match part:
            case Null():
                return '"null"'
            case Boolean(values):
                return self.use("boolean") if len(values) == 2 else f'"{str(next(iter(values))).lower()}"'
            case Number():
                return self._numbers.expression(part)
            case Text():
                return self._text(part)
            case Later(key):
                return self._definition(key, hint)
        return self._container(part, hint, depth)

    def _text(self, part: Text) -> str | None:
        if part.values is None and part.language == ANY_TEXT and part.most is None:
            if part.least == 0:
                return self.use(self.dialect.text)
            if part.least == 1 and self.dialect.plan:
                return self.use(f"some-text{STATE}")
        return self.texts.expression(part)

    def _container(self, part: Array | Object, hint: str, depth: int) -> str | None:
        trivial = part in (ARRAY, OBJECT)
        if depth > MAX_DEPTH and not trivial:
            self.note(part.at, "depth")
        if trivial or depth > MAX_DEPTH:
            return self.use(self.dialect.array if isinstance(part, Array) else self.dialect.object)
        outside, self._bare = self._bare, set()
        try:
            if isinstance(part, Array):
                body = array_expression(self, part, hint, depth)
            else:
                body = object_expression(self, part, hint, depth, self._given if depth == 0 else {})
        finally:
            self._bare = outside
        return None if body is None else self.rules.add(hint, body)

    def _definition(self, key: str, hint: str) -> str | None:
        """A rule of its own, which may name itself; one that would begin with itself adds nothing."""
        if key in self._bare:
            return None
        if key not in self._later and self._open > _MAX_OPEN:
            self.note(key, "depth")
            return self.use(self.dialect.value)
        if key not in self._later:
            name = self.rules.reserve(key.rpartition("/")[2] or hint, differs=self.dialect.plan)
            self._later[key] = name
            self._bare.add(key)
            self._open += 1
            body = self.value(self.expand(key), hint, 1)
            self._open -= 1
            self._bare.discard(key)
            self.rules.set(name, body or self.use("never"))
            if body is None:
                self._later[key] = None
        return self._later[key]

    def _references(self, shape: Shape) -> list[str]:
        """Placeholders that may stand for a value of this shape, besides those inside free text."""
        kinds = set()
        for part in shape:
            match part:
                case Text(values=values, language=language, least=least, most=most):
                    free = values is None and language == ANY_TEXT
                    if not (free and most is None and least <= 1):  # such text holds them anyhow
                        kinds.add("holding" if free else "whole")
                case Number(kind=kind):
                    kinds.add("integer-of" if kind == "integer" else "number-of")
                case Boolean():
                    kinds.add("boolean-of")
                case Array():
                    kinds.add("array-of")
                case Object():
                    kinds.add("object-of")
                case _:
                    pass
        if "number-of" in kinds:
            kinds.discard("integer-of")
        return [self.use(f"{kind}{STATE}") for kind in sorted(kinds)]
