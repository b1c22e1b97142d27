"""One request from the command line, from its words to its answer; knows nothing of options."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self

from metnos_cli import messages
from metnos_cli.errors import BinaryInput, EmptyRequest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from metnos_cli.cli.wiring import World
    from metnos_cli.ports import Consent, ConsentAnswer, ConsentQuestion, Event
    from metnos_cli.records import Lang, Turn
    from metnos_cli.ui.console import Console
    from metnos_cli.ui.live import LiveCascade


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
    with LateView(here, request.lang, silent=as_json) as view:
        ports = here.ports(
            consent=LateConsent(here, view, yes=yes, silent=as_json),
            dialog=LateDialog(here, view, silent=as_json),
            told=view,
            learning=learning and here.settings.flag("memory.enabled"),
        )
        return take_turn(request, ports)


class LateView:
    """The terminal while a turn runs: quiet, until the planner is called or a step tells how far it is.

    Args:
        here: The command's world.
        lang: Language of the request.
        silent: Show nothing.
    """

    def __init__(self, here: World, lang: Lang, *, silent: bool) -> None:
        self._here = here
        self.lang = lang
        self._silent = silent
        self._live: LiveCascade | None = None

    @cached_property
    def console(self) -> Console:
        """One console for what is drawn and what is asked, so that a question makes the live line give way."""
        from metnos_cli.ui.console import Console

        here = self._here
        return Console(here.environment, self.lang, plain=here.globals.plain, glyphs=here.settings.text("ui.glyphs"))

    def __call__(self, event: Event) -> None:
        """Hear an event of the turn."""
        if self._live is None and event.kind in ("planning", "progress") and self._watched():
            from metnos_cli.ui.live import LiveCascade

            self._live = LiveCascade(self.console).__enter__()
        if self._live is not None:
            self._live(event)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.__exit__()

    def _watched(self) -> bool:
        """Whether somebody looks at a terminal that can be drawn on."""
        environment = self._here.environment
        return not self._silent and environment.is_terminal(environment.stderr) and self.console.err_styled


class LateConsent:
    """Fulfils ``ports.Consent``; who asks is decided, and imported, when there is something to ask.

    Args:
        here: The command's world.
        view: The terminal of this turn.
        yes: Consent is given beforehand.
        silent: Nobody may be asked.
    """

    def __init__(self, here: World, view: LateView, *, yes: bool, silent: bool) -> None:
        self._here = here
        self._view = view
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
            console = self._view.console
            asker = TerminalConsent(self._here.environment, self._view.lang, permits=permits, console=console)
        return asker.ask(question)


class LateDialog:
    """Fulfils ``ports.Dialog`` in the same way.

    Args:
        here: The command's world.
        view: The terminal of this turn.
        silent: Nobody may be asked.
    """

    def __init__(self, here: World, view: LateView, *, silent: bool) -> None:
        self._here = here
        self._view = view
        self._silent = silent

    def ask(self, questions: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """See ``ports.Dialog``."""
        from metnos_cli.ui.dialog import NoTerminalDialog, TerminalDialog

        here = self._here
        if self._silent or not here.environment.interactive:
            return NoTerminalDialog().ask(questions)
        return TerminalDialog(here.environment, self._view.lang, console=self._view.console).ask(questions)


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
    here.tell_warnings()


def _shown_at_once(here: World, turn: Turn) -> bool:
    """Print an answer that is one sentence and nothing else; False where there is more to show."""
    if turn.outcome.kind != "answered" or turn.outcome.entries or turn.trace.notes or here.warnings:
        return False
    from metnos_cli.safety.terminal_output import clean

    stdout, message = here.environment.stdout, clean(turn.outcome.message)
    if len(message) > ONE_LINE and here.environment.is_terminal(stdout):
        return False
    if not message or not (message.isascii() or (stdout.encoding or "").lower() in ("utf-8", "utf8")):
        return False
    stdout.write(message + "\n")
    return True


ONE_LINE = 40
"""Characters that fit on a line of any terminal."""
READ_AT_MOST = 2_000_000
"""Bytes of standard input that are looked at."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What ``metnos ask`` was told."""

    text: str
    """The request; empty: it comes on standard input."""
    as_json: bool = False
    """Print one JSON object."""
    explain: bool = False
    """Show how the answer was found."""
    yes: bool = False
    """Consent is given beforehand."""
    no_learn: bool = False
    """Nothing is learnt."""
    offline: bool = False
    """No model plans."""


SWITCHES = {
    "--json": "as_json",
    "--explain": "explain",
    "--yes": "yes",
    "-y": "yes",
    "--no-learn": "no_learn",
    "--offline": "offline",
}
"""The options of ``ask``, all of them switches: so few that they are read without a library for command lines."""


def read_switches(words: Sequence[str]) -> Asked | None:
    """What follows ``ask``, or None where a word is none of its options: then the mistake is worth telling well."""
    said = [word for word in words if word.startswith("-")]
    if any(word not in SWITCHES for word in said):
        return None
    text = " ".join(word for word in words if word not in said)
    return Asked(text, **{SWITCHES[word]: True for word in said})


def answer(here: World, asked: Asked) -> int:
    """Answer one request and show it.

    Returns:
        The exit status.

    Raises:
        EmptyRequest, BinaryInput: There is nothing to answer.
    """
    if asked.offline:
        here.flags["engine.proposer"] = "offline"
    text = asked.text.strip() or _piped(here)
    if asked.text.strip() and _waits_unread(here):
        here.environment.stderr.write(messages.text(here.lang, "note.stdin_unused") + "\n")
    if not text:
        raise EmptyRequest
    turn = run_once(here, text, as_json=asked.as_json, yes=asked.yes, learning=not asked.no_learn)
    show(here, turn, as_json=asked.as_json, explain=asked.explain)
    return int(turn.outcome.exit_status)


def _waits_unread(here: World) -> bool:
    """Whether something stands on standard input, of which nothing is taken: a loop in a shell may read it yet."""
    import os
    import stat

    try:
        number = here.environment.stdin.fileno()
        mode = os.fstat(number).st_mode
        if stat.S_ISREG(mode):
            return os.fstat(number).st_size > os.lseek(number, 0, os.SEEK_CUR)
        if not stat.S_ISFIFO(mode):
            return False
        import fcntl
        import termios

        return any(fcntl.ioctl(number, termios.FIONREAD, b"\0" * 4))
    except (OSError, ValueError, AttributeError, ImportError):
        return False


def _piped(here: World) -> str:
    """Text from standard input, when it is not a terminal.

    Raises:
        BinaryInput: What came is not UTF-8 text.
    """
    stdin = here.environment.stdin
    if here.environment.is_terminal(stdin):
        return ""
    raw = stdin.buffer.read(READ_AT_MOST) if hasattr(stdin, "buffer") else stdin.read(READ_AT_MOST).encode()
    try:
        return raw.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise BinaryInput from error
