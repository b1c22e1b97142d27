"""What each slash command and each key does."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import UsageError
from metnos_cli.ui.reading import LineReader
from metnos_cli.ui.repl.commands import BY_NAME, CHOICES, DEFAULTS, help_lines
from metnos_cli.ui.show import show_answer, show_panel
from metnos_cli.ui.terminal import echo
from metnos_cli.ui.words import one_line, shortened, told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from metnos_cli.ports import Judgement
    from metnos_cli.records import Lang, Turn
    from metnos_cli.ui.console import Console
    from metnos_cli.ui.repl.loop import Conversation
    from metnos_cli.ui.repl.session import Session

YES = frozenset({"y", "yes", "s", "si", "sì"})


class Actions:
    """The conversation's own commands; the others are run as commands of the command line.

    Args:
        talk: The conversation they act on.
    """

    def __init__(self, talk: Conversation) -> None:
        self.talk = talk
        self.console: Console = talk.console
        self.session: Session = talk.session
        self._own: Mapping[str, Callable[[str], bool]] = {
            "help": self._help,
            "explain": self._explain,
            "last": self._last,
            "ok": self._ok,
            "no": self._no,
            "retry": self._retry,
            "again": self._again,
            "model": self._model,
            "lang": self._lang,
            "export": self._export,
            "quit": lambda _rest: False,
        }

    def act(self, name: str, rest: str) -> bool:
        """Do it; False: leave.

        Raises:
            MetnosError: It could not be done.
        """
        own = self._own.get(name)
        if own is not None:
            return own(rest)
        row = BY_NAME[name]
        argv = [*row.runs, *(words(rest) or DEFAULTS.get(name, ()))]
        with echo(self.console.environment, on=True):
            # A command may ask something of its own.
            self.session.command(argv)
        self.talk.status = self.session.status()
        return True

    def say(self, key: str, **facts: Any) -> None:
        """A sentence on stderr."""
        self.console.say(told(self.console.lang, key, facts))

    def _help(self, rest: str) -> bool:
        lines = help_lines(self.console.lang, self.console.width(), rest)
        if not lines:
            self.say("chat.unknown", name=one_line(rest))
        for line in lines:
            self.console.say(line)
        if not rest:
            import textwrap

            for paragraph in told(self.console.lang, "chat.keys").split("\n"):
                self.console.say(textwrap.fill(paragraph, self.console.width() - 1))
        return True

    def _explain(self, rest: str) -> bool:
        if rest in CHOICES["explain"]:
            self.talk.explain = rest
        elif rest:
            self.say("chat.choose", choices=" | ".join(CHOICES["explain"]))
            return True
        self.say("chat.explain_now", level=self.talk.explain)
        return True

    def _last(self, rest: str) -> bool:  # noqa: ARG002  every action takes what follows the command
        turn = self._turn()
        if turn is not None:
            self.console.say(f"{self.console.glyphs.prompt} {one_line(turn.request.text)}")
            with self.console.speaking(turn.request.lang):
                show_answer(self.console, self.session.settings, turn, every_row=True)
                show_panel(self.console, turn, "full")
        return True

    def _ok(self, rest: str) -> bool:  # noqa: ARG002
        turn = self._turn()
        if turn is not None:
            self._judge(turn, "ok")
        return True

    def _no(self, rest: str) -> bool:
        turn = self._turn()
        if turn is None:
            return True
        wanted = rest
        done = turn.framework is not None and bool(turn.framework.steps)  # what came to nothing was not wrong
        if done and not wanted and self.session.settings.flag("ui.ask_wanted") and self.console.environment.interactive:
            wanted = LineReader(self.console).read(f"{told(self.console.lang, 'chat.wanted')} ") or ""
        self._judge(turn, "no", wanted.strip())
        return True

    def _retry(self, rest: str) -> bool:  # noqa: ARG002
        turn = self._turn()
        if turn is not None and self._may_repeat(turn):
            self._judge(turn, "retry")
            if same_plan(turn, self.talk.ask(turn.request.text)):
                self.say("chat.no_other")
        return True

    def _again(self, rest: str) -> bool:  # noqa: ARG002
        turn = self._turn()
        if turn is not None and self._may_repeat(turn):
            self.talk.ask(turn.request.text)
        return True

    def _model(self, rest: str) -> bool:
        if rest:
            self.session.set_model("" if rest in ("none", "nessuno", "off") else rest)
            self.talk.status = self.session.status()
        status = self.talk.status
        model = one_line(status.model) or told(self.console.lang, "chat.no_model")
        self.say("chat.model_now", model=model, embedder=status.embedder)
        return True

    def _lang(self, rest: str) -> bool:
        if rest and rest not in CHOICES["lang"]:
            self.say("chat.choose", choices=" | ".join(CHOICES["lang"]))
            return True
        if rest:
            lang: Lang = "it" if rest == "it" else "en"
            self.session.set_lang(lang)
            self.console.lang = lang
        self.say("chat.lang_now", lang=self.console.lang)
        return True

    def _export(self, rest: str) -> bool:
        from metnos_cli.ui.repl.export import export

        if not self.talk.turns:
            self.say("chat.nothing_yet")
            return True
        path = export(self.talk.turns, rest.strip("'\""), self.console)
        self.say("chat.exported", path=path, count=len(self.talk.turns))
        return True

    def _turn(self) -> Turn | None:
        """The turn that is meant, be it of an earlier session; None, and that is said, when there was none."""
        if self.talk.last is None:
            self.talk.last = self.session.last_turn()
        if self.talk.last is None:
            self.say("chat.nothing_yet")
        return self.talk.last

    def _judge(self, turn: Turn, verdict: Judgement, wanted: str = "") -> None:
        """Give feedback and tell what was learnt from it."""
        learnt = self.session.feedback(turn.id, verdict, wanted)
        glyph = getattr(self.console.glyphs, verdict)
        self.console.say(f"{glyph} {shortened(turn.request.text, self.console.width() - 3)}")
        for key, facts in learnt:
            self.console.say(f"  {told(self.console.lang, f'learnt.{key}', facts)}")
        self.talk.status = self.session.status()

    def _may_repeat(self, turn: Turn) -> bool:
        """What has changed something is done a second time only when the user says so."""
        if not any(result.changed for result in turn.results):
            return True
        answer = LineReader(self.console).read(f"{told(self.console.lang, 'chat.repeat_effect')} ")
        return (answer or "").strip().casefold() in YES


def same_plan(turn: Turn, again: Turn | None) -> bool:
    """Whether a request taken again was answered by the very same steps."""
    return again is not None and turn.framework is not None and again.framework == turn.framework


def words(rest: str) -> list[str]:
    """Split as a shell would.

    Raises:
        UsageError: A quotation mark is missing.
    """
    try:
        return shlex.split(rest)
    except ValueError as error:
        raise UsageError("unbalanced_quotes") from error
