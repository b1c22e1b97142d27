"""send_messages against a real SMTP server: shown as it will go, sent to all or to none, never twice."""

from __future__ import annotations

import smtplib
import ssl
import traceback
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError, InputNeeded
from metnos_cli.executors.mail.accounts import read_accounts
from metnos_cli.executors.mail.send import _log_in
from tests.executors.mail.certificates import authority
from tests.executors.mail.dovecot import free_port
from tests.executors.mail.mail_world import MailWorld, password_command
from tests.executors.mail.sink import Sink, smtp

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.executors.mail.conftest import Mailbox


@pytest.fixture
def sink() -> Iterator[Sink]:
    """A server that takes everything."""
    with smtp(Sink()) as serving:
        yield serving


def world(home: Path, sink: Sink, **account: Any) -> MailWorld:
    """A world that can send."""
    told = {
        "address": "io@example.org",
        "name": "Io Stesso",
        "maildir": "~/Mail",
        "smtp_host": "127.0.0.1",
        "smtp_port": sink.port,
        "smtp_security": "plain",
        "password_command": password_command(),
        "timeout_s": 10,
        **account,
    }
    return MailWorld(home, {"casa": told})


def failing(here: MailWorld, **args: Any) -> ExecutorError:
    """How sending fails."""
    with pytest.raises(ExecutorError) as raised:
        here.call("send_messages", **args)
    return raised.value


def test_a_mail_arrives_as_it_was_shown(home: Path, sink: Sink) -> None:
    """What the user is asked about is what the server gets, word for word."""
    (home / "nota.txt").write_text("perché no", encoding="utf-8")
    here = world(home, sink)

    shown = here.prepared(
        "send_messages", to="Anna Rossi <anna@example.net>, luca@example.net", bcc="x@example.net",
        subject="Perché", text="Ciao!\n.\nA presto", attach="~/nota.txt",
    )  # fmt: skip
    answered = here.call("send_messages", **shown)

    (got,) = sink.mails
    assert shown == {
        "account": "casa",
        "to": "Anna Rossi <anna@example.net>, luca@example.net",
        "bcc": "x@example.net",
        "subject": "Perché",
        "text": "Ciao!\n.\nA presto",
        "attach": "~/nota.txt",
    }
    assert sink.envelopes[0].rcpt_tos == ["anna@example.net", "luca@example.net", "x@example.net"]
    assert (got["From"], got["To"], got["Subject"], got["Bcc"]) == (
        "Io Stesso <io@example.org>",
        "Anna Rossi <anna@example.net>, luca@example.net",
        "Perché",
        None,
    )
    body = got.get_body()
    assert body is not None
    assert body.get_content().replace("\r\n", "\n") == "Ciao!\n.\nA presto\n"
    assert [("nota.txt", "perché no".encode())] == [
        (part.get_filename(), part.get_content()) for part in got.iter_attachments()
    ]
    assert got["Message-ID"] == answered["message_id"]
    assert answered["summary"] == "Mail inviata a anna@example.net, luca@example.net, x@example.net."


def test_a_summary_of_an_earlier_step_is_the_text(home: Path, sink: Sink) -> None:
    """The entries of a step become the mail's words; the subject is theirs."""
    here = world(home, sink)
    entries = [{"title": "note.txt", "text": "Tre punti."}]

    shown = here.prepared("send_messages", to="anna@example.net", entries=entries)

    assert (shown["subject"], shown["text"]) == ("note.txt", "Tre punti.")
    assert "entries" not in shown


def test_found_files_are_attached(home: Path, sink: Sink) -> None:
    """Entries that are files and have not been read go along as they are."""
    (home / "a.pdf").write_bytes(b"%PDF-a")
    here = world(home, sink)

    shown = here.prepared(
        "send_messages", to="anna@example.net", entries=[{"path": str(home / "a.pdf"), "name": "a.pdf"}]
    )
    here.call("send_messages", **shown)

    assert (shown["attach"], shown["subject"]) == ("~/a.pdf", "a.pdf")
    assert [part.get_content() for part in sink.mails[0].iter_attachments()] == [b"%PDF-a"]


