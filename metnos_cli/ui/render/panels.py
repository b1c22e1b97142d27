"""A Turn for a terminal: the entries as a table with links, and the cascade as a panel; readable at 40 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.ui.render.sections import Depth, Row, heading, sections

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from metnos_cli.records import Lang, Turn
    from metnos_cli.ui.glyphs import Glyphs
    from metnos_cli.ui.render.entries import Cell, Grid

NARROW = 60
"""Columns below which boxes and tables cost more than they give."""
TONES = {"hit": "good", "miss": "dim", "ok": "good", "no": "bad", "step": "plain", "note": "note", "learnt": "good"}


def table(grid: Grid, width: int, glyphs: Glyphs) -> RenderableType:
    """The entries: a table, or on a narrow terminal the name of each with the rest under it.

    Args:
        grid: Rows and columns.
        width: Columns of the terminal.
        glyphs: Symbols of the stream.
    """
    if width < NARROW or len(grid.heads) == 1:
        return _list(grid, glyphs)
    from rich import box
    from rich.table import Table

    drawn = Table(box=box.SIMPLE_HEAD if glyphs.dot == "·" else box.ASCII2, pad_edge=False, header_style="bold")
    for place, head in enumerate(grid.heads):
        figures = all(row[place].figure or not row[place].text for row in grid.rows)
        drawn.add_column(
            head,
            justify="right" if figures else "left",
            overflow="fold",
            no_wrap=figures,
            ratio=2 if not place else None,
        )
    for row in grid.rows:
        drawn.add_row(*(_linked(cell) for cell in row))
    return drawn


def panel(turn: Turn, lang: Lang, glyphs: Glyphs, width: int, depth: Depth = "on") -> RenderableType:
    """The cascade.

    Args:
        turn: The finished turn.
        lang: The user's language.
        glyphs: Symbols of the stream.
        width: Columns of the terminal.
        depth: ``on`` tells what mattered, ``full`` tells all.
    """
    from rich.console import Group
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    parts: list[RenderableType] = []
    for section in sections(turn, lang, glyphs, depth):
        if section.title:
            parts.append(Text(section.title, style="bold"))
        body = Table.grid(padding=(0, 1, 0, 0))
        body.add_column(no_wrap=True)
        body.add_column(overflow="fold")
        for row in section.rows:
            body.add_row(*_row(row, glyphs))
        parts.append(body)
    title = heading(turn, lang, glyphs)
    if width < NARROW or glyphs.dot != "·":
        return Group(Text(title, style="bold"), Padding(Group(*parts), (0, 0, 0, 1)))
    return _boxed(Group(*parts), title)


def _boxed(body: RenderableType, title: str) -> RenderableType:
    from rich import box
    from rich.panel import Panel
    from rich.text import Text

    return Panel(
        body, title=Text(title, style="bold"), title_align="left", box=box.ROUNDED, border_style="dim", expand=False
    )


def _row(row: Row, glyphs: Glyphs) -> tuple[Text, Text]:
    from rich.text import Text

    tone = TONES.get(row.mark, "plain")
    mark = getattr(glyphs, row.mark) if row.mark else ""
    if not row.label:
        return Text(mark, style=tone), Text(row.text)
    quiet = row.mark == "miss"
    body = Text.assemble((row.label, "dim" if quiet or row.level else "bold"), (f"  {row.text}", "dim" * quiet))
    if not row.level:
        return Text(mark, style=tone), body
    return Text(), Text.assemble((f"{mark} " if mark else "", tone), body)


def _list(grid: Grid, glyphs: Glyphs) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    lines: list[RenderableType] = []
    for first, *rest in grid.rows:
        lines.append(_linked(first))
        told = [cell.text for cell in rest if cell.text]
        if told:
            lines.append(Text(f"  {f' {glyphs.dot} '.join(told)}", style="dim", overflow="fold"))
    return Group(*lines)


def _linked(cell: Cell) -> Text:
    from rich.style import Style
    from rich.text import Text

    return Text(cell.text, style=Style(link=cell.link) if cell.link else "", overflow="fold")
