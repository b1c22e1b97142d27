"""A wire between client and server that breaks where a test says."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class BreakingWire:
    """Passes bytes on until the client sends ``word``; then the connection breaks.

    Args:
        port: The real server's.
        word: What the client must not be answered to.
        deliver: Whether the server still gets it (and acts), only the answer being lost.
        closing: Whether nobody can connect any more afterwards; otherwise later connections work.
    """

    def __init__(self, port: int, word: bytes, *, deliver: bool, closing: bool = False) -> None:
        self.target = port
        self.word = word
        self.deliver = deliver
        self.closing = closing
        self.broken = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.threads: list[threading.Thread] = []
        self.sockets: list[socket.socket] = []
        self.lost: list[socket.socket] = []

    def run(self) -> None:
        """Accept until closed."""
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = socket.create_connection(("127.0.0.1", self.target))
                self.sockets += [client, server]
                self._start(self._up, client, server)
                self._start(self._down, server, client)

    def _start(self, work: object, *ends: socket.socket) -> None:
        thread = threading.Thread(target=work, args=ends, daemon=True)  # type: ignore[arg-type]
        self.threads.append(thread)
        thread.start()

    def _up(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := client.recv(65536):
                if self.word in data and not self.broken.is_set():
                    self.broken.set()
                    if self.closing:
                        self.listener.shutdown(socket.SHUT_RDWR)
                    if not self.deliver:
                        server.shutdown(socket.SHUT_RDWR)
                        client.shutdown(socket.SHUT_RDWR)
                        return
                    self.lost.append(server)
                server.sendall(data)
            server.shutdown(socket.SHUT_WR)

    def _down(self, server: socket.socket, client: socket.socket) -> None:
        """Pass answers on; the one that is to be lost shows that the server has acted, and is where the wire breaks."""
        with contextlib.suppress(OSError):
            while data := server.recv(65536):
                if server in self.lost:
                    break
                client.sendall(data)
            client.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Cut everything."""
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for end in self.sockets:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in self.threads:
            thread.join(5)
        for end in self.sockets:
            end.close()


@contextlib.contextmanager
def breaking_wire(port: int, word: bytes, *, deliver: bool, closing: bool = False) -> Iterator[BreakingWire]:
    """A wire for one test."""
    wire = BreakingWire(port, word, deliver=deliver, closing=closing)
    accepting = threading.Thread(target=wire.run, daemon=True)
    accepting.start()
    try:
        yield wire
    finally:
        wire.close()
        accepting.join(5)
