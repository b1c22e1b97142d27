"""The user's trash: puts things there, knows where they went, and brings them back."""

from __future__ import annotations

import itertools
import os
import stat
import sys
from contextlib import suppress
from time import strftime
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from metnos_cli.errors import ErrorClass, ExecutorError

if TYPE_CHECKING:
    from pathlib import Path

    from metnos_cli.environment import Environment

INFO = ".trashinfo"


class Trash:
    """The trash folders of the desktop (freedesktop.org's layout; elsewhere things go but cannot be found again).

    Args:
        data_home: ``$XDG_DATA_HOME``, whose ``Trash`` serves the file system of the home folder.
    """

    def __init__(self, data_home: Path) -> None:
        self.data_home = data_home

    @staticmethod
    def of(environment: Environment) -> Trash:
        """The trash of this user."""
        return Trash(environment.data_dir.parent)

    def put(self, path: Path) -> dict[str, str]:
        """Move a file or folder to the trash.

        Returns:
            ``trashed`` and ``info``: where it and its note are now; empty when that cannot be told.

        Raises:
            ExecutorError: ``unavailable``: that file system has no trash, or none for links; nothing was deleted.
            OSError: As the system says.
        """
        if path.is_symlink() and has_trash_folders():
            return self._put_link(path)
        if path.is_symlink() and not path.exists():
            raise ExecutorError(ErrorClass.UNAVAILABLE, "link_not_trashed", path=str(path))
        from send2trash import send2trash
        from send2trash.exceptions import TrashPermissionError

        before = {info for folder in self._folders(path) for info in _infos(folder)}
        try:
            send2trash(os.fspath(path))
        except TrashPermissionError as error:
            raise ExecutorError(ErrorClass.UNAVAILABLE, "no_trash", path=str(path)) from error
        for folder in self._folders(path):
            for info in _infos(folder) - before:
                if _original(info, folder) == path:
                    return {"trashed": str(folder / "files" / info.name.removesuffix(INFO)), "info": str(info)}
        return {}

    def _put_link(self, path: Path) -> dict[str, str]:
        """Move a link, not what it leads to: ``send2trash`` looks through it, and refuses one that leads nowhere."""
        folder, told = self._folder_for(path)
        for part in ("files", "info"):
            (folder / part).mkdir(parents=True, exist_ok=True, mode=0o700)
        note = f"[Trash Info]\nPath={quote(os.fsencode(told))}\nDeletionDate={strftime('%Y-%m-%dT%H:%M:%S')}\n"
        info = _new_note(folder, path.name, note)
        trashed = folder / "files" / info.name.removesuffix(INFO)
        try:
            path.rename(trashed)
        except OSError:
            info.unlink()
            raise
        return {"trashed": str(trashed), "info": str(info)}

    def _folder_for(self, path: Path) -> tuple[Path, str]:
        """The trash folder on the file system of a path, and the path as its note says it.

        Raises:
            ExecutorError: ``unavailable``: there is none and none can be made.
        """
        home, *at_the_top = self._folders(path)
        device = path.lstat().st_dev
        present = next(folder for folder in (home, *home.parents) if folder.exists())
        if present.stat().st_dev == device:
            return home, str(path)
        shared, own = at_the_top
        root = shared.parent
        usable = root.is_dir() and not root.is_symlink() and root.stat().st_mode & stat.S_ISVTX
        for folder in (shared, own) if usable else (own,):
            with suppress(OSError):
                folder.mkdir(mode=0o700, exist_ok=True)
                if not folder.is_symlink() and folder.stat().st_dev == device:
                    return folder, str(path.relative_to(own.parent))
        raise ExecutorError(ErrorClass.UNAVAILABLE, "no_trash", path=str(path))

    def find(self, path: Path) -> dict[str, str]:
        """The latest thing in the trash that came from ``path``: ``trashed`` and ``info``, or nothing."""
        found = [
            (info.stat().st_mtime_ns, info, folder)
            for folder in self._folders(path)
            for info in _infos(folder)
            if _original(info, folder) == path
        ]
        if not found:
            return {}
        _, info, folder = max(found)
        return {"trashed": str(folder / "files" / info.name.removesuffix(INFO)), "info": str(info)}

    def _folders(self, path: Path) -> list[Path]:
        """Trash folders that may serve a path: the home's, then those at the top of its file system."""
        top = path.parent
        while not top.is_mount() and top != top.parent:
            top = top.parent
        user = str(os.getuid())
        return [self.data_home / "Trash", top / ".Trash" / user, top / f".Trash-{user}"]


def has_trash_folders() -> bool:
    """Whether this system keeps its trash in folders of freedesktop.org's layout."""
    return sys.platform not in ("darwin", "win32", "cygwin")


def _new_note(folder: Path, name: str, text: str) -> Path:
    """Write a note under a name that neither a note nor a trashed thing has; as the layout asks, it comes first."""
    for number in itertools.count(1):
        trashed = name if number == 1 else f"{name}.{number}"
        info = folder / "info" / f"{trashed}{INFO}"
        if os.path.lexists(folder / "files" / trashed):
            continue
        try:
            with info.open("x", encoding="ascii") as stream:
                stream.write(text)
        except FileExistsError:
            continue
        return info
    raise AssertionError  # the numbers do not end


def _infos(folder: Path) -> set[Path]:
    try:
        return set((folder / "info").glob(f"*{INFO}"))
    except OSError:
        return set()


def _original(info: Path, folder: Path) -> Path | None:
    """Where a trashed thing stood, as its note says."""
    try:
        lines = info.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return None
    told = next((line.removeprefix("Path=") for line in lines if line.startswith("Path=")), "")
    if not told:
        return None
    # Relative paths stand below the file system's top, which is where the trash folder stands.
    top = folder.parent.parent if folder.parent.name == ".Trash" else folder.parent
    return top / unquote(told, errors="surrogateescape")
