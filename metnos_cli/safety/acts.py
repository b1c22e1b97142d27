"""The few things done to files, each through the descriptor of a folder that was checked after it was opened."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
import stat
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

CHUNK = 1 << 20
NO_LINKS = frozenset({errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS})
"""What file systems without hard links answer."""


@contextlib.contextmanager
def opened_folder(path: Path, allowed: Callable[[Path], None]) -> Iterator[int]:
    """The descriptor of a folder; a link put in the way since it was checked is noticed.

    Args:
        path: The folder.
        allowed: Raises when its resolved path may not be touched.

    Raises:
        OSError: ``ESTALE`` when the path now leads elsewhere, or as the system says.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _same(descriptor, path, allowed)
        yield descriptor
    finally:
        os.close(descriptor)


def open_file(path: Path, allowed: Callable[[Path], None]) -> IO[bytes]:
    """A regular file for reading, checked again after it was opened; never a link, a pipe or a device.

    Raises:
        OSError: ``ELOOP`` for a link, ``ESTALE`` when the path now leads elsewhere, ``EINVAL`` for another kind.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        _same(descriptor, path, allowed)
        _regular(descriptor)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def _regular(descriptor: int) -> None:
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        number = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
        raise OSError(number, os.strerror(number))


def _same(descriptor: int, path: Path, allowed: Callable[[Path], None]) -> None:
    real = path.resolve(strict=True)
    allowed(real)
    if not os.path.samestat(os.fstat(descriptor), real.lstat()):
        raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))


def write_aside(folder: int, data: bytes, mode: int) -> str:
    """Write a new file of a chance name into a folder, whole and on disk, or not at all; its name."""
    name = chance_name()
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(name, flags, 0o600, dir_fd=folder)
    try:
        try:
            left = memoryview(data)
            while left:
                left = left[os.write(descriptor, left[:CHUNK]) :]
            os.fchmod(descriptor, mode)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except BaseException:
        os.unlink(name, dir_fd=folder)
        raise
    return name


def new_mode() -> int:
    """Rights of a new file, as the user's umask has them."""
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask


def place(source_folder: int, source: str, target_folder: int, target: str, *, over: bool = False) -> None:
    """Rename; over something that is there only when told.

    Raises:
        OSError: ``EEXIST`` when something is there, ``EXDEV`` on another file system, or as the system says.
    """
    if over:
        _replace(source_folder, source, target_folder, target)
        return
    found = os.stat(source, dir_fd=source_folder, follow_symlinks=False)
    if not stat.S_ISDIR(found.st_mode):
        try:
            # A link fails when the name is taken; a rename would replace it without a word.
            os.link(source, target, src_dir_fd=source_folder, dst_dir_fd=target_folder, follow_symlinks=False)
        except OSError as error:
            if error.errno not in NO_LINKS:
                raise
        else:
            _give_up(source_folder, source, target_folder, target)
            return
    if exists(target_folder, target):
        raise OSError(errno.EEXIST, os.strerror(errno.EEXIST))
    os.rename(source, target, src_dir_fd=source_folder, dst_dir_fd=target_folder)


def _give_up(source_folder: int, source: str, target_folder: int, target: str) -> None:
    """Take the old name of a file that has got its new one; where that may not be, the new one goes again."""
    try:
        os.unlink(source, dir_fd=source_folder)
    except OSError:
        os.unlink(target, dir_fd=target_folder)
        raise


def _replace(source_folder: int, source: str, target_folder: int, target: str) -> None:
    """Rename over what is there; two names of one file, which the system would both leave, become the new one."""
    moved = os.stat(source, dir_fd=source_folder, follow_symlinks=False)
    if not exists(target_folder, target) or not os.path.samestat(
        moved, os.stat(target, dir_fd=target_folder, follow_symlinks=False)
    ):
        os.replace(source, target, src_dir_fd=source_folder, dst_dir_fd=target_folder)
        return
    aside = chance_name()
    os.rename(source, aside, src_dir_fd=source_folder, dst_dir_fd=source_folder)
    if exists(target_folder, target):
        os.unlink(aside, dir_fd=source_folder)
    else:  # one name, spelt in two ways: some file systems do not tell them apart
        os.rename(aside, target, src_dir_fd=source_folder, dst_dir_fd=target_folder)


