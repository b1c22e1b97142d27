"""The guard on the network against real servers: redirects, rebinding, bombs, slowness, certificates, proxies."""

from __future__ import annotations

import contextlib
import gzip
import ipaddress
import socket
import ssl
import subprocess
import sys
import threading
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import trustme

from metnos_cli.errors import ErrorClass, ExecutorError, Interrupted
from metnos_cli.safety.hosts import HostPolicy
from metnos_cli.safety.network import GuardedNetwork, look_up
from tests.executors.serving import Server, serving

if TYPE_CHECKING:
    import http.server
    from collections.abc import Iterator

LOOPBACK = [ipaddress.ip_address("127.0.0.1")]


@pytest.fixture
def server() -> Iterator[Server]:
    """On loopback."""
    with serving() as found:
        yield found


def network(server: Server, **options: Any) -> GuardedNetwork:
    """A guard that may reach this server, by its address and by two names."""
    listed = [f"127.0.0.1:{server.port}", f"pages.example:{server.port}", f"other.example:{server.port}"]
    options.setdefault("resolve", lambda _host, _port: LOOPBACK)
    return GuardedNetwork(HostPolicy(listed), **options)


def failing(network: GuardedNetwork, url: str, **options: Any) -> ExecutorError:
    """The error a fetch ends in."""
    with pytest.raises(ExecutorError) as raised:
        network.fetch(url, **options)
    return raised.value


def test_a_page(server: Server) -> None:
    """Its body, type and charset; the server is told who asks and no more."""
    url = server.says("/x?a=1", "ciao", "Text/HTML; charset=UTF-8")

    page = network(server).fetch(url)

    assert (page.url, page.status, page.content_type, page.charset, page.body) == (
        url,
        200,
        "text/html",
        "utf-8",
        b"ciao",
    )
    path, headers = server.asked[0]
    assert path == "/x?a=1"
    assert headers["user-agent"].startswith("metnos/")
    assert "cookie" not in headers


def test_a_name_is_connected_to_by_its_tested_address(server: Server) -> None:
    """Looked up once; the server still hears the name."""
    server.says("/", "x")
    asked: list[str] = []

    def once(host: str, port: int) -> list[Any]:
        asked.append(f"{host}:{port}")
        return LOOPBACK

    network(server, resolve=once).fetch(f"http://pages.example:{server.port}/")

    assert asked == [f"pages.example:{server.port}"]
    assert server.asked[0][1]["host"] == f"pages.example:{server.port}"


def test_a_name_with_one_private_address_is_denied(server: Server) -> None:
    """Though the first of its addresses is public."""
    addresses = [ipaddress.ip_address("93.184.216.34"), *LOOPBACK]
    guard = GuardedNetwork(HostPolicy(), resolve=lambda _host, _port: addresses)

    error = failing(guard, f"http://trap.example:{server.port}/")

    assert (error.error_class, error.key) == (ErrorClass.DENIED, "host_private")
    assert server.asked == []


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed(server: Server, status: int) -> None:
    """Relative ones and to another host, the address of the end being told."""
    server.says("/end", "here")
    server.says("/middle", status=status, Location=f"http://other.example:{server.port}/end#part")
    start = server.says("/start", status=status, Location="/middle")

    page = network(server).fetch(start)

    assert (page.body, page.url) == (b"here", f"http://other.example:{server.port}/end")


@pytest.mark.parametrize(
    ("location", "error_class", "key"),
    [
        ("http://127.0.0.1:1/", ErrorClass.DENIED, "host_private"),
        ("http://169.254.169.254/latest/meta-data/", ErrorClass.DENIED, "host_private"),
        ("http://[::ffff:127.0.0.1]/", ErrorClass.DENIED, "host_private"),
        ("http://localhost/", ErrorClass.DENIED, "host_private"),
        ("http://2130706433/", ErrorClass.WRONG_ARGS, "host_odd"),
        ("file:///etc/passwd", ErrorClass.WRONG_ARGS, "url_scheme"),
        ("http://a:b@example.com/", ErrorClass.WRONG_ARGS, "url_password"),
        ("http://[::1", ErrorClass.WRONG_ARGS, "url_odd"),
        ("//[", ErrorClass.WRONG_ARGS, "url_odd"),
        ("http://example.com:port/", ErrorClass.WRONG_ARGS, "url_odd"),
        ("/start", ErrorClass.UNAVAILABLE, "page_redirects"),
    ],
)
def test_redirects_are_judged_like_addresses(server: Server, location: str, error_class: ErrorClass, key: str) -> None:
    """Wherever they lead."""
    start = server.says("/start", status=302, Location=location)

    error = failing(network(server), start)

    assert (error.error_class, error.key) == (error_class, key)


@pytest.mark.parametrize(
    ("status", "key"),
    [(404, "page_missing"), (410, "page_missing"), (403, "page_forbidden"), (401, "page_forbidden"),
     (418, "page_refused"), (429, "server_failed"), (500, "server_failed"), (503, "server_failed")],
)  # fmt: skip
def test_statuses(server: Server, status: int, key: str) -> None:
    """Unavailable, with the status."""
    url = server.says("/x", status=status)

    error = failing(network(server), url)

    assert (error.error_class, error.key, error.facts["status"]) == (ErrorClass.UNAVAILABLE, key, status)


@pytest.mark.parametrize(
    ("packed", "packing"),
    [
        (gzip.compress(b"ciao" * 100, mtime=0), "gzip"),
        (zlib.compress(b"ciao" * 100), "deflate"),
        (zlib.compress(b"ciao" * 100)[2:-4], "deflate"),
        (b"ciao" * 100, "identity"),
    ],
)
def test_packed_pages(server: Server, packed: bytes, packing: str) -> None:
    """The two packings that can be bounded, in each form."""
    url = server.says("/x", packed, Content_Encoding=packing)

    assert network(server).fetch(url).body == b"ciao" * 100


