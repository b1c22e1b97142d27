"""Moves mails on the server: each once or not at all, and after a broken connection it looks what became of them."""

from __future__ import annotations

import imaplib
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.mail.box import AT_ONCE, UNSURE, Moved, Ref, gone
from metnos_cli.executors.mail.imap import refused
from metnos_cli.executors.mail.imap_errors import connection_error

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from metnos_cli.executors.mail.imap import ImapBox


def move(box: ImapBox, refs: Sequence[Ref], folder: str) -> Iterator[Moved]:
    """Move mails of one folder into another.

    Args:
        box: The open account.
        refs: All of the same folder.
        folder: Full name of the target.

    Raises:
        ExecutorError: ``unavailable``: this server cannot move single mails.
    """
    if not {"MOVE", "UIDPLUS"} & box.capabilities:
        # Plain EXPUNGE would also remove what other programs have marked: better not at all.
        raise ExecutorError(ErrorClass.UNAVAILABLE, "mail_no_move", account=box.account.key)
    source = refs[0].folder
    validity = box.select(source, readonly=False)
    current: dict[str, Ref] = {}
    for ref in refs:
        try:
            box.check(ref, validity)
            current[ref.uid] = ref
        except ExecutorError as error:
            yield Moved(ref, None, error)
    present = box.present(list(current))
    yield from (Moved(ref, None, gone(ref)) for uid, ref in current.items() if uid not in present)
    waiting = [ref for uid, ref in current.items() if uid in present]
    for start in range(0, len(waiting), AT_ONCE):
        box.context.check_cancelled()
        yield from _move_some(box, waiting[start : start + AT_ONCE], folder)


def _move_some(box: ImapBox, refs: Sequence[Ref], folder: str) -> Iterator[Moved]:
    """One command's worth."""
    box.client.untagged_responses.pop("COPYUID", None)
    try:
        told = _command(box, refs, folder)
    except (imaplib.IMAP4.abort, OSError, EOFError) as error:
        yield from _after_a_break(box, refs, connection_error(box.account, box.account.imap_place, error))
        return
    if told[0] != "OK":
        # A server may have moved some before it said no.
        yield from _looked_up(box, refs, refused(box.account, told, folder))
        return
    targets = copied(box.client.untagged_responses.get("COPYUID", []))
    for ref in refs:
        if targets and ref.uid not in targets:
            yield Moved(ref, None, gone(ref))
        else:
            new = targets.get(ref.uid)
            yield Moved(ref, Ref(ref.account, folder, new[0], new[1]) if new else None)


def _command(box: ImapBox, refs: Sequence[Ref], folder: str) -> tuple[Any, Any]:
    """MOVE; on servers without it COPY, mark, and remove exactly these."""
    from imap_tools.utils import encode_folder

    uids = ",".join(ref.uid for ref in refs)
    target = encode_folder(folder)
    if "MOVE" in box.capabilities:
        moved: tuple[Any, Any] = box.client.uid("MOVE", uids, target)
        return moved
    told: tuple[Any, Any] = box.client.uid("COPY", uids, target)
    for command in (("STORE", uids, "+FLAGS", r"(\Deleted)"), ("EXPUNGE", uids)):
        if told[0] == "OK":
            told = box.client.uid(*command)
    return told


def _after_a_break(box: ImapBox, refs: Sequence[Ref], error: ExecutorError) -> Iterator[Moved]:
    """The connection broke while moving: connect once more, only to look."""
    try:
        box.reconnect()
        validity = box.select(refs[0].folder, readonly=True)
        box.check(refs[0], validity)
    except (ExecutorError, imaplib.IMAP4.error, OSError, EOFError):
        yield from _unsure(box, refs)
        return
    yield from _looked_up(box, refs, error)
    box.select(refs[0].folder, readonly=False)


def _looked_up(box: ImapBox, refs: Sequence[Ref], error: ExecutorError) -> Iterator[Moved]:
    """What has left the folder was moved; what is still there was not, for the given reason."""
    try:
        present = box.present([ref.uid for ref in refs])
    except ExecutorError:
        yield from _unsure(box, refs)
        return
    yield from (Moved(ref, None, error if ref.uid in present else None) for ref in refs)


def _unsure(box: ImapBox, refs: Sequence[Ref]) -> Iterator[Moved]:
    unsure = ExecutorError(ErrorClass.UNAVAILABLE, UNSURE, account=box.account.key)
    yield from (Moved(ref, None, unsure) for ref in refs)


def copied(told: Sequence[Any]) -> dict[str, tuple[str, int]]:
    """COPYUID's answer: old UID -> new UID and the target's UIDVALIDITY; empty when it cannot be read."""
    found: dict[str, tuple[str, int]] = {}
    for item in told:
        parts = item.decode("ascii", "replace").split() if isinstance(item, bytes) else []
        if len(parts) != 3 or not parts[0].isdigit():
            continue
        old, new = _expanded(parts[1]), _expanded(parts[2])
        if len(old) == len(new):
            found |= {uid: (target, int(parts[0])) for uid, target in zip(old, new, strict=True)}
    return found


def _expanded(numbers: str) -> list[str]:
    """``1:3,7`` as single numbers; of more than one command moves, none: then it is no answer to it."""
    found: list[str] = []
    for part in numbers.split(","):
        first, _, last = part.partition(":")
        if first.isdigit() and (last or first).isdigit() and int(last or first) - int(first) < AT_ONCE:
            found += [str(number) for number in range(int(first), int(last or first) + 1)]
    return found
