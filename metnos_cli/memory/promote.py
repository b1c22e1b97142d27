"""Makes ONE executor of a sequence that ran often: a manifest whose body is the sequence; no code is generated."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import UsageError
from metnos_cli.executors.manifest import NAME

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.ports import Catalog
    from metnos_cli.store.entries import Entry

_SLOT = re.compile(r"\$\{SLOT:([a-z-]+)(?:#(\d+))?\}")
EFFECTS = ("read", "ask", "network", "write", "send", "delete")
"""From the mildest to the gravest: a composite has the gravest of its steps."""
TYPES: Mapping[str, str] = {"number": "number", "ordinal": "integer"}
"""JSON type of an argument by the dimension of its slot; everything else is text."""


def default_name(entry: Entry) -> str:
    """First verb, last object, and the entry's number: ``get_entries_7``."""
    first, last = entry.tools[0].split("_"), entry.tools[-1].split("_")
    return f"{first[0]}_{last[1]}_{entry.id}"


def composite(entry: Entry, catalog: Catalog, name: str = "") -> dict[str, Any]:
    """The manifest, as data; the slots of the request become declared arguments.

    Args:
        entry: A sequence of the memory.
        catalog: For the effect and the result of its steps.
        name: Name of the executor; by default ``default_name``.

    Raises:
        UsageError: The name is not ``verb_object[_qualifier]`` or is taken, or a step's executor is gone.
    """
    name = name or default_name(entry)
    if not NAME.fullmatch(name) or catalog.get(name) is not None:
        raise UsageError("promote_name", name=name)
    manifests = [catalog.get(step.tool) for step in entry.framework.steps]
    if any(manifest is None for manifest in manifests):
        raise UsageError("promote_gone", entry=entry.name)
    known = [manifest for manifest in manifests if manifest is not None]
    arguments: dict[str, Any] = {}
    told = entry.framework.as_json()
    body = {
        "steps": [{"tool": step["tool"], "args": _with_arguments(step["args"], arguments)} for step in told["steps"]],
        "fillers": told["fillers"],
        "final_message": told["final_message"],
    }
    last = known[-1]
    return {
        "name": name,
        "version": "1.0.0",
        "effect": max((manifest.effect for manifest in known), key=EFFECTS.index),
        "description": {lang: f"{entry.text} ({' + '.join(entry.tools)})" for lang in ("it", "en")},
        "affinity": {entry.lang: sorted(set(re.findall(r"[^\W\d_]{3,}", entry.canonical.lower())))},
        "examples": [{"lang": entry.lang, "text": entry.text, "args": _example(entry, arguments)}],
        "message": dict(last.message),
        "args": {"properties": arguments, "required": sorted(arguments)},
        "result": {"properties": dict(last.result.get("properties", {}))},
        "run": {"pipeline": body},
    }


def _with_arguments(value: Any, arguments: dict[str, Any]) -> Any:
    """``${SLOT:path#2}`` becomes ``${ARG:path_2}``, and is declared."""

    def one(found: re.Match[str]) -> str:
        name = _argument(found[1], int(found[2] or 1))
        arguments[name] = {"type": TYPES.get(found[1], "string"), "description": f"{found[1]} in the request"}
        return f"${{ARG:{name}}}"

    if isinstance(value, str):
        return _SLOT.sub(one, value)
    if isinstance(value, dict):
        return {key: _with_arguments(inner, arguments) for key, inner in value.items()}
    if isinstance(value, list):
        return [_with_arguments(inner, arguments) for inner in value]
    return value


def _argument(dim: str, number: int) -> str:
    return dim.replace("-", "_") + (f"_{number}" if number > 1 else "")


def _example(entry: Entry, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of the request that taught it."""
    from metnos_cli.text.slots.argument import as_argument

    seen: dict[str, int] = {}
    values: dict[str, Any] = {}
    for slot in entry.slots:
        seen[slot.dim] = seen.get(slot.dim, 0) + 1
        name = _argument(slot.dim, seen[slot.dim])
        if name in arguments:
            values[name] = as_argument(slot)
    return values
