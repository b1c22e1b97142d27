"""move_messages and delete_messages: mails of an earlier step go to another folder, or to the trash; and undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli import messages
from metnos_cli.errors import ErrorClass, ExecutorError, Interrupted
from metnos_cli.executors.answer import answer, failure
from metnos_cli.executors.mail.box import AT_ONCE, UNSURE, Ref, open_box, ref_of
from metnos_cli.executors.mail.folders import find_folder, find_use
from metnos_cli.executors.mail.read import by_account, name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

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

    def moved(self, mail: Mapping[str, Any], outcome: Moved, target: str) -> None:
        """Count it, with the place where it is now."""
        self.told.add(outcome.ref)
        self.done.append({**mail, "folder": target, **_place(outcome)})


def _move_folder(box: Box, mails: Mapping[Ref, Mapping[str, Any]], target: str, report: _Report) -> None:
    """All mails of one folder."""
    if next(iter(mails)).folder == target:
        there = ExecutorError(ErrorClass.WRONG_ARGS, "mail_already_there", folder=target)
        for ref, mail in mails.items():
            report.failing(ref, mail, there)
        return
    refs = list(mails)
    # Files moved in a Maildir are noted by the guarded files themselves, one by one.
    at_once = len(refs) if box.account.maildir else AT_ONCE
    for start in range(0, len(refs), at_once):
        part = {ref: mails[ref] for ref in refs[start : start + at_once]}
        if box.account.maildir:
            for _ in _outcomes(box, part, target, report):
                pass
        else:
            _move_noted(box, part, target, report)
        report.context.progress(min(start + at_once, len(refs)), len(refs))


def _move_noted(box: Box, mails: Mapping[Ref, Mapping[str, Any]], target: str, report: _Report) -> None:
    """One command's worth: noted before it is moved, and said exactly afterwards, also when it is stopped half way.

    Raises:
        ExecutorError: ``unavailable``: it cannot be noted, and is not moved.
    """
    source = next(iter(mails)).folder
    facts = {"account": box.account.key, "source": source, "target": target}
    doubtful = {ref: _as_noted(mail, ref) for ref, mail in mails.items()}
    note = report.context.journal(JOURNAL_KIND, {**facts, "mails": list(doubtful.values())})
    moved: list[dict[str, Any]] = []
    try:
        for outcome in _outcomes(box, mails, target, report):
            if outcome.error is None:
                moved.append({**doubtful[outcome.ref], **_place(outcome)})
            if outcome.error is None or outcome.error.key != UNSURE:
                del doubtful[outcome.ref]
    except (ExecutorError, Interrupted):
        doubtful.clear()  # these come before the command is given: what has no outcome yet stayed where it was
        raise
    finally:
        left = [*moved, *doubtful.values()]
        report.context.amend(note, {**facts, "mails": left} if left else None)


def _outcomes(box: Box, mails: Mapping[Ref, Mapping[str, Any]], target: str, report: _Report) -> Iterator[Moved]:
    """Move, and report what became of each mail as soon as it is known."""
    for outcome in box.move(list(mails), target):
        if outcome.error is None:
            report.moved(mails[outcome.ref], outcome, target)
        else:
            report.failing(outcome.ref, mails[outcome.ref], outcome.error)
        yield outcome


def _as_noted(mail: Mapping[str, Any], ref: Ref) -> dict[str, Any]:
    """What undo has to know of a mail of which nobody knows yet where it will be."""
    return {
        "uid": "",
        "uidvalidity": 0,
        "message_id": str(mail.get("message_id") or ""),
        "title": name_of(mail),
        "from_uid": ref.uid,
        "from_uidvalidity": ref.uidvalidity,
    }


def _place(outcome: Moved) -> dict[str, Any]:
    """Where a mail is now, as far as the server tells."""
    now = outcome.now
    return {"uid": now.uid if now else "", "uidvalidity": now.uidvalidity if now else 0}
