"""Puts together the mail that a call will send, from its arguments and the entries of an earlier step."""

from __future__ import annotations

import mimetypes
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.answer import as_text
from metnos_cli.executors.files.entry import path_of
from metnos_cli.executors.mail.accounts import choose_account
from metnos_cli.executors.mail.recipients import plain_address, read_recipients, resolve_recipients
from metnos_cli.executors.mail.replying import find_answered, reply_subject

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.executors.mail.accounts import Account
    from metnos_cli.ports import ExecutorContext

SUBJECT_LENGTH = 78
ATTACHED_BYTES = 25_000_000
"""Of all files together: what most servers take."""
RECIPIENTS = ("to", "cc", "bcc")


def prepare_message(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """The arguments as the mail will be sent: addresses, subject, whole text, files; nothing is sent.

    Args:
        args: ``to``, ``cc``, ``bcc``, ``subject``, ``text``, ``attach``, ``account``, ``entries``, ``reply``.
        context: Settings, files, contacts.

    Raises:
        ExecutorError: ``missing_input`` (text, address, account), ``wrong_args`` (address, file), ``unavailable``
            (no account that can send), ``denied`` (a file that may not be touched).
    """
    account = choose_account(args, context)
    if not account.smtp_host or not account.address:
        raise ExecutorError(ErrorClass.UNAVAILABLE, "mail_cannot_send", account=account.key)
    prepared: dict[str, Any] = {"account": account.key}
    for name in RECIPIENTS:
        if args.get(name):
            prepared[name] = resolve_recipients(str(args[name]), name, context)
    entries = args.get("entries") or ()
    texts = [str(args.get("text") or "").strip(), *(text_of(entry, len(entries) > 1) for entry in entries)]
    text = "\n\n".join(part for part in texts if part)
    files = [*str(args.get("attach") or "").splitlines(), *(file_of(entry) for entry in entries)]
    paths = [context.files.shown(_attachable(path.strip(), context)) for path in files if path.strip()]
    if not text and not paths:
        raise ExecutorError(ErrorClass.MISSING_INPUT, "mail_no_words", arg="text", prompt=_asking(context))
    subject = _one_line(str(args.get("subject") or ""))
    if args.get("reply") and prepared.get("to"):
        answered = find_answered(prepared["to"], account, context)
        subject = subject or _one_line(reply_subject(answered.subject))
        prepared["in_reply_to"] = answered.message_id
    elif args.get("in_reply_to"):
        prepared["in_reply_to"] = str(args["in_reply_to"])
    prepared["subject"] = subject or subject_of(entries, text, paths)
    prepared["text"] = text
    if paths:
        prepared["attach"] = "\n".join(dict.fromkeys(paths))
    return prepared


def build_message(
    args: Mapping[str, Any], account: Account, context: ExecutorContext
) -> tuple[EmailMessage, list[str]]:
    """The mail, and whom it goes to.

    Args:
        args: As ``prepare_message`` gives them (the user may have edited them since).
        account: Whose.
        context: Clock, files.

    Raises:
        ExecutorError: ``wrong_args``: an address, a file, or too much to attach.
    """
    people = {name: read_recipients(str(args.get(name) or "")) for name in RECIPIENTS}
    told = EmailMessage()
    told["From"] = Address(account.name, addr_spec=plain_address(account.address))
    for name in ("to", "cc"):
        if people[name]:
            told[name.capitalize()] = [Address(person, addr_spec=address) for person, address in people[name]]
    told["Subject"] = _one_line(str(args.get("subject") or ""))
    told["Date"] = format_datetime(context.clock.now())
    told["Message-ID"] = make_msgid(domain=account.address.rpartition("@")[2] or "localhost")
    answered = _one_line(str(args.get("in_reply_to") or ""))
    if answered:
        told["In-Reply-To"] = told["References"] = answered
    told.set_content(str(args.get("text") or "") + "\n")
    _attach(told, [path for path in str(args.get("attach") or "").splitlines() if path.strip()], context)
    recipients = [address for name in RECIPIENTS for _, address in people[name]]
    if not recipients:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "mail_bad_address", address=str(args.get("to") or ""))
    return told, list(dict.fromkeys(recipients))


def text_of(entry: Mapping[str, Any], titled: bool) -> str:
    """What an entry of an earlier step says in a mail."""
    if isinstance(entry.get("text"), str):
        title = str(entry.get("title") or entry.get("name") or "")
        return f"{title}\n{entry['text'].strip()}" if titled and title else str(entry["text"]).strip()
    if file_of(entry):
        return ""
    told = {name: value for name, value in entry.items() if isinstance(value, str | int | float) and value != ""}
    return ", ".join(f"{name}: {value}" for name, value in told.items())


def file_of(entry: Mapping[str, Any]) -> str:
    """The file that an entry stands for; empty when it has been read already, or is none."""
    path = path_of(entry)
    return path if path is not None and not isinstance(entry.get("text"), str) else ""


def subject_of(entries: Sequence[Mapping[str, Any]], text: str, paths: Sequence[str]) -> str:
    """What the mail is about, when nobody says: the entry's title, the text's first line, the file's name."""
    titles = [str(entry.get("title") or entry.get("name") or "") for entry in entries]
    named = next((title for title in titles if title), "")
    first = text.strip().splitlines()[0] if text.strip() else ""
    file = Path(paths[0]).name if paths else ""
    subject = _one_line(named or first or file)
    return subject if len(subject) <= SUBJECT_LENGTH else subject[: SUBJECT_LENGTH - 1].rstrip() + "…"


def _attachable(path: str, context: ExecutorContext) -> Path:
    found = context.files.readable(path)
    if not found.is_file():
        raise ExecutorError(ErrorClass.WRONG_ARGS, "mail_not_a_file", path=path)
    return found


def _attach(told: EmailMessage, paths: Sequence[str], context: ExecutorContext) -> None:
    total = 0
    for path in paths:
        context.check_cancelled()
        found = _attachable(path.strip(), context)
        total += found.stat().st_size
        if total > ATTACHED_BYTES:
            limit = ATTACHED_BYTES // 1_000_000
            raise ExecutorError(ErrorClass.WRONG_ARGS, "mail_too_big", path=path, limit=limit)
        kind, encoding = mimetypes.guess_type(found.name)
        main, _, sub = (kind if kind and not encoding else "application/octet-stream").partition("/")
        if main == "text":
            # As bytes: the file arrives as it is, whatever its charset.
            main, sub = "application", "octet-stream"
        with context.files.open(found) as file:
            content = file.read(ATTACHED_BYTES + 1)
        told.add_attachment(content, maintype=main, subtype=sub, filename=as_text(found.name))


def _one_line(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _asking(context: ExecutorContext) -> str:
    from metnos_cli import messages

    return messages.text(context.lang, "mail.which_text")
