"""Finds the mail that a reply answers: the newest one that its recipient sent."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.mail.box import open_box
from metnos_cli.executors.mail.folders import find_folder
from metnos_cli.executors.mail.recipients import read_recipients
from metnos_cli.executors.mail.wanted import Wanted

if TYPE_CHECKING:
    from metnos_cli.executors.mail.accounts import Account
    from metnos_cli.executors.mail.message import Mail
    from metnos_cli.ports import ExecutorContext

INBOX = "INBOX"
_RE = re.compile(r"\s*(re|r|rif|aw)\s*:", re.IGNORECASE)
"""How mail programs open the subject of a reply."""


def find_answered(to: str, account: Account, context: ExecutorContext) -> Mail:
    """The newest mail in the inbox from the first recipient.

    Args:
        to: Recipients, resolved.
        account: Whose mail.
        context: Clock, Ctrl-C.

    Raises:
        ExecutorError: ``wrong_args``: there is none; ``unavailable`` (server, password, certificate).
    """
    addresses = [address for _, address in read_recipients(to)]
    with open_box(account, context) as box:
        folder = find_folder(INBOX, box.folders())
        found = box.search(folder.name, Wanted(sender=tuple(addresses[:1])), 1)
    if not found.listed:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "mail_nothing_to_answer", address=", ".join(addresses))
    return found.listed[0].mail


def reply_subject(subject: str) -> str:
    """``Re: Cena``, once however often it went to and fro."""
    return subject if _RE.match(subject) else f"Re: {subject}".rstrip()
