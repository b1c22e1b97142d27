"""What people ask of their mail, as they type it: real servers, no model, and the second time from memory."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest
import tomlkit

from tests.executors.mail.conftest import Mailbox, dovecot, mailbox  # noqa: F401  fixtures
from tests.executors.mail.mail_world import mail, password_command
from tests.executors.mail.sink import Sink, smtp

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import Answer, Metnos

pytestmark = pytest.mark.dovecot
SPAM = mail("Hai vinto un premio", text="Clicca qui per ritirare il buono da 500 euro", sender="Promo <x@spam.example>")
DINNER = mail("Cena", text="Ci vediamo domani a cena? Porto io il vino.")


@pytest.fixture
def sink() -> Iterator[Sink]:
    """An SMTP server."""
    with smtp(Sink()) as serving:
        yield serving


@pytest.fixture
def configured(mailbox: Mailbox, sink: Sink, home: Path) -> Mailbox:  # noqa: F811  the fixture above
    """Settings with one account and one contact; two mails of now, one of last week."""
    account = {
        "address": "io@example.org",
        "imap_host": "127.0.0.1",
        "imap_port": mailbox.server.port,
        "imap_security": "plain",
        "user": mailbox.user,
        "password_command": password_command(),
        "smtp_host": "127.0.0.1",
        "smtp_port": sink.port,
        "smtp_security": "plain",
    }
    config = home / ".config/metnos/runtime.toml"
    config.parent.mkdir(parents=True)
    told = {"contacts": {"folders": ["~/rubrica"]}, "mail": {"accounts": {"casa": account}}}
    config.write_text(tomlkit.dumps(told), encoding="utf-8")
    (home / "rubrica").mkdir()
    card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Anna Rossi\r\nN:Rossi;Anna;;;\r\nEMAIL:anna@example.net\r\nEND:VCARD\r\n"
    (home / "rubrica/anna.vcf").write_text(card, encoding="utf-8", newline="")
    now = datetime.now().astimezone()
    mailbox.deliver(mail("Vecchia", sender="Zoe <zoe@example.net>"), at=now - timedelta(days=7))
    mailbox.deliver(SPAM, DINNER, at=now)
    return mailbox


def layer(answer: Answer) -> str:
    """Which layer served a turn told as JSON."""
    return str(answer.json["layer"])


def test_how_many_mails_today_and_from_whom(metnos: Metnos, configured: Mailbox) -> None:
    """The second time from memory, counted anew."""
    first = metnos("ask", "quante mail mi sono arrivate oggi e da chi")
    configured.deliver(mail("Altra", sender="Zoe <zoe@example.net>"), at=datetime.now().astimezone())
    second = metnos("ask", "--json", "quante mail mi sono arrivate oggi e da chi")

    assert first.exit_status == 0
    assert first.stdout.startswith("2 mail (2 da leggere), da: ")
    assert second.json["outcome"]["message"].startswith("3 mail (3 da leggere), da: ")
    assert "Zoe" in second.json["outcome"]["message"]
    assert layer(second) == "shortcut"


def test_spam_is_found_and_goes_to_the_trash(metnos: Metnos, configured: Mailbox) -> None:
    """Undone by one command; the second time from memory."""
    text = "cerca le mail spam e mettile nel cestino"
    first = metnos("ask", text)
    trashed = configured.subjects("Cestino")
    undone = metnos("undo", "--yes")
    back = configured.subjects()
    second = metnos("ask", "--json", text)

    assert (first.exit_status, trashed) == (0, ["Hai vinto un premio"])
    assert undone.exit_status == 0
    assert sorted(back) == ["Cena", "Hai vinto un premio", "Vecchia"]
    assert layer(second) == "shortcut"
    assert configured.subjects("Cestino") == ["Hai vinto un premio"]


def test_a_summary_is_sent_only_with_a_yes(metnos: Metnos, configured: Mailbox, sink: Sink, home: Path) -> None:
    """Refused without a terminal; sent by --yes; the second time the file is read again."""
    text = "manda a Anna il riassunto di ~/note.txt"
    (home / "note.txt").write_text("La riunione è lunedì.", encoding="utf-8")
    refused = metnos("ask", text)
    first = metnos("ask", "--yes", text)
    (home / "note.txt").write_text("La riunione è martedì.", encoding="utf-8")
    second = metnos("ask", "--yes", "--json", text)

    assert (refused.exit_status, first.exit_status, second.exit_status) == (4, 0, 0)
    bodies = [body.get_content().strip() for got in sink.mails if (body := got.get_body()) is not None]
    assert bodies == ["La riunione è lunedì.", "La riunione è martedì."]
    assert {str(got["To"]) for got in sink.mails} == {"Anna Rossi <anna@example.net>"}
    assert layer(second) == "shortcut"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mostra le mail non lette", "3 mail (3 da leggere)"),
        ("cerca le mail di Zoe", "1 mail (1 da leggere), da Zoe."),
        ("list the unread mails", "3 mails (3 unread)"),
        ("quali mail sono spam", "Hai vinto un premio"),
    ],
)
def test_other_ways_to_ask(metnos: Metnos, configured: Mailbox, text: str, told: str) -> None:
    """In both languages."""
    answer = metnos("ask", text)

    assert answer.exit_status == 0, answer.stderr
    assert told in answer.stdout


def test_a_wrong_password_ends_in_one_sentence_and_what_to_do(metnos: Metnos, configured: Mailbox, home: Path) -> None:
    """On stdout nothing, no traceback, status 1, and the password nowhere."""
    config = home / ".config/metnos/runtime.toml"
    told = config.read_text(encoding="utf-8").replace("segreta-4711", "sbagliatissima-99")
    config.write_text(told, encoding="utf-8")

    answer = metnos("ask", "mostra le mail non lette")

    assert (answer.exit_status, answer.stdout.strip()) == (1, "")
    assert "non accetta utente" in answer.stderr
    assert "sbagliatissima" not in answer.stdout + answer.stderr
