"""An account's mail on an IMAP server, over imap-tools: opened for one step, nothing marked as read."""

from __future__ import annotations

import contextlib
import imaplib
import re
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.mail.box import PART_BYTES, Folder, Found, Listed, Moved, Ref, gone
from metnos_cli.executors.mail.folders import find_folder
from metnos_cli.executors.mail.imap_errors import connection_error, imap_errors, server_words
from metnos_cli.executors.mail.message import read_mail
from metnos_cli.executors.mail.tls import tls_context
from metnos_cli.executors.password import fetch_password

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from imap_tools.mailbox import BaseMailBox

    from metnos_cli.executors.mail.accounts import Account
    from metnos_cli.executors.mail.box import Watch
    from metnos_cli.executors.mail.wanted import Wanted

MARKS_AT_ONCE = 1000
HEADERS_AT_ONCE = 50
TEXT_BYTES = 4096
"""Beginning of each listed mail's body: what a classifier reads."""
HEADER_BYTES = 65_536
MARKS = "(UID FLAGS INTERNALDATE)"
HEADERS = f"(UID FLAGS INTERNALDATE RFC822.SIZE BODY.PEEK[HEADER]<0.{HEADER_BYTES}> BODY.PEEK[TEXT]<0.{TEXT_BYTES}>)"
WHOLE = f"(UID FLAGS INTERNALDATE RFC822.SIZE BODY.PEEK[]<0.{PART_BYTES}>)"
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
DATE = re.compile(rb'INTERNALDATE "\s*(\d+)-(\w{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)"')
USES = {
    "\\trash": "trash",
    "\\junk": "junk",
    "\\sent": "sent",
    "\\drafts": "drafts",
    "\\archive": "archive",
    "\\all": "archive",
}
CLOSED = frozenset({"\\noselect", "\\nonexistent"})


@contextlib.contextmanager
def open_imap(account: Account, context: Watch) -> Iterator[ImapBox]:
    """A logged-in connection, closed at the end.

    Raises:
        ExecutorError: ``unavailable``: the server is down, its certificate not valid, the password wrong ...
    """
    box = ImapBox(account, context)
    try:
        with imap_errors(account):
            yield box
    finally:
        box.close()


def connect(account: Account) -> BaseMailBox:
    """Connect and log in.

    Raises:
        ExecutorError: ``unavailable``: any of what can be wrong; the facts never hold the password.
    """
    try:
        import imap_tools  # noqa: F401  told apart from what is missing inside it
    except ImportError as error:
        raise ExecutorError(ErrorClass.UNAVAILABLE, "extra_missing", extra="mail") from error
    password = fetch_password(f"mail:{account.key}", account.password_command)
    try:
        mailbox = _connected(account)
    except (OSError, EOFError, imaplib.IMAP4.error) as error:
        raise connection_error(account, account.imap_place, error) from error
    try:
        _log_in(mailbox, account, password)
    except BaseException:
        close(mailbox)
        raise
    return mailbox


def close(mailbox: BaseMailBox) -> None:
    """Say goodbye; a connection that is already gone needs none."""
    with contextlib.suppress(OSError, EOFError, imaplib.IMAP4.error):
        mailbox.client.logout()
    with contextlib.suppress(OSError):
        mailbox.client.shutdown()


