"""Opens the conversation by the shortest way: no command line is read for ``metnos`` and ``metnos chat``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.cli import wiring
from metnos_cli.cli.globals import take_globals
from metnos_cli.errors import ExitStatus, MetnosError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.cli.wiring import World
    from metnos_cli.ports import Consent, Dialog
    from metnos_cli.ui.console import Console


def talk(argv: Sequence[str]) -> int | None:
    """Hold a conversation, if that is all the command line asks for and somebody is there.

    Args:
        argv: Arguments without the program's name.

    Returns:
        The exit status, or None when the command line has to be read after all.
    """
    try:
        globals_, rest = take_globals(argv)
    except MetnosError:
        return None
    if rest not in ([], ["chat"]) or globals_.version:
        return None
    here = wiring.begin(globals_)
    try:
        return converse(here) if here.environment.interactive else None
    except MetnosError as error:
        return wiring.tell(error, globals_)
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED
    except Exception as error:  # noqa: BLE001  the same place at the top, reached by the shorter way
        return wiring.tell(error, globals_)
    finally:
        wiring.end()


def converse(here: World) -> int:
    """One conversation at the terminal; what only a turn needs is imported while the first prompt is on the screen."""
    from metnos_cli.cli.conversation import Conversation as Session
    from metnos_cli.ui.console import Console
    from metnos_cli.ui.repl.loop import Conversation

    console = Console(here.environment, here.lang, plain=here.globals.plain, glyphs=here.settings.text("ui.glyphs"))
    talk = Conversation(console, Session(here, lambda: _askers(here, console), console.speaking))
    here.leaving = console.leaving
    return talk.run()


def _askers(here: World, console: Console) -> tuple[Consent, Dialog]:
    """Who asks for a yes, and who asks questions: the person at this terminal."""
    from metnos_cli.ui.consent import TerminalConsent
    from metnos_cli.ui.dialog import TerminalDialog
    from metnos_cli.ui.permits import SettingsPermits

    permits = SettingsPermits(here.settings)
    consent = TerminalConsent(here.environment, here.lang, permits=permits, console=console)
    return consent, TerminalDialog(here.environment, here.lang, console=console)
