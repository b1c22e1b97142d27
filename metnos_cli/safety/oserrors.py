"""Turns the operating system's refusals into executor errors with a class and a sentence."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass, ExecutorError

if TYPE_CHECKING:
    from collections.abc import Mapping

KEYS: Mapping[int, tuple[ErrorClass, str]] = {
    errno.ENOENT: (ErrorClass.WRONG_ARGS, "path_missing"),
    errno.ENOTDIR: (ErrorClass.WRONG_ARGS, "path_not_folder"),
    errno.EISDIR: (ErrorClass.WRONG_ARGS, "path_not_file"),
    errno.EEXIST: (ErrorClass.WRONG_ARGS, "path_exists"),
    errno.ENOTEMPTY: (ErrorClass.WRONG_ARGS, "path_exists"),
    errno.ENAMETOOLONG: (ErrorClass.WRONG_ARGS, "path_too_long"),
    errno.EINVAL: (ErrorClass.WRONG_ARGS, "path_odd"),
    errno.ELOOP: (ErrorClass.DENIED, "path_link"),
    errno.ESTALE: (ErrorClass.DENIED, "path_changed"),
    errno.EACCES: (ErrorClass.UNAVAILABLE, "path_forbidden"),
    errno.EPERM: (ErrorClass.UNAVAILABLE, "path_forbidden"),
    errno.EROFS: (ErrorClass.UNAVAILABLE, "path_read_only"),
    errno.ENOSPC: (ErrorClass.UNAVAILABLE, "no_room"),
    errno.EDQUOT: (ErrorClass.UNAVAILABLE, "no_room"),
}


def executor_error(error: OSError, path: str) -> ExecutorError:
    """What an executor tells instead.

    Args:
        error: As the system raised it.
        path: As the user writes it.
    """
    why = error.strerror or str(error)
    error_class, key = KEYS.get(error.errno or 0, (ErrorClass.UNAVAILABLE, "path_failed"))
    return ExecutorError(error_class, key, path=path, why=why)
