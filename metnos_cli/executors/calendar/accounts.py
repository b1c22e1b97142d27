"""Reads the calendar accounts of the settings and chooses those that a call means."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.messages import text as sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.config.load import Settings
    from metnos_cli.ports import ExecutorContext

SECRET_KEYS = frozenset({"password", "pass", "passwd", "secret", "token"})


@dataclass(frozen=True, slots=True)
class Account:
    """One place for appointments, as ``[calendar.accounts.NAME]`` declares it."""

    key: str
    """Its name in the settings."""
    folder: str = ""
    """A folder of ``.ics`` files, or of folders of them (one a calendar); ``~`` allowed."""
    url: str = ""
    """CalDAV: the server, the user's place on it, or one calendar; instead of a folder."""
    user: str = ""
    """Login name."""
    calendar: str = ""
    """Of several calendars the one to use; empty: all for reading, the first for writing."""
    password_command: tuple[str, ...] = ()
    """Program whose first line of output is the password; empty: the key ring."""
    ca_file: str = ""
    """Certificates to trust instead of the system's."""
    read_only: bool = False
    """Nothing is written here (a calendar of holidays)."""
    timeout_s: float = 20.0
    """Seconds without a word from the server after which it counts as down."""


def read_accounts(settings: Settings) -> dict[str, Account]:
    """Every account, by name.

    Raises:
        ExecutorError: ``unavailable``: there is none, or a table is wrong; the facts name account, key and why.
    """
    told = settings.table("calendar.accounts")
    if not told:
        raise ExecutorError(ErrorClass.UNAVAILABLE, "calendar_no_account")
    return {name: _account(name, table) for name, table in told.items()}


def accounts_to_read(args: Mapping[str, Any], context: ExecutorContext) -> list[Account]:
    """The account that ``args["calendar"]`` names, or all.

    Raises:
        ExecutorError: As ``read_accounts``; ``wrong_args`` for an unknown name.
    """
    accounts = read_accounts(context.settings)
    named = str(args.get("calendar", "")).strip()
    return [_find(accounts, named)] if named else list(accounts.values())


def account_to_write(args: Mapping[str, Any], context: ExecutorContext) -> Account:
    """The account that ``args["calendar"]`` names, else the configured one, else the only one that may be written.

    Raises:
        ExecutorError: As above; ``missing_input`` when there are several and none is said; ``denied`` when the one
            that was named may only be read.
    """
    accounts = read_accounts(context.settings)
    named = str(args.get("calendar") or context.settings.text("calendar.account")).strip()
    if named:
        found = _find(accounts, named)
        if found.read_only:
            raise ExecutorError(ErrorClass.DENIED, "calendar_read_only", account=found.key)
        return found
    open_ones = [account for account in accounts.values() if not account.read_only]
    if not open_ones:
        raise ExecutorError(ErrorClass.DENIED, "calendar_read_only", account=", ".join(accounts))
    if len(open_ones) > 1:
        names = ", ".join(account.key for account in open_ones)
        prompt = sentence(context.lang, "calendar.which_account", names=names)
        raise ExecutorError(
            ErrorClass.MISSING_INPUT, "calendar_which_account", arg="calendar", prompt=prompt, names=names
        )
    return open_ones[0]


def _find(accounts: Mapping[str, Account], wanted: str) -> Account:
    for account in accounts.values():
        if wanted.casefold() in (account.key.casefold(), account.calendar.casefold()):
            return account
    raise ExecutorError(ErrorClass.WRONG_ARGS, "calendar_unknown_account", account=wanted, names=", ".join(accounts))


def _account(name: str, told: Any) -> Account:
    """One table, checked: a wrong key would otherwise mean an appointment that goes astray in silence."""
    if not isinstance(told, dict):
        raise _wrong(name, name, f"[calendar.accounts.{name}]")
    known = [row.name for row in fields(Account) if row.name != "key"]
    values: dict[str, Any] = {}
    for key, value in told.items():
        if key in SECRET_KEYS:
            raise ExecutorError(ErrorClass.UNAVAILABLE, "calendar_password_in_settings", account=name, setting=key)
        if key not in known:
            raise _wrong(name, key, " | ".join(known))
        values[key] = _value(name, key, value)
    account = Account(key=name, **values)
    if bool(account.folder) == bool(account.url):
        raise _wrong(name, "folder | url", "1")
    return account


def _value(account: str, key: str, value: Any) -> Any:
    if key == "password_command":
        return _command(account, value)
    if key == "read_only":
        if not isinstance(value, bool):
            raise _wrong(account, key, "true | false")
        return value
    if key == "timeout_s":
        if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
            raise _wrong(account, key, "> 0")
        return float(value)
    if not isinstance(value, str) or "\n" in value:
        raise _wrong(account, key, '"..."')
    if key == "url" and not value.startswith(("https://", "http://")):
        raise _wrong(account, key, "https://...")
    return value


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
    facts = {"account": account, "setting": setting, "wanted": wanted}
    return ExecutorError(ErrorClass.UNAVAILABLE, "calendar_bad_account", **facts)
