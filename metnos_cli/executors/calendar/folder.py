"""Appointments in a folder: a file for each (vdir, as khal and vdirsyncer keep them), or a whole calendar in one."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.calendar.rules import unfold
from metnos_cli.executors.calendar.shelf import Fault, Resource

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from metnos_cli.executors.calendar.accounts import Account
    from metnos_cli.ports import ExecutorContext

LARGEST = 20_000_000
"""Bytes of a file that is still read."""
MOST_FILES = 50_000
MARGIN_DAYS = 2
"""A date in any zone, and the day after it."""
DISPLAY_NAME = "displayname"


class FolderShelf:
    """Fulfils ``Shelf`` over files, through the guarded access to them.

    Args:
        account: Its folder.
        context: Guarded files, cancelling, progress.
    """

    def __init__(self, account: Account, context: ExecutorContext) -> None:
        self.account = account
        self._context = context
        self._files = context.files

    def resources(self, start: datetime, end: datetime) -> Iterator[Resource | Fault]:
        """Everything that may touch a stretch of time; a file that plainly lies outside is not parsed.

        Raises:
            ExecutorError: ``unavailable``: the folder is gone.
        """
        for folder in self._calendars():
            name = _name_of(folder)
            for count, path in enumerate(sorted(folder.glob("*.ics"))):
                if count >= MOST_FILES:
                    break
                self._context.check_cancelled()
                try:
                    resource = self._read(path, name)
                except ExecutorError:
                    yield Fault(path.name, "unreadable")
                    continue
                if resource is None:
                    yield Fault(path.name, "too_large")
                elif may_touch(unfold(resource.text), start, end):
                    yield resource

    def fetch(self, href: str) -> Resource:
        """One file as it is now.

        Raises:
            ExecutorError: ``unavailable``: it is gone.
        """
        root = self._root()
        try:
            path = self._files.readable(href)
            self._inside(path, root)
            found = self._read(path, _name_of(path.parent))
        except ExecutorError as error:
            if error.error_class is ErrorClass.DENIED:
                raise
            raise self._gone(href) from error
        if found is None:
            raise self._gone(href)
        return found

    def place_for(self, uid: str) -> str:
        """A file of that name in the calendar that is written to.

        Raises:
            ExecutorError: ``unavailable``: the folder is gone.
        """
        return str(self._calendar_to_write() / f"{_file_name(uid)}.ics")

    def create(self, href: str, text: str) -> Resource:
        """Write a new file.

        Raises:
            ExecutorError: ``denied``, ``wrong_args`` when something stands there.
        """
        path = self._files.writable(href)
        self._inside(path, self._root())
        self._files.write(path, text.encode(), overwrite=False)
        return Resource(self.account.key, _name_of(path.parent), str(path), _mark(text.encode()), text)

    def replace(self, resource: Resource, text: str) -> Resource:
        """Write the file anew; what stood there is kept for undo.

        Raises:
            ExecutorError: ``unavailable``: it was changed or removed meanwhile.
        """
        path = self._unchanged(resource)
        self._files.write(path, text.encode(), overwrite=True)
        return Resource(resource.account, resource.calendar, resource.href, _mark(text.encode()), text)

    def remove(self, resource: Resource) -> None:
        """Put the file in the trash.

        Raises:
            ExecutorError: ``unavailable``: it was changed or removed meanwhile, or there is no trash.
        """
        self._files.trash(self._unchanged(resource))

    def close(self) -> None:
        """Nothing is held open."""

    def _read(self, path: Path, calendar: str) -> Resource | None:
        """One file; None when it is too large.

        Raises:
            ExecutorError: ``denied`` (a link out of the allowed folders), ``wrong_args`` (gone), by class.
        """
        checked = self._files.readable(str(path))
        with self._files.open(checked) as stream:
            data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            return None
        return Resource(self.account.key, calendar, str(path), _mark(data), decoded(data))

    def _root(self) -> Path:
        """The account's folder.

        Raises:
            ExecutorError: ``unavailable``: it is gone; ``denied``.
        """
        try:
            root = self._files.readable(self.account.folder)
        except ExecutorError as error:
            if error.error_class is ErrorClass.DENIED:
                raise
            raise self._folder_gone() from error
        if not root.is_dir():
            raise self._folder_gone()
        return root

    def _calendars(self) -> list[Path]:
        """Folders that hold files: those inside the account's folder, and itself."""
        root = self._root()
        inside = sorted(path for path in root.iterdir() if path.is_dir() and not path.name.startswith("."))
        named = [path for path in inside if self._is_named(path)] if self.account.calendar else inside
        if self.account.calendar and not named:
            raise ExecutorError(
                ErrorClass.UNAVAILABLE, "calendar_gone", account=self.account.key, calendar=self.account.calendar
            )
        return named if self.account.calendar else [root, *inside]

    def _calendar_to_write(self) -> Path:
        """The named calendar, else the only place there is: the first folder inside, or the folder itself."""
        folders = self._calendars()
        if self.account.calendar or len(folders) == 1:
            return folders[0]
        return folders[0] if any(folders[0].glob("*.ics")) else folders[1]

    def _is_named(self, path: Path) -> bool:
        wanted = self.account.calendar.casefold()
        return wanted in (path.name.casefold(), _name_of(path).casefold())

    def _inside(self, path: Path, root: Path) -> None:
        """An object's place comes from an earlier step: it is no way to files that are no appointments.

        Raises:
            ExecutorError: ``denied``.
        """
        if not path.is_relative_to(root) or path.suffix.lower() != ".ics":
            raise ExecutorError(ErrorClass.DENIED, "calendar_other_folder", account=self.account.key)

    def _unchanged(self, resource: Resource) -> Path:
        found = self.fetch(resource.href)
        if found.etag != resource.etag:
            raise ExecutorError(ErrorClass.UNAVAILABLE, "calendar_changed", name=Path(resource.href).name)
        return self._files.writable(resource.href)

    def _gone(self, href: str) -> ExecutorError:
        return ExecutorError(ErrorClass.UNAVAILABLE, "calendar_event_gone", name=Path(href).name)

    def _folder_gone(self) -> ExecutorError:
        return ExecutorError(
            ErrorClass.UNAVAILABLE, "calendar_folder_gone", account=self.account.key, folder=self.account.folder
        )


