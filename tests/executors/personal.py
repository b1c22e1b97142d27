"""A small world for executors of a person's own things: real store, real guarded files, a clock that stands still."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from metnos_cli.config.load import Settings, load_settings
from metnos_cli.environment import Environment
from metnos_cli.errors import InputNeeded
from metnos_cli.facts.service import FactsService
from metnos_cli.ports import ExecutorContext
from metnos_cli.records import Request
from metnos_cli.safety.filesystem import GuardedFiles
from metnos_cli.safety.journal import TurnJournal
from metnos_cli.store import journal
from metnos_cli.store.database import Database

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from metnos_cli.ports import Embedder, Facts
    from metnos_cli.records import Lang

ROME = ZoneInfo("Europe/Rome")
NOW = datetime(2026, 11, 30, 9, 0, tzinfo=ROME)
"""A Monday."""


class Answers:
    """A dialog whose answers are known beforehand; without one, nobody can be asked."""

    def __init__(self, answers: Mapping[str, Any] | None = None) -> None:
        self.answers = answers
        self.asked: list[Mapping[str, Any]] = []

    def ask(self, questions: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        self.asked += questions
        if self.answers is None:
            raise InputNeeded(questions=list(questions))
        return self.answers


class NoNetwork:
    """Fails when it is used."""

    def fetch(self, url: str, **_: Any) -> Any:
        raise AssertionError(url)


@dataclass
class Clock:
    """Stands still until it is set."""

    moment: datetime = NOW

    def now(self) -> datetime:
        return self.moment


@dataclass
class PersonalWorld:
    """What the executors under test work with."""

    home: Path
    settings_text: str = ""
    lang: Lang = "it"
    clock: Clock = field(default_factory=Clock)
    dialog: Answers = field(default_factory=Answers)
    embedder: Callable[[], Embedder | None] = lambda: None
    facts: Facts | None = None

    def __post_init__(self) -> None:
        config = self.home / "runtime.toml"
        config.write_text(self.settings_text, encoding="utf-8")
        self.environment = environment_of(self.home)
        self.settings: Settings = load_settings(self.environment, file=config)
        self.database = Database(self.environment.database)
        self.facts = self.facts or FactsService(self.database, self.embedder)
        self.journal = TurnJournal(self.database, self.clock, "turn-1")

    def context(self, text: str = "prova") -> ExecutorContext:
        """What one call gets."""

        def the_facts() -> Facts:
            assert self.facts is not None
            return self.facts

        return ExecutorContext(
            lang=self.lang,
            settings=self.settings,
            clock=self.clock,
            files=GuardedFiles.of(self.environment, self.settings, self.journal),
            network=NoNetwork(),
            dialog=self.dialog,
            check_cancelled=lambda: None,
            progress=lambda _done, _total: None,
            journal=self.journal.note,
            amend=self.journal.amend,
            embedder=lambda: None,  # type: ignore[arg-type,return-value]
            model=lambda: None,
            request=Request(text, text, self.lang, text, (), self.clock.moment),
            database=self.environment.database,
            facts=the_facts,
        )

    def changes(self) -> list[tuple[str, Mapping[str, Any]]]:
        """(kind, facts) of what was noted, in order."""
        return [(change.kind, change.facts) for change in journal.of_turn(self.database.read(), "turn-1")]


def environment_of(home: Path) -> Environment:
    """A world whose folders all stand below ``home``, in Rome."""
    import io

    return Environment(
        argv=(),
        variables={"HOME": str(home), "TZ": "Europe/Rome", "LANG": "it_IT.UTF-8"},
        stdin=io.StringIO(),
        stdout=io.StringIO(),
        stderr=io.StringIO(),
        cwd=home,
        home=home,
        clock=lambda zone: NOW.astimezone(zone),
    )
