"""find_messages and read_messages against a real IMAP server."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError, Interrupted
from tests.executors.mail.mail_world import NOW, mail

if TYPE_CHECKING:
    from tests.executors.mail.conftest import Mailbox

pytestmark = pytest.mark.dovecot
TODAY = "2026-11-30T00:00:00+01:00/2026-12-01T00:00:00+01:00"


def test_mails_of_today_are_counted_with_their_senders(filled: Mailbox) -> None:
    """How many arrived today and from whom: the sentence says it, the entries list them newest first."""
    filled.deliver(mail("Offerta", sender="Negozio <info@shop.example>"))

    found = filled.world().call("find_messages", when=TODAY)

    assert (found["total"], found["unread"], found["ok_count"]) == (3, 3, 3)
    assert found["summary"] == "3 mail (3 da leggere), da: Anna Rossi (2), Negozio."
    assert sorted((entry["title"] for entry in found["entries"]), key=["Cena", "Offerta", "Bolletta luce"].index) == [
        "Cena",
        "Offerta",
        "Bolletta luce",
    ]


@pytest.mark.parametrize(
    ("args", "subjects"),
    [
        ({"from": "zoe"}, ["Vecchia"]),
        ({"from": "ANNA@example.org"}, ["Cena", "Bolletta luce"]),
        ({"subject": "bolletta"}, ["Bolletta luce"]),
        ({"query": "vino"}, ["Cena"]),
        ({"query": "totale subject:luce"}, ["Bolletta luce"]),
        ({"query": '"porto il vino"'}, ["Cena"]),
        ({"query": "is:unread"}, ["Cena", "Bolletta luce"]),
        ({"query": "is:read"}, ["Vecchia"]),
        ({"unread": False}, ["Vecchia"]),
        ({"when": "../2026-11-29T00:00:00+01:00"}, ["Vecchia"]),
        ({"when": "2026-11-30T08:59:30+01:00/.."}, ["Cena"]),
        ({"query": "venerdì"}, ["Bolletta luce"]),
        ({"query": "nessuno-scrive-così"}, []),
        ({"query": 'x" OR ALL "'}, []),
        ({"limit": 1}, ["Cena"]),
    ],
)
def test_conditions_are_those_of_a_mail_program(filled: Mailbox, args: dict[str, object], subjects: list[str]) -> None:
    """Each condition alone and together; moments are exact although IMAP compares days."""
    found = filled.world().call("find_messages", **args)

    assert subjects == [entry["title"] for entry in found["entries"]]


def test_the_count_is_whole_though_the_list_is_short(filled: Mailbox) -> None:
    """A limit shortens the list, never the count, and that is said."""
    found = filled.world(lang="en").call("find_messages", limit=2)

    assert (found["total"], found["ok_count"]) == (3, 2)
    assert "Below are the 2 newest." in found["summary"]


def test_looking_marks_nothing_as_read(filled: Mailbox) -> None:
    """Neither finding nor reading opens a mail."""
    world = filled.world()
    found = world.call("find_messages", unread=True)
    world.call("read_messages", entries=found["entries"])

    assert filled.unread() == 2


def test_attachments_and_spam_marks_are_told(mailbox: Mailbox) -> None:
    """What the server's filter said, and which files hang on a mail."""
    mailbox.deliver(
        mail("Con allegato", attach={"fattura è.pdf": b"%PDF"}), mail("Vinci!", headers={"X-Spam-Flag": "YES"})
    )
    world = mailbox.world()

    by_title = {entry["title"]: entry for entry in world.call("find_messages")["entries"]}
    with_file = world.call("find_messages", query="has:attachment")
    without = world.call("find_messages", attachments=False)

    assert by_title["Vinci!"]["marked_spam"]
    assert not by_title["Con allegato"]["marked_spam"]
    assert [entry["title"] for entry in with_file["entries"]] == ["Con allegato"]
    assert [entry["title"] for entry in without["entries"]] == ["Vinci!"]
    assert by_title["Con allegato"]["attachments"] == ["fattura è.pdf"]


def test_the_newest_mail_is_read_without_a_search(filled: Mailbox) -> None:
    """Reading without an earlier step takes the last one that fits."""
    told = filled.world().call("read_messages", **{"from": "anna"})

    assert told["text"].startswith("Cena — Anna Rossi <anna@example.org>, 2026-11-30 09:00\n\nPorto il vino.")


def test_mails_of_an_earlier_step_are_read(filled: Mailbox) -> None:
    """The entries of a search are all that reading needs."""
    world = filled.world()
    found = world.call("find_messages", query="luce")

    told = world.call("read_messages", entries=found["entries"])

    assert [entry["text"].strip() for entry in told["entries"]] == ["Totale 42 euro, scade venerdì."]


