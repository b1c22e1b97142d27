"""Fetches an account's password from the key ring or from a command; it is used at once and kept nowhere."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass, ExecutorError

if TYPE_CHECKING:
    from metnos_cli.executors.mail.accounts import Account

SERVICE = "metnos"
"""Service name in the key ring: ``keyring set metnos mail:NAME``."""
COMMAND_SECONDS = 60.0
"""A password manager may have to ask for its own passphrase."""


def fetch_password(account: Account) -> str:
    """The password; never logged, never stored, never in an error.

    Raises:
        ExecutorError: ``unavailable``: the key ring has none or does not answer, or the command failed.
    """
    if account.password_command:
        return _from_command(account)
    return _from_keyring(account)


def _from_command(account: Account) -> str:
    """First line of the command's output, as ``pass`` and its kin print it."""
    program = account.password_command[0]
    try:
        done = subprocess.run(
            list(account.password_command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=COMMAND_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _no_password(account, program, f"{COMMAND_SECONDS:g} s") from error
    except OSError as error:
        raise _no_password(account, program, error.strerror or "") from error
    if done.returncode != 0:
        raise _no_password(account, program, f"exit {done.returncode}")
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    if not lines or not lines[0]:
        raise _no_password(account, program, "empty")
    return lines[0]


def _no_password(account: Account, program: str, why: str) -> ExecutorError:
    return ExecutorError(ErrorClass.UNAVAILABLE, "mail_password_command", account=account.key, program=program, why=why)


def _from_keyring(account: Account) -> str:
    try:
        import keyring
        import keyring.errors
    except ImportError as error:
        raise ExecutorError(ErrorClass.UNAVAILABLE, "mail_no_keyring", account=account.key, why="keyring") from error
    try:
        found = keyring.get_password(SERVICE, f"mail:{account.key}")
    except keyring.errors.KeyringError as error:
        why = type(error).__name__
        raise ExecutorError(ErrorClass.UNAVAILABLE, "mail_no_keyring", account=account.key, why=why) from error
    if not found:
        raise ExecutorError(ErrorClass.UNAVAILABLE, "mail_no_password", account=account.key)
    return found