def test_other_entries_are_told_a_line_each(home: Path, sink: Sink) -> None:
    """Processes, events, search results."""
    shown = world(home, sink).prepared(
        "send_messages", to="anna@example.net", text="Eccoli:", entries=[{"name": "init", "pid": 1}]
    )

    assert shown["text"] == "Eccoli:\n\nname: init, pid: 1"


@pytest.mark.parametrize(
    "to",
    [
        *(
            "anna@",
            "anna@exa mple.org",
            "an na@example.org",
            "a@b@c",
            "<@x>",
            "a@b.c\\nBcc: d@e.f",
            "anna@-example.org",
        ),
        *("a..b@example.org", "a.@example.org", ".a@example.org", "a@example..org"),
    ],
)
def test_what_is_no_address_is_wrong_arguments(home: Path, sink: Sink, to: str) -> None:
    """Found before the server is reached, also when the user edited it at the question."""
    here = world(home, sink)

    with pytest.raises(ExecutorError) as raised:
        here.prepared("send_messages", to=to, text="x")

    assert raised.value.error_class is ErrorClass.WRONG_ARGS
    assert failing(here, to=to, text="x", subject="x").error_class is ErrorClass.WRONG_ARGS
    assert sink.envelopes == []


def test_a_line_break_cannot_smuggle_a_header(home: Path, sink: Sink) -> None:
    """A subject is one line, whatever came in."""
    here = world(home, sink)
    here.call("send_messages", to="anna@example.net", subject="Ciao\r\nBcc: ladro@example.net", text="x")

    assert sink.mails[0]["Subject"] == "Ciao Bcc: ladro@example.net"
    assert sink.mails[0]["Bcc"] is None
    assert sink.envelopes[0].rcpt_tos == ["anna@example.net"]


def test_a_domain_in_other_letters_is_written_as_servers_want_it(home: Path, sink: Sink) -> None:
    """IDNA."""
    shown = world(home, sink).prepared("send_messages", to="anna@perché.example", text="x")

    assert shown["to"] == "anna@xn--perch-fsa.example"


def test_names_are_read_as_people_write_them(home: Path, sink: Sink) -> None:
    """Accents, commas inside quotes, the same address twice."""
    here = world(home, sink)
    shown = here.prepared(
        "send_messages", to='"Rossi, Niccolò" <n@example.net>; Zoë <z@example.net>, z@example.net', text="x"
    )
    here.call("send_messages", **shown)

    assert shown["to"] == '"Rossi, Niccolò" <n@example.net>, Zoë <z@example.net>, z@example.net'
    assert [(person.display_name, person.addr_spec) for person in sink.mails[0]["To"].addresses] == [
        ("Rossi, Niccolò", "n@example.net"),
        ("Zoë", "z@example.net"),
    ]
    assert sink.envelopes[0].rcpt_tos == ["n@example.net", "z@example.net"]


def test_a_name_nobody_knows_is_asked_for(home: Path, sink: Sink) -> None:
    """With the argument to be filled in."""
    with pytest.raises(ExecutorError) as raised:
        world(home, sink).prepared("send_messages", to="Anna", text="x")

    assert (raised.value.error_class, raised.value.facts["arg"]) == (ErrorClass.MISSING_INPUT, "to")


CARD = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:{name}\r\nN:;{name};;;\r\nEMAIL:{email}\r\nEND:VCARD\r\n"


def contacts(home: Path, **people: str) -> str:
    """A folder of contacts; the settings that name it."""
    folder = home / "contatti"
    folder.mkdir()
    for key, told in people.items():
        name, email = told.split(":")
        (folder / f"{key}.vcf").write_text(CARD.format(name=name, email=email), encoding="utf-8", newline="")
    return '[contacts]\nfolders = ["~/contatti"]\n'


def test_a_name_is_found_among_the_contacts(home: Path, sink: Sink) -> None:
    """The question shows the address that will get the mail."""
    more = contacts(home, a="Anna Rossi:anna.rossi@example.net", b="Luca Bianchi:luca@example.net")
    here = MailWorld(home, world(home, sink).accounts, more=more)

    shown = here.prepared("send_messages", to="Anna, Luca Bianchi", text="x")

    assert shown["to"] == "Anna Rossi <anna.rossi@example.net>, Luca Bianchi <luca@example.net>"


