"""Takes what the memory learnt from one database to another, as JSON Lines."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import UsageError
from metnos_cli.memory.align import align
from metnos_cli.memory.gate.words import found_by
from metnos_cli.memory.observe import template_of
from metnos_cli.memory.shape import take_apart
from metnos_cli.memory.view import View
from metnos_cli.records import LANGS, Framework, Slot
from metnos_cli.store import active_days, canonical_log, embeddings, entries, shortcuts, tool_paths
from metnos_cli.store.entries import TABLE_OF, Entry, Taught
from metnos_cli.text.normalise import normal_form

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping

    from metnos_cli.ports import Catalog

VERSION = 1
LAYERS = ("shortcut", "canonical", "pipeline")
"""What is exchanged; autopaths grow again from use, since their records are of one user's turns."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of the lines."""

    added: int
    """Entries taken over."""
    skipped: int
    """Entries whose executors are not here, or are others by now."""


def export_lines(connection: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    """Every entry as one JSON object; vectors are left out, the embedder makes them again."""
    for layer in LAYERS:
        for entry in entries.every(connection, TABLE_OF[layer]):
            yield _told(layer, entry)


def import_lines(connection: sqlite3.Connection, lines: Iterable[str], catalog: Catalog, at: str) -> Imported:
    """Take entries over, inside the caller's transaction; one that is known already is counted once more.

    Raises:
        UsageError: A line is not of this format; nothing of the file is taken over then.
    """
    rank = active_days.current(connection)
    added = skipped = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        layer, taught, uses = _read(line, number, rank, at)
        tools = [step.tool for step in taught.framework.steps]
        if catalog.signature_of(tools) != taught.signature:
            skipped += 1
            continue
        _put(connection, layer, taught, uses)
        added += 1
    return Imported(added, skipped)


def keep_shortcut(connection: sqlite3.Connection, taught: Taught) -> int:
    """Keep a request as a shortcut, its words aligned with its values anew; the entry's id."""
    view = View(taught.text, taught.lang, taught.slots)
    shape = take_apart(taught.framework)
    owners = align(view, shape.values).owners
    digest = shortcuts.hash_of(taught.lang, normal_form(taught.text))
    return shortcuts.put(connection, taught, digest, shape.family, template_of(view, owners), found_by(view, owners))[0]


def _told(layer: str, entry: Entry) -> dict[str, Any]:
    return {
        "version": VERSION,
        "layer": layer,
        "lang": entry.lang,
        "text": entry.text,
        "slots": json.loads(entries.slots_to_json(entry.slots)),
        "canonical": entry.canonical,
        "framework": entry.framework.as_json(),
        "fingerprint": entry.fingerprint,
        "signature": entry.signature,
        "effect": entry.effect,
        "uses": entry.uses,
    }


def _read(line: str, number: int, rank: int, at: str) -> tuple[str, Taught, int]:
    """One line; whatever is wrong with it is told by its number."""
    try:
        told: Mapping[str, Any] = json.loads(line)
        known = told["version"] == VERSION and told["layer"] in LAYERS and told["lang"] in LANGS
        taught = _taught(told, rank, at) if known else None
        uses = max(1, int(told["uses"]))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError("import_line", line=number, why=type(error).__name__) from error
    if taught is None:
        raise UsageError("import_line", line=number, why=f"version {told['version']}, {told['layer']}")
    return str(told["layer"]), taught, uses


def _taught(told: Mapping[str, Any], rank: int, at: str) -> Taught:
    return Taught(
        lang=told["lang"],
        text=str(told["text"]),
        slots=tuple(
            Slot(dim, text, start, end, dict(fields), bool(sure))
            for dim, text, start, end, fields, sure in told["slots"]
        ),
        canonical=str(told["canonical"]),
        text_id=None,
        framework=Framework.from_json(told["framework"]),
        fingerprint=str(told["fingerprint"]),
        signature=str(told["signature"]),
        effect=str(told["effect"]),
        rank=rank,
        at=at,
    )


def _put(connection: sqlite3.Connection, layer: str, taught: Taught, uses: int) -> None:
    from dataclasses import replace

    taught = replace(taught, text_id=embeddings.text_id(connection, taught.canonical))
    if layer == "shortcut":
        number = keep_shortcut(connection, taught)
    elif layer == "canonical":
        number, _ = canonical_log.put(connection, taught)
    else:
        number, _ = tool_paths.put(connection, taught)
    entries.at_least(connection, TABLE_OF[layer], number, uses)
