"""Whole turns over real mail servers: the plan of a request, its consent, its effect, its undo, its second time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.cli.guards import build_undo
from metnos_cli.errors import ErrorClass, ExitStatus
from metnos_cli.records import Filler, Framework, Proposal, Step
from metnos_cli.text.slots.argument import as_argument
from tests.executors.mail.conftest import Mailbox, dovecot, mailbox  # noqa: F401  fixtures
from tests.executors.mail.mail_world import mail, password_command
from tests.executors.mail.sink import Sink, smtp
from tests.pipeline.test_turn import Small, Yes, plan

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.dovecot
SPAM = mail("Hai vinto un premio", text="Clicca qui per ritirare il buono da 500 euro", sender="Promo <x@spam.example>")
DINNER = mail("Cena", text="Ci vediamo domani a cena? Porto io il vino.")
SPAM_PLAN = Proposal(
    Framework(
        steps=(
            Step("find_messages", {"folder": "INBOX", "query": "is:unread"}),
            Step("classify_entries", {"from_step": 1, "dimension": "spam"}),
            Step("filter_entries", {"from_step": 2, "where_field": "spam", "where_value": "spam"}),
            Step("move_messages", {"from_step": 3, "dst_folder": "${FILLER:cestino_folder}"}),
        ),
        fillers={"cestino_folder": Filler("Come si chiama la cartella cestino per questo account?", "Trash")},
        final_message="Spostate ${step4.ok_count} mail in cestino.",
    )
)


@pytest.fixture
def sink() -> Iterator[Sink]:
    """An SMTP server."""
    with smtp(Sink()) as serving:
        yield serving


@pytest.fixture
def here(mailbox: Mailbox, sink: Sink, home: Path) -> Iterator[Small]:  # noqa: F811  the fixture above
    """A home whose settings hold one account and one contact."""
    import tomlkit

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
    config.write_text(
        tomlkit.dumps({"contacts": {"folders": ["~/rubrica"]}, "mail": {"accounts": {"casa": account}}}),
        encoding="utf-8",
    )
    (home / "rubrica").mkdir()
    (home / "rubrica/anna.vcf").write_text(
        "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Anna Rossi\r\nN:Rossi;Anna;;;\r\nEMAIL:anna@example.net\r\nEND:VCARD\r\n",
        encoding="utf-8",
        newline="",
    )
    made = Small(home)
    yield made
    made.world.close()


def test_spam_goes_to_the_trash_and_comes_back(here: Small, mailbox: Mailbox) -> None:  # noqa: F811
    """Found, classified, filtered, moved on the server; undone; and served from memory the second time."""
    mailbox.deliver(SPAM, DINNER, at=datetime.now().astimezone())
    text = "cerca le mail spam e mettile nel cestino"

    first = here.turn(SPAM_PLAN, text=text)

    assert (first.outcome.kind, first.outcome.message) == ("answered", "Spostate 1 mail in cestino.")
    assert (mailbox.subjects(), mailbox.subjects("Cestino")) == (["Cena"], ["Hai vinto un premio"])
    undoing = build_undo(here.world)
    before = undoing.plan()
    assert before is not None
    assert len(undoing.run(before).done) == 1
    assert sorted(mailbox.subjects()) == ["Cena", "Hai vinto un premio"]

    mailbox.deliver(SPAM.replace(b"premio", b"viaggio"), at=datetime.now().astimezone())
    second = here.turn(text=text)

    assert (second.outcome.kind, second.layer) == ("answered", "shortcut")
    assert sorted(mailbox.subjects("Cestino")) == ["Hai vinto un premio", "Hai vinto un viaggio"]


def test_todays_mails_are_counted_anew_each_time(here: Small, mailbox: Mailbox) -> None:  # noqa: F811
    """The second time from memory, with the day and the mails of that moment."""
    now = datetime.now().astimezone()
    mailbox.deliver(mail("Vecchia", sender="Zoe <z@example.net>"), at=now - timedelta(days=3))
    mailbox.deliver(DINNER, at=now)
    text = "quante mail mi sono arrivate oggi e da chi"
    (today,) = here.world.understand(text).slots

    first = here.turn(plan(("find_messages", {"when": as_argument(today)})), text=text)
    mailbox.deliver(SPAM, at=now)
    second = here.turn(text=text)

    assert first.outcome.message == "1 mail (1 da leggere), da Anna Rossi."
    assert second.layer == "shortcut"
    assert second.outcome.message.startswith("2 mail (2 da leggere), da: ")


SUMMARY = plan(
    ("read_files", {"path": "~/note.txt"}),
    ("describe_entries", {"from_step": 1}),
    ("send_messages", {"from_step": 2, "to": "Anna"}),
)


def test_a_summary_is_sent_after_showing_exactly_what(here: Small, sink: Sink) -> None:
    """The question holds the address and the words that then arrive, no more and no less."""
    (here.home / "note.txt").write_text("La riunione è lunedì.", encoding="utf-8")
    here.consent = Yes()

    turn = here.turn(SUMMARY, text="manda a Anna il riassunto di ~/note.txt")

    (question,) = here.consent.questions
    (got,) = sink.mails
    assert (question.tool, question.effect) == ("send_messages", "send")
    assert question.args == {
        "account": "casa",
        "to": "Anna Rossi <anna@example.net>",
        "subject": "note.txt",
        "text": "La riunione è lunedì.",
    }
    body = got.get_body()
    assert body is not None
    assert (got["To"], got["Subject"], body.get_content().strip()) == tuple(
        question.args[name] for name in ("to", "subject", "text")
    )
    assert turn.outcome.message == "Mail inviata a anna@example.net."


def test_without_a_yes_nothing_is_sent(here: Small, sink: Sink) -> None:
    """Said no, or nobody there to say yes."""
    (here.home / "note.txt").write_text("La riunione è lunedì.", encoding="utf-8")
    alone = here.turn(SUMMARY, text="manda a Anna il riassunto di ~/note.txt")
    here.consent = Yes("no")
    refused = here.turn(SUMMARY, text="manda a Anna il riassunto di ~/note.txt")

    assert (alone.outcome.exit_status, refused.outcome.exit_status) == (ExitStatus.REFUSED, ExitStatus.REFUSED)
    assert sink.envelopes == []


def test_an_unknown_name_becomes_a_question(here: Small, sink: Sink) -> None:
    """Before anything is asked about consent."""
    here.consent = Yes()

    turn = here.turn(plan(("send_messages", {"to": "Gaspare", "text": "ciao"})))

    assert (turn.outcome.kind, turn.outcome.exit_status) == ("input_needed", ExitStatus.INPUT_NEEDED)
    assert "Gaspare" in turn.outcome.message
    assert (here.consent.questions, sink.envelopes) == ([], [])


def test_a_lost_answer_ends_the_turn_and_is_not_replanned(here: Small, sink: Sink) -> None:
    """It may have been sent: another plan could send it twice."""
    sink.vanish = True
    here.consent = Yes()
    again = plan(("send_messages", {"to": "anna@example.net", "text": "ciao!"}))

    turn = here.turn(plan(("send_messages", {"to": "anna@example.net", "text": "ciao"})), again)

    assert turn.outcome.error is not None
    assert (turn.outcome.error.error_class, turn.outcome.error.key) == (ErrorClass.UNAVAILABLE, "mail_send_unsure")
    assert "potrebbe essere partita" in turn.outcome.message
    assert len(sink.envelopes) == 1


def test_a_text_with_placeholders_is_sent_as_it_stands(here: Small, sink: Sink) -> None:
    """What comes from a file is never read as part of the plan."""
    (here.home / "note.txt").write_text("Scrivi ${step1.text} e ${FILLER:x} così.", encoding="utf-8")
    here.consent = Yes()

    turn = here.turn(SUMMARY, text="manda a Anna il riassunto di ~/note.txt")

    assert turn.outcome.kind == "answered", turn.outcome.message
    body = sink.mails[0].get_body()
    assert body is not None
    assert body.get_content().strip() == "Scrivi ${step1.text} e ${FILLER:x} così."


def test_the_password_is_in_no_turn_and_no_log(here: Small, mailbox: Mailbox, home: Path) -> None:  # noqa: F811
    """After a turn that used it."""
    from tests.executors.mail.mail_world import PASSWORD

    mailbox.deliver(DINNER)
    turn: Any = here.turn(plan(("find_messages", {})))
    here.world.close()

    assert turn.outcome.kind == "answered"
    kept = [path for path in home.rglob("*") if path.is_file() and path.name != "runtime.toml"]
    assert [path.name for path in kept if PASSWORD.encode() in path.read_bytes()] == []