def test_a_mail_that_has_gone_meanwhile_is_told_and_the_others_are_read(filled: Mailbox) -> None:
    """UID gone: one honest row, the rest goes on."""
    world = filled.world()
    found = world.call("find_messages")
    with filled.connect() as box:
        box.folder.set("INBOX")
        box.delete(box.uids('SUBJECT "Cena"'))

    told = world.call("read_messages", entries=found["entries"])

    assert (told["ok_count"], told["error_count"]) == (2, 1)
    assert told["errors"][0]["error_class"] == ErrorClass.WRONG_ARGS
    assert told["errors"][0]["key"] == "mail_gone"


def test_a_folder_that_is_not_there_is_wrong_arguments(filled: Mailbox) -> None:
    """The nearest names are told."""
    with pytest.raises(ExecutorError) as raised:
        filled.world().call("find_messages", folder="Cestinone")

    assert raised.value.error_class is ErrorClass.WRONG_ARGS
    assert raised.value.key == "mail_no_folder"
    assert "Cestino" in raised.value.facts["names"]


@pytest.mark.parametrize("name", ["Cestino", "cestino", "trash", "Deleted Items", "posta eliminata"])
def test_a_folder_is_found_by_its_use(mailbox: Mailbox, name: str) -> None:
    """Whatever the user calls the trash, the server's own is meant."""
    mailbox.deliver(mail("Via"), folder="Cestino")

    assert mailbox.world().call("find_messages", folder=name)["folder"] == "Cestino"


def test_a_fifty_megabyte_mail_is_read_from_its_beginning(mailbox: Mailbox) -> None:
    """Nothing of the size is held in memory: the text is there, and it is said that there is more."""
    mailbox.deliver(mail("Enorme", text="Il testo sta in cima.", attach={"film.bin": b"x" * 37_000_000}))
    world = mailbox.world()
    found = world.call("find_messages")

    told = world.call("read_messages", entries=found["entries"])

    assert found["entries"][0]["size"] > 50_000_000
    assert told["entries"][0]["text"].strip() == "Il testo sta in cima."
    assert told["entries"][0]["cut"]
    assert told["entries"][0]["attachments"] == ["film.bin"]


BROKEN = {
    "unknown charset": (
        b"From: =?x-nonsense?q?P=E9pe?= <p@example.org>\r\nSubject: =?iso-8859-1?q?perch=E9?=\r\n"
        b'Content-Type: text/plain; charset="x-nonsense"\r\n\r\nperch\xe9 no\r\n'
    ),
    "a lie": b"Subject: perch\xe9\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nperch\xe9 no\r\n",
    "bad base64": (
        b"Subject: =?utf-8?b?cGVyY2jDqQ?=\r\nContent-Type: text/plain; charset=utf-8\r\n"
        b"Content-Transfer-Encoding: quoted-printable\r\n\r\nperch=C3=A9 no=\r\n"
    ),
}


@pytest.mark.parametrize("raw", BROKEN.values(), ids=BROKEN)
def test_a_broken_charset_is_read_as_well_as_can_be(mailbox: Mailbox, raw: bytes) -> None:
    """No mail, however broken, keeps the others from being listed."""
    mailbox.deliver(raw, mail("Sana"))
    world = mailbox.world()
    found = world.call("find_messages")

    told = world.call("read_messages", entries=found["entries"])

    assert told["error_count"] == 0
    assert {"perché", "Sana"} == {entry["title"].replace("�", "é") for entry in found["entries"]}
    assert any(entry["text"].strip() == "perché no" for entry in told["entries"])


def test_html_alone_is_read_as_text(mailbox: Mailbox) -> None:
    """Scripts and styles are no text."""
    page = "<html><head><style>p{}</style></head><body><p>Ciao&nbsp;Anna</p><p>A <b>presto</b></p></body></html>"
    raw = mail("Pagina").replace(b"text/plain", b"text/html").replace(b"Ci vediamo domani.", page.encode())
    mailbox.deliver(raw)

    told = mailbox.world().call("read_messages")

    assert told["entries"][0]["text"].split() == ["Ciao", "Anna", "A", "presto"]


def test_ctrl_c_stops_between_mails(filled: Mailbox) -> None:
    """A long reading can be left."""
    world = filled.world()
    found = world.call("find_messages")
    world.cancel_after = world.looks + 2

    with pytest.raises(Interrupted):
        world.call("read_messages", entries=found["entries"])


def test_mail_of_another_day_boundary_is_not_of_today(mailbox: Mailbox) -> None:
    """A minute before midnight is yesterday, in the user's zone and not in the server's."""
    mailbox.deliver(mail("Ieri sera"), at=NOW.replace(hour=0, minute=0) - timedelta(minutes=1))
    mailbox.deliver(mail("Stanotte"), at=NOW.replace(hour=0, minute=0))

    found = mailbox.world().call("find_messages", when=TODAY)

    assert [entry["title"] for entry in found["entries"]] == ["Stanotte"]