@pytest.mark.parametrize(
    ("body", "packing", "key"),
    [
        (gzip.compress(b"\0" * 50_000_000, mtime=0), "gzip", "page_too_large"),
        (b"x" * 200_001, "identity", "page_too_large"),
        (b"x", "br", "page_packing"),
        (b"not gzip", "gzip", "page_down"),
    ],
    ids=["bomb", "large", "unknown", "broken"],
)
def test_contents_that_are_not_taken(server: Server, body: bytes, packing: str, key: str) -> None:
    """A bomb is stopped at the bound and not after unpacking."""
    url = server.says("/x", body, Content_Encoding=packing)

    error = failing(network(server), url, max_bytes=200_000)

    assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, key)


def test_a_server_that_says_nothing(server: Server) -> None:
    """Within the time given."""
    server.replies["/x"] = lambda _handler: server.release.wait(30)

    error = failing(network(server), server.url("/x"), timeout_s=0.3)

    assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "page_timeout")


def test_a_server_that_drips(server: Server) -> None:
    """Each piece comes in time, the whole never would."""

    def drip(handler: http.server.BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        while not server.release.wait(0.02):
            handler.wfile.write(b"x")

    server.replies["/x"] = drip

    error = failing(network(server), server.url("/x"), timeout_s=0.5)

    assert error.key in ("page_slow", "page_timeout")


def test_ctrl_c_between_pieces(server: Server) -> None:
    """The check is asked all the time."""
    url = server.says("/x", b"x" * 1_000_000)
    left = iter([None] * 3)

    def check() -> None:
        if next(left, "stop") == "stop":
            raise Interrupted

    with pytest.raises(Interrupted):
        network(server, check=check).fetch(url)


def test_nobody_listens() -> None:
    """Unavailable."""
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as held:
        port = held.getsockname()[1]

    error = failing(GuardedNetwork(HostPolicy(["127.0.0.1"])), f"http://127.0.0.1:{port}/", timeout_s=5)

    assert (error.error_class, error.key) == (ErrorClass.UNAVAILABLE, "page_down")


def test_the_next_address_is_tried(server: Server) -> None:
    """When nobody listens at the first."""
    server.says("/", "x")
    addresses = [ipaddress.ip_address("127.0.0.2"), *LOOPBACK]

    page = network(server, resolve=lambda _host, _port: addresses).fetch(f"http://pages.example:{server.port}/")

    assert page.body == b"x"


def test_names_that_lead_nowhere(server: Server) -> None:
    """Unknown, and looked up for too long."""
    waiting = threading.Event()
    unknown = network(server, resolve=lambda _host, _port: [])
    slow = network(server, resolve=lambda _host, _port: waiting.wait(30) and [])

    assert failing(unknown, f"http://pages.example:{server.port}/").key == "host_unknown"
    assert failing(slow, f"http://pages.example:{server.port}/", timeout_s=0.2).key == "host_slow"
    waiting.set()


def test_looking_up() -> None:
    """The system's resolver; an odd name is unknown rather than an error."""
    assert ipaddress.ip_address("127.0.0.1") in look_up("localhost", 80)
    assert look_up("x" * 300, 80) == []


@pytest.fixture
def secure() -> Iterator[tuple[int, ssl.SSLContext, list[str]]]:
    """A TLS server for pages.example: its port, who trusts it, and the names it was asked for."""
    root = trustme.CA()
    serving_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    root.issue_cert("pages.example").configure_cert(serving_context)
    trusting = ssl.create_default_context()
    root.configure_trust(trusting)
    names: list[str] = []
    serving_context.sni_callback = lambda _socket, name, _context: names.append(name)
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                plain, _ = listener.accept()
            except OSError:
                return
            with contextlib.suppress(OSError), plain, serving_context.wrap_socket(plain, server_side=True) as talk:
                talk.recv(65536)
                talk.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok")

    thread = threading.Thread(target=serve)
    thread.start()
    yield listener.getsockname()[1], trusting, names
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join()


def test_certificates_are_held_against_the_name(secure: tuple[int, ssl.SSLContext, list[str]]) -> None:
    """Though the connection goes to the address: right name yes, other name or unknown authority no."""
    port, trusting, names = secure
    policy = HostPolicy([f"pages.example:{port}", f"other.example:{port}"])
    known = GuardedNetwork(policy, resolve=lambda _host, _port: LOOPBACK, trusted=trusting)
    unknown = GuardedNetwork(policy, resolve=lambda _host, _port: LOOPBACK)

    page = known.fetch(f"https://pages.example:{port}/")
    wrong_name = failing(known, f"https://other.example:{port}/")
    untrusted = failing(unknown, f"https://pages.example:{port}/")

    assert page.body == b"ok"
    assert (wrong_name.key, untrusted.key) == ("page_certificate", "page_certificate")
    assert names[0] == "pages.example"
    assert "other.example" in names


def test_proxies_of_the_environment_are_not_used(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """They would choose the address in our place."""
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    url = server.says("/", "x")

    assert network(server).fetch(url).body == b"x"


def test_the_client_is_imported_only_when_something_is_fetched() -> None:
    """Start-up does not pay for it."""
    code = (
        "import sys, metnos_cli.safety.vaglio, metnos_cli.safety.network\n"
        "assert not {'httpx2', 'httpcore2', 'ssl'} & set(sys.modules)\n"
    )
    root = Path(__file__).resolve().parents[2]

    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
