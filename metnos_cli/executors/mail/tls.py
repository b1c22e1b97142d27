"""The certificates by which a mail server is trusted."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass, ExecutorError

if TYPE_CHECKING:
    from metnos_cli.executors.mail.accounts import Account


def tls_context(account: Account) -> ssl.SSLContext:
    """Certificates are always checked, against the system's authorities or the account's own file.

    Raises:
        ExecutorError: ``unavailable``: the account's file cannot be read.
    """
    if not account.ca_file:
        return ssl.create_default_context()
    try:
        return ssl.create_default_context(cafile=str(Path(account.ca_file).expanduser()))
    except OSError as error:
        facts = {"account": account.key, "setting": "ca_file", "wanted": error.strerror or "PEM"}
        raise ExecutorError(ErrorClass.UNAVAILABLE, "mail_bad_account", **facts) from error
