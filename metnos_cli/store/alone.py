"""Lets one process at a time do what must not be done twice, by a lock that goes with whoever held it."""

from __future__ import annotations

import contextlib
import importlib
import os
import time
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import StoreError, StoreLocked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

POLL_S = 0.01


@contextlib.contextmanager
def alone(path: Path, wait_s: float) -> Iterator[None]:
    """Hold the lock on a file, which is created for the user alone and stays.

    Args:
        path: The file; nothing is written to it.
        wait_s: Seconds to wait for another process.

    Raises:
        StoreLocked: Another process held it for longer.
        StoreError: The file cannot be made.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except OSError as error:
        raise StoreError(path=str(path), why=error.strerror or str(error)) from error
    try:
        end = time.monotonic() + wait_s
        while not _taken(descriptor):
            if time.monotonic() > end:
                raise StoreLocked(path=str(path))
            time.sleep(POLL_S)
        yield
    finally:
        os.close(descriptor)  # and with it the lock


def _taken(descriptor: int) -> bool:
    """Try once; where the system has neither kind of lock, SQLite's own has to do."""
    try:
        fcntl: Any = importlib.import_module("fcntl")
    except ImportError:
        return _taken_on_windows(descriptor)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks
    return True


def _taken_on_windows(descriptor: int) -> bool:
    try:
        msvcrt: Any = importlib.import_module("msvcrt")
    except ImportError:
        return True
    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True
