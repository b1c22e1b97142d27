"""Reads the mail accounts of the settings and chooses the one that a call means."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, cast

from metnos_cli import messages
from metnos_cli.errors import ErrorClass, ExecutorError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.config.load import Settings
    from metnos_cli.ports import ExecutorContext

Security = Literal["tls", "starttls", "plain"]
SECURITIES = ("tls", "starttls", "plain")
IMAP_PORTS = {"tls": 993, "starttls": 143, "plain": 143}
SMTP_PORTS = {"tls": 465, "starttls": 587, "plain": 25}
SECRET_KEYS = frozenset({"password", "pass", "passwd", "secret", "token"})


@dataclass(frozen=True, slots=True)
class Account:
    """One mail account, as ``[mail.accounts.NAME]`` declares it."""

    key: str
    """Its name in the settings."""
    address: str = ""
    """What stands in From."""
    name: str = ""
    """The person's name in From."""
    imap_host: str = ""
    """IMAP server; empty for a Maildir."""
    imap_port: int = 0
    """0: the security's usual port."""
    imap_security: Security = "tls"
    """How the connection is protected."""
    maildir: str = ""
    """Folder of a Maildir (``~`` allowed); instead of IMAP."""
    smtp_host: str = ""
    """SMTP server; empty: this account cannot send."""
    smtp_port: int = 0
    """0: the security's usual port."""
    smtp_security: Security = "tls"
    """How the connection is protected."""
    user: str = ""
    """Login name; empty: the address."""
    smtp_user: str = ""
    """Login name at the SMTP server; empty: as above; ``-``: no login."""
    password_command: tuple[str, ...] = ()
    """Program whose first line of output is the password; empty: the key ring."""
    ca_file: str = ""
    """File of the certificates to trust, instead of the system's."""
    trash_folder: str = ""
    """Folder for deleted mail; empty: the one that the server declares."""
    sent_folder: str = ""
    """Folder that gets a copy of what is sent; empty: no copy (many servers keep one by themselves)."""
    timeout_s: float = 20.0
    """Seconds without a word from the server after which it counts as down."""

    @property
    def login(self) -> str:
        """Name at the IMAP server."""
        return self.user or self.address

    @property
    def smtp_login(self) -> str:
        """Name at the SMTP server; empty when it wants none."""
        return "" if self.smtp_user == "-" else self.smtp_user or self.login

    @property
    def imap_place(self) -> tuple[str, int]:
        """Host and port."""
        return self.imap_host, self.imap_port or IMAP_PORTS[self.imap_security]

    @property
    def smtp_place(self) -> tuple[str, int]:
        """Host and port."""
        return self.smtp_host, self.smtp_port or SMTP_PORTS[self.smtp_security]


def read_accounts(settings: Settings) -> dict[str, Account]:
    """Every account of the settings, by name.

    Raises:
        ExecutorError: ``unavailable`` when a table is wrong; the facts name account, key and why.
    """
    return {name: _account(name, told) for name, told in settings.table("mail.accounts").items()}


def choose_account(args: Mapping[str, Any], context: ExecutorContext) -> Account:
    """The account that ``args["account"]`` names (or its address), else the configured one, else the only one.

    Raises:
        ExecutorError: ``unavailable`` without any account; ``wrong_args`` for an unknown one; ``missing_input`` when
            there are several and none is said.
    """
    accounts = read_accounts(context.settings)
    if not accounts:
        raise ExecutorError(ErrorClass.UNAVAILABLE, "mail_no_account")
    wanted = str(args.get("account") or context.settings.text("mail.account")).strip()
    if not wanted:
        if len(accounts) == 1:
            return next(iter(accounts.values()))
        names = ", ".join(accounts)
        prompt = messages.text(context.lang, "mail.which_account", names=names)
        raise ExecutorError(ErrorClass.MISSING_INPUT, "mail_which_account", arg="account", prompt=prompt, names=names)
    return find_account(accounts, wanted)


def find_account(accounts: Mapping[str, Account], wanted: str) -> Account:
    """An account by name or address, whatever the case.

    Raises:
        ExecutorError: ``wrong_args``: there is none.
    """
    folded = wanted.casefold()
    for account in accounts.values():
        if folded in (account.key.casefold(), account.address.casefold()):
            return account
    raise ExecutorError(ErrorClass.WRONG_ARGS, "mail_unknown_account", account=wanted, names=", ".join(accounts))


def _account(name: str, told: Any) -> Account:
    """One table, checked: a wrong key would otherwise mean a mail that goes astray in silence."""
    if not isinstance(told, dict):
        raise _wrong(name, name, "table")
    known = {row.name: row for row in fields(Account) if row.name != "key"}
    values: dict[str, Any] = {}
    for key, value in told.items():
        if key in SECRET_KEYS:
            raise ExecutorError(ErrorClass.UNAVAILABLE, "mail_password_in_settings", account=name, setting=key)
        if key not in known:
            raise _wrong(name, key, " | ".join(sorted(known)))
        values[key] = _value(name, key, value)
    account = Account(key=name, **values)
    if bool(account.imap_host) == bool(account.maildir):
        raise ExecutorError(ErrorClass.UNAVAILABLE, "mail_one_store", account=name, setting="imap_host | maildir")
    return account


def _value(account: str, key: str, value: Any) -> Any:
    if key == "password_command":
        return _command(account, value)
    if key.endswith("_port"):
        if not isinstance(value, int) or not 0 < value < 65536:
            raise _wrong(account, key, "1 .. 65535")
        return value
    if key == "timeout_s":
        if not isinstance(value, int | float) or value <= 0:
            raise _wrong(account, key, "> 0")
        return float(value)
    if not isinstance(value, str) or "\n" in value:
        raise _wrong(account, key, '"..."')
    if key.endswith("_security") and value not in SECURITIES:
        raise _wrong(account, key, " | ".join(SECURITIES))
    return cast("Any", value)


def _command(account: str, value: Any) -> tuple[str, ...]:
    """A list, or one text split as a shell would; never run through a shell."""
    import shlex

    try:
        parts = tuple(shlex.split(value)) if isinstance(value, str) else tuple(value)
    except (TypeError, ValueError) as error:
        raise _wrong(account, "password_command", '["...", "..."]') from error
    if not parts or not all(isinstance(part, str) for part in parts):
        raise _wrong(account, "password_command", '["...", "..."]')
    return parts


def _wrong(account: str, setting: str, wanted: str) -> ExecutorError:
    return ExecutorError(ErrorClass.UNAVAILABLE, "mail_bad_account", account=account, setting=setting, wanted=wanted)