def test_two_people_of_one_name_are_asked_about(home: Path, sink: Sink) -> None:
    """Never the first of them."""
    more = contacts(home, a="Anna Rossi:anna.rossi@example.net", b="Anna Bianchi:anna.bianchi@example.net")
    here = MailWorld(home, world(home, sink).accounts, more=more)

    with pytest.raises(InputNeeded):
        here.prepared("send_messages", to="Anna", text="x")


def test_a_mail_without_words_is_asked_for_them(home: Path, sink: Sink) -> None:
    """Neither text nor file nor entries."""
    with pytest.raises(ExecutorError) as raised:
        world(home, sink).prepared("send_messages", to="anna@example.net")

    assert (raised.value.error_class, raised.value.facts["arg"]) == (ErrorClass.MISSING_INPUT, "text")


def test_a_secret_file_is_never_attached(home: Path, sink: Sink) -> None:
    """Denied where files are denied."""
    (home / ".ssh").mkdir()
    (home / ".ssh/id_ed25519").write_text("chiave", encoding="utf-8")
    here = world(home, sink)

    with pytest.raises(ExecutorError) as raised:
        here.prepared("send_messages", to="anna@example.net", attach="~/.ssh/id_ed25519")

    assert raised.value.error_class is ErrorClass.DENIED
    assert failing(here, to="anna@example.net", text="x", attach="~/.ssh/id_ed25519").error_class is ErrorClass.DENIED
    assert sink.envelopes == []


def test_one_refused_recipient_means_that_nobody_gets_it(home: Path, sink: Sink) -> None:
    """Half a mail could not be sent again without sending it twice."""
    sink.refuse["luca@example.net"] = "550 no such user"

    error = failing(world(home, sink), to="anna@example.net, luca@example.net", subject="x", text="x")

    assert (error.error_class, error.key) == (ErrorClass.WRONG_ARGS, "mail_recipient_refused")
    assert error.facts["recipients"] == "luca@example.net"
    assert sink.envelopes == []


def test_a_lost_answer_is_unsure_and_not_sent_again(home: Path, sink: Sink) -> None:
    """The server took the mail and vanished: said so, once."""
    sink.vanish = True

    error = failing(world(home, sink), to="anna@example.net", subject="x", text="x")

    assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "mail_send_unsure")
    assert len(sink.envelopes) == 1


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        ("552 mailbox full", "mail_send_quota"),
        ("554 spam", "mail_server_said_no"),
        ("451 later", "mail_server_said_no"),
    ],
)
def test_a_refused_mail_was_not_sent(home: Path, sink: Sink, answer: str, key: str) -> None:
    """The server's reason is told."""
    sink.answer = answer

    error = failing(world(home, sink), to="anna@example.net", subject="x", text="x")

    assert (ErrorClass.UNAVAILABLE, key) == (error.error_class, error.key)
    assert answer[4:] in error.facts["why"]
    assert sink.envelopes == []


def test_a_mail_too_large_for_the_server_is_not_even_tried(home: Path) -> None:
    """The server says beforehand what it takes."""
    (home / "film.bin").write_bytes(b"x" * 2_000_000)
    with smtp(Sink(), limit=1_000_000) as sink:
        error = failing(world(home, sink), to="anna@example.net", subject="x", text="x", attach="~/film.bin")

        assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "mail_too_big_for_server")
        assert sink.envelopes == []


def test_fifty_megabytes_of_attachments_are_refused_unread(home: Path, sink: Sink) -> None:
    """More than mail servers take."""
    with (home / "film.bin").open("wb") as file:
        file.truncate(50_000_000)

    error = failing(world(home, sink), to="anna@example.net", subject="x", text="x", attach="~/film.bin")

    assert (error.error_class, error.key) == (ErrorClass.WRONG_ARGS, "mail_too_big")


def test_a_wrong_password_is_told_and_never_shown(home: Path, sink: Sink) -> None:
    """At the SMTP server too."""
    here = world(home, sink, password_command=password_command("sbagliatissima-99"))

    error = failing(here, to="anna@example.net", subject="x", text="x")

    assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "mail_login")
    assert "sbagliatissima" not in f"{error} {error.facts}"
    assert sink.envelopes == []