def decoded(data: bytes) -> str:
    """Text of a file: UTF-8 as the format asks, else as older Windows programs wrote it."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


@cache
def _dates() -> re.Pattern[str]:
    return re.compile(r"^(?:DTSTART|DTEND|DUE)(?:;[^:\r\n]*)?:(\d{8})", re.MULTILINE | re.IGNORECASE)


@cache
def _unsure() -> re.Pattern[str]:
    return re.compile(r"^(?:RRULE|RDATE|DURATION|EXRULE)[;:]", re.MULTILINE | re.IGNORECASE)


def may_touch(text: str, start: datetime, end: datetime) -> bool:
    """Whether an object may lie in a stretch of time, by the dates written in it; in doubt it may.

    Parsing takes a millisecond an object, this a few microseconds: a folder of thousands is read in a blink.
    """
    events = "".join(part.partition("END:VEVENT")[0] for part in text.split("BEGIN:VEVENT")[1:])
    if not events or _unsure().search(events) is not None:
        return True
    written = _dates().findall(events)
    if not written:
        return True
    from datetime import timedelta

    first = (start - timedelta(days=MARGIN_DAYS)).strftime("%Y%m%d")
    last = (end + timedelta(days=MARGIN_DAYS)).strftime("%Y%m%d")
    return bool(min(written) <= last and max(written) >= first)


def _name_of(folder: Path) -> str:
    """A calendar's name: as vdir keeps it beside the files, else the folder's."""
    try:
        told = (folder / DISPLAY_NAME).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return folder.name
    return told.splitlines()[0] if told else folder.name


def _file_name(uid: str) -> str:
    """A UID as a file name: nothing in it that could lead elsewhere."""
    safe = re.sub(r"[^A-Za-z0-9@._+-]", "-", uid).lstrip(".")[:120]
    return safe or hashlib.sha256(uid.encode()).hexdigest()[:32]


def _mark(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
