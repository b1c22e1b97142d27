"""A small world for tests of the memory: requests, views and examples in one line each."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from metnos_cli.memory.align import align
from metnos_cli.memory.bind import generalise
from metnos_cli.memory.induction.family import example_of
from metnos_cli.memory.induction.induce import Ambiguous, Inducer
from metnos_cli.memory.shape import put_together, take_apart
from metnos_cli.memory.view import View
from metnos_cli.records import Framework, Step
from metnos_cli.text.understand import understand

if TYPE_CHECKING:
    from metnos_cli.records import Lang, Request

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=ZoneInfo("Europe/Rome"))


def request(text: str, lang: Lang = "it") -> Request:
    """A request, as a person typed it."""
    return understand(text, now=NOW, lang=lang)


def view(text: str, lang: Lang = "it") -> View:
    """The memory's view of it."""
    return View.of(request(text, lang))


class School:
    """Teaches and asks the inducer."""

    def __init__(self, lang: Lang = "it") -> None:
        self.lang = lang
        self.inducer = Inducer()
        self.taught = 0

    def teach(self, text: str, tool: str, **args: Any) -> None:
        """One good request of one step."""
        asked = request(text, self.lang)
        framework = generalise(Framework((Step(tool, args),)), asked.slots, asked.text)
        assert framework is not None
        shape = take_apart(framework)
        seen = View.of(asked)
        self.taught += 1
        self.inducer.add(example_of(self.taught, seen, shape, align(seen, shape.values), framework))

    def ask(self, text: str) -> tuple[str, dict[str, Any]] | None:
        """Tool and arguments of the one reading; None when there is none or several."""
        found = self.inducer.read(view(text, self.lang))
        if found is None or isinstance(found, Ambiguous):
            return None
        framework = put_together(found.example.shape, found.values, Framework(()))
        return framework.steps[0].tool, dict(framework.steps[0].args)
