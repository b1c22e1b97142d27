"""A real SMTP server on loopback that keeps what it gets, and fails where a test says."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from email import message_from_bytes
from email.policy import default
from typing import TYPE_CHECKING, Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from tests.executors.mail.dovecot import free_port
from tests.executors.mail.mail_world import PASSWORD

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterator
    from email.message import EmailMessage


@dataclass
class Sink:
    """What arrived, and how it answers."""

    port: int = 0
    refuse: dict[str, str] = field(default_factory=dict)
    """Recipient -> answer."""
    answer: str = ""
    """To DATA, instead of taking it."""
    vanish: bool = False
    """Take the mail and close without a word."""
    envelopes: list[Any] = field(default_factory=list)
    tried: list[str] = field(default_factory=list)
    """Passwords."""
    password: str = PASSWORD
    """The right one."""

    @property
    def mails(self) -> list[EmailMessage]:
        """What was accepted."""
        return [message_from_bytes(envelope.content, policy=default) for envelope in self.envelopes]  # type: ignore[misc]

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if address in self.refuse:
            return self.refuse[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.answer:
            return self.answer
        self.envelopes.append(envelope)
        if self.vanish:
            server.transport.close()
        return "250 taken"

    def authenticate(self, server: Any, session: Any, envelope: Any, mechanism: str, data: LoginPassword) -> AuthResult:
        self.tried.append(data.password.decode())
        return AuthResult(success=data.password.decode() == self.password, handled=False)


@contextlib.contextmanager
def smtp(sink: Sink, *, tls: ssl.SSLContext | None = None, limit: int = 33_554_432) -> Iterator[Sink]:
    """Serve as long as the test runs."""
    options = {"authenticator": sink.authenticate, "auth_require_tls": False, "data_size_limit": limit}
    controller = Controller(
        sink, hostname="127.0.0.1", port=free_port(), tls_context=tls, require_starttls=bool(tls), **options
    )
    controller.start()
    sink.port = controller.port
    try:
        yield sink
    finally:
        controller.stop()
