"""Shows a finished turn: the answer first, on stdout, then what is told about it, on stderr."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.safety.terminal_output import clean
from metnos_cli.ui.console import Console
from metnos_cli.ui.render.plain import answer as plain_answer
from metnos_cli.ui.render.plain import panel as plain_panel
from metnos_cli.ui.words import told

if TYPE_CHECKING:
    from metnos_cli.config.load import Settings
    from metnos_cli.environment import Environment
    from metnos_cli.records import Turn
    from metnos_cli.ui.render.sections import Depth


def show_turn(
    environment: Environment, settings: Settings, turn: Turn, *, explain: bool = False, plain: bool = False
) -> None:
    """One shot: the answer, and the whole cascade when asked for.

    Args:
        environment: Streams.
        settings: ``ui.*``.
        turn: The finished turn.
        explain: ``--explain``.
        plain: ``--plain``.
    """
    console = Console(environment, turn.request.lang, plain=plain, glyphs=settings.text("ui.glyphs"))
    show_answer(console, settings, turn)
    if explain:
        show_panel(console, turn, "full")
        return
    for key, facts in turn.trace.notes:
        console.say(told(console.lang, f"note.{key}", facts))


def show_answer(console: Console, settings: Settings, turn: Turn, *, every_row: bool = False) -> None:
    """The answer on stdout; an end that is no answer is told on stderr, its open questions as JSON on stdout.

    Args:
        console: Where to.
        settings: ``ui.rows``.
        turn: The finished turn.
        every_row: Show entries beyond ``ui.rows`` too.
    """
    outcome = turn.outcome
    if outcome.kind != "answered":
        console.say(clean(outcome.message).strip())
        if outcome.kind == "input_needed" and not console.environment.interactive:
            from metnos_cli.ui.render.json import questions

            console.answer(questions(turn))
        if not outcome.entries:
            return
    limit = None if every_row or not console.out_styled else settings.integer("ui.rows")
    if not console.out_styled:
        _say_if_any(console, plain_answer(turn, console.lang, console.environment.home, limit=limit), turn)
        return
    _show_styled(console, turn, limit)


def show_panel(console: Console, turn: Turn, depth: Depth) -> None:
    """The cascade on stderr."""
    if not console.err_styled:
        console.say(plain_panel(turn, console.lang, console.glyphs, depth))
        return
    from metnos_cli.ui.render.panels import panel

    console.show(panel(turn, console.lang, console.glyphs, console.width(), depth))


def _say_if_any(console: Console, text: str, turn: Turn) -> None:
    """What is no answer has had its message on stderr already: only its entries follow."""
    if turn.outcome.kind != "answered":
        text = text.removeprefix(clean(turn.outcome.message).strip()).lstrip("\n")
    message = clean(turn.outcome.message).strip()
    if message and text.startswith(message):
        console.answer(message)
        text = text.removeprefix(message).removeprefix("\n")
    if text:
        console.answer(text, verbatim=True)


def _show_styled(console: Console, turn: Turn, limit: int | None) -> None:
    """Message as it is; Rich is only called for when there is a table."""
    from metnos_cli.ui.render.entries import grid, shown_entries, texts

    message = clean(turn.outcome.message).strip()
    if message and turn.outcome.kind == "answered":
        console.answer(message)
    entries = shown_entries(turn)
    for name, text in texts(entries, message):
        console.answer(f"{name}:\n{text}" if name else text, verbatim=True)
    table = grid(entries, console.lang, console.environment.home, limit)
    if table is None:
        return
    from metnos_cli.ui.render.panels import table as drawn

    stream = console.environment.stdout
    console.show(drawn(table, console.width(stream), console.out_glyphs), on_stdout=True)
    if table.left_out:
        console.say(told(console.lang, "panel.left_out", {"count": table.left_out}))
