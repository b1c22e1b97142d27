"""Reads one mail, however broken: headers, the text a person would read, names of attachments."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header
from email.parser import BytesHeaderParser
from email.utils import getaddresses
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from metnos_cli.executors.markup import read_shown
from metnos_cli.executors.textual import by_charset

if TYPE_CHECKING:
    from email.message import Message

SNIPPET = 240
"""Characters of a mail that a list shows and a classifier reads."""
TEXT_LIMIT = 100_000
"""Characters of a mail that are read out."""
FALLBACKS = ("utf-8", "cp1252")
SILENT = frozenset({"style", "script"})
BROKEN = (LookupError, ValueError, TypeError, AssertionError, RecursionError)
"""What the standard library raises for parameters and parts that no program writes in good faith."""


@dataclass(frozen=True, slots=True)
class Mail:
    """What of a mail is shown."""

    subject: str
    """Decoded; empty when there is none."""
    sender: str
    """``Anna Rossi <anna@example.org>``."""
    sender_address: str
    """Address alone, lower case."""
    to: str
    """Recipients, comma-separated."""
    message_id: str
    """As the sender wrote it, or empty."""
    text: str
    """What a person would read."""
    attachments: tuple[str, ...]
    """File names."""
    spam: bool
    """The receiving server marked it as spam."""
    cut: bool
    """The text goes on beyond what was read."""


def read_mail(raw: bytes, *, cut: bool = False) -> Mail:
    """Read a mail, or the beginning of one.

    Args:
        raw: RFC 5322 bytes.
        cut: They were cut off.
    """
    try:
        told = message_from_bytes(raw)
        text, attachments = body_text(told), tuple(_attachments(told))
    except BROKEN:
        # Parts nested without end, a boundary that is none: the headers, and all the rest as text.
        told = BytesHeaderParser().parsebytes(raw)
        _, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
        text, attachments = shown_by(decode(body, "utf-8")), ()
    sender = _addresses(told, "From")
    return Mail(
        subject=_header(told, "Subject"),
        sender=", ".join(_shown(name, address) for name, address in sender),
        sender_address=sender[0][1].lower() if sender else "",
        to=", ".join(_shown(name, address) for name, address in _addresses(told, "To")),
        message_id=_header(told, "Message-ID"),
        text=text[:TEXT_LIMIT],
        attachments=attachments,
        spam=_marked(told),
        cut=cut or len(text) > TEXT_LIMIT,
    )


def snippet(text: str) -> str:
    """The beginning of a text on one line."""
    return " ".join(text[: SNIPPET * 4].split())[:SNIPPET]


def body_text(told: Message) -> str:
    """The plain text; where there is none, what the HTML shows."""
    plain: list[str] = []
    html: list[str] = []
    for part in told.walk():
        if part.is_multipart() or _file_name(part) or part.get_content_disposition() == "attachment":
            continue
        kind = part.get_content_type()
        if kind == "text/plain":
            plain.append(_decoded(part))
        elif kind == "text/html":
            html.append(_decoded(part))
    text = "\n".join(plain).strip()
    return text or "\n".join(shown_by(page) for page in html).strip()


def shown_by(html: str) -> str:
    """The text that an HTML mail shows, a line per block; never raises, whatever the markup."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(read_shown(html, SILENT).lines)).strip()


def decoded(value: str) -> str:
    """A header with its encoded words read; of a broken one as much as can be read."""
    try:
        pieces = decode_header(value)
    except (HeaderParseError, ValueError):
        return " ".join(value.split())
    text = "".join(piece if isinstance(piece, str) else decode(piece, charset or "ascii") for piece, charset in pieces)
    return " ".join(text.split())


def decode(raw: bytes, charset: str) -> str:
    """Bytes as text by the charset that was declared, else UTF-8, else Western European; never fails."""
    for name in (charset, *FALLBACKS):
        # Where the declared charset is unknown or a lie, the next guess may fit.
        told = by_charset(raw, name)
        if told is not None:
            return told
    return raw.decode("cp1252", "replace")


def _header(told: Message, name: str) -> str:
    value = told.get(name)
    return decoded(str(value)) if value is not None else ""


def _addresses(told: Message, name: str) -> list[tuple[str, str]]:
    raw = [str(value) for value in told.get_all(name, [])]
    return [(decoded(person), address) for person, address in getaddresses(raw) if address or person]


def _shown(name: str, address: str) -> str:
    if not name or name == address:
        return address
    return f"{name} <{address}>" if address else name


def _decoded(part: Message) -> str:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    try:
        charset = part.get_content_charset("utf-8")
    except BROKEN:
        charset = "utf-8"
    return decode(payload, charset).replace("\r\n", "\n")


def _file_name(part: Message) -> str:
    try:
        name = part.get_filename()
    except BROKEN:
        # The charset or the numbering of its pieces is nonsense: the name as it stands.
        found = re.search(r"name[^=;]*=\s*\"?([^\";]+)", _header(part, "Content-Disposition"))
        name = unquote_to_bytes(found[1].rpartition("'")[2]).decode("utf-8", "replace") if found else "?"
    return decoded(str(name)) if name else ""


def _attachments(told: Message) -> list[str]:
    found = []
    for part in told.walk():
        name = "" if part.is_multipart() else _file_name(part)
        if name or (part.get_content_disposition() == "attachment" and not part.is_multipart()):
            found.append(name or part.get_content_type())
    return found


def _marked(told: Message) -> bool:
    """Whether the user's own server judged it already (SpamAssassin's and Rspamd's headers)."""
    headers = ("X-Spam-Flag", "X-Spam-Status", "X-Spam")
    return any(_header(told, name).lower().startswith(("yes", "true")) for name in headers)
