"""Puts the questions of ``get_inputs`` to the person at the terminal, and asks again until the answer fits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.errors import InputNeeded, Interrupted
from metnos_cli.safety.terminal_output import clean
from metnos_cli.ui.answers import CANCEL, KINDS, Asked, Choice, Unfit, choices_of
from metnos_cli.ui.console import Console
from metnos_cli.ui.reading import LineReader
from metnos_cli.ui.words import told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.environment import Environment
    from metnos_cli.records import Lang

PREVIEW_LINES = 3


class NoTerminalDialog:
    """Nobody can be asked."""

    def ask(self, questions: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """Hand the questions back.

        Raises:
            InputNeeded: Always; its fact ``questions`` is the list, as JSON objects.
        """
        raise InputNeeded(questions=[dict(question) for question in questions])


class TerminalDialog:
    """Asks one question after the other.

    Args:
        environment: Streams.
        lang: The user's language.
        console: The console of the session, so that a live line makes room.
    """

    def __init__(self, environment: Environment, lang: Lang, *, console: Console | None = None) -> None:
        self.console = console or Console(environment, lang)
        self.reader = LineReader(self.console)

    def ask(self, questions: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """Answers by ``var``.

        Raises:
            Interrupted: Ctrl-C, the end of input, or a word that leaves the question.
        """
        with self.console.asking():
            return {str(question.get("var", "value")): self._one(question) for question in questions}

    def _one(self, question: Mapping[str, Any]) -> Any:
        schema = question.get("schema") or {}
        asked = Asked(
            kind=str(schema.get("kind", question.get("kind", "text"))),
            prompt=clean(str(question.get("prompt", ""))),
            schema=schema,
            choices=choices_of(schema, question),
            lang=self.console.lang,
            environment=self.console.environment,
        )
        if asked.kind == "credentials":
            return self._credentials(asked)
        self._show(asked)
        doubted = False
        while True:
            typed = self._read(f"{asked.prompt} {self._note(asked)}{self.console.glyphs.prompt} ", paths=asked.paths)
            word = typed.strip().casefold()
            if word in CANCEL and all(choice.label.casefold() != word for choice in asked.choices):
                raise Interrupted
            preview = self._preview(asked, typed)
            if preview is not None:
                self.console.say(preview)
                continue
            if not typed.strip() and "default" in schema:
                return schema["default"]
            if not typed.strip() and schema.get("optional"):
                return None
            if asked.paths and not doubted and _reads_like_words(asked, typed):
                doubted = True
                self.console.say(told(self.console.lang, "dialog.doubtful_path", {"typed": typed.strip()}))
                continue
            try:
                return KINDS.get(asked.kind, KINDS["text"])(typed.strip(), asked)
            except Unfit as unfit:
                self.console.say(told(self.console.lang, f"dialog.{unfit.key}", unfit.facts))

    def _read(self, prompt: str, *, paths: bool = False, secret: bool = False) -> str:
        typed = self.reader.read(prompt, paths=paths, secret=secret)
        if typed is None:
            raise Interrupted
        return typed

    def _credentials(self, asked: Asked) -> dict[str, str]:
        self.console.say(asked.prompt)
        lang = self.console.lang
        user = self._read(f"  {told(lang, 'dialog.user')}: ").strip()
        return {"user": user, "password": self._read(f"  {told(lang, 'dialog.password')}: ", secret=True)}

    def _show(self, asked: Asked) -> None:
        for place, choice in enumerate(asked.choices, 1):
            self.console.say(f"  {place}. {choice.label}")
            if choice.preview:
                rows = choice.preview.split("\n")
                more = [self.console.glyphs.more] if len(rows) > PREVIEW_LINES else []
                for row in rows[:PREVIEW_LINES] + more:
                    self.console.say(f"       {row}")

    def _note(self, asked: Asked) -> str:
        """What an answer looks like, for kinds where the question does not say it."""
        lang = self.console.lang
        if asked.kind in ("yes_no", "multi_choice", "choice_with_preview"):
            return f"{told(lang, f'dialog.note_{asked.kind}')} "
        return ""

    def _preview(self, asked: Asked, typed: str) -> str | None:
        """``?2`` shows the second choice in full."""
        place = typed.strip().removeprefix("?")
        if asked.kind != "choice_with_preview" or not typed.strip().startswith("?") or not place.isdecimal():
            return None
        chosen: Choice | None = asked.choices[int(place) - 1] if 1 <= int(place) <= len(asked.choices) else None
        return chosen.preview or chosen.label if chosen else told(self.console.lang, "dialog.no_such_choice")


def _reads_like_words(asked: Asked, typed: str) -> bool:
    """Whether an answer may be a new request and no path: several words, unquoted, and nothing there is called so."""
    path = typed.strip()
    if len(path.split()) < 2 or "/" in path or path[0] in "'\"":
        return False
    return not asked.environment.expand(path).exists()
