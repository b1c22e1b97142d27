"""Writes the conversation into a file: Markdown, JSON Lines, or the terminal as SVG."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from metnos_cli.errors import UsageError
from metnos_cli.ui.glyphs import UNICODE
from metnos_cli.ui.render import json as as_json
from metnos_cli.ui.render import plain

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from metnos_cli.records import Turn
    from metnos_cli.ui.console import Console

SVG_WIDTH = 100

_FETCHED_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Rich lets the picture fetch its font from the network; whoever opens it has a font of his own."""


def export(turns: Sequence[Turn], told: str, console: Console) -> Path:
    """Write the turns.

    Args:
        turns: In order.
        told: File name as typed; its ending decides the form (``.md``, ``.jsonl``, ``.svg``); empty: a dated Markdown
            file in the working folder.
        console: Language, folders, clock.

    Returns:
        The file.

    Raises:
        UsageError: It exists already, cannot be written, or has another ending.
    """
    name = told or f"metnos-{turns[-1].request.now:%Y%m%d-%H%M%S}.md"
    path = console.environment.expand(name)
    forms = {".md": _markdown, ".txt": _markdown, ".jsonl": _json_lines, ".json": _json_lines, ".svg": _svg}
    form = forms.get(path.suffix.lower())
    if form is None:
        raise UsageError("export_ending", path=str(path), endings=", ".join(forms))
    content = form(turns, console)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(content)
    except FileExistsError as error:
        raise UsageError("export_exists", path=str(path)) from error
    except OSError as error:
        raise UsageError("export_failed", path=str(path), why=error.strerror or str(error)) from error
    return path


def _markdown(turns: Sequence[Turn], console: Console) -> str:
    parts = []
    for turn in turns:
        request = turn.request.text.replace("\n", "\n> ")
        answer = plain.answer(turn, console.lang, console.environment.home)
        panel = plain.panel(turn, console.lang, UNICODE, "full")
        fence = "`" * max(3, _longest_fence(f"{answer}\n{panel}") + 1)
        parts.append(f"> {request}\n\n{fence}text\n{answer}\n{fence}\n\n{fence}text\n{panel}\n{fence}\n")
    return "\n".join(parts)


def _longest_fence(text: str) -> int:
    """The longest row of backticks, so that data cannot end the block it stands in."""
    longest = run = 0
    for letter in text:
        run = run + 1 if letter == "`" else 0
        longest = max(longest, run)
    return longest


def _json_lines(turns: Sequence[Turn], console: Console) -> str:  # noqa: ARG001  the forms are called alike
    return "".join(f"{as_json.render(turn)}\n" for turn in turns)


def _svg(turns: Sequence[Turn], console: Console) -> str:
    import io

    from rich.console import Console as RichConsole
    from rich.text import Text
    from rich.theme import Theme

    from metnos_cli.safety.terminal_output import clean
    from metnos_cli.ui.console import STYLES
    from metnos_cli.ui.render import panels
    from metnos_cli.ui.render.entries import grid, shown_entries

    drawn = RichConsole(
        record=True, width=SVG_WIDTH, file=io.StringIO(), force_terminal=True, theme=Theme(STYLES), emoji=False
    )
    for turn in turns:
        drawn.print(Text(f"metnos {UNICODE.prompt} {clean(turn.request.text)}", style="bold"))
        drawn.print(Text(clean(turn.outcome.message)))
        table = grid(shown_entries(turn), console.lang, console.environment.home)
        if table is not None:
            drawn.print(panels.table(table, SVG_WIDTH, UNICODE))
        drawn.print(panels.panel(turn, console.lang, UNICODE, SVG_WIDTH, "on"))
    return _FETCHED_FONT.sub("", drawn.export_svg(title="metnos chat"))
