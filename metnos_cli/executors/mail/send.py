"""send_messages: hands one mail to the account's SMTP server, to all recipients or to none, and never twice."""

from __future__ import annotations

import contextlib
import smtplib
from typing import TYPE_CHECKING, Any

from metnos_cli import messages
from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.answer import answer
from metnos_cli.executors.mail.accounts import choose_account
from metnos_cli.executors.mail.compose import build_message, prepare_message
from metnos_cli.executors.mail.imap_errors import connection_error, server_words
from metnos_cli.executors.mail.tls import tls_context
from metnos_cli.executors.password import fetch_password

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from email.message import EmailMessage

    from metnos_cli.executors.mail.accounts import Account
    from metnos_cli.ports import ExecutorContext

ACCEPTED = frozenset({250, 251, 252})


def send_messages(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Send one mail.

    Args:
        args: As ``compose.prepare_message`` gives them.
        context: Settings, files, clock.

    Raises:
        ExecutorError: ``unavailable`` (server, password, certificate, too big for the server, or the answer never
            came: then it may have been sent, and that is said), ``wrong_args`` (a recipient was refused: then
            nothing was sent).
    """
    told = prepare_message(args, context) if "entries" in args else args
    account = choose_account(told, context)
    message, recipients = build_message(told, account, context)
    context.check_cancelled()
    deliver(account, message, recipients)
    saved = _keep_copy(account, message, context)
    key = "mail.sent" if saved is not False else "mail.sent_not_kept"
    to = ", ".join(recipients)
    entry: dict[str, Any] = {"title": str(message["Subject"]), "to": to, "message_id": str(message["Message-ID"])}
    summary = messages.text(context.lang, key, to=to, folder=account.sent_folder)
    return answer([entry], **entry, recipients=len(recipients), summary=summary)


def check_server(account: Account) -> None:
    """Connect and log in, as for sending; nothing is sent.

    Raises:
        ExecutorError: ``unavailable``: the server, its certificate, the password.
    """
    with _session(account):
        return


def deliver(account: Account, message: EmailMessage, recipients: Sequence[str]) -> None:
    """Hand a mail over.

    Raises:
        ExecutorError: It was not sent; with key ``mail_send_unsure`` the server's last answer never came.
    """
    from email.policy import SMTP

    raw = message.as_bytes(policy=SMTP)
    with _session(account) as smtp:
        limit = smtp.esmtp_features.get("size", "")
        if limit.isdigit() and 0 < int(limit) < len(raw):
            megabytes = int(limit) // 1_000_000
            raise ExecutorError(ErrorClass.UNAVAILABLE, "mail_too_big_for_server", account=account.key, limit=megabytes)
        _envelope(smtp, account, recipients)
        try:
            code, words = smtp.data(raw)
        except (smtplib.SMTPServerDisconnected, OSError) as error:
            if isinstance(error, smtplib.SMTPResponseException):
                raise
            facts = {"account": account.key, "message_id": str(message["Message-ID"])}
            raise ExecutorError(ErrorClass.UNAVAILABLE, "mail_send_unsure", **facts) from error
        if code != 250:
            raise _refused(account, code, words)


def _envelope(smtp: smtplib.SMTP, account: Account, recipients: Sequence[str]) -> None:
    """Sender and recipients; when one of them is refused, nobody gets anything: half a mail cannot be sent again.

    Raises:
        ExecutorError: ``wrong_args`` for recipients, ``unavailable`` for the sender.
    """
    code, words = smtp.mail(account.address)
    if code not in ACCEPTED:
        raise _refused(account, code, words)
    refused = {}
    for recipient in recipients:
        code, words = smtp.rcpt(recipient)
        if code not in ACCEPTED:
            refused[recipient] = server_words(words)
    if refused:
        smtp.rset()
        names, why = ", ".join(refused), "; ".join(dict.fromkeys(refused.values()))
        raise ExecutorError(ErrorClass.WRONG_ARGS, "mail_recipient_refused", recipients=names, why=why)


@contextlib.contextmanager
def _session(account: Account) -> Iterator[smtplib.SMTP]:
    """A connection, protected and logged in as the account wants it.

    Raises:
        ExecutorError: Whatever goes wrong on it.
    """
    password = fetch_password(f"mail:{account.key}", account.password_command) if account.smtp_login else ""
    smtp: smtplib.SMTP | None = None
    try:
        smtp = _connected(account)
        if password:
            _log_in(smtp, account, password)
        yield smtp
    except smtplib.SMTPResponseException as error:
        raise _refused(account, error.smtp_code, error.smtp_error) from error
    except smtplib.SMTPNotSupportedError as error:
        raise _said_no(account, str(error)) from error
    except OSError as error:
        # smtplib's own exceptions are OSErrors too.
        raise connection_error(account, account.smtp_place, error) from error
    finally:
        if smtp is not None:
            _goodbye(smtp)


def _connected(account: Account) -> smtplib.SMTP:
    host, port = account.smtp_place
    if account.smtp_security == "tls":
        smtp: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=account.timeout_s, context=tls_context(account))
    else:
        smtp = smtplib.SMTP(host, port, timeout=account.timeout_s)
    try:
        smtp.ehlo()
        if account.smtp_security == "starttls":
            smtp.starttls(context=tls_context(account))
            smtp.ehlo()
    except BaseException:
        smtp.close()
        raise
    return smtp


def _log_in(smtp: smtplib.SMTP, account: Account, password: str) -> None:
    """AUTH as the library does it, or AUTH PLAIN in UTF-8 where name or password are not ASCII: the library cannot.

    Raises:
        ExecutorError: ``unavailable``: the server does not take them; neither the chain nor the facts hold any of them.
    """
    login = account.smtp_login
    try:
        if (login + password).isascii():
            smtp.login(login, password)
        else:
            _log_in_utf8(smtp, login, password)
    except smtplib.SMTPAuthenticationError as error:
        raise _no_login(account, server_words(error.smtp_error)) from None
    except UnicodeError:
        raise _no_login(account, "UTF-8") from None


def _log_in_utf8(smtp: smtplib.SMTP, login: str, password: str) -> None:
    """RFC 4616, whose words are UTF-8.

    Raises:
        SMTPAuthenticationError: A wrong name or password.
        SMTPNotSupportedError: The server does not know AUTH PLAIN.
    """
    from base64 import b64encode

    if "PLAIN" not in smtp.esmtp_features.get("auth", "").upper().split():
        raise smtplib.SMTPNotSupportedError("AUTH PLAIN")
    told = b64encode(f"\0{login}\0{password}".encode()).decode("ascii")
    code, words = smtp.docmd("AUTH", f"PLAIN {told}")
    if code not in (235, 503):
        raise smtplib.SMTPAuthenticationError(code, words)


def _no_login(account: Account, why: str) -> ExecutorError:
    facts = {"account": account.key, "host": account.smtp_host, "user": account.smtp_login, "why": why}
    return ExecutorError(ErrorClass.UNAVAILABLE, "mail_login", **facts)


def _goodbye(smtp: smtplib.SMTP) -> None:
    """After the mail is handed over nothing that happens here matters any more."""
    with contextlib.suppress(OSError):
        smtp.quit()
    smtp.close()


def _refused(account: Account, code: int, words: bytes | str) -> ExecutorError:
    """A server's no to the mail itself: nothing was sent."""
    told = server_words(words)
    if code == 552:
        return ExecutorError(ErrorClass.UNAVAILABLE, "mail_send_quota", account=account.key, why=told)
    return _said_no(account, f"{code} {told}")


def _said_no(account: Account, why: str) -> ExecutorError:
    return ExecutorError(ErrorClass.UNAVAILABLE, "mail_server_said_no", account=account.key, why=why)


def _keep_copy(account: Account, message: EmailMessage, context: ExecutorContext) -> bool | None:
    """Put a copy into the sent folder, when the account wants one; None: it wants none; False: it could not be kept.

    The mail has been sent: whatever goes wrong with the copy is told and is no failure.
    """
    if not account.sent_folder or not account.imap_host:
        return None
    from metnos_cli.executors.mail.imap import open_imap

    try:
        with open_imap(account, context) as box:
            box.keep(message.as_bytes(), account.sent_folder)
    except ExecutorError:
        return False
    return True
