"""Accounts, passwords and connections: every way in which a mailbox cannot be opened ends honestly, by its class."""

from __future__ import annotations

import socket
import sys
import threading
from typing import TYPE_CHECKING, Any

import keyring
import keyring.backend
import keyring.errors
import pytest

from metnos_cli.errors import ErrorClass, ExecutorError
from tests.executors.mail.certificates import authority
from tests.executors.mail.conftest import Mailbox
from tests.executors.mail.dovecot import free_port, serve
from tests.executors.mail.mail_world import PASSWORD, MailWorld, mail, password_command

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.dovecot


def failing(world: MailWorld, **args: Any) -> ExecutorError:
    """How looking for mail fails in this world."""
    with pytest.raises(ExecutorError) as raised:
        world.call("find_messages", **args)
    return raised.value


def test_a_server_that_is_down_is_unavailable(mailbox: Mailbox) -> None:
    """Nobody listens."""
    mailbox.accounts["casa"] = {"imap_port": free_port()}

    error = failing(mailbox.world())

    assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "mail_down")


def test_a_server_that_says_nothing_is_left_in_time(mailbox: Mailbox) -> None:
    """It accepts and is silent."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        mailbox.accounts["casa"] = {"imap_port": silent.getsockname()[1], "timeout_s": 0.2}
        error = failing(mailbox.world())

    assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "mail_silent")


def test_a_server_that_hangs_up_is_unavailable(mailbox: Mailbox) -> None:
    """It accepts and closes at once."""
    with socket.create_server(("127.0.0.1", 0)) as rude:
        mailbox.accounts["casa"] = {"imap_port": rude.getsockname()[1]}
        hanging_up = threading.Thread(target=lambda: rude.accept()[0].close())
        hanging_up.start()
        error = failing(mailbox.world())
        hanging_up.join(5)

    assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "mail_down")


def test_a_host_that_does_not_exist_is_unavailable(mailbox: Mailbox) -> None:
    """A name that no resolver knows."""
    mailbox.accounts["casa"] = {"imap_host": "nessuno.invalid"}

    assert failing(mailbox.world()).error_class is ErrorClass.UNAVAILABLE


def test_a_wrong_password_is_told_and_never_shown(mailbox: Mailbox) -> None:
    """The server's no; neither the error nor the database holds what was tried."""
    mailbox.accounts["casa"] = {"password_command": password_command("sbagliatissima-99")}
    world = mailbox.world()

    error = failing(world)

    assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "mail_login")
    assert "sbagliatissima" not in f"{error} {error.facts} {error.__cause__} {error.__context__}"
    world.database.close()
    assert all(b"sbagliatissima" not in path.read_bytes() for path in mailbox.home.rglob("*.db*"))


@pytest.fixture(scope="module")
def tls_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """One server with a good certificate and one whose certificate has expired."""
    papers = authority(tmp_path_factory.mktemp("papers"))
    good, old = serve(certificate=papers.good), serve(certificate=papers.expired)
    try:
        yield {"ca_file": str(papers.ca_file), "good": next(good), "expired": next(old)}
    finally:
        next(good, None)
        next(old, None)


def test_a_certificate_that_is_trusted_lets_in(tls_servers: dict[str, Any], home: Path) -> None:
    """TLS with the account's own authority."""
    other = Mailbox(tls_servers["good"], "cifrata", home)
    other.deliver(mail("Segreta"))
    other.accounts["casa"] = {
        "imap_port": tls_servers["good"].tls_port,
        "imap_security": "tls",
        "ca_file": tls_servers["ca_file"],
    }

    assert other.world().call("find_messages")["total"] == 1


def test_starttls_is_protected_too(tls_servers: dict[str, Any], home: Path) -> None:
    """The plain port, turned into a protected one before the password."""
    other = Mailbox(tls_servers["good"], "starttls", home)
    other.accounts["casa"] = {"imap_security": "starttls", "ca_file": tls_servers["ca_file"]}

    assert other.world().call("find_messages")["total"] == 0


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_an_expired_certificate_is_not_trusted(tls_servers: dict[str, Any], home: Path, security: str) -> None:
    """No password goes over it; the reason is told."""
    server = tls_servers["expired"]
    other = Mailbox(server, "scaduta", home)
    port = server.tls_port if security == "tls" else server.port
    other.accounts["casa"] = {"imap_port": port, "imap_security": security, "ca_file": tls_servers["ca_file"]}

    error = failing(other.world())

    assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "mail_certificate")
    assert "expired" in error.facts["why"]
    assert "scaduta" not in server.log


def test_an_unknown_authority_is_not_trusted(tls_servers: dict[str, Any], home: Path) -> None:
    """Without the account's own file the system's authorities count."""
    other = Mailbox(tls_servers["good"], "ignota", home)
    other.accounts["casa"] = {"imap_port": tls_servers["good"].tls_port, "imap_security": "tls"}

    assert failing(other.world()).key == "mail_certificate"


