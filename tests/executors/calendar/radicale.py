"""A real CalDAV server on loopback, with one user, started and ended by the test."""

from __future__ import annotations

import logging
import ssl
import sys
import threading
from socketserver import ThreadingMixIn
from typing import TYPE_CHECKING, Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

USER = "anna"
PASSWORD = "girasole"


class _Handler(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Quiet."""

    def get_stderr(self) -> Any:
        return sys.stderr


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True

    def handle_error(self, *_: Any) -> None:
        """A client that hangs up on a certificate is no fault of the server."""


class Radicale:
    """The server; ``before`` may answer a request in its place; with a certificate it speaks TLS."""

    def __init__(self, folder: Path, certificate: tuple[Path, Path] | None = None) -> None:
        from radicale import Application, config

        logging.getLogger("radicale").setLevel(logging.CRITICAL)
        (folder / "users").write_text(f"{USER}:{PASSWORD}\n", encoding="utf-8")
        settings = config.load()
        settings.update(
            {
                "storage": {"filesystem_folder": str(folder / "storage")},
                "auth": {
                    "type": "htpasswd",
                    "htpasswd_filename": str(folder / "users"),
                    "htpasswd_encryption": "plain",
                    "delay": "0",
                },
                "logging": {"level": "critical"},
            },
            "test",
            privileged=True,
        )
        self._application = Application(settings)
        self.requests: list[tuple[str, str]] = []
        self.before: Callable[[dict[str, Any]], tuple[str, bytes] | None] = lambda _environ: None
        self._server = make_server("127.0.0.1", 0, self._answer, server_class=_Server, handler_class=_Handler)
        scheme = "http"
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
            scheme = "https"
        self.url = f"{scheme}://127.0.0.1:{self._server.server_port}/"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def _answer(self, environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        self.requests.append((environ["REQUEST_METHOD"], environ["PATH_INFO"]))
        early = self.before(environ)
        if early is not None:
            status, body = early
            start(status, [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
            return [body]
        answer: Iterable[bytes] = self._application(environ, start)
        return answer

    def client(self) -> Any:
        """Another program of the same user."""
        from caldav.davclient import DAVClient

        client = DAVClient(self.url, username=USER, password=PASSWORD, timeout=10, enable_rfc6764=False)
        client.session.trust_env = False
        return client

    def add_calendar(self, name: str) -> str:
        """A new calendar; its address."""
        with self.client() as client:
            return str(client.principal().make_calendar(name=name, cal_id=name.lower()).url)

    def put(self, address: str, text: str) -> None:
        """Another program writes."""
        with self.client() as client:
            assert client.put(address, text, {"Content-Type": "text/calendar; charset=utf-8"}).status < 300

    def get(self, address: str) -> str | None:
        """What stands there; None when nothing does."""
        with self.client() as client:
            response = client.request(address, "GET")
            raw = response.raw
            return None if response.status >= 400 else raw.decode() if isinstance(raw, bytes) else str(raw)

    def close(self) -> None:
        """End it."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)
