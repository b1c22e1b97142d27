"""An account's mail in a Maildir on this machine: each mail a file, moved by renaming, by way of the guarded files."""

from __future__ import annotations

import contextlib
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.mail.box import PART_BYTES, Folder, Found, Listed, Moved, Ref, gone
from metnos_cli.executors.mail.folders import use_named
from metnos_cli.executors.mail.message import read_mail
from metnos_cli.executors.when import from_stamp

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from metnos_cli.executors.mail.accounts import Account
    from metnos_cli.executors.mail.message import Mail
    from metnos_cli.executors.mail.wanted import Wanted
    from metnos_cli.ports import ExecutorContext

HEAD_BYTES = 65_536
"""Of each file so much is read for a list."""
INFO = ":2,"
"""Between a mail's name and its flags."""
DEPTH = 4
"""Folders within folders, at most."""
INBOX = "INBOX"


@contextlib.contextmanager
def open_maildir(account: Account, context: ExecutorContext) -> Iterator[MaildirBox]:
    """The folder; there is nothing to close.

    Raises:
        ExecutorError: ``unavailable``: it is not there; ``denied``: it is outside what Metnos may touch.
    """
    try:
        root = context.files.readable(account.maildir)
    except ExecutorError as error:
        if error.error_class is ErrorClass.DENIED:
            raise
        facts = {"account": account.key, "path": account.maildir}
        raise ExecutorError(ErrorClass.UNAVAILABLE, "mail_no_maildir", **facts) from error
    yield MaildirBox(account, context, root)


class MaildirBox:
    """Fulfils ``box.Box`` on a folder, Maildir++ (``.Trash``) or plain sub-folders (``Trash``).

    Args:
        account: Its name.
        context: Guarded files, progress and Ctrl-C.
        root: The folder, resolved.
    """

    def __init__(self, account: Account, context: ExecutorContext, root: Path) -> None:
        self._account = account
        self.context = context
        self.root = root
        self._paths = dict(_maildirs(root))

    @property
    def account(self) -> Account:
        """Whose."""
        return self._account

    def folders(self) -> tuple[Folder, ...]:
        """Every folder that has ``cur`` and ``new``."""
        return tuple(Folder(name, _leaf(name), use_named(_leaf(name))) for name in self._paths)

    def search(self, folder: str, wanted: Wanted, limit: int) -> Found:
        """Count everything that fits, and give the newest ``limit``."""
        fitting: list[tuple[datetime, Path]] = []
        unread = 0
        for path in self._mails(folder):
            self.context.check_cancelled()
            date = _arrived(path)
            if date is None or not wanted.period.holds(date) or not _flags_fit(path, wanted):
                continue
            if not self._holds(path, wanted):
                continue
            unread += _unread(path)
            fitting.append((date, path))
        fitting.sort(key=lambda pair: (pair[0], pair[1].name), reverse=True)
        listed = []
        for _, path in fitting[:limit]:
            # One that another program has moved meanwhile is not here any more.
            with contextlib.suppress(ExecutorError):
                listed.append(self._listed(folder, path, HEAD_BYTES))
        return Found(len(fitting), unread, tuple(listed))

    def read(self, ref: Ref) -> Listed:
        """One mail; of a very large one the beginning."""
        return self._listed(ref.folder, self._find(ref), PART_BYTES)

    def move(self, refs: Sequence[Ref], folder: str) -> Iterator[Moved]:
        """Rename each file into the target; the guarded files keep what undo needs."""
        target = self._path(folder)
        for ref in refs:
            self.context.check_cancelled()
            try:
                path = self._find(ref)
                self.context.files.move(path, target / path.parent.name / path.name, overwrite=False)
            except ExecutorError as error:
                yield Moved(ref, None, error)
            else:
                yield Moved(ref, Ref(ref.account, folder, ref.uid, 0))

    def _path(self, folder: str) -> Path:
        if folder not in self._paths:
            raise ExecutorError(ErrorClass.WRONG_ARGS, "mail_no_folder", folder=folder, names=", ".join(self._paths))
        return self._paths[folder]

    def _mails(self, folder: str) -> Iterator[Path]:
        root = self._path(folder)
        for part in ("new", "cur"):
            for path in sorted((root / part).iterdir()):
                # A link is no mail: it may lead to anything.
                if not path.name.startswith(".") and not path.is_symlink():
                    yield path

    def _find(self, ref: Ref) -> Path:
        """The file, whatever flags it has got meanwhile.

        Raises:
            ExecutorError: ``wrong_args``: it is gone.
        """
        if "/" in ref.uid or ref.uid in ("", ".", ".."):
            raise gone(ref)
        for path in self._mails(ref.folder):
            if path.name.partition(INFO)[0] == ref.uid:
                return path
        raise gone(ref)

    def _holds(self, path: Path, wanted: Wanted) -> bool:
        """Whether the conditions that need reading are met; a mail that another program has just moved is not here."""
        by_files = wanted.attachment is not None
        if not (wanted.words or wanted.sender or wanted.to or wanted.subject or by_files):
            return True
        try:
            if not (wanted.words or by_files):
                return _fits(self._mail(path, HEAD_BYTES, headers_only=True), wanted)
            # That nothing hangs on a mail is known only when all of it was read.
            whole = bool(wanted.words) or wanted.attachment is False
            return _fits(self._mail(path, PART_BYTES if whole else HEAD_BYTES), wanted)
        except (FileNotFoundError, ExecutorError):
            return False

    def _mail(self, path: Path, limit: int, *, headers_only: bool = False) -> Mail:
        checked = self.context.files.readable(str(path))
        with self.context.files.open(checked) as file:
            raw = file.read(limit + 1)
        if headers_only:
            raw = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[0] + b"\n\n"
        return read_mail(raw[:limit], cut=len(raw) > limit)

    def _listed(self, folder: str, path: Path, limit: int) -> Listed:
        ref = Ref(self._account.key, folder, path.name.partition(INFO)[0], 0)
        try:
            mail, size = self._mail(path, limit), path.stat().st_size
        except FileNotFoundError as error:
            # Another program moved it or changed its flags between listing and reading.
            raise gone(ref) from error
        return Listed(ref, _arrived(path) or datetime.fromtimestamp(0, UTC), size, _unread(path), mail)


