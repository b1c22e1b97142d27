"""A real web server on loopback, with pages and misbehaviours to order."""

from __future__ import annotations

import contextlib
import http.server
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Server:
    """Answers paths as told; remembers what it was asked."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.replies: dict[str, Callable[[http.server.BaseHTTPRequestHandler], None]] = {}
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.release = threading.Event()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
                with contextlib.suppress(ConnectionError):
                    outer.replies.get(self.path, missing)(self)

            def log_message(self, *args: object) -> None:
                """Quiet."""

        class Quiet(http.server.ThreadingHTTPServer):
            def handle_error(self, request: object, client_address: object) -> None:
                """A client that hangs up is no news."""

        self.http = Quiet((host, 0), Handler)
        self.thread = threading.Thread(target=lambda: self.http.serve_forever(0.02), daemon=True)

    @property
    def port(self) -> int:
        return int(self.http.server_address[1])

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    def says(
        self,
        path: str,
        body: bytes | str = b"",
        content_type: str = "text/html; charset=utf-8",
        status: int = 200,
        **headers: str,
    ) -> str:
        """Answer a path with a body; the address."""
        data = body.encode() if isinstance(body, str) else body

        def reply(handler: http.server.BaseHTTPRequestHandler) -> None:
            handler.send_response(status)
            if content_type:
                handler.send_header("Content-Type", content_type)
            handler.send_header("Content-Length", str(len(data)))
            for name, value in headers.items():
                handler.send_header(name.replace("_", "-"), value)
            handler.end_headers()
            handler.wfile.write(data)

        self.replies[path] = reply
        return self.url(path)


def missing(handler: http.server.BaseHTTPRequestHandler) -> None:
    """There is no such page."""
    handler.send_response(404)
    handler.send_header("Content-Length", "0")
    handler.end_headers()


@contextlib.contextmanager
def serving() -> Iterator[Server]:
    """A server for as long as the test lasts."""
    server = Server()
    server.thread.start()
    try:
        yield server
    finally:
        server.release.set()
        server.http.shutdown()
        server.http.server_close()
        server.thread.join()
