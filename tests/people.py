"""A person's own things on real servers, and a way to ask for them: real turns, no model, a clock that stands."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import tomlkit

from metnos_cli.cli.globals import Globals
from metnos_cli.cli.wiring import World
from metnos_cli.environment import Environment
from metnos_cli.pipeline.turn import take_turn
from metnos_cli.ui.consent import NoTerminalConsent
from metnos_cli.ui.dialog import NoTerminalDialog
from tests.executors.calendar.radicale import PASSWORD, USER, Radicale
from tests.executors.mail.mail_world import mail, password_command
from tests.executors.mail.sink import Sink, smtp

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from metnos_cli.records import Turn
    from tests.executors.mail.conftest import Mailbox

NOW = datetime(2026, 11, 30, 9, 30, tzinfo=ZoneInfo("Europe/Rome"))
"""A Monday."""
PEOPLE = (
    ("Anna", "Rossi", "anna@example.net", "+39 333 1234567"),
    ("Bruno", "Bianchi", "bruno@example.net", "+39 02 555123"),
)
FILES = {
    "note.txt": "La riunione è lunedì.",
    "altro.txt": "Il pranzo è sabato.",
    "notes.txt": "The meeting is on Monday.",
    "other.txt": "The lunch is on Saturday.",
}
SPAM = mail("Hai vinto un premio", text="Clicca qui per ritirare il buono da 500 euro", sender="Promo <x@spam.example>")
DINNER = mail("Cena", text="Ci vediamo domani a cena? Porto io il vino.", sender="Anna Rossi <anna@example.net>")


@dataclass
class Person:
    """Somebody with mail, a calendar, contacts and files, who asks for things."""

    home: Path
    mailbox: Mailbox
    calendar: Radicale
    sink: Sink
    consent: Any = field(default_factory=NoTerminalConsent)
    dialog: Any = field(default_factory=NoTerminalDialog)
    now: datetime = NOW

    def __post_init__(self) -> None:
        for first, last, email, phone in PEOPLE:
            card = f"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:{first} {last}\r\nN:{last};{first};;;\r\nEMAIL:{email}\r\nTEL:{phone}\r\n"
            path = self.home / f"rubrica/{first}.vcf"
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"{card}END:VCARD\r\n", encoding="utf-8", newline="")
        for name, text in FILES.items():
            (self.home / name).write_text(text, encoding="utf-8")
        config = self.home / ".config/metnos/runtime.toml"
        config.parent.mkdir(parents=True, exist_ok=True)
        config.write_text(tomlkit.dumps(self.settings()), encoding="utf-8")
        environment = Environment.real().replace(
            variables=dict(os.environ), home=self.home, cwd=self.home, clock=lambda zone: self.now.astimezone(zone)
        )
        self.world = World(environment, Globals())
        self.world.flags |= {"engine.proposer": "offline"}

    def settings(self) -> dict[str, Any]:
        """One account of mail, one of a calendar, a folder of contacts."""
        account = {
            "address": "io@example.org",
            "imap_host": "127.0.0.1",
            "imap_port": self.mailbox.server.port,
            "imap_security": "plain",
            "user": self.mailbox.user,
            "password_command": password_command(),
            "smtp_host": "127.0.0.1",
            "smtp_port": self.sink.port,
            "smtp_security": "plain",
        }
        calendar = {"url": self.calendar.url, "user": USER, "password_command": ["printf", PASSWORD]}
        return {
            "contacts": {"folders": ["~/rubrica"]},
            "mail": {"accounts": {"casa": account}},
            "calendar": {"accounts": {"casa": calendar}},
        }

    def ask(self, text: str) -> Turn:
        """One turn, as ``metnos ask`` takes it."""
        ports = self.world.ports(consent=self.consent, dialog=self.dialog, told=lambda _event: None)
        return take_turn(self.world.understand(text), ports)

    def said(self, text: str) -> str:
        """What a turn answered, which must have come to a good end."""
        turn = self.ask(text)
        assert turn.outcome.kind == "answered", turn.outcome
        return turn.outcome.message

    @property
    def sent(self) -> list[tuple[str, str, str]]:
        """(recipient, subject, text) of every mail that was handed over."""
        bodies = [(got, got.get_body()) for got in self.sink.mails]
        return [(str(got["To"]), str(got["Subject"]), body.get_content().strip()) for got, body in bodies if body]


@contextmanager
def living(home: Path, mailbox: Mailbox, folder: Path) -> Iterator[Person]:
    """A person with three mails, two of them of today, and an empty calendar."""
    folder.mkdir()
    server = Radicale(folder)
    server.add_calendar("Personale")
    mailbox.deliver(mail("Vecchia", sender="Zoe <zoe@example.net>"), at=NOW - timedelta(days=7))
    mailbox.deliver(SPAM, DINNER, at=NOW)
    with smtp(Sink()) as sink:
        person = Person(home, mailbox, server, sink)
        yield person
        person.world.close()
    server.close()


def args_of(turn: Turn, tool: str) -> dict[str, Any]:
    """The arguments with which a turn called an executor."""
    return dict(next(step.args for step in turn.results if step.tool == tool))
