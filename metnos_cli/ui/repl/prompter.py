"""Takes one line at a time from the person: with everything a good terminal can do, or plainly where it cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from metnos_cli.ui.console import styled
from metnos_cli.ui.repl.history import open_history
from metnos_cli.ui.repl.keys import Pressed, build_bindings, feedback_keys
from metnos_cli.ui.repl.toolbar import toolbar
from metnos_cli.ui.words import told

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit import PromptSession

    from metnos_cli.records import Turn
    from metnos_cli.ui.console import Console
    from metnos_cli.ui.repl.session import Session, Status

SUGGESTED = 4
"""Lines kept free for the menu of completions."""


class Prompter(Protocol):
    """Where lines come from."""

    problem: str
    """Why past requests are not kept, or empty."""
    when_ready: Callable[[], None] | None
    """Called once, when the first prompt is on the screen."""

    def ask(self) -> str | Pressed | None:
        """The line, a key that stands for something, or None: the person leaves."""
        ...


class EditingPrompter:
    """The line editor.

    Args:
        console: Streams and symbols.
        session: Settings, names for completion.
        status: For the toolbar, now.
        last: For the toolbar, now.

    Raises:
        ConfigError: A configured key cannot be used.
    """

    def __init__(
        self, console: Console, session: Session, status: Callable[[], Status], last: Callable[[], Turn | None]
    ) -> None:
        self.console = console
        self.session = session
        self.status = status
        self.last = last
        self.keys = feedback_keys(session.settings)
        self.history, self.problem = open_history(console.environment.data_dir)
        self.when_ready: Callable[[], None] | None = None
        self._editor = self._build()
        self._editor.app.after_render += self._ready

    def ask(self) -> str | Pressed | None:
        """See ``Prompter``."""
        try:
            typed: str | Pressed = self._editor.prompt()
        except EOFError:
            return None
        except KeyboardInterrupt:
            # A signal from outside: Ctrl-C itself arrives as a key.
            return Pressed("interrupt")
        return typed

    def _build(self) -> PromptSession[Any]:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
        from prompt_toolkit.enums import EditingMode
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.input import create_input
        from prompt_toolkit.output import create_output

        from metnos_cli.ui.repl.completion import ChatCompleter

        environment, settings = self.console.environment, self.session.settings
        completer = ChatCompleter(
            environment,
            lambda: self.console.lang,
            self.session.executor_names,
            lambda: self.history.get_strings()[::-1],
        )
        return PromptSession(
            message=[("bold", f"metnos {self.console.glyphs.prompt} ")],
            multiline=True,
            prompt_continuation=lambda width, _number, _wrapped: f"{self.console.glyphs.continued} ".rjust(width),
            history=self.history,
            completer=completer,
            complete_while_typing=Condition(self._is_slash),
            auto_suggest=AutoSuggestFromHistory(),
            editing_mode=EditingMode.VI if settings.text("ui.edit_mode") == "vi" else EditingMode.EMACS,
            key_bindings=build_bindings(settings),
            bottom_toolbar=self._toolbar,
            reserve_space_for_menu=SUGGESTED,
            enable_suspend=True,
            search_ignore_case=True,
            input=create_input(environment.stdin),
            output=create_output(environment.stderr),
        )

    def _ready(self, _app: object) -> None:
        ready, self.when_ready = self.when_ready, None
        if ready is not None:
            ready()

    def _is_slash(self) -> bool:
        text = self._editor.default_buffer.text
        return text.startswith("/") and "\n" not in text

    def _toolbar(self) -> str:
        console = self.console
        return toolbar(
            self.status(), self.last(), self.keys, console.glyphs, console.lang, self._editor.output.get_size().columns
        )


class LinePrompter:
    """One line of the terminal itself: for terminals that cannot be drawn on, and for screen readers.

    Args:
        console: Streams and symbols.
    """

    problem = ""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.when_ready: Callable[[], None] | None = None

    def ask(self) -> str | Pressed | None:
        """See ``Prompter``; a backslash at the end of a line goes on in the next."""
        lines: list[str] = []
        try:
            while True:
                ready, self.when_ready = self.when_ready, None
                if ready is not None:
                    ready()
                self.console.ask(f"{'metnos' if not lines else '      '} {self.console.glyphs.prompt} ")
                read = self.console.environment.stdin.readline()
                if not read:
                    self.console.say()
                    return None
                line = read.rstrip("\r\n")
                lines.append(line.removesuffix("\\"))
                if not line.endswith("\\"):
                    return "\n".join(lines)
        except KeyboardInterrupt:
            self.console.say()
            return Pressed("interrupt")


def build_prompter(
    console: Console, session: Session, status: Callable[[], Status], last: Callable[[], Turn | None]
) -> Prompter:
    """The best prompter for this terminal."""
    environment = console.environment
    variables = {name: value for name, value in environment.variables.items() if name != "NO_COLOR"}
    # Without colour a terminal can still be drawn on; the editor itself leaves the colours out.
    if styled(environment.replace(variables=variables), environment.stderr, plain=console.wants_plain):
        return EditingPrompter(console, session, status, last)
    return LinePrompter(console)


def leaving_hint(console: Console) -> str:
    """What Ctrl-C on an empty line tells."""
    return told(console.lang, "chat.leave")
