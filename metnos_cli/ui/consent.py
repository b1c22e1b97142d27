"""Asks for a yes before something with an effect is done: everything is shown, and the default is no."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol

from metnos_cli.errors import Refused
from metnos_cli.ports import ConsentAnswer
from metnos_cli.safety.terminal_output import clean
from metnos_cli.ui.answers import CANCEL
from metnos_cli.ui.console import Console
from metnos_cli.ui.reading import LineReader
from metnos_cli.ui.words import one_line, told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.environment import Environment
    from metnos_cli.ports import ConsentQuestion
    from metnos_cli.records import Lang

ONCE = frozenset({"y", "yes", "s", "si", "sì", "once", "una"})
ALWAYS = frozenset({"a", "always", "sempre"})
EDIT = frozenset({"e", "edit", "m", "modifica"})
NO = frozenset({"", "n", "no", *CANCEL})
ASKED_AT_MOST = 3
"""Answers that are none of these, after which it is a no."""


class Permits(Protocol):
    """What the user allowed once and for all."""

    def allows(self, question: ConsentQuestion) -> bool:
        """Whether an earlier "always" covers this call."""
        ...

    def rule(self, question: ConsentQuestion) -> str:
        """What "always" would allow, in one line; empty where it is not offered."""
        ...

    def grant(self, question: ConsentQuestion) -> None:
        """Keep the rule."""
        ...


class NoPermits:
    """Nothing is allowed beforehand, and "always" is not offered."""

    def allows(self, question: ConsentQuestion) -> bool:  # noqa: ARG002  the protocol's signature
        """Never."""
        return False

    def rule(self, question: ConsentQuestion) -> str:  # noqa: ARG002  the protocol's signature
        """None."""
        return ""

    def grant(self, question: ConsentQuestion) -> None:
        """Nothing is kept."""


class TerminalConsent:
    """Puts the question to the person at the terminal.

    Args:
        environment: Streams.
        lang: The user's language.
        permits: What was allowed before.
        console: The console of the session, so that a live line makes room.
    """

    def __init__(
        self,
        environment: Environment,
        lang: Lang,
        *,
        permits: Permits | None = None,
        console: Console | None = None,
    ) -> None:
        self.console = console or Console(environment, lang)
        self.permits = permits or NoPermits()
        self.reader = LineReader(self.console)

    def ask(self, question: ConsentQuestion) -> ConsentAnswer:
        """One answer; anything that is not clearly a yes is a no.

        Raises:
            Interrupted: Ctrl-C at the question: the turn is over, which is neither yes nor no.
        """
        if self.permits.allows(question) and not question.problem and not question.again:
            return ConsentAnswer("once")
        rule = self.permits.rule(question)
        with self.console.asking():
            if question.problem:
                self.console.say(clean(question.problem))
            for row in question_lines(question, self.console.lang):
                self.console.say(row)
            self.reader.flush()
            return self._answer(question, rule)

    def _answer(self, question: ConsentQuestion, rule: str) -> ConsentAnswer:
        lang = self.console.lang
        editable = question.editable and bool(question.args)
        offers = ["once", *(["always"] if rule else []), *(["edit"] if editable else []), "no"]
        choices = " / ".join(told(lang, f"consent.{offer}") for offer in offers)
        if rule:
            self.console.say(f"  {told(lang, 'consent.rule', {'rule': rule})}")
        for _ in range(ASKED_AT_MOST):
            typed = self.reader.read(f"{choices} {self.console.glyphs.prompt} ")
            word = (typed or "").strip().casefold()
            if word in NO:
                return ConsentAnswer("no")
            if word in ONCE:
                return ConsentAnswer("once")
            if word in ALWAYS and rule:
                self.permits.grant(question)
                return ConsentAnswer("always")
            if word in EDIT and editable:
                return self._edit(question.args)
            key = "consent.nothing_to_edit" if word in EDIT else "consent.unclear"
            self.console.say(told(lang, key, {"choices": choices}))
        return ConsentAnswer("no", unclear=True)

    def _edit(self, args: Mapping[str, Any]) -> ConsentAnswer:
        """The arguments as the user wants them; where he leaves off, it is a no."""
        edited = self._edited(args)
        if edited is None:
            return ConsentAnswer("no")
        if edited == args:
            self.console.say(told(self.console.lang, "consent.unchanged"))
        return ConsentAnswer("edit", edited)

    def _edited(self, args: Mapping[str, Any]) -> dict[str, Any] | None:
        """Each argument in turn, as JSON (a text may stand without quotes); None when input ends."""
        changed: dict[str, Any] = {}
        for name, value in args.items():
            shown = value if isinstance(value, str) and "\n" not in value else json.dumps(value, ensure_ascii=False)
            typed = self.reader.read(f"  {one_line(name)} = ", default=clean(shown))
            if typed is None:
                return None
            changed[name] = value if typed == shown else read_value(typed, value)
        return changed


class NoTerminalConsent:
    """Nobody can be asked: nothing is done."""

    def ask(self, question: ConsentQuestion) -> ConsentAnswer:
        """Refuse.

        Raises:
            Refused: Always; it names the tool and ``--yes``.
        """
        raise Refused("no_terminal", tool=question.tool, why=question.reason)


class YesConsent:
    """The user said ``--yes`` in this very call."""

    def ask(self, question: ConsentQuestion) -> ConsentAnswer:  # noqa: ARG002  the protocol's signature
        """Yes, once."""
        return ConsentAnswer("once")


def question_lines(question: ConsentQuestion, lang: Lang) -> list[str]:
    """The question: tool, effect, why, every argument in full, and what exactly is touched."""
    effect = told(lang, f"effect.{question.effect}")
    lines = [told(lang, "consent.head", {"tool": question.tool, "effect": effect})]
    lines.append(f"  {told(lang, f'vaglio.{question.reason}', question.facts)}")
    for name, value in question.args.items():
        first, *rest = shown_value(value).split("\n")
        lines += [f"  {one_line(name)} = {first}", *(f"    {row}" for row in rest)]
    if question.targets:
        lines.append(f"  {told(lang, 'consent.targets')}")
        lines += [f"    {one_line(target)}" for target in question.targets]
    return lines


def shown_value(value: Any) -> str:
    """An argument in full; what a terminal would act on or hide is written as an escape."""
    if isinstance(value, str) and clean(value) == value:
        return value
    told_json = json.dumps(value, ensure_ascii=False, default=str)
    return told_json if clean(told_json) == told_json else json.dumps(value, default=str)


def read_value(typed: str, before: Any) -> Any:
    """What was typed for an argument: a text stays one; anything else is read as JSON where it is JSON."""
    if isinstance(before, str):
        return typed
    try:
        return json.loads(typed)
    except ValueError:
        return typed
