"""The one yes that a command asks for before it does what cannot simply be done again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.errors import Refused

if TYPE_CHECKING:
    from metnos_cli.cli.wiring import World


def agreed(here: World, key: str, tool: str, **facts: Any) -> bool:
    """The user's yes; without a terminal nobody can say it.

    Args:
        here: The command's world.
        key: Message key of the question.
        tool: What is told as refused where nobody can be asked.
        facts: Values that the question names.

    Raises:
        Refused: Nobody can be asked.
        Interrupted: Ctrl-C, or a command of the conversation typed instead of an answer.
    """
    if not here.environment.interactive:
        raise Refused("no_terminal", tool=tool)
    from metnos_cli.ui.answers import YES
    from metnos_cli.ui.console import Console
    from metnos_cli.ui.reading import LineReader
    from metnos_cli.ui.words import told

    console = Console(here.environment, here.lang, plain=here.globals.plain, glyphs=here.settings.text("ui.glyphs"))
    console.leaving = here.leaving
    answer = LineReader(console).read(f"{told(here.lang, key, facts)} ")
    return (answer or "").strip().casefold() in YES
