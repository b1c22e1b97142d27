"""Where appointments are kept: what a folder and a server have in common, and how one is opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from metnos_cli.executors.extras import require

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from metnos_cli.executors.calendar.accounts import Account
    from metnos_cli.ports import ExecutorContext


@dataclass(frozen=True, slots=True)
class Resource:
    """One stored object: usually one appointment with all its repetitions."""

    account: str
    """Account's name."""
    calendar: str
    """Calendar's name, as people know it."""
    href: str
    """Where it is: a path, or a URL."""
    etag: str
    """Version mark; what has another one now was changed meanwhile."""
    text: str
    """iCalendar."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something on a shelf that could not be read."""

    name: str
    """File or object."""
    key: str
    """Message key below ``[calendar]``."""


class Shelf(Protocol):
    """Appointments of one account."""

    account: Account

    def resources(self, start: datetime, end: datetime) -> Iterator[Resource | Fault]:
        """Everything that may touch a stretch of time.

        Raises:
            ExecutorError: ``unavailable``: server down, login refused, folder gone.
        """
        ...

    def fetch(self, href: str) -> Resource:
        """One object as it is now.

        Raises:
            ExecutorError: ``unavailable`` when it is gone, or as above.
        """
        ...

    def place_for(self, uid: str) -> str:
        """Where a new one of that name will be.

        Raises:
            ExecutorError: ``unavailable``: no calendar to write to.
        """
        ...

    def create(self, href: str, text: str) -> Resource:
        """Keep a new one in its place; what stands there already is never replaced.

        Raises:
            ExecutorError: ``unavailable``, ``denied``.
        """
        ...

    def replace(self, resource: Resource, text: str) -> Resource:
        """Put another text in its place, unless somebody else has changed it.

        Raises:
            ExecutorError: ``unavailable``: it was changed or removed meanwhile, or as above.
        """
        ...

    def remove(self, resource: Resource) -> None:
        """Take it away, unless somebody else has changed it.

        Raises:
            ExecutorError: As ``replace``.
        """
        ...

    def close(self) -> None:
        """Let go of connections."""
        ...


def open_shelf(account: Account, context: ExecutorContext) -> Shelf:
    """The account's shelf; nothing is reached before it is used.

    Raises:
        ExecutorError: ``unavailable``: the extra ``calendar`` is not installed.
    """
    require("calendar", "icalendar", "recurring_ical_events", *(["caldav"] if account.url else []))
    if account.folder:
        from metnos_cli.executors.calendar.folder import FolderShelf

        return FolderShelf(account, context)
    from metnos_cli.executors.calendar.server import ServerShelf

    return ServerShelf(account, context)
