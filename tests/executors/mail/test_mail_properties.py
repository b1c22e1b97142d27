"""What mail parsers promise of any input: they never fail, never break a line-based protocol, and read what they wrote."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from metnos_cli.errors import ExecutorError
from metnos_cli.executors.mail.folders import find_folder, use_named
from metnos_cli.executors.mail.imap import criteria_of, parse_fetch
from metnos_cli.executors.mail.imap_move import copied
from metnos_cli.executors.mail.message import decode, decoded, read_mail, shown_by, snippet
from metnos_cli.executors.mail.recipients import plain_address, read_recipients, shown_recipient
from metnos_cli.executors.mail.wanted import read_wanted

ROME = ZoneInfo("Europe/Rome")
HEADERS = st.lists(
    st.tuples(
        st.sampled_from([b"From", b"To", b"Subject", b"Content-Type", b"Content-Transfer-Encoding", b"X-Spam-Flag"]),
        st.one_of(
            st.binary(max_size=60),
            st.sampled_from(
                [b"multipart/mixed; boundary=x", b'text/html; charset="nope"', b"base64", b"=?utf-8?b?*?="]
            ),
        ),
    ),
    max_size=6,
)


@given(headers=HEADERS, body=st.binary(max_size=300))
@example(headers=[(b"Subject", b"=?x?q?=E9?= =?")], body=b"\xff\x00")
@example(headers=[(b"From", b"<<>>, @, \xff")], body=b"")
def test_no_mail_is_too_broken_to_be_read(headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    """Any bytes; what comes out is text."""
    raw = b"".join(name + b": " + value.replace(b"\n", b" ") + b"\r\n" for name, value in headers) + b"\r\n" + body

    told = read_mail(raw)

    assert all(isinstance(part, str) for part in (told.subject, told.sender, told.to, told.text))
    assert "\n" not in told.subject
    assert "\n" not in snippet(told.text)


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


@given(name=NAMES, local=st.from_regex(r"[a-z0-9.+_-]{1,20}", fullmatch=True))
def test_a_recipient_reads_as_it_was_shown(name: str, local: str) -> None:
    """What the consent question shows is what is sent to."""
    shown = shown_recipient(name, f"{local}@example.org")

    assert read_recipients(f"x@example.net, {shown}") == [("", "x@example.net"), (name, f"{local}@example.org")]


@given(text=st.text(max_size=60))
def test_an_address_is_plain_or_refused(text: str) -> None:
    """Never something that would break the SMTP dialogue."""
    try:
        address = plain_address(text)
    except ExecutorError:
        return
    assert address.isascii()
    assert not set(address) & set(' \r\n<>,;"')


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
