"""Turns a server's tool into a manifest: name, schema, effect, words; everything a server says is data."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ManifestError
from metnos_cli.executors.manifest import parse_manifest
from metnos_cli.executors.mcp.session import one_line
from metnos_cli.records import LANGS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.executors.mcp.servers import Server
    from metnos_cli.executors.mcp.session import Listing

TOOLS = 100
"""Of one server; the rest is left out and told."""
WORDS = 24
"""Affinity words of one tool."""
OWN_FIELDS = frozenset({"entries", "errors", "ok_count", "error_count", "text"})
STOP = frozenset(
    {"the", "a", "an", "of", "to", "in", "for", "and", "or", "with", "from", "by", "on", "is", "are", "this", "that"}
    | {"it", "its", "given", "using", "use", "if", "not", "be", "as", "at", "all", "any", "e", "g", "specific"}
)


def manifests_of(server: Server, listing: Listing, taken: Callable[[str], bool]) -> list[Manifest | ManifestError]:
    """A manifest per tool, or why there is none.

    Args:
        server: Whose tools.
        listing: What it offers.
        taken: Whether a name belongs to another executor already.
    """
    found: list[Manifest | ManifestError] = []
    mine: set[str] = set()
    admitted = [tool for tool in listing.tools if not server.tools or tool.get("name") in server.tools]
    if len(admitted) > TOOLS:
        found.append(ManifestError(file=source_of(server), pointer="/tools", why=f"{len(admitted)} > {TOOLS}"))
    for tool in admitted[:TOOLS]:
        try:
            manifest = manifest_of(server, listing.version, tool, lambda name: taken(name) or name in mine)
        except ManifestError as error:
            found.append(error)
        else:
            mine.add(manifest.name)
            found.append(manifest)
    return found


def manifest_of(server: Server, version: str, tool: Mapping[str, Any], taken: Callable[[str], bool]) -> Manifest:
    """One tool as a manifest.

    Args:
        server: Whose.
        version: The server's.
        tool: As the server lists it.
        taken: Whether a name belongs to another executor already.

    Raises:
        ManifestError: Its schema is none, or it cannot be named.
    """
    own = str(tool.get("name", ""))
    name = executor_name(server, own, taken)
    text = one_line(str(tool.get("description") or tool.get("title") or own))
    schema = _arguments(server, own, tool.get("inputSchema"))
    words = _words(server, own, text)
    told = {
        "name": name,
        "version": version or "0",
        "effect": effect_of(server, own, tool.get("annotations") or {}),
        "description": dict.fromkeys(LANGS, text),
        "affinity": {lang: list(words) for lang in LANGS},
        "args": schema,
        "result": _result(tool.get("outputSchema")),
        "message": dict.fromkeys(LANGS, "${text}"),
        "run": {"mcp": {"server": server.name, "tool": own}, "timeout_s": server.timeout_s + 10},
    }
    return parse_manifest(told, source_of(server))


def source_of(server: Server) -> str:
    """Where its manifests stand, for messages."""
    return f"mcp:{server.name}"


def executor_name(server: Server, tool: str, taken: Callable[[str], bool]) -> str:
    """``verb_object[_qualifier]`` out of a tool's own name; the server's is added where it is needed.

    Raises:
        ManifestError: No name can be made of it.
    """
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", tool)
    parts = [part for part in re.split(r"[^a-z0-9]+", spaced.casefold()) if part]
    suffix = [part for part in re.split(r"[^a-z0-9]+", server.name) if part]
    for candidate in ("_".join(parts), "_".join([*parts, *suffix])):
        if re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)+", candidate) and not taken(candidate):
            return candidate
    raise ManifestError(file=source_of(server), pointer="/name", why=one_line(tool) or "?")


def effect_of(server: Server, tool: str, annotations: Mapping[str, Any]) -> str:
    """What a tool does: as the user says, else as the server says, else it writes.

    The protocol's own defaults hold: a tool that only reads talks to the outside unless it says that it does not.
    """
    if tool in server.effects:
        return server.effects[tool]
    if not server.trust_annotations:
        return "write"
    if annotations.get("readOnlyHint") is True:
        return "read" if annotations.get("openWorldHint") is False else "network"
    return "delete" if annotations.get("destructiveHint") is True else "write"


def _arguments(server: Server, tool: str, schema: Any) -> dict[str, Any]:
    """The tool's schema; an argument called ``from_step`` would be taken for ours."""
    if not isinstance(schema, dict) or schema.get("type", "object") != "object":
        raise ManifestError(file=source_of(server), pointer=f"/{tool}/inputSchema", why="object")
    kept = {key: value for key, value in schema.items() if key not in ("$schema", "title", "$id")}
    if "from_step" in kept.get("properties", {}):
        raise ManifestError(file=source_of(server), pointer=f"/{tool}/inputSchema/properties", why="from_step")
    return kept


def _result(schema: Any) -> dict[str, Any]:
    """What later steps may name: the text, the entries, and the fields that the server declares."""
    declared = schema.get("properties", {}) if isinstance(schema, dict) else {}
    fields = {name: value for name, value in declared.items() if isinstance(value, dict) and name not in OWN_FIELDS}
    return {
        "properties": {
            **{name: _plain(value) for name, value in fields.items() if re.fullmatch(r"[A-Za-z0-9_]+", name)},
            "text": {"type": "string", "description": "the answer as text"},
            "entries": {"type": "array", "items": {"type": "object"}},
        }
    }


def _plain(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Type and description of a field; references and unions are left open."""
    kept: dict[str, Any] = {}
    if isinstance(schema.get("type"), str | list):
        kept["type"] = schema["type"]
    if isinstance(schema.get("description"), str):
        kept["description"] = one_line(schema["description"])
    return kept


def _words(server: Server, tool: str, description: str) -> Sequence[str]:
    """Words that call for a tool: of its name, its server's and its description."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", f"{tool} {server.name} {description}")
    words = re.findall(r"[^\W\d_]{2,}", spaced.casefold())
    return list(dict.fromkeys(word for word in words if word not in STOP))[:WORDS]