class ImapBox:
    """Fulfils ``box.Box`` on one connection.

    Args:
        account: Where to connect.
        context: Zone, progress and Ctrl-C.
    """

    def __init__(self, account: Account, context: Watch) -> None:
        self._account = account
        self.context = context
        self.mailbox = connect(account)
        self.capabilities = self._capabilities()

    @property
    def client(self) -> Any:
        """The standard library's connection below imap-tools."""
        return self.mailbox.client

    def close(self) -> None:
        """End the connection."""
        close(self.mailbox)

    def reconnect(self) -> None:
        """A fresh connection in place of one that broke."""
        close(self.mailbox)
        self.mailbox = connect(self._account)
        self.capabilities = self._capabilities()

    @property
    def account(self) -> Account:
        """Whose."""
        return self._account

    def folders(self) -> tuple[Folder, ...]:
        """Every folder that can be opened."""
        found = []
        for info in self.mailbox.folder.list():
            flags = {flag.casefold() for flag in info.flags}
            if flags & CLOSED:
                continue
            use = next((USES[flag] for flag in sorted(flags) if flag in USES), "")
            leaf = info.name.rsplit(info.delim, 1)[-1] if info.delim else info.name
            found.append(Folder(info.name, leaf, "inbox" if info.name.upper() == "INBOX" else use))
        return tuple(found)

    def select(self, folder: str, *, readonly: bool) -> int:
        """Open a folder; its UIDVALIDITY."""
        self.mailbox.folder.set(folder, readonly)
        told = self.client.response("UIDVALIDITY")[1]
        return int(told[0]) if told and told[0] else 0

    def search(self, folder: str, wanted: Wanted, limit: int) -> Found:
        """Count everything that fits, and read the newest ``limit``."""
        validity = self.select(folder, readonly=True)
        criteria = criteria_of(wanted)
        uids = self.mailbox.uids(criteria, None if criteria.isascii() else "UTF-8")
        marks = [mark for mark in self._marks(uids) if wanted.period.holds(mark[1])]
        marks.sort(key=lambda mark: (mark[1], int(mark[0])), reverse=True)
        unread = sum(mark[2] for mark in marks)
        listed = self._read([mark[0] for mark in marks[:limit]], HEADERS, folder, validity)
        return Found(len(marks), unread, tuple(listed))

    def read(self, ref: Ref) -> Listed:
        """One mail; of a very large one the beginning."""
        self.check(ref, self.select(ref.folder, readonly=True))
        found = list(self._read([ref.uid], WHOLE, ref.folder, ref.uidvalidity))
        if not found:
            raise gone(ref)
        return found[0]

    def move(self, refs: Sequence[Ref], folder: str) -> Iterator[Moved]:
        """Move mails of one folder, a few at a time, and tell of each what became of it."""
        from metnos_cli.executors.mail.imap_move import move

        return move(self, refs, folder)

    def keep(self, raw: bytes, folder: str) -> None:
        """Put a mail of one's own into a folder, as read."""
        target = find_folder(folder, self.folders()).name
        self.mailbox.append(raw, target, dt=self.context.clock.now(), flag_set=["\\Seen"])

    def with_id(self, message_id: str) -> list[str]:
        """UIDs of the mails in the open folder that bear a Message-ID."""
        from imap_tools import AND, Header

        return list(self.mailbox.uids(AND(header=Header("Message-ID", message_id)))) if message_id else []

    def check(self, ref: Ref, validity: int) -> None:
        """A rebuilt folder gives its UIDs to other mails: then nothing is touched.

        Raises:
            ExecutorError: ``wrong_args``.
        """
        if ref.uidvalidity != validity:
            raise ExecutorError(ErrorClass.WRONG_ARGS, "mail_folder_rebuilt", folder=ref.folder)

    def present(self, uids: Sequence[str]) -> set[str]:
        """Which of these mails are still in the open folder."""
        found: set[str] = set()
        for some in _chunks(uids, MARKS_AT_ONCE):
            found |= {uid for uid in (_uid(meta) for meta, _ in self._fetch(some, "(UID)")) if uid}
        return found & set(uids)

    def _capabilities(self) -> frozenset[str]:
        """Asked for again after login: before it, servers such as Dovecot do not tell MOVE and UIDPLUS."""
        with imap_errors(self._account):
            _, told = self.client.capability()
        return frozenset(b" ".join(part for part in told if part).decode("ascii", "replace").upper().split())

    def _marks(self, uids: Sequence[str]) -> Iterator[tuple[str, datetime, bool]]:
        """UID, time of arrival and whether unread, of many mails."""
        done = 0
        for some in _chunks(uids, MARKS_AT_ONCE):
            self.context.check_cancelled()
            for meta, _ in self._fetch(some, MARKS):
                uid = _uid(meta)
                if uid:
                    yield uid, arrived(meta), b"\\seen" not in meta.lower()
            done += len(some)
            self.context.progress(done, len(uids))

    def _read(self, uids: Sequence[str], parts: str, folder: str, validity: int) -> Iterator[Listed]:
        """Mails in the order of ``uids``; one that has gone meanwhile is left out."""
        for some in _chunks(uids, HEADERS_AT_ONCE):
            self.context.check_cancelled()
            found = {_uid(meta): (meta, texts) for meta, texts in self._fetch(some, parts)}
            for uid in some:
                if uid in found:
                    yield self._listed(Ref(self._account.key, folder, uid, validity), *found[uid])

    def _listed(self, ref: Ref, meta: bytes, texts: dict[str, bytes]) -> Listed:
        size = re.search(rb"RFC822\.SIZE (\d+)", meta)
        raw = texts.get("", b"") or texts.get("HEADER", b"") + texts.get("TEXT", b"")
        length = int(size[1]) if size else len(raw)
        mail = read_mail(raw, cut=len(raw) < length and "" in texts)
        return Listed(ref, arrived(meta), length, b"\\seen" not in meta.lower(), mail)

    def _fetch(self, uids: Sequence[str], parts: str) -> list[tuple[bytes, dict[str, bytes]]]:
        from imap_tools.errors import MailboxFetchError

        status, told = self.client.uid("FETCH", ",".join(uids), parts)
        if status != "OK":
            raise MailboxFetchError((status, told), "OK")
        return parse_fetch(told)


