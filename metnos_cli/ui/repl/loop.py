"""The conversation itself: a line, a turn, its answer, its panel; Ctrl-C ends a turn and never the session."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from metnos_cli.errors import ExitStatus, MetnosError
from metnos_cli.ui.reading import Leaving
from metnos_cli.ui.repl.commands import command_in, nearest, read_slash
from metnos_cli.ui.repl.keys import Pressed
from metnos_cli.ui.repl.prompter import build_prompter, leaving_hint
from metnos_cli.ui.terminal import echo
from metnos_cli.ui.words import error_lines, told

if TYPE_CHECKING:
    from metnos_cli.records import Turn
    from metnos_cli.ui.console import Console
    from metnos_cli.ui.repl.actions import Actions
    from metnos_cli.ui.repl.prompter import Prompter
    from metnos_cli.ui.repl.session import Session, Status


class Conversation:
    """One ``metnos chat``.

    Args:
        console: Streams, language, symbols.
        session: The rest of Metnos.
        prompter: Where lines come from; None: the best one for this terminal.
    """

    def __init__(self, console: Console, session: Session, prompter: Prompter | None = None) -> None:
        self.console = console
        self.session = session
        self.explain = session.settings.text("ui.explain")
        self.turns: list[Turn] = []
        self.last: Turn | None = None
        self.status: Status = session.status()
        console.leaving = self.leaving = Leaving(self._is_command)
        self.prompter = prompter or build_prompter(console, session, lambda: self.status, lambda: self.last)

    @cached_property
    def actions(self) -> Actions:
        """What slash commands and keys do."""
        from metnos_cli.ui.repl.actions import Actions

        return Actions(self)

    def run(self) -> int:
        """Until the person leaves.

        Returns:
            The exit status: leaving a conversation is no failure.
        """
        for line in (*self.session.greeting(), *self.session.news()):
            self.console.say(line)
        if self.prompter.problem:
            self.console.say(told(self.console.lang, "chat.no_history", {"why": self.prompter.problem}))
        self.prompter.when_ready = self._warm
        while True:
            typed = self.prompter.ask()
            if typed is None:
                return ExitStatus.ANSWERED
            try:
                # What is typed meanwhile waits for the next prompt, unseen, and is not torn into the answer.
                with echo(self.console.environment, on=False, lines=False):
                    if not self.take(typed):
                        return ExitStatus.ANSWERED
            except KeyboardInterrupt:
                # Between turns, or while something was being shown.
                self.console.say()

    def _warm(self) -> None:
        """The first prompt is there: what only a turn needs is read while the person thinks."""
        import threading

        self.session.warm()
        threading.Thread(target=_read_ahead, name="read-ahead", daemon=True).start()

    def take(self, typed: str | Pressed) -> bool:
        """Act on one line or key, and on the commands typed where it asked for an answer; False: leave."""
        stays = self._take(typed)
        while stays and (left_for := self.leaving.take()):
            stays = self._take(left_for)
        return stays

    def _take(self, typed: str | Pressed) -> bool:
        if isinstance(typed, Pressed):
            if typed.what == "interrupt":
                self.console.say(leaving_hint(self.console))
                return True
            return self._guarded(typed.what, "")
        if not typed.strip():
            return True
        slash = read_slash(typed)
        if slash is None and (named := command_in(typed)):
            return self._guarded(named, "")
        if slash is None or (slash.row is None and self.console.environment.expand(f"/{slash.name}").exists()):
            self.ask(typed)
            return True
        if slash.row is None:
            self._unknown(slash.name)
            return True
        return self._guarded(slash.row.name, slash.rest)

    def _is_command(self, typed: str) -> bool:
        """Whether a line is a command even where an answer is asked for: not where a file has that very name."""
        slash = read_slash(typed)
        return slash is not None and slash.row is not None and not self.console.environment.expand(typed).exists()

    def ask(self, text: str) -> Turn | None:
        """One turn, shown; None when it could not be taken."""
        from metnos_cli.ui.live import LiveCascade
        from metnos_cli.ui.show import show_answer, show_panel

        try:
            with LiveCascade(self.console) as live:
                turn = self.session.run(text, live)
        except MetnosError as error:
            with self.console.speaking(self.session.spoken):
                self.tell(error)
            return None
        except KeyboardInterrupt:
            self.console.say(told(self.console.lang, "outcome.cancelled"))
            return None
        self.last = turn
        self.turns.append(turn)
        self.status = self.session.status()
        for line in self.session.news():
            self.console.say(line)
        with self.console.speaking(turn.request.lang):
            show_answer(self.console, self.session.settings, turn)
            if self.explain != "off":
                show_panel(self.console, turn, "full" if self.explain == "full" else "on")
            else:
                for key, facts in turn.trace.notes:
                    self.console.say(told(self.console.lang, f"note.{key}", facts))
        return turn

    def tell(self, error: MetnosError) -> None:
        """An error's sentence and hint, on stderr."""
        for line in error_lines(self.console.lang, error):
            self.console.say(line)

    def _guarded(self, name: str, rest: str) -> bool:
        try:
            return self.actions.act(name, rest)
        except MetnosError as error:
            if not self.leaving.typed:
                self.tell(error)
            return True

    def _unknown(self, name: str) -> None:
        near = nearest(name)
        key = "chat.unknown_near" if near else "chat.unknown"
        self.console.say(told(self.console.lang, key, {"name": name, "near": near}))


def _read_ahead() -> None:
    """Import what shows a turn."""
    from importlib import import_module

    for name in ("metnos_cli.ui.live", "metnos_cli.ui.show", "metnos_cli.ui.render.panels", "rich.table", "rich.panel"):
        import_module(name)
