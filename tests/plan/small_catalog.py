"""A handful of executors, stated in full, with fields and arguments of every kind."""

from __future__ import annotations

from typing import Any

from metnos_cli.executors.manifest import Manifest, parse_manifest


def executor(name: str, args: dict[str, Any], result: dict[str, Any] | None = None, effect: str = "read") -> Manifest:
    """A manifest with these arguments and results."""
    return parse_manifest(
        {
            "name": name,
            "version": "1.0.0",
            "effect": effect,
            "description": {"it": name, "en": name},
            "message": {"it": "", "en": ""},
            "args": args,
            "result": {"properties": result or {}},
            "run": {"python": "nowhere:nothing"},
        },
        "test",
    )


ENTRIES = {"type": "array", "items": {"type": "object"}}
FIND = executor(
    "find_files",
    {
        "properties": {
            "path": {"type": "string"},
            "limit": {"type": "integer", "minimum": 1},
            "hidden": {"type": "boolean"},
        },
        "required": ["path"],
    },
    {"entries": ENTRIES, "folder": {"type": "string"}, "size": {"type": "number"}, "full": {"type": "boolean"}},
)
SORT = executor(
    "sort_entries",
    {
        "properties": {
            "from_step": {"type": "integer", "minimum": 1},
            "by": {"enum": ["name", "size"]},
            "top": {"type": "integer"},
        },
        "required": ["from_step", "by"],
    },
    {"entries": ENTRIES, "total": {"type": "integer"}},
)
MOVE = executor(
    "move_files",
    {
        "properties": {
            "path": {"type": "string"},
            "from_step": {"type": "integer", "minimum": 1},
            "dst": {"type": "string", "minLength": 1},
            "ratio": {"type": "number"},
            "overwrite": {"type": "boolean"},
        },
        "required": ["dst"],
        "oneOf": [{"required": ["path"]}, {"required": ["from_step"]}],
    },
    {"dst": {"type": "string"}},
    "write",
)
NOW = executor(
    "get_now", {"properties": {"zone": {"type": "string"}}}, {"date": {"type": "string"}, "week": {"type": "integer"}}
)
TAG = executor(
    "tag_files",
    {
        "properties": {
            "names": {"type": "array", "items": {"type": "string"}, "minItems": 1},
            "day": {"type": "string", "format": "date"},
            "extra": {"type": "object", "properties": {"note": {"type": "string"}}, "additionalProperties": False},
        },
        "required": ["names"],
    },
    {"tags": {"type": "array"}, "extra": {"type": "object"}, "free": {}},
    "write",
)
ALL = (FIND, SORT, MOVE, NOW, TAG)