@pytest.mark.parametrize("password", ["pässword-99", "парольный", "密码密码", "a€b"])
@pytest.mark.parametrize("user", ["", "io-ä@example.org"])
def test_a_password_in_any_letters_logs_in(home: Path, sink: Sink, password: str, user: str) -> None:
    """As UTF-8."""
    sink.password = password

    world(home, sink, smtp_user=user, password_command=password_command(password)).call(
        "send_messages", to="anna@example.net", subject="x", text="x"
    )

    assert sink.tried == [password]
    assert len(sink.envelopes) == 1


@pytest.mark.parametrize("password", ["sbagliatissima-99", "pässword-99", "paßwort", "密码密码", "caf\udce9"])
def test_no_letter_of_a_wrong_password_is_told(home: Path, sink: Sink, password: str) -> None:
    """Neither in the error nor in what led to it."""
    account = read_accounts(world(home, sink).settings)["casa"]
    peer = smtplib.SMTP("127.0.0.1", sink.port)
    peer.ehlo()

    with peer, pytest.raises(ExecutorError) as raised:
        _log_in(peer, account, password)

    told = "".join(traceback.format_exception(raised.value)) + repr(raised.value.facts)
    assert raised.value.key == "mail_login"
    assert not [letter for letter in password if letter in told and not letter.isascii()]
    assert password not in told
    assert "\\xe4" not in told


def test_a_server_that_knows_no_plain_login_says_no(home: Path, sink: Sink) -> None:
    """Where a password in other letters would need it."""
    account = read_accounts(world(home, sink).settings)["casa"]
    peer = smtplib.SMTP("127.0.0.1", sink.port)
    peer.ehlo()
    peer.esmtp_features["auth"] = " LOGIN"

    with peer, pytest.raises(smtplib.SMTPNotSupportedError):
        _log_in(peer, account, "pässword")

    assert sink.tried == []


def test_a_server_that_is_down_is_unavailable(home: Path, sink: Sink) -> None:
    """Nothing was sent."""
    error = failing(world(home, sink, smtp_port=free_port()), to="anna@example.net", subject="x", text="x")

    assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "mail_down")


@pytest.mark.parametrize("paper", ["good", "expired"])
def test_starttls_checks_the_certificate(home: Path, tmp_path: Path, paper: str) -> None:
    """The password goes only over a connection whose certificate is valid."""
    papers = authority(tmp_path / "papers")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*getattr(papers, paper))
    with smtp(Sink(), tls=context) as sink:
        here = world(home, sink, smtp_security="starttls", ca_file=str(papers.ca_file))
        if paper == "good":
            here.call("send_messages", to="anna@example.net", subject="x", text="x")
            assert len(sink.envelopes) == 1
        else:
            error = failing(here, to="anna@example.net", subject="x", text="x")
            assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "mail_certificate")
            assert sink.tried == []


def test_an_account_that_cannot_send_says_so(home: Path, sink: Sink) -> None:
    """No SMTP server configured."""
    with pytest.raises(ExecutorError) as raised:
        world(home, sink, smtp_host="").prepared("send_messages", to="anna@example.net", text="x")

    assert (raised.value.error_class, raised.value.key) == (ErrorClass.UNAVAILABLE, "mail_cannot_send")


@pytest.mark.dovecot
@pytest.mark.parametrize(("folder", "kept"), [("Sent", True), ("Inesistente", False)])
def test_a_copy_is_kept_where_the_account_wants_one(mailbox: Mailbox, sink: Sink, folder: str, *, kept: bool) -> None:
    """A copy that fails is told; the mail has been sent all the same, and once."""
    mailbox.accounts["casa"] = {
        "smtp_host": "127.0.0.1",
        "smtp_port": sink.port,
        "smtp_security": "plain",
        "sent_folder": folder,
    }
    answered = mailbox.world().call("send_messages", to="anna@example.net", subject="Copia", text="x")

    assert len(sink.envelopes) == 1
    assert (mailbox.subjects("Sent") == ["Copia"]) == kept
    assert ("non è riuscita" in answered["summary"]) != kept
