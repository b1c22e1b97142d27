"""A private Dovecot on loopback, started and stopped by the tests: real IMAP, any user, one password."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

PASSWORD = "segreta-4711"
PLACES = ("dovecot", "/usr/sbin/dovecot", "/usr/lib/dovecot/sbin/dovecot")
CONFIG = """
base_dir = {base}/run
state_dir = {base}/state
log_path = {base}/log
protocols = imap
listen = 127.0.0.1
default_login_user = {user}
default_internal_user = {user}
default_internal_group = {group}
first_valid_uid = 1
first_valid_gid = 0
ssl = {ssl}
{certificate}
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:~/Maildir
mail_plugins = quota
{capability}
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={base}/mail/%u
}}
namespace inbox {{
  inbox = yes
  separator = /
  mailbox Cestino {{
    special_use = \\Trash
    auto = create
  }}
  mailbox Spam {{
    special_use = \\Junk
    auto = create
  }}
  mailbox Sent {{
    special_use = \\Sent
    auto = create
  }}
}}
{more}
protocol imap {{
  mail_plugins = quota imap_quota
}}
plugin {{
  {quota}
}}
service imap-login {{
  chroot =
  process_min_avail = 1
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""


@dataclass(frozen=True)
class Dovecot:
    """A running server."""

    base: Path
    """Its own folder: configuration, sockets, log, mail."""
    port: int
    """IMAP without TLS."""
    tls_port: int
    """IMAP over TLS; 0: none."""

    @property
    def log(self) -> str:
        """What it said."""
        path = self.base / "log"
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    def folder(self, user: str, name: str = "") -> Path:
        """Where a user's folder lies on disk."""
        return self.base / "mail" / user / "Maildir" / (f".{name}" if name else "")


def binary() -> str:
    """Where Dovecot is.

    Raises:
        RuntimeError: It is not installed; says how to get it.
    """
    for place in PLACES:
        found = shutil.which(place)
        if found:
            return found
    raise RuntimeError("these tests need Dovecot: apt-get install dovecot-imapd")


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve(
    *, certificate: tuple[Path, Path] | None = None, capability: str = "", quota: str = "", more: str = ""
) -> Iterator[Dovecot]:
    """Run a server as long as the iterator is suspended.

    Its folder stands in the system's temporary folder: its sockets' names must stay short, and Dovecot, which refuses
    to serve root, has to reach it as another user.

    Args:
        certificate: (certificate, key) in PEM: also serves TLS.
        capability: What it says it can do; empty: everything.
        quota: Lines of the plugin section.
        more: Further sections.
    """
    program = binary()
    base = Path(tempfile.mkdtemp(prefix="dovecot-"))
    owner = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    port, tls_port = free_port(), free_port() if certificate else 0
    process: subprocess.Popen[bytes] | None = None
    try:
        options = {"port": port, "tls_port": tls_port, "quota": quota, "more": more}
        _prepare(base, owner, certificate, capability, options)
        identity = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
        process = subprocess.Popen(
            [program, "-F", "-c", str(base / "dovecot.conf")], start_new_session=True, **identity
        )  # type: ignore[call-overload]
        server = Dovecot(base, port, tls_port)
        _wait(server, process)
        yield server
    finally:
        if process is not None:
            # At once, with its children: there is nothing to keep.
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(10)
        shutil.rmtree(base, ignore_errors=True)


def _prepare(
    base: Path,
    owner: pwd.struct_passwd,
    certificate: tuple[Path, Path] | None,
    capability: str,
    options: dict[str, Any],
) -> None:
    import grp

    for name in ("run", "state", "mail"):
        (base / name).mkdir()
    told = ""
    if certificate:
        for source, name in zip(certificate, ("cert.pem", "key.pem"), strict=True):
            (base / name).write_bytes(source.read_bytes())
        told = f"ssl_cert = <{base}/cert.pem\nssl_key = <{base}/key.pem"
    config = CONFIG.format(
        base=base,
        user=owner.pw_name,
        group=grp.getgrgid(owner.pw_gid).gr_name,
        uid=owner.pw_uid,
        gid=owner.pw_gid,
        password=PASSWORD,
        ssl="yes" if certificate else "no",
        certificate=told,
        capability=f"imap_capability = {capability}" if capability else "",
        **options,
    )
    (base / "dovecot.conf").write_text(config, encoding="utf-8")
    for path in (base, *base.rglob("*")):
        os.chown(path, owner.pw_uid, owner.pw_gid)


def _wait(server: Dovecot, process: subprocess.Popen[bytes]) -> None:
    """Until it answers."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            with socket.create_connection(("127.0.0.1", server.port), timeout=5) as talk:
                if talk.recv(100).startswith(b"* OK"):
                    return
        except OSError:
            try:
                process.wait(0.02)
            except subprocess.TimeoutExpired:
                continue
            break
    raise RuntimeError(f"Dovecot did not start: {server.log}")
