"""What every mail store can do, IMAP or Maildir, and how a mail in it is named so that no other is taken for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from metnos_cli.errors import ErrorClass, ExecutorError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime

    from metnos_cli.executors.mail.accounts import Account
    from metnos_cli.executors.mail.message import Mail
    from metnos_cli.executors.mail.wanted import Wanted
    from metnos_cli.ports import Clock, ExecutorContext

PART_BYTES = 2_000_000
"""Of a larger mail only so much is read: the text stands at the beginning, attachments after it."""
AT_ONCE = 100
"""Mails moved by one command: what Ctrl-C or a broken connection can leave in doubt."""
UNSURE = "mail_move_unsure"
"""Key of the failure after which nobody knows whether a mail was moved."""
USES = ("inbox", "trash", "junk", "sent", "drafts", "archive")


@dataclass(frozen=True, slots=True)
class Ref:
    """One mail, for good: UIDs mean nothing without their folder and its UIDVALIDITY."""

    account: str
    """Name in the settings."""
    folder: str
    """Folder's full name."""
    uid: str
    """IMAP UID, or a Maildir's file name without its flags."""
    uidvalidity: int
    """The folder's, when the mail was found; 0 in a Maildir."""

    @property
    def shown(self) -> str:
        """For an error row."""
        return f"{self.folder}/{self.uid}"


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of an account."""

    name: str
    """Full name."""
    leaf: str
    """Last part of it."""
    use: str = ""
    """inbox, trash, junk, sent, drafts, archive, as the server declares it; or empty."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One mail of a search."""

    ref: Ref
    """Which."""
    date: datetime
    """When it arrived."""
    size: int
    """Bytes."""
    unread: bool
    """Not opened yet."""
    mail: Mail
    """Headers and the beginning of the text."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found."""

    total: int
    """All that fulfil the conditions."""
    unread: int
    """Of these, not opened yet."""
    listed: tuple[Listed, ...]
    """The newest of them, newest first."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What became of one mail that was to be moved."""

    ref: Ref
    """As it was found."""
    now: Ref | None
    """Where it is now; None when it was not moved, or when the server does not tell."""
    error: ExecutorError | None = None
    """Why it was not moved."""


class Watch(Protocol):
    """What of the executor's context a store needs while it works."""

    @property
    def clock(self) -> Clock:
        """The time."""
        ...

    @property
    def check_cancelled(self) -> Callable[[], None]:
        """Raises when the user pressed Ctrl-C."""
        ...

    @property
    def progress(self) -> Callable[[int, int | None], None]:
        """Hears (done, total)."""
        ...


class Box(Protocol):
    """An open mail store."""

    @property
    def account(self) -> Account:
        """Whose."""
        ...

    def folders(self) -> tuple[Folder, ...]:
        """Every folder that can hold mail."""
        ...

    def search(self, folder: str, wanted: Wanted, limit: int) -> Found:
        """Mails of a folder; none is marked as read."""
        ...

    def read(self, ref: Ref) -> Listed:
        """One mail with its text.

        Raises:
            ExecutorError: ``wrong_args``: it is no longer there, or the folder is another one now.
        """
        ...

    def move(self, refs: Sequence[Ref], folder: str) -> Iterator[Moved]:
        """Move mails of one folder; each is moved once or not at all, and it is told which."""
        ...


def open_box(account: Account, context: ExecutorContext) -> AbstractContextManager[Box]:
    """The account's store, closed at the end.

    Raises:
        ExecutorError: ``unavailable``: the server is down, its certificate is not valid, the password is wrong ...
    """
    if account.maildir:
        from metnos_cli.executors.mail.maildir import open_maildir

        return open_maildir(account, context)
    from metnos_cli.executors.mail.imap import open_imap

    return open_imap(account, context)


def as_entry(found: Listed, zone_of: Callable[[datetime], datetime]) -> dict[str, Any]:
    """A mail as an entry that later steps work on.

    Args:
        found: The mail.
        zone_of: Brings a moment into the user's zone.
    """
    mail, ref = found.mail, found.ref
    return {
        "title": mail.subject,
        "from": mail.sender,
        "date": zone_of(found.date).isoformat(timespec="seconds"),
        "unread": found.unread,
        "from_address": mail.sender_address,
        "to": mail.to,
        "size": found.size,
        "attachments": list(mail.attachments),
        "marked_spam": mail.spam,
        "account": ref.account,
        "folder": ref.folder,
        "uid": ref.uid,
        "uidvalidity": ref.uidvalidity,
        "message_id": mail.message_id,
    }


def ref_of(entry: Mapping[str, Any]) -> Ref:
    """Which mail an entry of an earlier step is.

    Raises:
        ExecutorError: ``wrong_args``: the entry is no mail.
    """
    account, folder, uid = entry.get("account"), entry.get("folder"), entry.get("uid")
    validity = entry.get("uidvalidity")
    if not (isinstance(account, str) and isinstance(folder, str) and isinstance(uid, str) and uid):
        raise ExecutorError(ErrorClass.WRONG_ARGS, "mail_not_a_message")
    return Ref(account, folder, uid, validity if isinstance(validity, int) else 0)


def gone(ref: Ref) -> ExecutorError:
    """The mail is not where it was found."""
    return ExecutorError(ErrorClass.WRONG_ARGS, "mail_gone", folder=ref.folder, uid=ref.uid)