def carry(
    source: Path, origin: int, target: Path, folder: int, check: Callable[[], None], *, over: bool = False
) -> str:
    """Move to another file system: the copy stands whole in its place before anything of the source is given up.

    Args:
        source: What to move.
        origin: Descriptor of its folder.
        target: The new path.
        folder: Descriptor of its folder.
        check: Raises to stop while copying.
        over: Whether something that is there is replaced.

    Returns:
        The chance name in ``origin`` under which the source stands now; it is to be discarded.

    Raises:
        OSError: As the system says; the source stands where it stood. ``EACCES`` with ``filename`` when a folder of
            it could be copied but not removed.
    """
    _removable(source, check)
    aside = copy_aside(source, target.parent, check, folder)
    hidden = chance_name()
    try:
        os.rename(source.name, hidden, src_dir_fd=origin, dst_dir_fd=origin)
        try:
            place(folder, aside, folder, target.name, over=over)
        except BaseException:
            os.rename(hidden, source.name, src_dir_fd=origin, dst_dir_fd=origin)
            raise
    except BaseException:
        discard(folder, aside)
        raise
    return hidden


def _removable(source: Path, check: Callable[[], None]) -> None:
    """Make sure that every folder lets its contents go."""
    if source.is_symlink() or not source.is_dir():
        return
    for folder, folders, names in os.walk(source):
        check()
        if (folders or names) and not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), folder)


def chance_name() -> str:
    """A hidden name that nothing has."""
    return f".metnos-{secrets.token_hex(8)}"


def is_other_device(error: OSError) -> bool:
    """Whether a rename failed because the two places lie on different file systems."""
    return error.errno == errno.EXDEV


def exists(folder: int, name: str) -> bool:
    """Whether a folder holds a name, be it a broken link."""
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def nothing(_path: Path) -> bool:
    """Leaves nothing out."""
    return False


def copy_aside(
    source: Path,
    folder: Path,
    check: Callable[[], None],
    descriptor: int | None = None,
    left_out: Callable[[Path], bool] = nothing,
) -> str:
    """Copy a file, a link or a whole folder to a chance name in ``folder``, or nothing; the name.

    Args:
        source: What to copy; links inside it are copied as links.
        folder: Where to.
        check: Raises to stop between two files.
        descriptor: Of ``folder``, where it was opened and checked: then the copy goes there, wherever the path leads.
        left_out: What below ``source`` is not copied.

    Raises:
        OSError: As the system says; of several failures the first.
    """
    name = chance_name()

    def passed_over(inside: str, names: list[str]) -> set[str]:
        check()
        return {one for one in names if left_out(Path(inside, one))}

    target = _through(descriptor, folder) / name

    def copy_one(one: str, other: str) -> str:
        check()
        return str(shutil.copy2(one, other, follow_symlinks=False))

    try:
        if source.is_dir() and not source.is_symlink():
            shutil.copytree(source, target, symlinks=True, ignore=passed_over, copy_function=copy_one)
        else:
            copy_one(str(source), str(target))
    except BaseException as error:
        remove(target)
        if isinstance(error, shutil.Error):
            raise OSError(errno.EIO, str(error.args[0][0][2])) from error
        raise
    return name


def _through(descriptor: int | None, folder: Path) -> Path:
    """A path by way of an open descriptor, where the system has such paths."""
    by_number = Path(f"/proc/self/fd/{descriptor}")
    return by_number if descriptor is not None and by_number.is_dir() else folder


def remove(path: Path) -> None:
    """Delete what Metnos itself has put somewhere; nothing when it is not there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def discard(folder: int, name: str) -> None:
    """Delete by way of an open folder what Metnos itself has put there."""
    if exists(folder, name):
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if stat.S_ISDIR(found.st_mode):
            shutil.rmtree(name, dir_fd=folder)
        else:
            os.unlink(name, dir_fd=folder)


def mark_of(path: Path, left_out: Callable[[Path], bool] = nothing) -> dict[str, Any]:
    """What tells whether something changed: kind, size and newest time of change; it survives moves and copies.

    Args:
        path: A file, a link or a folder.
        left_out: What below a folder does not count.
    """
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        return {"kind": "link", "target": str(path.readlink())}
    if not stat.S_ISDIR(found.st_mode):
        return {"kind": "file", "size": found.st_size, "newest": found.st_mtime_ns}
    count, size, newest = 0, 0, 0
    for folder, folders, names in os.walk(path):
        folders[:] = [name for name in folders if not left_out(Path(folder, name))]
        for name in names:
            if left_out(Path(folder, name)):
                continue
            inside = os.lstat(os.path.join(folder, name))  # noqa: PTH118  a Path per file would double the time
            count, size, newest = count + 1, size + inside.st_size, max(newest, inside.st_mtime_ns)
    return {"kind": "folder", "count": count, "size": size, "newest": newest}


def unchanged(path: Path, mark: Mapping[str, Any]) -> bool:
    """Whether what stands there still bears the mark (content, where the mark has a digest)."""
    if "sha256" in mark:
        return path.is_file() and not path.is_symlink() and digest(path) == mark["sha256"]
    return mark_of(path) == dict(mark)


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    from hashlib import file_digest

    with path.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()
