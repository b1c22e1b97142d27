"""read_messages: the text of mails, those of an earlier step or the newest that fulfil conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli import messages
from metnos_cli.executors.answer import answer, each
from metnos_cli.executors.mail.accounts import choose_account, find_account, read_accounts
from metnos_cli.executors.mail.box import Ref, as_entry, open_box, ref_of
from metnos_cli.executors.mail.find import wanted_folder
from metnos_cli.executors.mail.folders import find_folder
from metnos_cli.executors.mail.wanted import read_wanted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from metnos_cli.executors.mail.accounts import Account
    from metnos_cli.executors.mail.box import Box, Listed
    from metnos_cli.ports import ExecutorContext

NEWEST = 1
"""Without an earlier step and without ``limit``: the last mail."""


def read_messages(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Read mails; none is marked as read.

    Args:
        args: ``entries`` of an earlier step, or the conditions of find_messages.
        context: Settings, zone, progress.

    Raises:
        ExecutorError: As find_messages; ``wrong_args`` when no mail could be read.
    """
    done: list[dict[str, Any]] = []
    failed: list[dict[str, str]] = []
    if "entries" not in args:
        done, failed = _newest(args, context)
    else:
        for account, entries in by_account(args["entries"], context).items():
            with open_box(account, context) as box:
                read, lost = _read_all(box, entries, context)
            done += read
            failed += lost
    return answer(done, failed, text="\n\n".join(_shown(entry, context) for entry in done))


def _read_all(
    box: Box, entries: Iterable[Mapping[str, Any]], context: ExecutorContext
) -> tuple[list[dict[str, Any]], list[dict[str, str]]]:
    return each(entries, lambda entry: _read(box, ref_of(entry), context), name_of, context.lang)


def by_account(
    entries: Iterable[Mapping[str, Any]], context: ExecutorContext
) -> dict[Account, list[Mapping[str, Any]]]:
    """Entries of earlier steps by the account they come from.

    Raises:
        ExecutorError: ``wrong_args``: an entry is no mail, or its account is no longer configured.
    """
    accounts = read_accounts(context.settings)
    found: dict[Account, list[Mapping[str, Any]]] = {}
    for entry in entries:
        found.setdefault(find_account(accounts, ref_of(entry).account), []).append(entry)
    return found


def name_of(entry: Mapping[str, Any]) -> str:
    """What a mail is called when it fails."""
    return str(entry.get("title") or entry.get("uid") or "?")


def _newest(args: Mapping[str, Any], context: ExecutorContext) -> tuple[list[dict[str, Any]], list[dict[str, str]]]:
    account = choose_account(args, context)
    wanted = read_wanted(args, context.clock.now().tzinfo)
    with open_box(account, context) as box:
        folder = find_folder(wanted_folder(args), box.folders())
        found = box.search(folder.name, wanted, int(args.get("limit") or NEWEST))
        refs = [listed.ref for listed in found.listed]
        return each(refs, lambda ref: _read(box, ref, context), lambda ref: str(ref.shown), context.lang)


def _read(box: Box, ref: Ref, context: ExecutorContext) -> dict[str, Any]:
    context.check_cancelled()
    return _text(box.read(ref), context)


def _text(found: Listed, context: ExecutorContext) -> dict[str, Any]:
    zone = context.clock.now().tzinfo
    entry = as_entry(found, lambda moment: moment.astimezone(zone))
    return entry | {"text": found.mail.text, "cut": found.mail.cut}


def _shown(entry: Mapping[str, Any], context: ExecutorContext) -> str:
    """One mail as a person reads it."""
    title = entry["title"] or messages.text(context.lang, "mail.untitled")
    lines = [f"{title} — {entry['from']}, {entry['date'][:16].replace('T', ' ')}"]
    if entry["attachments"]:
        lines.append(messages.text(context.lang, "mail.attached", names=", ".join(entry["attachments"])))
    lines += ["", entry["text"] or messages.text(context.lang, "mail.no_text")]
    if entry["cut"]:
        lines.append(messages.text(context.lang, "mail.cut"))
    return "\n".join(lines)
