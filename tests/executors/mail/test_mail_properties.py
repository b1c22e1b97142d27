"""What mail parsers promise of any input: they never fail, never break a line-based protocol, and read what they wrote."""

from __future__ import annotations

from email.headerregistry import Address
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from metnos_cli.errors import ExecutorError
from metnos_cli.executors.mail.folders import find_folder, use_named
from metnos_cli.executors.mail.imap import arrived, criteria_of, parse_fetch
from metnos_cli.executors.mail.imap_move import copied
from metnos_cli.executors.mail.message import decode, decoded, read_mail, shown_by, snippet
from metnos_cli.executors.mail.recipients import plain_address, read_recipients, shown_recipient
from metnos_cli.executors.mail.wanted import read_wanted

ROME = ZoneInfo("Europe/Rome")
HEADERS = st.lists(
    st.tuples(
        st.sampled_from(
            (
                *(b"From", b"To", b"Subject", b"X-Spam-Flag"),
                *(b"Content-Type", b"Content-Disposition", b"Content-Transfer-Encoding"),
            )
        ),
        st.one_of(
            st.binary(max_size=60),
            st.sampled_from(
                (
                    *(b"multipart/mixed; boundary=x", b'text/html; charset="nope"', b"base64", b"=?utf-8?b?*?="),
                    *(b"text/plain; charset=undefined", b"=?undefined?q?abc?=", b"=?idna?b?/w==?=", b"uuencode"),
                    *(b"attachment; filename*=undefined''a%FF", b"attachment; filename*0*=idna'it'%C3; filename*=x"),
                    *(b"multipart/mixed; boundary*=undefined''%FF", b"text/html; charset*=undefined''utf-8"),
                )
            ),
        ),
    ),
    max_size=6,
)


