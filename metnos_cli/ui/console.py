"""The two streams: the answer on stdout and nothing else there, all the rest on stderr, plain where it has to be."""

from __future__ import annotations

import contextlib
import os
import threading
from typing import TYPE_CHECKING, Any, TextIO, cast

from metnos_cli.ui.glyphs import Glyphs, fitted, glyphs_for
from metnos_cli.ui.wrapping import wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console as RichConsole
    from rich.console import RenderableType

    from metnos_cli.environment import Environment
    from metnos_cli.records import Lang
    from metnos_cli.ui.reading import Leaving

USUAL_WIDTH = 80
NARROWEST = 20
STYLES = {
    "good": "green",
    "bad": "red",
    "dim": "dim",
    "strong": "bold",
    "name": "bold",
    "note": "magenta",
    "plain": "none",
}
"""Only colours that are readable on light and on dark backgrounds."""


class Console:
    """Writes for one user on one terminal, or on none.

    Args:
        environment: Streams and variables.
        lang: The user's language.
        plain: ``--plain``: no colour, no boxes, no animation.
        glyphs: ``ui.glyphs``.
    """

    def __init__(self, environment: Environment, lang: Lang, *, plain: bool = False, glyphs: str = "auto") -> None:
        self.environment = environment
        self.lang = lang
        self.wants_plain = plain
        self.out_styled = styled(environment, environment.stdout, plain=plain)
        """Whether stdout takes colours, boxes and links."""
        self.err_styled = styled(environment, environment.stderr, plain=plain)
        """Whether stderr does, and may be drawn over."""
        self.out_glyphs: Glyphs = glyphs_for(environment.stdout, glyphs)
        self.glyphs: Glyphs = glyphs_for(environment.stderr, glyphs)
        self.lock = threading.RLock()
        """Held while something is written, so that a live line is never torn."""
        self.leaving: Leaving | None = None
        """Which lines are commands even where an answer is asked for; None: no line is."""
        self._erase: Callable[[], None] | None = None

    def answer(self, text: str, *, verbatim: bool = False) -> None:
        """One piece of the answer, on stdout; the text is clean already.

        Args:
            text: The piece.
            verbatim: It is somebody's text, whose lines are left as they are.
        """
        stream = self.environment.stdout
        self._write(stream, f"{text if verbatim else self.fitting(text, stream)}\n")

    def say(self, text: str = "") -> None:
        """Anything else, on stderr; the text is clean already."""
        self._write(self.environment.stderr, f"{self.fitting(text, self.environment.stderr)}\n")

    def fitting(self, text: str, stream: TextIO) -> str:
        """The text broken between words where it is wider than the terminal; without a terminal as it is."""
        if len(text) < NARROWEST or not self.environment.is_terminal(stream):
            return text
        return wrapped(text, self.width(stream) - 1)

    def ask(self, text: str) -> None:
        """A prompt, on stderr, the cursor staying behind it."""
        self._write(self.environment.stderr, text)

    def show(self, renderable: RenderableType, *, on_stdout: bool = False) -> None:
        """Something Rich draws."""
        stream = self.environment.stdout if on_stdout else self.environment.stderr
        with self.lock:
            if self._erase is not None:
                self._erase()
            self.rich(stream).print(renderable)

    def width(self, stream: TextIO | None = None) -> int:
        """Columns of the terminal behind a stream; of none, what ``COLUMNS`` says, or 80."""
        stream = stream or self.environment.stderr
        columns = 0
        with contextlib.suppress(OSError, ValueError, AttributeError):
            columns = os.get_terminal_size(stream.fileno()).columns
        told = self.environment.variables.get("COLUMNS", "")
        return max(columns or (int(told) if told.isdecimal() else USUAL_WIDTH), NARROWEST)

    def rich(self, stream: TextIO) -> RichConsole:
        """A Rich console on a stream that adds nothing of its own: no markup, emoji or highlighting."""
        return rich_console(self.environment, stream, width=self.width(stream), plain=self.wants_plain)

    @contextlib.contextmanager
    def drawing(self, erase: Callable[[], None]) -> Iterator[None]:
        """While something is drawn over and over: ``erase`` is called before anything else is written."""
        before, self._erase = self._erase, erase
        try:
            yield
        finally:
            self._erase = before

    @contextlib.contextmanager
    def speaking(self, lang: Lang) -> Iterator[None]:
        """While a turn is taken or shown: everything is said in the language of its request."""
        before, self.lang = self.lang, lang
        try:
            yield
        finally:
            self.lang = before

    @contextlib.contextmanager
    def asking(self) -> Iterator[None]:
        """While the user is typing: nothing is drawn."""
        with self.lock:
            if self._erase is not None:
                self._erase()
            yield

    def _write(self, stream: TextIO, text: str) -> None:
        with self.lock:
            if self._erase is not None:
                self._erase()
            stream.write(fitted(stream, text))
            stream.flush()


def styled(environment: Environment, stream: TextIO, *, plain: bool = False) -> bool:
    """Whether a stream takes colours and boxes: a real terminal, and nobody said otherwise."""
    variables = environment.variables
    unwanted = plain or variables.get("NO_COLOR") or variables.get("METNOS_PLAIN", "0") not in ("", "0")
    return not unwanted and variables.get("TERM", "") not in ("dumb", "unknown") and environment.is_terminal(stream)


def rich_console(
    environment: Environment, stream: TextIO, *, width: int | None = None, plain: bool = False
) -> RichConsole:
    """A Rich console on ``stream``; not styled: plain text of any width."""
    from rich.console import Console as RichConsole
    from rich.theme import Theme

    colourful = styled(environment, stream, plain=plain)
    return RichConsole(
        file=cast("TextIO", _Fitting(stream)),
        force_terminal=colourful,
        color_system="auto" if colourful else None,
        no_color=not colourful,
        width=width,
        markup=False,
        emoji=False,
        highlight=False,
        legacy_windows=False,
        theme=Theme(STYLES),
        _environ=dict(environment.variables),
    )


def answer_console(environment: Environment, *, plain: bool = False) -> RichConsole:
    """A Rich console on stdout, for commands whose answer is a drawing."""
    return rich_console(environment, environment.stdout, plain=plain)


class _Fitting:
    """A stream that writes what its encoding can carry instead of failing."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(fitted(self._stream, text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
