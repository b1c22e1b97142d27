"""The accounts that the README shows are read as they stand there, and hold no password."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from metnos_cli.config.load import load_settings
from metnos_cli.environment import Environment
from metnos_cli.executors.calendar.accounts import read_accounts as calendars
from metnos_cli.executors.mail.accounts import read_accounts as mailboxes

if TYPE_CHECKING:
    from metnos_cli.config.load import Settings

README = Path(__file__).resolve().parents[2] / "README.md"


@pytest.fixture
def settings(home: Path) -> Settings:
    """What the README says, as somebody's settings."""
    section = README.read_text(encoding="utf-8").partition("## Mail, calendar")[2].partition("\n## ")[0]
    told = re.search(r"```toml\n(.*?)```", section, re.DOTALL)
    assert told is not None
    file = home / "runtime.toml"
    file.write_text(told[1], encoding="utf-8")
    return load_settings(Environment.real(), file=file)


def test_the_mail_account(settings: Settings) -> None:
    """Protected on the usual ports, for reading and for sending, with the address as the user."""
    (account,) = mailboxes(settings).values()

    assert (account.imap_place, account.smtp_place) == (("imap.example.org", 993), ("smtp.example.org", 465))
    assert (account.login, account.smtp_login) == ("anna@example.org", "anna@example.org")
    assert account.password_command == ()


def test_the_other_things(settings: Settings) -> None:
    """Calendar, contacts, searching."""
    (calendar,) = calendars(settings).values()

    assert (calendar.url, calendar.user) == ("https://cal.example.org/dav/", "anna")
    assert settings.texts("contacts.folders") == ("~/.local/share/contacts",)
    assert settings.text("web.searxng") == "https://searx.example.org"
