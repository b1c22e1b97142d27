"""find_messages: counts and lists the mails of a folder that fulfil conditions; none is marked as read."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from metnos_cli import messages
from metnos_cli.executors.answer import answer
from metnos_cli.executors.mail.accounts import choose_account
from metnos_cli.executors.mail.box import as_entry, open_box
from metnos_cli.executors.mail.folders import find_folder
from metnos_cli.executors.mail.message import snippet
from metnos_cli.executors.mail.wanted import read_wanted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.executors.mail.box import Found
    from metnos_cli.ports import ExecutorContext

SENDERS_NAMED = 5
INBOX = "INBOX"


def find_messages(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Search one folder.

    Args:
        args: ``account``, ``folder`` or ``place``, ``query``, ``from``, ``subject``, ``unread``, ``when``, ``limit``.
        context: Settings, zone, progress.

    Raises:
        ExecutorError: ``unavailable`` (server, password, certificate), ``wrong_args`` (no such folder or account),
            ``missing_input`` (which account).
    """
    account = choose_account(args, context)
    zone = context.clock.now().tzinfo
    wanted = read_wanted(args, zone)
    limit = int(args.get("limit") or context.settings.integer("mail.limit"))
    with open_box(account, context) as box:
        folder = find_folder(wanted_folder(args), box.folders())
        found = box.search(folder.name, wanted, limit)
    entries = [
        as_entry(listed, lambda moment: moment.astimezone(zone)) | {"snippet": snippet(listed.mail.text)}
        for listed in found.listed
    ]
    senders = _senders(entries)
    return answer(
        entries,
        total=found.total,
        unread=found.unread,
        senders=senders,
        folder=folder.name,
        account=account.key,
        summary=_summary(found, senders, context),
    )


def wanted_folder(args: Mapping[str, Any]) -> str:
    """The folder that a call names, by its own name or by its use."""
    return str(args.get("folder") or args.get("place") or INBOX)


def _senders(entries: Sequence[dict[str, Any]]) -> str:
    """Who wrote, most first: ``Anna Rossi (3), shop@example.org``."""
    names: dict[str, str] = {}
    counted: Counter[str] = Counter()
    for entry in entries:
        address = entry["from_address"]
        counted[address] += 1
        names.setdefault(address, entry["from"].partition(" <")[0].strip('"') or address)
    told = [names[address] + (f" ({count})" if count > 1 else "") for address, count in counted.most_common()]
    return ", ".join([*told[:SENDERS_NAMED], *(["…"] if len(told) > SENDERS_NAMED else [])])


def _summary(found: Found, senders: str, context: ExecutorContext) -> str:
    """How many, how many unread, from whom; and that the list is not the whole, when it is not."""
    if not found.total:
        return messages.text(context.lang, "mail.none")
    key = "mail.one" if found.total == 1 else "mail.many"
    told = messages.text(context.lang, key, total=found.total, unread=found.unread, senders=senders)
    if found.total > len(found.listed):
        told += " " + messages.text(context.lang, "mail.newest", shown=len(found.listed))
    return told
