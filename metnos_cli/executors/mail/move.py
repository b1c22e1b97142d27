"""move_messages and delete_messages: mails of an earlier step go to another folder, or to the trash; and undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli import messages
from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.answer import answer, failure
from metnos_cli.executors.mail.box import Ref, open_box, ref_of
from metnos_cli.executors.mail.folders import find_folder, find_use
from metnos_cli.executors.mail.read import by_account, name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from metnos_cli.executors.mail.accounts import Account
    from metnos_cli.executors.mail.box import Box, Folder, Moved
    from metnos_cli.ports import ExecutorContext

JOURNAL_KIND = "mail.move"
"""What ``metnos undo`` finds in the journal for mails moved on a server."""


def move_messages(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Move mails on their server, each exactly once.

    Args:
        args: ``entries`` (mails of an earlier step); ``dst_folder``, or ``place`` (inbox, trash ...).
        context: Settings, journal, progress.

    Raises:
        ExecutorError: ``wrong_args`` (no such folder, nothing could be moved), ``unavailable`` (server, quota).
    """
    wanted = str(args.get("dst_folder") or args["place"])
    if wanted == "trash":
        return delete_messages(args, context)
    return _move(args["entries"], context, lambda _, folders: find_folder(wanted, folders))


def delete_messages(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Move mails to their account's trash; nothing is deleted for good.

    Args:
        args: ``entries`` (mails of an earlier step).
        context: Settings, journal, progress.

    Raises:
        ExecutorError: ``unavailable`` when the account has no trash, or as above.
    """
    return _move(args["entries"], context, trash_of)


def trash_of(account: Account, folders: Sequence[Folder]) -> Folder:
    """The trash: as the settings name it, as the server declares it, or as it is usually called.

    Raises:
        ExecutorError: ``unavailable``: there is none.
    """
    if account.trash_folder:
        return find_folder(account.trash_folder, folders)
    found = find_use("trash", folders)
    if found is None:
        raise ExecutorError(ErrorClass.UNAVAILABLE, "mail_no_trash", account=account.key)
    return found


def _move(
    entries: Sequence[Mapping[str, Any]],
    context: ExecutorContext,
    choose: Callable[[Account, Sequence[Folder]], Folder],
) -> dict[str, Any]:
    report = _Report(context)
    accounts = by_account(entries, context)
    for account, mails in accounts.items():
        try:
            _move_account(account, mails, report, choose)
        except ExecutorError as error:
            if len(accounts) == 1 and not report.told:
                raise
            report.failing_all(mails, error)
    folder = ", ".join(dict.fromkeys(report.targets))
    key = "mail.moved" if report.done else "mail.nothing_to_move"
    summary = messages.text(context.lang, key, folder=folder, count=len(report.done))
    return answer(report.done, report.failed, folder=folder, summary=summary)


def _move_account(
    account: Account,
    mails: Sequence[Mapping[str, Any]],
    report: _Report,
    choose: Callable[[Account, Sequence[Folder]], Folder],
) -> None:
    with open_box(account, report.context) as box:
        target = choose(account, box.folders()).name
        report.targets.append(target)
        by_ref = {ref_of(mail): mail for mail in mails}
        for folder in dict.fromkeys(ref.folder for ref in by_ref):
            part = {ref: mail for ref, mail in by_ref.items() if ref.folder == folder}
            _move_folder(box, part, target, report)


class _Report:
    """Takes down what became of each mail, as it happens: a turn that is stopped half way can still be undone."""

    def __init__(self, context: ExecutorContext) -> None:
        self.context = context
        self.done: list[dict[str, Any]] = []
        self.failed: list[dict[str, str]] = []
        self.targets: list[str] = []
        self.told: set[Ref] = set()

    def failing(self, ref: Ref, mail: Mapping[str, Any], error: ExecutorError) -> None:
        self.told.add(ref)
        self.failed.append(failure(name_of(mail), error, self.context.lang))

    def failing_all(self, mails: Sequence[Mapping[str, Any]], error: ExecutorError) -> None:
        """The account could not be opened, or broke: those of which nothing is known yet were not moved."""
        for mail in mails:
            if ref_of(mail) not in self.told:
                self.failing(ref_of(mail), mail, error)

    def moved(self, mail: Mapping[str, Any], outcome: Moved, target: str) -> dict[str, Any]:
        """Count it, and give what undo has to know of it."""
        self.told.add(outcome.ref)
        now = outcome.now
        place = {"uid": now.uid if now else "", "uidvalidity": now.uidvalidity if now else 0}
        self.done.append({**mail, "folder": target, **place})
        return {**place, "message_id": str(mail.get("message_id") or ""), "title": name_of(mail)}


def _move_folder(box: Box, mails: Mapping[Ref, Mapping[str, Any]], target: str, report: _Report) -> None:
    """All mails of one folder."""
    if next(iter(mails)).folder == target:
        there = ExecutorError(ErrorClass.WRONG_ARGS, "mail_already_there", folder=target)
        for ref, mail in mails.items():
            report.failing(ref, mail, there)
        return
    moved: list[dict[str, Any]] = []
    try:
        for outcome in box.move(list(mails), target):
            mail = mails[outcome.ref]
            if outcome.error is None:
                moved.append(report.moved(mail, outcome, target))
            else:
                report.failing(outcome.ref, mail, outcome.error)
    finally:
        # Also after Ctrl-C half way; files moved in a Maildir are journalled by the guarded files themselves.
        if moved and not box.account.maildir:
            source = next(iter(mails)).folder
            facts = {"account": box.account.key, "source": source, "target": target, "mails": moved}
            report.context.journal(JOURNAL_KIND, facts)
