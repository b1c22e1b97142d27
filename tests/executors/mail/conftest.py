"""A Dovecot for the session, and a mailbox of its own for each test."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from tests.executors.mail.dovecot import PASSWORD, Dovecot, serve
from tests.executors.mail.mail_world import NOW, MailWorld, mail, password_command

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from imap_tools.mailbox import BaseMailBox


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    """One server for all tests of this process; each test has a user of its own."""
    yield from serve()


@dataclass
class Mailbox:
    """One user's mail, looked at past Metnos."""

    server: Dovecot
    user: str
    home: Path
    accounts: dict[str, dict[str, Any]] = field(default_factory=dict)

    def world(self, **changes: Any) -> MailWorld:
        """A world whose only account is this one."""
        account = {
            "address": "io@example.org",
            "imap_host": "127.0.0.1",
            "imap_port": self.server.port,
            "imap_security": "plain",
            "user": self.user,
            "password_command": password_command(),
            "timeout_s": 10,
            **self.accounts.get("casa", {}),
        }
        return MailWorld(self.home, {"casa": account}, **changes)

    def connect(self) -> BaseMailBox:
        """A connection of one's own."""
        from imap_tools import MailBoxUnencrypted

        return MailBoxUnencrypted("127.0.0.1", self.server.port, timeout=10).login(self.user, PASSWORD)

    def deliver(self, *mails: bytes, folder: str = "INBOX", at: datetime = NOW, seen: bool = False) -> None:
        """Put mails into a folder, a minute apart, the last one at ``at``."""
        with self.connect() as box:
            for place, raw in enumerate(mails):
                moment = at - timedelta(minutes=len(mails) - 1 - place)
                box.append(raw, folder, dt=moment, flag_set=["\\Seen"] if seen else None)

    def subjects(self, folder: str = "INBOX") -> list[str]:
        """What is in a folder now."""
        with self.connect() as box:
            box.folder.set(folder)
            return [found.subject for found in box.fetch(mark_seen=False)]

    def unread(self, folder: str = "INBOX") -> int:
        """How many the server counts as unread."""
        with self.connect() as box:
            return box.folder.status(folder, ["UNSEEN"])["UNSEEN"]


@pytest.fixture
def mailbox(dovecot: Dovecot, home: Path) -> Mailbox:
    """An empty mailbox."""
    return Mailbox(dovecot, f"u{secrets.token_hex(6)}", home)


@pytest.fixture
def filled(mailbox: Mailbox) -> Mailbox:
    """Two mails of today and one of last week."""
    mailbox.deliver(mail("Vecchia", sender="Zoe <zoe@example.net>"), at=NOW - timedelta(days=7), seen=True)
    mailbox.deliver(mail("Bolletta luce", text="Totale 42 euro, scade venerdì."), mail("Cena", text="Porto il vino."))
    return mailbox
