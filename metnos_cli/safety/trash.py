"""The user's trash: puts things there, knows where they went, and brings them back."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import unquote

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
            ExecutorError: ``unavailable``: that file system has no trash; nothing was deleted.
            OSError: As the system says.
        """
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