def criteria_of(wanted: Wanted) -> str:
    """The conditions as an IMAP search.

    SINCE and BEFORE compare days in the server's zone, so they are asked for a day wider than the period; the exact
    moment is compared afterwards.
    """
    from imap_tools import AND, NOT, Header

    start, end = wanted.period.start, wanted.period.end
    mixed = Header("Content-Type", "multipart/mixed")
    conditions: dict[str, Any] = {
        "text": list(wanted.words) or None,
        "from_": list(wanted.sender) or None,
        "to": list(wanted.to) or None,
        "subject": list(wanted.subject) or None,
        "seen": None if wanted.unread is None else not wanted.unread,
        "flagged": wanted.flagged,
        "header": mixed if wanted.attachment else None,
        "date_gte": (start - timedelta(days=1)).date() if start else None,
        "date_lt": (end + timedelta(days=2)).date() if end else None,
        "deleted": False,
    }
    without = [NOT(header=mixed)] if wanted.attachment is False else []
    return str(AND(*without, **conditions))


def parse_fetch(told: Iterable[Any]) -> list[tuple[bytes, dict[str, bytes]]]:
    """A FETCH answer as (everything but the texts, texts by section) per mail; flags may stand before or after."""
    records: list[tuple[bytearray, dict[str, bytes]]] = []
    for item in told:
        head, text = item if isinstance(item, tuple) else (item, None)
        if not isinstance(head, bytes):
            continue
        if re.match(rb"\d+ \(", head) or not records:
            records.append((bytearray(), {}))
        records[-1][0].extend(b" " + head)
        section = re.search(rb"BODY\[([A-Z]*)\]\S* (?:\{\d+\}|\"\")$", head)
        if text is not None and section:
            records[-1][1][section[1].decode()] = text
    return [(bytes(meta), texts) for meta, texts in records]


def refused(account: Account, told: tuple[Any, Any], folder: str) -> ExecutorError:
    """A server's NO to a move, by its response code."""
    words = server_words(told[1])
    upper = words.upper()
    if "OVERQUOTA" in upper or "QUOTA" in upper:
        return ExecutorError(ErrorClass.UNAVAILABLE, "mail_quota", account=account.key, folder=folder)
    if "TRYCREATE" in upper or "NONEXISTENT" in upper:
        return ExecutorError(ErrorClass.WRONG_ARGS, "mail_no_folder", folder=folder, names="")
    return ExecutorError(ErrorClass.UNAVAILABLE, "mail_server_said_no", account=account.key, why=words)


def _connected(account: Account) -> BaseMailBox:
    from imap_tools import MailBox, MailBoxStartTls, MailBoxUnencrypted

    host, port = account.imap_place
    if account.imap_security == "tls":
        return MailBox(host, port, timeout=account.timeout_s, ssl_context=tls_context(account))
    if account.imap_security == "starttls":
        return MailBoxStartTls(host, port, timeout=account.timeout_s, ssl_context=tls_context(account))
    return MailBoxUnencrypted(host, port, timeout=account.timeout_s)


def _log_in(mailbox: BaseMailBox, account: Account, password: str) -> None:
    """LOGIN, or AUTHENTICATE PLAIN where name or password are not ASCII."""
    from imap_tools.errors import MailboxLoginError

    login = account.login
    try:
        if (login + password).isascii():
            mailbox.login(login, password, initial_folder=None)
        else:
            mailbox.login_utf8(login, password, initial_folder=None)
    except imaplib.IMAP4.abort as error:
        raise connection_error(account, account.imap_place, error) from None
    except (MailboxLoginError, imaplib.IMAP4.error) as error:
        # The chain is cut: what the library keeps of the command must not reach a traceback.
        words = server_words(getattr(error, "command_result", None) or error.args)
        key = "mail_server_said_no" if "[UNAVAILABLE]" in words else "mail_login"
        facts = {"account": account.key, "host": account.imap_host, "user": login, "why": words}
        raise ExecutorError(ErrorClass.UNAVAILABLE, key, **facts) from None
    except (OSError, EOFError) as error:
        raise connection_error(account, account.imap_place, error) from None


def _uid(meta: bytes) -> str:
    found = re.search(rb"\bUID (\d+)", meta)
    return found[1].decode() if found else ""


def arrived(meta: bytes) -> datetime:
    """INTERNALDATE with its zone (month names are English whatever the locale); the epoch where it is missing."""
    found = DATE.search(meta)
    month = found[2].decode("ascii", "replace").lower() if found else ""
    if not found or month not in MONTHS or not 1 < int(found[3]) < 9999:
        return datetime.fromtimestamp(0, UTC)
    offset = timedelta(hours=int(found[8]), minutes=int(found[9]))
    day, year, hour, minute, second = (int(found[place]) for place in (1, 3, 4, 5, 6))
    try:
        zone = timezone(-offset if found[7] == b"-" else offset)
        return datetime(year, MONTHS.index(month) + 1, day, hour, minute, second, tzinfo=zone)
    except ValueError:
        # A 32nd, a 25th hour: as good as missing.
        return datetime.fromtimestamp(0, UTC)


def _chunks(items: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