def test_tls_on_a_port_without_it_is_told(mailbox: Mailbox) -> None:
    """A wrong port or a wrong security."""
    mailbox.accounts["casa"] = {"imap_security": "tls"}

    error = failing(mailbox.world())

    assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "mail_tls")


class Ring(keyring.backend.KeyringBackend):
    """A key ring in memory."""

    priority = 1  # type: ignore[assignment]

    def __init__(self, secrets: dict[tuple[str, str], str] | None) -> None:
        super().__init__()
        self.secrets = secrets

    def get_password(self, service: str, username: str) -> str | None:
        if self.secrets is None:
            raise keyring.errors.KeyringLocked
        return self.secrets.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        raise AssertionError

    def delete_password(self, service: str, username: str) -> None:
        raise AssertionError


@pytest.mark.parametrize(
    ("secrets", "key"),
    [
        ({("metnos", "mail:casa"): PASSWORD}, ""),
        ({("metnos", "mail:altra"): PASSWORD}, "password_none"),
        (None, "password_no_keyring"),
    ],
    ids=["there", "not there", "locked"],
)
def test_the_password_comes_from_the_key_ring(
    mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, secrets: dict[tuple[str, str], str] | None, key: str
) -> None:
    """Without a command the key ring is asked."""
    ring = Ring(secrets)
    monkeypatch.setattr(keyring, "get_password", ring.get_password)
    world = without(mailbox, "password_command")

    if key:
        error = failing(world)
        assert (ErrorClass.UNAVAILABLE, key) == (error.error_class, error.key)
    else:
        assert world.call("find_messages")["total"] == 0


def without(mailbox: Mailbox, name: str) -> MailWorld:
    """The mailbox's world with one key of the account left out."""
    mailbox.accounts.clear()
    account = dict(mailbox.world().accounts["casa"])
    del account[name]
    return MailWorld(mailbox.home, {"casa": account})


@pytest.mark.parametrize(
    "command",
    [[sys.executable, "-c", "raise SystemExit(3)"], [sys.executable, "-c", ""], ["/nessun/programma"]],
    ids=["fails", "empty", "not there"],
)
def test_a_password_command_that_gives_nothing_is_told(mailbox: Mailbox, command: list[str]) -> None:
    """Its own words may hold secrets and are not shown."""
    mailbox.accounts["casa"] = {"password_command": command}

    error = failing(mailbox.world())

    assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "password_command")


@pytest.mark.parametrize(
    ("table", "key"),
    [
        ({"password": "x"}, "mail_password_in_settings"),
        ({"imap_prot": 1}, "mail_bad_account"),
        ({"imap_port": "143"}, "mail_bad_account"),
        ({"imap_security": "ssl3"}, "mail_bad_account"),
        ({"maildir": "~/Mail"}, "mail_one_store"),
        ({"password_command": ""}, "mail_bad_account"),
        ({"timeout_s": 0}, "mail_bad_account"),
        ({"address": "a\nb"}, "mail_bad_account"),
        ({"ca_file": "/nessun/file.pem", "imap_security": "tls"}, "mail_bad_account"),
    ],
)
def test_a_wrong_account_says_which_key(mailbox: Mailbox, table: dict[str, Any], key: str) -> None:
    """A password in the settings is refused, and so is what is misspelt."""
    mailbox.accounts["casa"] = table

    error = failing(mailbox.world())

    assert (ErrorClass.UNAVAILABLE, key) == (error.error_class, error.key)
    assert next(iter(table)) in str(error.facts["setting"])


def test_without_accounts_it_is_unavailable(home: Path) -> None:
    """And the hint says how to add one."""
    assert failing(MailWorld(home)).key == "mail_no_account"


def test_several_accounts_are_told_apart(mailbox: Mailbox) -> None:
    """By name, by address, by the configured one; otherwise it is asked."""
    mailbox.deliver(mail("Di casa"))
    first = dict(mailbox.world().accounts["casa"])
    second = {**first, "address": "io@lavoro.example", "user": f"{mailbox.user}-lavoro"}
    accounts = {"casa": first, "lavoro": second}
    world = MailWorld(mailbox.home, accounts)

    asked = failing(world)

    assert (asked.error_class, asked.facts["arg"]) == (ErrorClass.MISSING_INPUT, "account")
    assert world.call("find_messages", account="Casa")["total"] == 1
    assert world.call("find_messages", account="io@lavoro.example")["total"] == 0
    assert failing(world, account="altrove").error_class is ErrorClass.WRONG_ARGS
    assert MailWorld(mailbox.home, accounts, more='[mail]\naccount = "casa"').call("find_messages")["total"] == 1
