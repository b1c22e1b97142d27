"""Reads one line from the person at the terminal: with editing where the terminal has it, simply where it has not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metnos_cli.errors import Interrupted
from metnos_cli.ui.terminal import echo, forget_typed

if TYPE_CHECKING:
    from collections.abc import Callable

    from metnos_cli.ui.console import Console


@dataclass(slots=True)
class Leaving:
    """Commands of a conversation that may be typed where an answer is asked for: the question is left for them."""

    is_command: Callable[[str], bool]
    """Whether a line is one."""
    typed: str = ""
    """The command to run, once what was asked about has ended."""

    def take(self) -> str:
        """The command that is waiting, which then waits no more."""
        typed, self.typed = self.typed, ""
        return typed


@dataclass(frozen=True, slots=True)
class LineReader:
    """Asks for lines on stderr, takes them from stdin."""

    console: Console
    """Where the prompt goes."""

    def read(self, prompt: str, *, default: str = "", secret: bool = False, paths: bool = False) -> str | None:
        """One line without its end; None at the end of input (Ctrl-D).

        Args:
            prompt: Shown before it; clean.
            default: What the line holds at first.
            secret: Do not show what is typed.
            paths: Complete file names.

        Raises:
            Interrupted: Ctrl-C, or a command of the conversation instead of an answer.
        """
        with self.console.asking():
            try:
                prompt = self._last_line(prompt)
                if self.console.err_styled and not secret:
                    typed = self._edited(prompt, default, paths=paths)
                else:
                    typed = self._plain(prompt, default, secret=secret)
            except KeyboardInterrupt as stop:
                self.console.say()
                raise Interrupted from stop
        leaving = self.console.leaving
        if leaving is not None and typed is not None and not secret and leaving.is_command(typed):
            leaving.typed = typed
            raise Interrupted
        return typed

    def _last_line(self, prompt: str) -> str:
        """The end of a prompt that is wider than the terminal; what stands before it is said."""
        body = prompt.rstrip()
        before, _, last = self.console.fitting(body, self.console.environment.stderr).rpartition("\n")
        if before:
            self.console.say(before)
        return last + prompt[len(body) :]

    def flush(self) -> None:
        """Forget what was typed before the question was there: it was not meant as its answer."""
        forget_typed(self.console.environment)

    def _plain(self, prompt: str, default: str, *, secret: bool) -> str | None:
        if default:
            self.console.say(default)
        with echo(self.console.environment, on=not secret):
            self.console.ask(prompt)
            told = self.console.environment.stdin.readline()
        if secret or not told.endswith("\n"):
            self.console.say()
        if not told:
            return None
        return told.rstrip("\r\n") or default

    def _edited(self, prompt: str, default: str, *, paths: bool) -> str | None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import PathCompleter
        from prompt_toolkit.formatted_text import to_formatted_text
        from prompt_toolkit.input import create_input
        from prompt_toolkit.output import create_output

        environment = self.console.environment
        session: PromptSession[str] = PromptSession(
            input=create_input(environment.stdin), output=create_output(environment.stderr)
        )
        try:
            return session.prompt(
                to_formatted_text(prompt),
                default=default,
                completer=PathCompleter(expanduser=True) if paths else None,
                complete_while_typing=False,
            )
        except EOFError:
            return None
