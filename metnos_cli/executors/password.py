"""Fetches a password from a command or from the key ring; it is used at once and kept nowhere."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass, ExecutorError

if TYPE_CHECKING:
    from collections.abc import Sequence

SERVICE = "metnos"
"""Service name in the key ring."""
COMMAND_SECONDS = 60.0
"""A password manager may have to ask for its own passphrase."""


def fetch_password(entry: str, command: Sequence[str]) -> str:
    """A password; never logged, never stored, never in an error.

    Args:
        entry: Its name in the key ring, such as ``calendar:work`` (``keyring set metnos calendar:work``).
        command: Program whose first line of output is the password; empty: the key ring is asked.

    Raises:
        ExecutorError: ``unavailable``: there is none, or whoever keeps it does not answer.
    """
    return _from_command(entry, command) if command else _from_keyring(entry)


def _from_command(entry: str, command: Sequence[str]) -> str:
    program = command[0]
    try:
        done = subprocess.run(
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=COMMAND_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _failed(entry, program, f"{COMMAND_SECONDS:g} s") from error
    except OSError as error:
        raise _failed(entry, program, error.strerror or "") from error
    if done.returncode != 0:
        raise _failed(entry, program, f"exit {done.returncode}")
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    if not lines or not lines[0]:
        raise _failed(entry, program, "–")
    return lines[0]


def _failed(entry: str, program: str, why: str) -> ExecutorError:
    return ExecutorError(ErrorClass.UNAVAILABLE, "password_command", entry=entry, program=program, why=why)


def _from_keyring(entry: str) -> str:
    try:
        import keyring
        import keyring.errors
    except ImportError as error:
        raise ExecutorError(ErrorClass.UNAVAILABLE, "password_no_keyring", entry=entry, why="keyring") from error
    try:
        found = keyring.get_password(SERVICE, entry)
    except keyring.errors.KeyringError as error:
        why = type(error).__name__
        raise ExecutorError(ErrorClass.UNAVAILABLE, "password_no_keyring", entry=entry, why=why) from error
    if not found:
        raise ExecutorError(ErrorClass.UNAVAILABLE, "password_none", entry=entry)
    return str(found)
