"""Completes what is being typed: slash commands, paths, executor names, past requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document

from metnos_cli import messages
from metnos_cli.ui.repl.commands import BY_NAME, CHOICES, TABLE
from metnos_cli.ui.words import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from metnos_cli.environment import Environment
    from metnos_cli.records import Lang

PATH_STARTS = ("~", "/", "./", "../")
MOST_PAST = 20


class ChatCompleter(Completer):
    """One completer for the whole line.

    Args:
        environment: Where relative paths stand.
        lang: The user's language, now.
        executors: Executor names, asked when first needed.
        past: Past requests, newest first.
    """

    def __init__(
        self,
        environment: Environment,
        lang: Callable[[], Lang],
        executors: Callable[[], Sequence[str]],
        past: Callable[[], Sequence[str]],
    ) -> None:
        self.lang = lang
        self.executors = executors
        self.past = past
        self.paths = PathCompleter(get_paths=lambda: [str(environment.cwd)], expanduser=True)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """What may follow the cursor, the likeliest first."""
        before = document.text_before_cursor
        if before.startswith("/") and "\n" not in before:
            command, space, argument = before[1:].partition(" ")
            if not space:
                yield from self._commands(command)
            elif command in BY_NAME:
                yield from self._arguments(BY_NAME[command].argument, argument, complete_event)
                return
        word = before.rsplit(maxsplit=1)[-1] if before and not before[-1].isspace() else ""
        if word.strip("'\"").startswith(PATH_STARTS):
            yield from self._paths(word.lstrip("'\""), complete_event)
        elif word:
            yield from self._executors(word)
        if before.strip() and not before.startswith("/"):
            yield from self._past(document.text)

    def _commands(self, begun: str) -> Iterator[Completion]:
        for row in TABLE:
            for name in (row.name, *row.aliases):
                if name.startswith(begun) and name != begun:
                    does = messages.text(self.lang(), f"slash.{row.name}")
                    yield Completion(f"/{name}", -len(begun) - 1, display=f"/{name}", display_meta=does)
                    break

    def _arguments(self, kind: str, begun: str, event: CompleteEvent) -> Iterator[Completion]:
        if kind == "path":
            yield from self._paths(begun, event)
        names = [row.name for row in TABLE] if kind == "command" else CHOICES.get(kind, ())
        yield from (Completion(name, -len(begun)) for name in names if name.startswith(begun))

    def _paths(self, begun: str, event: CompleteEvent) -> Iterator[Completion]:
        """File names; one that a terminal would act on is shown clean and completed as it is."""
        for found in self.paths.get_completions(Document(begun, len(begun)), event):
            yield Completion(found.text, found.start_position, display=one_line(found.display_text))

    def _executors(self, word: str) -> Iterator[Completion]:
        yield from (Completion(name, -len(word)) for name in self.executors() if name.startswith(word) and name != word)

    def _past(self, begun: str) -> Iterator[Completion]:
        """Whole requests that begin alike."""
        found = 0
        for request in self.past():
            if request.startswith(begun) and request != begun:
                yield Completion(request, -len(begun), display=one_line(request))
                found += 1
                if found == MOST_PAST:
                    return
