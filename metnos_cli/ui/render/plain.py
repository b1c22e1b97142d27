"""A Turn as plain text: no colour, no boxes, no links, nothing a pipe or a screen reader would stumble over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.safety.terminal_output import clean
from metnos_cli.ui.render.entries import Grid, grid, shown_entries, texts
from metnos_cli.ui.render.sections import Depth, heading, sections
from metnos_cli.ui.words import told

if TYPE_CHECKING:
    from pathlib import Path

    from metnos_cli.records import Lang, Turn
    from metnos_cli.ui.glyphs import Glyphs


def answer(turn: Turn, lang: Lang, home: Path, *, limit: int | None = None) -> str:
    """The message and under it the entries, one a line, columns divided by tabs.

    Args:
        turn: The finished turn.
        lang: The user's language.
        home: What is written ``~``.
        limit: Entries at most; None: all, as a pipe wants them.
    """
    message = clean(turn.outcome.message).strip()
    entries = shown_entries(turn)
    parts = [message] if message else []
    for name, text in texts(entries, message):
        parts += [f"{name}:", text] if name else [text]
    table = grid(entries, lang, home, limit)
    if table is not None:
        parts += rows(table)
        if table.left_out:
            parts.append(told(lang, "panel.left_out", {"count": table.left_out}))
    return "\n".join(parts)


def rows(table: Grid) -> list[str]:
    """The table's lines."""
    return ["\t".join(cell.text for cell in row).rstrip("\t") for row in table.rows]


def panel(turn: Turn, lang: Lang, glyphs: Glyphs, depth: Depth = "on") -> str:
    """The cascade as indented lines."""
    marks = {
        "hit": glyphs.hit,
        "miss": glyphs.miss,
        "ok": glyphs.ok,
        "no": glyphs.no,
        "step": glyphs.step,
        "note": glyphs.note,
        "learnt": glyphs.learnt,
        "": "",
    }
    lines = [f"[{heading(turn, lang, glyphs)}]"]
    for section in sections(turn, lang, glyphs, depth):
        if section.title:
            lines.append(f"{section.title}:")
        for row in section.rows:
            mark = f"{marks[row.mark]} " if row.mark else ""
            label = f"{row.label}: " if row.label and row.text else row.label
            lines.append(f"{'  ' * (row.level + 1)}{mark}{label}{row.text}")
    return "\n".join(lines)
