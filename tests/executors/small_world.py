"""A small world for the bundled executors: a home with real files, the real guards, journal and runner."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from metnos_cli.config.load import load_settings
from metnos_cli.environment import Environment
from metnos_cli.errors import InputNeeded, ModelMissing
from metnos_cli.executors.calling import ProcessRunner
from metnos_cli.executors.catalog import load_catalog
from metnos_cli.ports import ExecutorContext
from metnos_cli.records import Request
from metnos_cli.safety.filesystem import GuardedFiles
from metnos_cli.safety.journal import TurnJournal
from metnos_cli.safety.network import GuardedNetwork
from metnos_cli.safety.terminal_output import clean
from metnos_cli.safety.undo import Undo, Undone, UndoPlan
from metnos_cli.safety.undo_files import FileReversers
from metnos_cli.safety.vaglio import GuardedVaglio
from metnos_cli.store.database import Database

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.records import Lang, Verdict

ROME = ZoneInfo("Europe/Rome")
NOW = datetime(2026, 11, 30, 9, 5, tzinfo=ROME)
CATALOG = load_catalog()


class Answering:
    """A dialog that answers each question by its variable; without answers nobody can be asked."""

    def __init__(self, answers: Mapping[str, Any] | None = None) -> None:
        self.answers = answers
        self.asked: list[Mapping[str, Any]] = []

    def ask(self, questions: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        self.asked += questions
        if self.answers is None:
            raise InputNeeded(questions=list(questions))
        return {str(question["var"]): self.answers[str(question["var"])] for question in questions}


class StandingClock:
    """Always the same Monday morning."""

    def now(self) -> datetime:
        return NOW


def no_embedder() -> Any:
    """There is none."""
    raise ModelMissing(package="none")


@dataclass
class SmallWorld:
    """One home, one database, one turn."""

    home: Path
    lang: Lang = "it"
    config: str = ""
    dialog: Answering = field(default_factory=Answering)
    embedder: Callable[[], Any] = no_embedder
    model: Callable[[], Any] = lambda: None
    turn: str = "turn-1"
    cancelled: Callable[[], None] = lambda: None

    def __post_init__(self) -> None:
        self.progress: list[tuple[int, int | None]] = []

    @cached_property
    def environment(self) -> Environment:
        variables = {"HOME": str(self.home), "TZ": "Europe/Rome", "LANG": "it_IT.UTF-8"}
        stream = io.StringIO()
        return Environment(
            (), variables, stream, stream, stream, self.home, self.home, lambda zone: NOW.astimezone(zone)
        )

    @cached_property
    def settings(self) -> Any:
        file = self.environment.config_file
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(self.config, encoding="utf-8")
        return load_settings(self.environment)

    @cached_property
    def store(self) -> Database:
        return Database(self.environment.database)

    @property
    def journal(self) -> TurnJournal:
        return TurnJournal(self.store, StandingClock(), self.turn)

    @property
    def files(self) -> GuardedFiles:
        return GuardedFiles.of(self.environment, self.settings, self.journal, self.cancelled)

    @property
    def vaglio(self) -> GuardedVaglio:
        return GuardedVaglio.of(self.environment, self.settings)

    def request(self, text: str) -> Request:
        return Request(text, text.lower(), self.lang, text.lower(), (), NOW)

    def context(self, text: str = "prova") -> ExecutorContext:
        """What one call gets."""
        return ExecutorContext(
            lang=self.lang,
            settings=self.settings,
            clock=StandingClock(),
            files=self.files,
            network=GuardedNetwork.of(self.settings),
            dialog=self.dialog,
            check_cancelled=self.cancelled,
            progress=lambda done, total: self.progress.append((done, total)),
            journal=self.journal.note,
            amend=self.journal.amend,
            embedder=self.embedder,
            model=self.model,
            request=self.request(text),
            database=self.environment.database,
        )

    def call(self, name: str, /, **args: Any) -> dict[str, Any]:
        """The answer of a bundled executor, called as the pipeline calls it."""
        return self.run(manifest(name), **args)

    def run(self, declared: Manifest, /, **args: Any) -> dict[str, Any]:
        """The answer of any executor."""
        return dict(ProcessRunner(clean=clean).call(declared, args, self.context()))

    def judge(
        self, name: str, args: Mapping[str, Any], text: str = "", provenance: Mapping[str, str] | None = None
    ) -> Verdict:
        """The vaglio's word on a call."""
        origins = dict.fromkeys(args, "user") if provenance is None else provenance
        return self.vaglio.judge(manifest(name), args, origins, self.request(text))

    @property
    def undoing(self) -> Undo:
        return Undo(self.store, FileReversers(self.files).table())

    def undo(self) -> tuple[UndoPlan, Undone]:
        """Take the last turn back."""
        plan = self.undoing.plan()
        assert plan is not None
        return plan, self.undoing.run(plan)

    def file(self, name: str, content: str | bytes = "") -> Path:
        """A file below the home, with its folders."""
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path


def manifest(name: str) -> Manifest:
    """A bundled manifest."""
    found = CATALOG.get(name)
    assert found is not None, name
    return found


def names(answer: Mapping[str, Any]) -> list[str]:
    """Names of the entries, in order."""
    return [entry["name"] for entry in answer["entries"]]
