"""Tells at once that arguments fit a schema, where both are plain: the whole of JSON Schema is heavy to import."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}
SILENT = frozenset({"description", "title", "default", "examples", "$comment", "x-kind"})
"""Keywords that say nothing about what fits."""


def plainly_fits(schema: Mapping[str, Any], value: Any) -> bool:
    """Whether a value certainly fits; False where it does not, or where this cannot tell.

    Args:
        schema: A schema of an executor's arguments.
        value: JSON value without placeholders.
    """
    return all(
        keyword in SILENT or (keyword in _CHECKS and _CHECKS[keyword](wanted, value, schema))
        for keyword, wanted in schema.items()
    )


def _type(wanted: Any, value: Any, _schema: Mapping[str, Any]) -> bool:
    if wanted == "object":
        return isinstance(value, dict)
    if not isinstance(wanted, str) or wanted not in TYPES:
        return False
    return isinstance(value, TYPES[wanted]) and isinstance(value, bool) == (wanted == "boolean")


def _enum(wanted: Any, value: Any, _schema: Mapping[str, Any]) -> bool:
    return isinstance(value, str) and value in wanted


def _minimum(wanted: Any, value: Any, _schema: Mapping[str, Any]) -> bool:
    return isinstance(value, int | float) and value >= wanted


def _maximum(wanted: Any, value: Any, _schema: Mapping[str, Any]) -> bool:
    return isinstance(value, int | float) and value <= wanted


def _min_length(wanted: Any, value: Any, _schema: Mapping[str, Any]) -> bool:
    return isinstance(value, str) and len(value) >= wanted


def _max_length(wanted: Any, value: Any, _schema: Mapping[str, Any]) -> bool:
    return isinstance(value, str) and len(value) <= wanted


def _properties(wanted: Any, value: Any, _schema: Mapping[str, Any]) -> bool:
    known = {name: part for name, part in value.items() if name in wanted} if isinstance(value, dict) else None
    return known is not None and all(
        isinstance(wanted[name], Mapping) and plainly_fits(wanted[name], part) for name, part in known.items()
    )


def _required(wanted: Any, value: Any, _schema: Mapping[str, Any]) -> bool:
    return isinstance(value, dict) and all(name in value for name in wanted)


def _additional(wanted: Any, value: Any, schema: Mapping[str, Any]) -> bool:
    named = schema.get("properties", {})
    return wanted is True or (wanted is False and isinstance(value, dict) and all(name in named for name in value))


def _one_of(wanted: Any, value: Any, _schema: Mapping[str, Any]) -> bool:
    """Choices between required names; anything else is not plain."""
    plain = all(set(choice) == {"required"} for choice in wanted)
    return plain and sum(_required(choice["required"], value, choice) for choice in wanted) == 1


def _any_of(wanted: Any, value: Any, _schema: Mapping[str, Any]) -> bool:
    plain = all(set(choice) == {"required"} for choice in wanted)
    return plain and any(_required(choice["required"], value, choice) for choice in wanted)


_CHECKS: Mapping[str, Callable[[Any, Any, Mapping[str, Any]], bool]] = {
    "type": _type,
    "enum": _enum,
    "minimum": _minimum,
    "maximum": _maximum,
    "minLength": _min_length,
    "maxLength": _max_length,
    "properties": _properties,
    "required": _required,
    "additionalProperties": _additional,
    "oneOf": _one_of,
    "anyOf": _any_of,
}
