"""Turns what a JSON Schema validator reports into keys and facts of sentences that a model can act on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from metnos_cli.plan.argument_schema import Unknown
from metnos_cli.plan.placeholders import escape_pointer

_SHOWN = 12
_LIMITS = {
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems",
    "maxItems", "minProperties", "maxProperties", "pattern", "format", "const",
}  # fmt: skip

Told = tuple[str, str, dict[str, Any]]


def told_errors(errors: Iterable[Any]) -> Iterator[Told]:
    """(JSON pointer below the arguments, key below ``[plan_error]``, facts) of each error, in document order.

    Args:
        errors: ``jsonschema`` validation errors. A reference that leads nowhere is told as an error at the root.
    """
    from referencing.exceptions import Unresolvable

    try:
        found = list(errors)
    except Unresolvable as lost:
        yield "", "broken_schema", {"why": lost.ref}
        return
    except RecursionError:  # a definition that consists of itself
        yield "", "broken_schema", {"why": "$ref"}
        return
    for error in sorted(found, key=lambda held: [str(part) for part in held.absolute_path]):
        yield from _told(error)


def _told(error: Any) -> Iterator[Told]:
    pointer = "".join(f"/{escape_pointer(str(part))}" for part in error.absolute_path)
    keyword, wanted, given = error.validator, error.validator_value, error.instance
    if keyword == "required":
        yield from _missing(error, pointer)
    elif keyword == "additionalProperties" and wanted is False:
        declared = error.schema.get("properties", {})
        patterns = error.schema.get("patternProperties", {})
        for name in given:
            if name not in declared and not _matches(name, patterns):
                yield f"{pointer}/{escape_pointer(name)}", "unexpected", {"name": name, "allowed": _shown(declared)}
    elif keyword == "type":
        yield pointer, "type", {"wanted": " | ".join(_listed(wanted)), "given": _json(given)}
    elif keyword == "enum":
        yield pointer, "enum", {"given": _json(given), "allowed": _shown(wanted)}
    elif keyword in ("oneOf", "anyOf"):
        yield pointer, _alternatives_key(error), {"choices": "; ".join(_choice(branch) for branch in wanted)}
    elif keyword in _LIMITS:
        yield pointer, "limit", {"keyword": keyword, "wanted": _json(wanted), "given": _json(given)}
    else:
        yield pointer, "other", {"keyword": str(keyword), "why": error.message}


def _missing(error: Any, pointer: str) -> Iterator[Told]:
    """Each absent name comes in an error of its own; the name stands at the start of the message."""
    for name in error.validator_value:
        if name not in error.instance and error.message.startswith(repr(name)):
            yield f"{pointer}/{escape_pointer(name)}", "missing", {"name": name}


def _matches(name: str, patterns: Mapping[str, Any]) -> bool:
    import re

    return any(re.search(pattern, name) for pattern in patterns)


def _alternatives_key(error: Any) -> str:
    """Exclusive properties given together are another mistake than none of them given."""
    too_many = error.validator == "oneOf" and ("more than one" in error.message or "each of" in error.message)
    return "exclusive" if too_many else "alternatives"


def _choice(branch: Any) -> str:
    """An alternative in a few words."""
    if not isinstance(branch, Mapping):
        return _json(branch)
    for key in ("title", "const", "required", "enum", "type"):
        if key in branch:
            told = branch[key]
            return " + ".join(_listed(told)) if key in ("required", "type") else _json(told)
    return _json(branch)


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else [str(held) for held in value]


def _shown(values: Iterable[Any]) -> str:
    told = [held if isinstance(held, str) else _json(held) for held in values]
    return ", ".join(told[:_SHOWN]) + (", ..." if len(told) > _SHOWN else "")


def _json(value: Any) -> str:
    """A value on one line, cut where it is long."""
    if isinstance(value, Unknown):
        return value.text
    text = json.dumps(value, ensure_ascii=False, default=lambda held: held.text if isinstance(held, Unknown) else "?")
    return text if len(text) <= 120 else f"{text[:117]}..."
