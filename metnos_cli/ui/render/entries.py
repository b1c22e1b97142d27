"""Lays out the rows of an answer: which fields become columns, what each cell says, and where it links to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from metnos_cli import messages
from metnos_cli.safety.terminal_output import clean
from metnos_cli.ui.words import moment, number, one_line, size, value_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from metnos_cli.records import Lang, Turn

NAMING = ("path", "url", "name", "title", "text")
"""Fields that name an entry, the best first."""
SIZES = frozenset({"size", "memory", "memory_total", "memory_free", "disk_total", "disk_free", "total", "free", "rss"})
MOMENTS = frozenset({"modified", "created", "started", "start", "end", "date", "due", "received", "from", "to"})
HIDDEN = frozenset(
    {"kind", "extension", "text", "content", "hash", "uid", "uidvalidity", "id", "schema", "lines", "exact"}
)
"""Fields that say nothing to a person in a table, unless they are all there is."""
LONG = 160
"""Characters beyond which a text is shown as text and not in a cell."""
MOST_COLUMNS = 6


@dataclass(frozen=True, slots=True)
class Cell:
    """One value."""

    text: str
    """As shown; clean."""
    link: str = ""
    """Where a click leads, or empty."""
    figure: bool = False
    """Set to the right."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows and columns."""

    heads: tuple[str, ...]
    """Column names in the user's language."""
    rows: tuple[tuple[Cell, ...], ...]
    """One per entry; as many cells as heads."""
    left_out: int = 0
    """Entries beyond the limit."""


def shown_entries(turn: Turn) -> tuple[Mapping[str, Any], ...]:
    """The entries worth showing: a count needs no list of what was counted, an answer in words none of what it told."""
    entries = turn.outcome.entries
    if not turn.results or not entries:
        return entries
    told = (turn.results[-1].result or {}).get("told")
    if isinstance(told, str) and told.strip() and clean(told).strip() in turn.outcome.message:
        return ()
    counted = turn.results[-1].tool.startswith("compute_") and not any("group" in entry for entry in entries)
    return () if counted else entries


def texts(entries: Sequence[Mapping[str, Any]], message: str) -> list[tuple[str, str]]:
    """(name, text) of entries that are texts and not rows; those that the message already tells are left out."""
    found = []
    for entry in entries:
        if entry.get("line"):
            continue  # of what was searched, the line that was found is enough
        text = entry.get("text") or entry.get("content")
        if not isinstance(text, str) or (len(text) <= LONG and "\n" not in text.strip()):
            continue
        if clean(text).strip() not in message:
            found.append((one_line(str(_name(entry) or "")), clean(text).strip("\n")))
    return found


def grid(entries: Sequence[Mapping[str, Any]], lang: Lang, home: Path, limit: int | None = None) -> Grid | None:
    """The entries as a table; None when there is nothing a table would add.

    Args:
        entries: Rows as executors give them.
        lang: The user's language.
        home: What is written ``~``.
        limit: Rows at most; None: all.
    """
    rows = [entry for entry in entries if not _is_text(entry)]
    naming = next((name for name in NAMING if any(entry.get(name) for entry in rows)), None)
    if not rows or naming is None:
        return None
    columns = [naming, *_columns(rows, naming)]
    shown = rows if limit is None else rows[:limit]
    return Grid(
        heads=tuple(_head(lang, column) for column in columns),
        rows=tuple(tuple(cell(lang, home, column, entry.get(column)) for column in columns) for entry in shown),
        left_out=len(rows) - len(shown),
    )


def cell(lang: Lang, home: Path, column: str, value: Any) -> Cell:
    """One value as it is shown in its column."""
    if value is None or value == "":
        return Cell("")
    if isinstance(value, bool):
        return Cell(value_text(lang, value))
    if isinstance(value, int | float):
        shown = size(lang, value) if column in SIZES and value >= 0 else number(lang, value)
        return Cell(shown, figure=True)
    text = one_line(value_text(lang, value))
    if column == "path":
        return Cell(_at_home(text, home), _file_link(text, home))
    if text.startswith(("http://", "https://")):
        return Cell(text, text)
    return Cell(moment(text) if column in MOMENTS else text)


def _columns(rows: Sequence[Mapping[str, Any]], naming: str) -> list[str]:
    """Other fields worth a column, in the order in which they first appear."""
    seen: dict[str, None] = {}
    for entry in rows:
        seen.update(dict.fromkeys(str(name) for name in entry))
    useful = [
        name
        for name in seen
        if name != naming
        and name not in HIDDEN
        and not name.startswith("_")
        and not (name == "name" and naming == "path" and _says_it_again(rows))
        and any(entry.get(name) not in (None, "", [], {}) for entry in rows)
        and all(len(str(entry.get(name, ""))) <= LONG for entry in rows)
    ]
    return useful[: MOST_COLUMNS - 1]


def _says_it_again(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Whether names are the ends of the paths: a row of a table may have a name of its own."""
    return all(PurePath(str(entry.get("path", ""))).name == str(entry.get("name", "")) for entry in rows)


def _is_text(entry: Mapping[str, Any]) -> bool:
    text = entry.get("text") or entry.get("content")
    if entry.get("line"):
        return False
    return isinstance(text, str) and (len(text) > LONG or "\n" in text.strip())


def _name(entry: Mapping[str, Any]) -> Any:
    return next((entry[name] for name in NAMING[:-1] if entry.get(name)), None)


def _head(lang: Lang, column: str) -> str:
    key = f"column.{column}"
    return messages.text(lang, key) if messages.has(lang, key) else clean(column.replace("_", " "))


def _at_home(path: str, home: Path) -> str:
    """The path as a person writes it."""
    known = str(home).rstrip("/")
    return f"~{path[len(known) :]}" if known and (path == known or path.startswith(f"{known}/")) else path


def _file_link(path: str, home: Path) -> str:
    whole = f"{home}{path[1:]}" if path.startswith("~/") else path
    pure = PurePath(whole)
    return pure.as_uri() if pure.is_absolute() else ""
