"""The guard on files: the one way by which executors touch them, inside the allowed folders, each change noted."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import secrets
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

from metnos_cli.errors import ErrorClass, ExecutorError, MetnosError
from metnos_cli.safety import acts
from metnos_cli.safety.journal import KEEP_DAYS
from metnos_cli.safety.oserrors import executor_error
from metnos_cli.safety.paths import PathGuard
from metnos_cli.safety.policy import PathPolicy
from metnos_cli.safety.trash import Trash

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from metnos_cli.config.load import Settings
    from metnos_cli.environment import Environment


class Journal(Protocol):
    """Where changes are noted before they are made (``safety.journal.TurnJournal``)."""

    turn: str

    def begin(self, kind: str, facts: Mapping[str, Any]) -> int:
        """Note a change that is about to be made; its number."""
        ...

    def failed(self, change: int) -> None:
        """It did not happen after all."""
        ...


class GuardedFiles(PathGuard):
    """Fulfils ``ports.Files``.

    Args:
        policy: Which paths may be touched.
        journal: Where changes are noted; what cannot be noted is not done.
        cwd: Where relative paths stand; one that is not there is looked for in the user's folder.
        undo_dir: Where copies of what is replaced are kept.
        trash: The user's trash.
        check: Raises ``Interrupted`` when the user pressed Ctrl-C.
    """

    def __init__(
        self,
        policy: PathPolicy,
        journal: Journal,
        *,
        cwd: Path,
        undo_dir: Path,
        trash: Trash,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(policy, cwd)
        self.trash_can = trash
        self._journal = journal
        self._undo = undo_dir / journal.turn
        self._check = check

    @staticmethod
    def of(
        environment: Environment, settings: Settings, journal: Journal, check: Callable[[], None] = lambda: None
    ) -> GuardedFiles:
        """The guard that the settings and the user's folders make."""
        return GuardedFiles(
            PathPolicy.of(settings, environment),
            journal,
            cwd=environment.cwd,
            undo_dir=environment.data_dir / "undo",
            trash=Trash.of(environment),
            check=check,
        )

    def open(self, path: Path) -> IO[bytes]:
        """A regular file for reading, checked again after it was opened.

        Raises:
            ExecutorError: By class.
        """
        with self._told(path):
            return acts.open_file(path, self.allow)

    def write(self, path: Path, data: bytes, *, overwrite: bool) -> None:
        """Write atomically, keep a copy of what stood there, and note it.

        Raises:
            ExecutorError: ``wrong_args`` when something stands there and ``overwrite`` is False; others by class.
        """
        with self._told(path):
            target = self.resolved(path)  # through a link at the end: the file is replaced, not the link
            kept = self._kept(target, overwrite)
            facts = {"path": target, "mark": {"kind": "file", "sha256": hashlib.sha256(data).hexdigest()}, **kept}
            mode = target.stat().st_mode & 0o7777 if kept else acts.new_mode()
            with acts.opened_folder(target.parent, self.allow) as folder:
                aside = acts.write_aside(folder, data, mode)
                try:
                    with self._noted("file.overwrite" if kept else "file.create", facts):
                        acts.place(folder, aside, folder, target.name, over=bool(kept))
                finally:
                    with contextlib.suppress(FileNotFoundError):
                        os.unlink(aside, dir_fd=folder)

    def move(self, source: Path, target: Path, *, overwrite: bool) -> None:
        """Move a file or folder and note it; the target is the new path itself, not the folder it goes into.

        Raises:
            ExecutorError: ``wrong_args`` when something stands there and ``overwrite`` is False; others by class.
        """
        self._whole(source)
        if not self._at_home(target) and self._at_home(source):
            self._without_secrets(source)
        with self._told(target, source):
            kept = self._kept(target, overwrite, source)
            facts = {"source": source, "target": target, "mark": acts.mark_of(source), **kept}
            with (
                acts.opened_folder(source.parent, self.allow) as origin,
                acts.opened_folder(target.parent, self.allow) as folder,
            ):
                left = ""
                with self._noted("file.move", facts):
                    try:
                        acts.place(origin, source.name, folder, target.name, over=bool(kept))
                    except OSError as error:
                        if not acts.is_other_device(error):
                            raise
                        self._without_secrets(source)
                        left = acts.carry(source, origin, target, folder, self._check, over=bool(kept))
                if left:
                    self._clear(origin, source.parent / left, target)

    def copy(self, source: Path, target: Path, *, overwrite: bool) -> tuple[Path, ...]:
        """Copy a file or a folder and note it; links inside are copied as links.

        Returns:
            What below the folder was left out: the same files that are not copied when they are named.

        Raises:
            ExecutorError: ``wrong_args`` when something stands there and ``overwrite`` is False; others by class.
        """
        self._whole(source, copying=True)
        left: list[Path] = []
        with self._told(target, source):
            kept = self._kept(target, overwrite, source)
            mark = acts.mark_of(source, lambda path: not self.admits(path))
            facts = {"path": target, "source": source, "mark": mark, **kept}
            kind = "file.overwrite" if kept else "file.create"
            with acts.opened_folder(target.parent, self.allow) as folder, self._noted(kind, facts):
                self._copy_into(source, target, folder, left, over=bool(kept))
        return tuple(sorted(left))

    def make_dir(self, path: Path) -> bool:
        """Create a folder with its parents and note it; False when it was there.

        Raises:
            ExecutorError: By class.
        """
        with self._told(path):
            if path.is_dir():
                return False
            missing = [path, *(parent for parent in path.parents if not os.path.lexists(parent))]
            with self._noted("file.mkdir", {"path": path, "created": [str(part) for part in missing]}):
                for part in reversed(missing):
                    with acts.opened_folder(part.parent, self.allow) as folder:
                        os.mkdir(part.name, dir_fd=folder)
        return True

    def trash(self, path: Path) -> None:
        """Move to the trash and note it.

        Raises:
            ExecutorError: ``unavailable`` when there is no trash for that file system; nothing is deleted then.
        """
        self._whole(path)
        with self._told(path):
            facts = {"path": path, "mark": acts.mark_of(path)}
            with acts.opened_folder(path.parent, self.allow), self._noted("file.trash", facts):
                self.trash_can.put(path)

    # -- parts of the above

    def _whole(self, path: Path, *, copying: bool = False) -> None:
        """Refuse to move, copy or trash what holds secrets, or an allowed folder itself."""
        self.allow(path)
        if self.policy.is_root(path) and not copying:
            raise ExecutorError(ErrorClass.DENIED, "path_root", path=self.shown(path))
        if path.is_dir() and not path.is_symlink() and self.policy.holds_secret(path):
            raise ExecutorError(ErrorClass.DENIED, "path_holds_secret", path=self.shown(path))

    def _at_home(self, path: Path) -> bool:
        return path.is_relative_to(self.resolved(self.policy.home))

    def _without_secrets(self, folder: Path) -> None:
        """Refuse to take secrets elsewhere with the folder they stand in.

        Renamed within the home, or put in its trash, they are neither read nor shown to anybody, and come back; to
        another file system they would be copied, and outside the home others may read them.
        """
        if folder.is_symlink() or not folder.is_dir():
            return
        for inside, folders, names in os.walk(folder):
            self._check()
            if not all(self.admits(Path(inside, name)) for name in (*folders, *names)):
                raise ExecutorError(ErrorClass.DENIED, "path_holds_secret", path=self.shown(folder))

    def _kept(self, target: Path, overwrite: bool, source: Path | None = None) -> dict[str, Any]:
        """A copy of what the act will replace, as facts for the journal; empty when nothing stands there.

        Raises:
            OSError: ``EEXIST``: something stands there that may not be replaced.
            ExecutorError: The target is denied, or lies inside the source.
        """
        self.allow(target)
        if source is not None and (target == source or target.is_relative_to(source)):
            raise ExecutorError(ErrorClass.WRONG_ARGS, "path_into_itself", path=self.shown(source))
        if not os.path.lexists(target):
            return {}
        folder = target.is_dir() and not target.is_symlink()
        if folder and source is None:
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not overwrite or folder or (source is not None and source.is_dir()):
            raise OSError(errno.EEXIST, os.strerror(errno.EEXIST))
        return self._keep(target)

    def _clear(self, origin: int, left: Path, target: Path) -> None:
        """Remove what was carried to another file system; the move stands and is noted, whatever comes of this.

        Raises:
            ExecutorError: ``unavailable``: something of it is left, and where.
        """
        try:
            acts.discard(origin, left.name)
        except OSError as error:
            facts = {"path": self.shown(target), "left": self.shown(left), "why": error.strerror or str(error)}
            raise ExecutorError(ErrorClass.UNAVAILABLE, "move_left_over", **facts) from error

    def _copy_into(self, source: Path, target: Path, folder: int, left: list[Path], *, over: bool) -> None:
        def left_out(path: Path) -> bool:
            if self.admits(path):
                return False
            left.append(path)
            return True

        aside = acts.copy_aside(source, target.parent, self._check, folder, left_out)
        try:
            acts.place(folder, aside, folder, target.name, over=over)
        except BaseException:
            acts.discard(folder, aside)
            raise

    def _keep(self, path: Path) -> dict[str, Any]:
        """Keep what stands at ``path`` for undo: by a hard link where that is possible, otherwise by a copy."""
        if not self._undo.is_dir():
            forget_copies(self._undo.parent)
            self._undo.mkdir(parents=True, exist_ok=True, mode=0o700)
        copy = self._undo / secrets.token_hex(8)
        aside = None
        try:
            if path.is_symlink():
                aside = acts.copy_aside(path, self._undo, self._check)
            else:
                copy.hardlink_to(path)
        except OSError:
            aside = acts.copy_aside(path, self._undo, self._check)
        if aside is not None:
            (self._undo / aside).rename(copy)
        return {"copy": copy, "kept": acts.mark_of(copy)}

    @contextlib.contextmanager
    def _noted(self, kind: str, facts: Mapping[str, Any]) -> Iterator[None]:
        """Note a change before it is made, and take the note back when it is not."""
        change = self._journal.begin(kind, facts)
        try:
            yield
        except (OSError, MetnosError):
            # A Ctrl-C may come just after the act: then the note stands, and undo looks at what is there.
            self._journal.failed(change)
            raise

    @contextlib.contextmanager
    def _told(self, path: Path, source: Path | None = None) -> Iterator[None]:
        """The system's refusals become executor errors that name the path they are about."""
        try:
            yield
        except OSError as error:
            raise executor_error(error, self.shown(_about(error, path, source))) from error


def _about(error: OSError, path: Path, source: Path | None) -> Path:
    """Which of the two paths of an act a refusal means: one that holds the source fast is about the source."""
    if source is None:
        return path
    if error.errno in (errno.EACCES, errno.EPERM):
        told = Path(os.fsdecode(error.filename)) if error.filename else source
        if told != source and told.is_relative_to(source):
            return told
        if not os.access(source.parent, os.W_OK | os.X_OK):
            return source
    return source if error.errno == errno.ENOENT else path


def forget_copies(undo_dir: Path, days: int = KEEP_DAYS) -> None:
    """Remove copies kept for turns too old to be taken back; the journal forgets them after the same time."""
    oldest = time.time() - days * 86_400
    for folder in undo_dir.glob("*/"):
        if folder.stat().st_mtime < oldest:
            acts.remove(folder)
