"""One request from the command line, from its words to its answer; knows nothing of options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.errors import MetnosError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from metnos_cli.cli.wiring import World
    from metnos_cli.ports import Consent, ConsentAnswer, ConsentQuestion, Dialog, Event
    from metnos_cli.records import Turn


def run_once(here: World, text: str, *, as_json: bool, yes: bool, learning: bool) -> Turn:
    """One turn without a conversation around it.

    Args:
        here: The command's world.
        text: The request.
        as_json: Never ask anything: a question ends the turn with exit status 3 or 4.
        yes: Consent is given beforehand.
        learning: Whether the turn teaches.
    """
    from metnos_cli.pipeline.turn import take_turn

    request = here.understand(text)
    ports = here.ports(
        consent=LateConsent(here, yes=yes, silent=as_json),
        dialog=LateDialog(here, silent=as_json),
        told=_quiet,
        learning=learning and here.settings.flag("memory.enabled"),
    )
    return take_turn(request, ports)


class LateConsent:
    """Fulfils ``ports.Consent``; who asks is decided, and imported, when there is something to ask.

    Args:
        here: The command's world.
        yes: Consent is given beforehand.
        silent: Nobody may be asked.
    """

    def __init__(self, here: World, *, yes: bool, silent: bool) -> None:
        self._here = here
        self._yes = yes
        self._silent = silent

    def ask(self, question: ConsentQuestion) -> ConsentAnswer:
        """See ``ports.Consent``."""
        from metnos_cli.ui.consent import NoTerminalConsent, TerminalConsent, YesConsent
        from metnos_cli.ui.permits import SettingsPermits

        asker: Consent
        if self._yes:
            asker = YesConsent()
        elif self._silent or not self._here.environment.interactive:
            asker = NoTerminalConsent()
        else:
            permits = SettingsPermits(self._here.settings)
            asker = TerminalConsent(self._here.environment, self._here.lang, permits=permits)
        return asker.ask(question)


class LateDialog:
    """Fulfils ``ports.Dialog`` in the same way.

    Args:
        here: The command's world.
        silent: Nobody may be asked.
    """

    def __init__(self, here: World, *, silent: bool) -> None:
        self._here = here
        self._silent = silent

    def ask(self, questions: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """See ``ports.Dialog``."""
        from metnos_cli.ui.dialog import NoTerminalDialog, TerminalDialog

        silent = self._silent or not self._here.environment.interactive
        asker: Dialog = NoTerminalDialog() if silent else TerminalDialog(self._here.environment, self._here.lang)
        return asker.ask(questions)


def show(here: World, turn: Turn, *, as_json: bool, explain: bool) -> None:
    """The answer on stdout; everything else on stderr."""
    if as_json:
        from metnos_cli.ui.render.json import render

        here.environment.stdout.write(render(turn) + "\n")
        return
    if not explain and _shown_at_once(here, turn):
        return
    from metnos_cli.ui.show import show_turn

    show_turn(here.environment, here.settings, turn, explain=explain, plain=here.globals.plain)
    if here.warnings:
        from metnos_cli.ui.words import told

        for key, facts in here.warnings:
            here.environment.stderr.write(told(here.lang, f"note.{key}", facts) + "\n")


def _shown_at_once(here: World, turn: Turn) -> bool:
    """Print an answer that is one sentence and nothing else; False where there is more to show."""
    if turn.outcome.kind != "answered" or turn.outcome.entries or turn.trace.notes or here.warnings:
        return False
    from metnos_cli.safety.terminal_output import clean

    stdout, message = here.environment.stdout, clean(turn.outcome.message)
    if not message or not (message.isascii() or (stdout.encoding or "").lower() in ("utf-8", "utf8")):
        return False
    stdout.write(message + "\n")
    return True


def everyday(words: Sequence[str]) -> int | None:
    """Answer ``ask PHRASE`` where the phrase stands in the table, without parsing options; otherwise None.

    An everyday question is asked so often that reading a command line would be the larger part of its cost.

    Args:
        words: What follows ``ask``.
    """
    from metnos_cli.memory.table import look
    from metnos_cli.records import Hit
    from metnos_cli.text.normalise import normal_form

    text = " ".join(words)
    if any(word.startswith("-") for word in words) or not isinstance(look(normal_form(text)), Hit):
        return None
    from metnos_cli.cli import wiring
    from metnos_cli.cli.globals import Globals

    here = wiring.begin(Globals())
    try:
        turn = run_once(here, text, as_json=False, yes=False, learning=True)
        show(here, turn, as_json=False, explain=False)
    except MetnosError as error:
        return wiring.tell(error, here.globals)
    finally:
        wiring.end()
    return int(turn.outcome.exit_status)


def _quiet(event: Event) -> None:
    """One shot is quiet: nothing is drawn while the turn runs."""
