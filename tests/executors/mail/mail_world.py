"""A small world for the mail executors: settings with accounts, real guarded files and journal, a clock that stands."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from metnos_cli.config.load import Settings, load_settings
from metnos_cli.environment import Environment
from metnos_cli.errors import InputNeeded, Interrupted
from metnos_cli.executors.calling import ProcessRunner
from metnos_cli.executors.catalog import load_catalog
from metnos_cli.ports import ExecutorContext
from metnos_cli.records import Request
from metnos_cli.safety.filesystem import GuardedFiles
from metnos_cli.safety.journal import TurnJournal
from metnos_cli.store import journal
from metnos_cli.store.database import Database

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from metnos_cli.ports import Embedder, LanguageModel
    from metnos_cli.records import Lang

ROME = ZoneInfo("Europe/Rome")
NOW = datetime(2026, 11, 30, 9, 0, tzinfo=ROME)
PASSWORD = "segreta-4711"


class Answers:
    """A dialog that nobody answers, or that is answered beforehand."""

    def __init__(self, answers: Mapping[str, Any] | None = None) -> None:
        self.answers = answers

    def ask(self, questions: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        if self.answers is None:
            raise InputNeeded(questions=list(questions))
        return self.answers


class NoNetwork:
    """Fails when it is used."""

    def fetch(self, url: str, **_: Any) -> Any:
        raise AssertionError(url)


@dataclass
class Clock:
    """Stands still."""

    moment: datetime = NOW

    def now(self) -> datetime:
        return self.moment


@dataclass
class MailWorld:
    """What the executors under test work with."""

    home: Path
    accounts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    lang: Lang = "it"
    more: str = ""
    cancel_after: int = 0
    """Ctrl-C at the so many-th look; 0: never."""
    embedder: Embedder | None = None
    model: LanguageModel | None = None
    network: Any = field(default_factory=NoNetwork)

    def __post_init__(self) -> None:
        import tomlkit

        config = self.home / "runtime.toml"
        told = tomlkit.dumps({"mail": {"accounts": dict(self.accounts)}}) if self.accounts else ""
        config.write_text(f"{self.more}\n{told}", encoding="utf-8")
        self.environment = environment_of(self.home)
        self.settings: Settings = load_settings(self.environment, file=config)
        self.database = Database(self.environment.database)
        self.clock = Clock()
        self.catalog = load_catalog()
        self.looks = 0

    def check(self) -> None:
        self.looks += 1
        if self.looks == self.cancel_after:
            raise Interrupted

    def context(self, text: str = "prova") -> ExecutorContext:
        """What one call gets."""
        noted = TurnJournal(self.database, self.clock, "turn-1")
        return ExecutorContext(
            lang=self.lang,
            settings=self.settings,
            clock=self.clock,
            files=GuardedFiles.of(self.environment, self.settings, noted),
            network=self.network,
            dialog=Answers(),
            check_cancelled=self.check,
            progress=lambda _done, _total: None,
            journal=noted.note,
            amend=noted.amend,
            embedder=lambda: self.embedder,  # type: ignore[arg-type,return-value]
            model=lambda: self.model,
            request=Request(text, text, self.lang, text, (), self.clock.moment),
            database=self.environment.database,
        )

    def call(self, tool: str, **args: Any) -> Mapping[str, Any]:
        """Call an executor as the pipeline does: by its manifest, its answer checked."""
        manifest = self.catalog.get(tool)
        assert manifest is not None, tool
        return ProcessRunner().call(manifest, args, self.context())

    def prepared(self, tool: str, **args: Any) -> dict[str, Any]:
        """The arguments as the user is asked about them."""
        from metnos_cli.executors.preparing import prepare

        manifest = self.catalog.get(tool)
        assert manifest is not None, tool
        return prepare(manifest, args, self.context())

    def changes(self) -> list[tuple[str, Mapping[str, Any]]]:
        """(kind, facts) of what was noted, in order."""
        return [(change.kind, change.facts) for change in journal.of_turn(self.database.read(), "turn-1")]


def environment_of(home: Path) -> Environment:
    """A world whose folders all stand below ``home``, in Rome."""
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


def password_command(password: str = PASSWORD) -> list[str]:
    """A command that prints a password, as password managers do."""
    return [sys.executable, "-c", f"print({password!r})"]


def mail(
    subject: str = "Ciao",
    *,
    sender: str = "Anna Rossi <anna@example.org>",
    to: str = "io@example.org",
    text: str = "Ci vediamo domani.",
    attach: Mapping[str, bytes] | None = None,
    headers: Mapping[str, str] | None = None,
) -> bytes:
    """A mail as servers keep it."""
    told = EmailMessage()
    told["From"] = sender
    told["To"] = to
    told["Subject"] = subject
    told["Date"] = "Mon, 30 Nov 2026 08:00:00 +0100"
    told["Message-ID"] = f"<{abs(hash((subject, sender, text)))}@example.org>"
    for name, value in (headers or {}).items():
        told[name] = value
    told.set_content(text)
    for name, content in (attach or {}).items():
        told.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    return told.as_bytes()
