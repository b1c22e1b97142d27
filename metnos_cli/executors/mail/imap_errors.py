"""Says in Metnos' own classes what went wrong between it and a mail server."""

from __future__ import annotations

import imaplib
import socket
import ssl
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from metnos_cli.executors.mail.accounts import Account

TOLD = 200
"""Characters of a server's own words that are shown."""


@contextmanager
def imap_errors(account: Account) -> Iterator[None]:
    """Turn everything that the connection raises into an error with a class.

    Raises:
        ExecutorError: ``unavailable``: down, gone in the middle, certificate not valid; or the server said no.
    """
    from imap_tools.errors import ImapToolsError, MailboxFolderSelectError

    try:
        yield
    except MailboxFolderSelectError as error:
        why = server_words(error.command_result)
        raise ExecutorError(ErrorClass.WRONG_ARGS, "mail_folder_closed", account=account.key, why=why) from error
    except imaplib.IMAP4.readonly as error:
        raise ExecutorError(ErrorClass.UNAVAILABLE, "mail_read_only", account=account.key) from error
    except imaplib.IMAP4.abort as error:
        raise connection_error(account, account.imap_place, error) from error
    except (ImapToolsError, imaplib.IMAP4.error) as error:
        why = server_words(getattr(error, "command_result", None) or error.args)
        raise ExecutorError(ErrorClass.UNAVAILABLE, "mail_server_said_no", account=account.key, why=why) from error
    except (OSError, EOFError) as error:
        raise connection_error(account, account.imap_place, error) from error


def connection_error(account: Account, place: tuple[str, int], error: Exception) -> ExecutorError:
    """Why a server cannot be talked to."""
    host, port = place
    facts: dict[str, Any] = {"account": account.key, "host": host, "port": port}
    if isinstance(error, ssl.SSLCertVerificationError):
        return ExecutorError(ErrorClass.UNAVAILABLE, "mail_certificate", why=error.verify_message, **facts)
    if isinstance(error, ssl.SSLError):
        return ExecutorError(ErrorClass.UNAVAILABLE, "mail_tls", why=error.reason or str(error), **facts)
    if isinstance(error, TimeoutError):
        return ExecutorError(ErrorClass.UNAVAILABLE, "mail_silent", seconds=f"{account.timeout_s:g}", **facts)
    if isinstance(error, socket.gaierror):
        return ExecutorError(ErrorClass.UNAVAILABLE, "mail_unknown_host", **facts)
    why = getattr(error, "strerror", None) or server_words(error.args)
    return ExecutorError(ErrorClass.UNAVAILABLE, "mail_down", why=why, **facts)


def server_words(told: object) -> str:
    """What a server said, as one short line: ``("NO", [b"..."])`` and its kin."""
    if isinstance(told, bytes):
        text = told.decode("utf-8", "replace")
    elif isinstance(told, str):
        text = told
    elif isinstance(told, list | tuple):
        text = " ".join(part for part in (server_words(item) for item in told if item is not None) if part)
    else:
        text = str(told)
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:TOLD]
