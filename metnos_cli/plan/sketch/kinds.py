"""Tells what kind of value each argument of an executor takes, from its schema and its examples."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.lexicon.senders import SENDER

if TYPE_CHECKING:
    from metnos_cli.executors.manifest import Manifest

FROM_STEP = "from_step"
CONTACTS = "contacts"
FILES = frozenset({"files", "dirs"})
"""Objects that lie in folders."""
HANDLED = frozenset({"move", "copy", "delete"})
"""Verbs after which what was meant is no more where it was, or is there twice."""
PATH_NAMES = frozenset({"path", "paths", "src", "dst", "file_path", "folder_path", "filename"})
FILE_NAMES = frozenset({"file", "folder", "dir", "directory", "source", "destination"})
"""Names that mean a path where the executor works on files, and something else for mail and the like."""
URL_NAMES = frozenset({"url", "urls", "link", "address", "uri"})
TARGET_NAMES = frozenset({"dst", "dest", "destination", "target", "to", "into", "output"})
"""Names of arguments that say where something goes."""
TIME_FORMATS = frozenset({"date", "date-time", "time"})
DIMS: Mapping[str, frozenset[str]] = {
    "path": frozenset({"path"}),
    "url": frozenset({"url"}),
    "email": frozenset({"email"}),
    "glob": frozenset({"glob"}),
    "number": frozenset({"number", "ordinal", "quantity", "amount-of-money", "duration", "temperature"}),
    "time": frozenset({"time"}),
    "duration": frozenset({"duration"}),
    "text": frozenset({"quoted"}),
    "person": frozenset({"email", SENDER}),
}
"""Kind of argument -> dimensions of the values it takes."""

_SLOT = re.compile(r"\$\{SLOT:([a-z-]+)(?:#\d+)?\}")
_PATH = re.compile(r"(?:~|\.{1,2})?/.*|~")
_URL = re.compile(r"https?://.*")
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[a-z]+", re.IGNORECASE)

_known: dict[tuple[str, str], Mapping[str, str]] = {}


def argument_kinds(manifest: Manifest) -> Mapping[str, str]:
    """Kind of each argument.

    Returns:
        Name -> ``step`` (from_step), ``path``, ``url``, ``email``, ``person`` (a name or an email address), ``glob``,
        ``time``, ``duration``, ``number``, ``enum``, ``flag``, ``list`` or ``text``, in the order of declaration.
    """
    key = (manifest.name, manifest.digest)
    if key not in _known:
        _known[key] = {
            name: _kind(manifest, name, schema) for name, schema in manifest.args.get("properties", {}).items()
        }
    return _known[key]


def _kind(manifest: Manifest, name: str, schema: Any) -> str:
    values = [example.args[name] for example in manifest.examples if name in example.args]
    if name == FROM_STEP:
        return "step"
    if not isinstance(schema, Mapping):
        return "text"
    if "enum" in schema:
        return "enum"
    types = schema.get("type", "string")
    types = [types] if isinstance(types, str) else list(types)
    if "boolean" in types and "string" not in types:
        return "flag"
    if "array" in types:
        return "list"
    if "string" not in types and ("integer" in types or "number" in types):
        return "number"
    paths = PATH_NAMES | FILE_NAMES if manifest.object in FILES else PATH_NAMES
    return _text_kind(name, schema, [value for value in values if isinstance(value, str)], paths)


def _text_kind(name: str, schema: Mapping[str, Any], values: list[str], paths: frozenset[str]) -> str:
    """What a text is: its format, else what the examples look like, else its name."""
    form = str(schema.get("format", ""))
    described = str(schema.get("description", ""))
    tests = (
        ("url", form in {"uri", "url", "iri"} or _all(_URL, values)),
        ("email", form == "email" or _all(_EMAIL, values)),
        ("person", any(_EMAIL.fullmatch(value) for value in values)),
        ("duration", form == "duration" or "ISO 8601 duration" in described),
        ("time", form in TIME_FORMATS or "ISO 8601" in described or any("${SLOT:time" in value for value in values)),
        ("glob", "glob" in described or any("*" in value for value in values)),
        ("path", form == "path" or _all(_PATH, values)),
        ("path", not values and name in paths),
        ("url", not values and name in URL_NAMES),
    )
    return next((kind for kind, holds in tests if holds), "text")


def _all(pattern: re.Pattern[str], values: list[str]) -> bool:
    return bool(values) and all(pattern.fullmatch(value) for value in values)


def takes(manifest: Manifest, dim: str) -> bool:
    """Whether some argument takes a value of this dimension."""
    if dim in _dims(frozenset(argument_kinds(manifest).values())):
        return True
    return any(dim in text_dims(manifest, name) for name, kind in argument_kinds(manifest).items() if kind == "text")


def text_dims(manifest: Manifest, name: str) -> frozenset[str]:
    """Dimensions of the values that a text argument takes: quotations, and what its examples give it as a slot."""
    values = (example.args.get(name) for example in manifest.examples)
    told = (_SLOT.fullmatch(value) for value in values if isinstance(value, str))
    people = {SENDER} if manifest.object == CONTACTS else set()  # "the mail of Anna" may be her address
    return DIMS["text"] | people | {found[1] for found in told if found}


@cache
def _dims(kinds: frozenset[str]) -> frozenset[str]:
    return frozenset(dim for kind in kinds for dim in DIMS.get(kind, ()))


def is_target(name: str) -> bool:
    """Whether an argument's name says that something goes there."""
    return name in TARGET_NAMES or name.endswith(("_to", "_dst", "_destination")) or name.startswith("dst_")


def needs_source(manifest: Manifest) -> bool:
    """Whether it works on entries and nothing else (``from_step`` is required)."""
    return FROM_STEP in manifest.args.get("required", ())


def instead_of_step(manifest: Manifest) -> frozenset[str]:
    """Arguments that tell what to work on where no earlier step does, and stand beside none."""
    choices = [frozenset(option.get("required", ())) for option in manifest.args.get("oneOf", ())]
    with_step = frozenset().union(*(names for names in choices if FROM_STEP in names))
    return frozenset().union(*choices) - with_step if with_step else frozenset()