@given(headers=HEADERS, body=st.binary(max_size=300))
@example(headers=[(b"Subject", b"=?x?q?=E9?= =?")], body=b"\xff\x00")
@example(headers=[(b"From", b"<<>>, @, \xff")], body=b"")
@example(headers=[(b"Content-Type", b"text/html")], body=b"<![foo[ bar]]>")
@example(headers=[(b"Content-Type", b"text/html")], body=b"&#" + b"9" * 5000 + b";")
def test_no_mail_is_too_broken_to_be_read(headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    """Any bytes; what comes out is text."""
    raw = b"".join(name + b": " + value.replace(b"\n", b" ") + b"\r\n" for name, value in headers) + b"\r\n" + body

    told = read_mail(raw)

    assert all(isinstance(part, str) for part in (told.subject, told.sender, told.to, told.text))
    assert "\n" not in told.subject
    assert "\n" not in snippet(told.text)


@given(day=st.integers(0, 99), year=st.integers(0, 9999), hour=st.integers(0, 99), zone=st.integers(0, 9999))
@example(day=1, year=2026, hour=12, zone=9999)
def test_no_date_of_a_server_is_too_odd(day: int, year: int, hour: int, zone: int) -> None:
    """A day or a zone that there is none of is as good as missing."""
    meta = b'INTERNALDATE "%02d-Jan-%04d %02d:00:00 +%04d"' % (day, year, hour, zone)

    assert arrived(meta).astimezone(ROME).tzinfo is not None


@pytest.mark.parametrize("levels", [1, 60, 300, 1200, 3000])
def test_parts_within_parts_without_end(levels: int) -> None:
    """The headers at least, and no failure."""
    raw = b"Subject: deep\nContent-Type: multipart/mixed; boundary=b0\n\n" + b"".join(
        b"--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n" % (level, level + 1) for level in range(levels)
    )

    assert read_mail(raw + b"hello").subject == "deep"


@pytest.mark.parametrize(
    ("disposition", "name"),
    [
        (b"attachment; filename*=undefined''a%FF.txt", "a\ufffd.txt"),
        (b"attachment; filename*0*=idna'it'caff%C3%A8; filename*1=.txt", "caffè"),
        (b"attachment; filename*=utf-8''caff%C3%A8.txt", "caffè.txt"),
    ],
)
def test_an_attachment_whose_charset_is_nonsense_keeps_its_name(disposition: bytes, name: str) -> None:
    """As much of it as can be read; the text of the other parts is not lost."""
    raw = (
        b"Content-Type: multipart/mixed; boundary=x\n\n--x\n\nhello\n--x\nContent-Disposition: "
        + disposition
        + b"\n\nbytes\n--x--\n"
    )

    mail = read_mail(raw)

    assert (mail.text, mail.attachments) == ("hello", (name,))


@given(raw=st.binary(max_size=200))
def test_any_bytes_are_text_somehow(raw: bytes) -> None:
    """Whatever charset is claimed."""
    assert isinstance(decode(raw, "x-unknown"), str)
    assert isinstance(decode(raw, "utf-16"), str)


@given(text=st.text(max_size=200))
def test_any_header_and_any_markup_is_text_somehow(text: str) -> None:
    """Encoded words and tags that never end."""
    assert "\n" not in decoded(text)
    assert "<script" not in shown_by(f"<script>{text}").casefold() or "</script" in text.casefold()


@given(query=st.text(max_size=80), sender=st.text(max_size=30), subject=st.text(max_size=30))
@example(query='a" OR ALL "', sender='x"\r\nA1 LOGOUT', subject="\\")
def test_a_search_is_one_command_whatever_is_looked_for(query: str, sender: str, subject: str) -> None:
    """No line break gets out, and every quotation is closed again."""
    criteria = criteria_of(read_wanted({"query": query, "from": sender, "subject": subject}, ROME))

    assert criteria.isprintable()
    assert criteria.startswith("(UNDELETED") or "UNDELETED" in criteria
    plain = criteria.replace("\\\\", "").replace('\\"', "")
    assert plain.count('"') % 2 == 0


NAMES = st.text(st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp")), max_size=20).map(
    lambda name: " ".join(name.replace('"', "").replace("<", "").replace(">", "").split())
)


@given(name=NAMES, local=st.from_regex(r"[a-z0-9+_-]{1,9}(\.[a-z0-9+_-]{1,9})?", fullmatch=True))
def test_a_recipient_reads_as_it_was_shown(name: str, local: str) -> None:
    """What the consent question shows is what is sent to."""
    shown = shown_recipient(name, f"{local}@example.org")

    assert read_recipients(f"x@example.net, {shown}") == [("", "x@example.net"), (name, f"{local}@example.org")]


ADDRESSES = st.text("ab1.-_+'@ <>\"", max_size=12).map(lambda text: f"{text}@example.org") | st.text(
    "ab.-@", max_size=12
).map(lambda text: f"anna@{text}")


@given(text=st.text(max_size=60) | ADDRESSES)
@example("a..b@x.org")
@example("a.@x.org")
@example(".a@x.org")
@example("a@x..org")
@example("a@-x.org")
@example("a" * 65 + "@x.org")
def test_an_address_is_plain_or_refused(text: str) -> None:
    """Never something that would break the SMTP dialogue, or that cannot be written into a header."""
    try:
        address = plain_address(text)
    except ExecutorError:
        return
    assert address.isascii()
    assert not set(address) & set(' \r\n<>,;"')
    assert Address("Anna", addr_spec=address).addr_spec == address


@given(told=st.lists(st.one_of(st.binary(max_size=40), st.none(), st.integers())))
def test_odd_answers_of_servers_are_survived(told: list[Any]) -> None:
    """COPYUID and FETCH in any shape."""
    assert isinstance(copied(told), dict)
    assert isinstance(parse_fetch([item for item in told if item is not None]), list)


def test_copied_uids_are_paired() -> None:
    """Sets and ranges."""
    assert copied([b"7 1:3,9 20:22,5"]) == {"1": ("20", 7), "2": ("21", 7), "3": ("22", 7), "9": ("5", 7)}
    assert copied([b"7 1:3 20:21"]) == {}
    assert copied([b"7 3:1 20:18"]) == {}
    assert copied([b"7 1:99999999999 1:99999999999"]) == {}


@pytest.mark.parametrize(
    ("name", "use"), [("Cestino", "trash"), ("TRASH", "trash"), ("posta inviata", "sent"), ("x", "")]
)
def test_folders_are_called_many_things(name: str, use: str) -> None:
    """In both languages."""
    assert use_named(name) == use


def test_an_unknown_folder_is_refused_with_the_nearest() -> None:
    """Of none, none."""
    with pytest.raises(ExecutorError) as raised:
        find_folder("x", ())

    assert raised.value.facts["names"] == ""
