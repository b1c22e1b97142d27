"""Turns what a tool answered into entries, a text and fields, so that later steps can work on it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.mcp.session import one_line
from metnos_cli.executors.mcp.tools import OWN_FIELDS

if TYPE_CHECKING:
    from metnos_cli.executors.manifest import Manifest

TEXT_LIMIT = 200_000
"""Characters of an answer."""
SAFE_EFFECTS = frozenset({"read", "network"})


def answer_of(manifest: Manifest, told: Any) -> dict[str, Any]:
    """The executor's answer.

    Args:
        manifest: The tool's.
        told: The SDK's ``CallToolResult``.

    Raises:
        ExecutorError: The tool reported a failure: of one that only reads, the arguments were wrong; one that changes
            things may have done so before it failed, and is not tried again.
    """
    text = "\n".join(_block_text(block) for block in told.content).strip()[:TEXT_LIMIT]
    if told.is_error:
        kind = ErrorClass.WRONG_ARGS if manifest.effect in SAFE_EFFECTS else ErrorClass.INTERNAL
        server = manifest.run.mcp.get("server", "")
        raise ExecutorError(kind, "mcp_error", server=server, why=one_line(text) or "?")
    value = told.structured_content
    if value is None:
        value = _json(text)
    entries = entries_of(value) if value is not None else []
    if not entries:
        entries = [entry for entry in map(_block_entry, told.content) if entry]
    fields = value if isinstance(value, Mapping) else {}
    declared = {name: fields[name] for name in manifest.fields if name in fields and name not in OWN_FIELDS}
    return {**declared, "text": text or _line(value), "entries": entries, "ok_count": max(1, len(entries))}


def entries_of(value: Any) -> list[dict[str, Any]]:
    """The rows in a JSON value: a list, the one list inside an object, or the object itself."""
    if isinstance(value, Mapping):
        lists = [inside for inside in value.values() if isinstance(inside, list)]
        if len(lists) == 1 and (len(value) == 1 or (all(isinstance(row, Mapping) for row in lists[0]) and lists[0])):
            return entries_of(lists[0])
        if set(value) == {"result"} and not isinstance(value["result"], Mapping | list):
            return [{"text": str(value["result"])}]
        return [dict(value)] if value else []
    if isinstance(value, list):
        return [dict(row) if isinstance(row, Mapping) else {"text": str(row)} for row in value]
    return [] if value is None else [{"text": str(value)}]


def _json(text: str) -> Any:
    """An object or a list written as text, as older servers answer; None where it is neither."""
    if not text.startswith(("{", "[")):
        return None
    try:
        return json.loads(text)
    except ValueError:
        return None


def _block_text(block: Any) -> str:
    kind = getattr(block, "type", "")
    if kind == "text":
        return str(block.text)
    if kind == "resource":
        return str(getattr(block.resource, "text", "") or block.resource.uri)
    if kind == "resource_link":
        return f"{block.title or block.name}: {block.uri}"
    return f"({getattr(block, 'mime_type', kind)})"


def _block_entry(block: Any) -> dict[str, Any]:
    kind = getattr(block, "type", "")
    if kind == "resource_link":
        return {"title": block.title or block.name, "url": str(block.uri)}
    text = _block_text(block)
    return {"text": text} if text else {}


def _line(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)[:TEXT_LIMIT]
