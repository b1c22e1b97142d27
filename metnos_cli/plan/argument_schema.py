"""Checks arguments against an executor's JSON Schema while some values are still placeholders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from metnos_cli.executors.manifest import digest_of
from metnos_cli.plan.placeholders import around, in_text, parse

_KEPT = 512
_COMPILED: dict[str, Any] = {}
_TYPE_NAMES = {
    str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null", list: "array", dict: "object",
}  # fmt: skip
_STRUCTURAL = ("type", "oneOf", "anyOf", "allOf", "not", "if", "$ref", "$dynamicRef")


@dataclass(frozen=True, slots=True, eq=False)
class Unknown:
    """A value that is known only when the plan runs."""

    text: str
    """The placeholder, as written."""
    types: frozenset[str] | None
    """JSON types that it may have; None: nobody knows."""
    strict: bool = False
    """True: it satisfies only what it certainly satisfies, as ``not`` and ``oneOf`` have to know."""


TypesOf = Callable[[str], frozenset[str] | None]


def with_unknowns(value: Any, types_of: TypesOf) -> Any:
    """A JSON value with each string that holds a placeholder replaced by an ``Unknown``.

    Args:
        value: JSON value.
        types_of: Types of a placeholder (as written) that is the whole string.
    """
    if isinstance(value, str):
        if parse(value) is not None:
            return Unknown(value, types_of(value))
        return Unknown(value, frozenset({"string"})) if in_text(value) else value
    if isinstance(value, Mapping):
        return {key: with_unknowns(held, types_of) for key, held in value.items()}
    if isinstance(value, list | tuple):
        return [with_unknowns(held, types_of) for held in value]
    return value


def errors_of(schema: Mapping[str, Any], digest: str, value: Any) -> Iterator[Any]:
    """What JSON Schema 2020-12 has against a value, as ``jsonschema`` errors.

    An ``Unknown`` satisfies every keyword but a ``type`` that it cannot have.

    Args:
        schema: The schema; references are looked up inside it, never fetched.
        digest: Digest of what declares it, the key under which the compiled form is kept (may be empty).
        value: JSON value, possibly with ``Unknown`` inside.

    Raises:
        referencing.exceptions.Unresolvable: The schema refers to something that it does not hold.
    """
    key = digest or digest_of(schema)
    found = _COMPILED.get(key)
    if found is None:
        from referencing import Registry

        if len(_COMPILED) >= _KEPT:
            _COMPILED.clear()
        own = {keyword: held for keyword, held in schema.items() if keyword != "$schema"}
        found = _COMPILED[key] = _validator_class()(own, registry=Registry())
    return iter(found.iter_errors(value))


@cache
def _validator_class() -> Any:
    from jsonschema import Draft202012Validator, validators

    checks = Draft202012Validator.VALIDATORS
    keywords = {name: _skipping(check) for name, check in checks.items() if name not in _STRUCTURAL}
    keywords |= {"enum": _listed(checks["enum"], list), "const": _listed(checks["const"], lambda value: [value])}
    keywords |= {"type": _typed(checks["type"]), "oneOf": _one_of(checks["oneOf"]), "not": _not, "if": _if}
    extend: Any = validators.extend  # its published types leave the arguments out
    return extend(Draft202012Validator, keywords)


def _skipping(check: Any) -> Any:
    def checked(validator: Any, wanted: Any, instance: Any, schema: Any) -> Iterable[Any]:
        if not isinstance(instance, Unknown):
            return check(validator, wanted, instance, schema) or ()
        return _error(f"{instance.text} is not known yet") if instance.strict else ()

    return checked


def _typed(check: Any) -> Any:
    def checked(validator: Any, wanted: Any, instance: Any, schema: Any) -> Iterable[Any]:
        if not isinstance(instance, Unknown):
            return check(validator, wanted, instance, schema) or ()
        allowed = frozenset([wanted] if isinstance(wanted, str) else wanted)
        fits = _certainly(instance.types, allowed) if instance.strict else _possibly(instance.types, allowed)
        return () if fits else _error(f"{instance.text} has another type")

    return checked


def _listed(check: Any, values: Callable[[Any], list[Any]]) -> Any:
    """For ``enum`` and ``const``: one of the values at least must be of a type that the placeholder may have."""

    def checked(validator: Any, wanted: Any, instance: Any, schema: Any) -> Iterable[Any]:
        if not isinstance(instance, Unknown):
            return check(validator, wanted, instance, schema) or ()
        known = [value for value in values(wanted) if _may_become(instance, value)]
        types = frozenset(_TYPE_NAMES[type(value)] for value in known)
        fits = not instance.strict and _possibly(instance.types, types)
        return () if fits else _error(f"{instance.text} has another type")

    return checked


def _may_become(instance: Unknown, value: Any) -> bool:
    """Whether a text with placeholders in it could turn out to be this value."""
    if parse(instance.text) is not None:
        return True
    pattern = ".*".join(re.escape(piece) for piece in around(instance.text))
    return isinstance(value, str) and re.fullmatch(pattern, value, re.DOTALL) is not None


def _possibly(types: frozenset[str] | None, allowed: frozenset[str]) -> bool:
    if types is None or types & allowed:
        return True
    return bool({"integer", "number"} & types and {"integer", "number"} & allowed)


def _certainly(types: frozenset[str] | None, allowed: frozenset[str]) -> bool:
    if types is None:
        return False
    return types <= (allowed | {"integer"} if "number" in allowed else allowed)


def _error(message: str) -> Iterator[Any]:
    from jsonschema import ValidationError

    yield ValidationError(message)


def _other_reading(value: Any) -> Any:
    """The same value, its unknowns read the other way: strictly where leniently, leniently where strictly."""
    if isinstance(value, Unknown):
        return replace(value, strict=not value.strict)
    if isinstance(value, Mapping):
        return {key: _other_reading(held) for key, held in value.items()}
    return [_other_reading(held) for held in value] if isinstance(value, list) else value


def _one_of(check: Any) -> Any:
    def checked(validator: Any, branches: Any, instance: Any, schema: Any) -> Iterable[Any]:
        if not _has_unknown(instance):
            yield from check(validator, branches, instance, schema) or ()
            return
        other = _other_reading(instance)
        if not any(_holds(validator, branch, instance) for branch in branches):
            yield from _error("no alternative holds")
        elif sum(_holds(validator, branch, other) for branch in branches) > 1:
            yield from _error("more than one alternative holds")

    return checked


def _not(validator: Any, forbidden: Any, instance: Any, _schema: Any) -> Iterable[Any]:
    if _holds(validator, forbidden, _other_reading(instance)):
        yield from _error("what must not hold does")


def _if(validator: Any, condition: Any, instance: Any, schema: Any) -> Iterable[Any]:
    if "then" in schema and _holds(validator, condition, _other_reading(instance)):
        yield from validator.descend(instance, schema["then"], schema_path="then")
    if "else" in schema and not _holds(validator, condition, instance):
        yield from validator.descend(instance, schema["else"], schema_path="else")


def _holds(validator: Any, schema: Any, instance: Any) -> bool:
    return bool(validator.evolve(schema=schema).is_valid(instance))


def _has_unknown(value: Any) -> bool:
    if isinstance(value, Unknown):
        return True
    if isinstance(value, Mapping):
        return any(_has_unknown(held) for held in value.values())
    return isinstance(value, list) and any(_has_unknown(held) for held in value)