def _maildirs(root: Path) -> Iterator[tuple[str, Path]]:
    """(name, path) of every Maildir at and below a folder."""
    waiting = [(root, 0)]
    while waiting:
        folder, depth = waiting.pop(0)
        if (folder / "cur").is_dir() and (folder / "new").is_dir():
            yield (INBOX if folder == root else "/".join(_parts(folder, root))), folder
        if depth < DEPTH:
            inside = sorted(path for path in folder.iterdir() if path.is_dir() and not path.is_symlink())
            waiting += [(path, depth + 1) for path in inside if path.name not in ("cur", "new", "tmp")]


def _parts(folder: Path, root: Path) -> list[str]:
    """``.Lists.Python`` is Lists/Python in Maildir++."""
    parts: list[str] = []
    for part in folder.relative_to(root).parts:
        parts += part[1:].split(".") if part.startswith(".") else [part]
    return parts


def _leaf(name: str) -> str:
    return name.rpartition("/")[2]


def _arrived(path: Path) -> datetime | None:
    """Time of delivery; None: the file has gone meanwhile."""
    try:
        return from_stamp(path.stat().st_mtime, UTC)
    except FileNotFoundError:
        return None


def _unread(path: Path) -> bool:
    return path.parent.name == "new" or "S" not in path.name.partition(INFO)[2]


def _flags_fit(path: Path, wanted: Wanted) -> bool:
    flags = path.name.partition(INFO)[2]
    if "T" in flags or (wanted.unread is not None and wanted.unread != _unread(path)):
        return False
    return wanted.flagged is None or wanted.flagged == ("F" in flags)


def _fits(mail: Mail, wanted: Wanted) -> bool:
    """As an IMAP server compares: parts of words, whatever the case."""
    everything = f"{mail.subject}\n{mail.sender}\n{mail.to}\n{mail.text}"
    for needles, hay in (
        (wanted.words, everything),
        (wanted.sender, mail.sender),
        (wanted.to, mail.to),
        (wanted.subject, mail.subject),
    ):
        folded = hay.casefold()
        if not all(needle.casefold() in folded for needle in needles):
            return False
    return wanted.attachment is None or wanted.attachment == bool(mail.attachments)
