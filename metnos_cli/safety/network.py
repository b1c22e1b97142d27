"""The guard on the network: the one way by which executors fetch, each address tested before it is connected to."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import queue
import socket
import threading
import time
import zlib
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urljoin

from metnos_cli import __version__
from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.ports import Fetched
from metnos_cli.safety.hosts import HostPolicy, Target, read_url

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterator, Mapping

    import httpx2

    from metnos_cli.config.load import Settings
    from metnos_cli.safety.hosts import Address

REDIRECTS = 5
ADDRESSES_TRIED = 4
MOVED = frozenset({301, 302, 303, 307, 308})
HEADERS = {
    "User-Agent": f"metnos/{__version__}",
    "Accept": "text/html,application/xhtml+xml,application/pdf;q=0.9,text/*;q=0.8,*/*;q=0.5",
    "Accept-Encoding": "gzip, deflate",  # the two that can be unpacked with a bound
}


class GuardedNetwork:
    """Fulfils ``ports.Network`` over httpx2 (kept up, and imported in half the time of httpx).

    Args:
        policy: Which hosts may be reached.
        check: Raises ``Interrupted`` when the user pressed Ctrl-C.
        resolve: Turns a name into addresses; None: the system's resolver.
        trusted: Authorities to believe; None: the usual ones.
    """

    def __init__(
        self,
        policy: HostPolicy,
        check: Callable[[], None] = lambda: None,
        resolve: Callable[[str, int], list[Address]] | None = None,
        trusted: ssl.SSLContext | None = None,
    ) -> None:
        self._policy = policy
        self._check = check
        self._resolve = resolve or look_up
        self._trusted = trusted

    @staticmethod
    def of(settings: Settings, check: Callable[[], None] = lambda: None) -> GuardedNetwork:
        """The guard that the settings make."""
        return GuardedNetwork(HostPolicy.of(settings), check)

    def fetch(self, url: str, *, max_bytes: int = 20_000_000, timeout_s: float = 20.0) -> Fetched:
        """GET over http or https, every address checked, redirects too.

        Args:
            url: The address.
            max_bytes: The largest content, unpacked.
            timeout_s: Seconds for everything, redirects included.

        Raises:
            ExecutorError: ``denied`` (a private address), ``wrong_args`` (not a URL), ``unavailable`` (down, out of
                time, too large, or an HTTP status of 400 and above).
        """
        import httpx2

        target = read_url(url)
        try:
            with self._client() as client, Deadline(timeout_s) as deadline:
                for _ in range(REDIRECTS + 1):
                    found = self._visit(client, target, deadline, max_bytes)
                    if isinstance(found, Fetched):
                        return found
                    target = found
        except httpx2.TimeoutException as error:
            raise _unavailable("page_timeout", target, seconds=f"{timeout_s:g}") from error
        except (httpx2.HTTPError, httpx2.InvalidURL, zlib.error) as error:
            if deadline.passed:
                raise _unavailable("page_timeout", target, seconds=f"{timeout_s:g}") from error
            key = "page_certificate" if _is_certificate(error) else "page_down"
            raise _unavailable(key, target, why=str(error) or type(error).__name__) from error
        raise _unavailable("page_redirects", target, count=REDIRECTS)

    def _client(self) -> httpx2.Client:
        """A client for one fetch; nothing of the environment counts: a proxy would choose the address in our place."""
        import httpx2

        return httpx2.Client(
            trust_env=False,
            verify=self._trusted or True,
            follow_redirects=False,
            headers=HEADERS,
            limits=httpx2.Limits(max_keepalive_connections=0),
        )

    def _visit(self, client: httpx2.Client, target: Target, deadline: Deadline, max_bytes: int) -> Fetched | Target:
        """One hop: the page, or where it has moved to."""
        import httpx2

        addresses = self._addresses(target, deadline)
        for place, address in enumerate(addresses):
            self._check()
            request = self._request(client, target, address, deadline)
            try:
                response = client.send(request, stream=True)
            except (httpx2.ConnectError, httpx2.ConnectTimeout):
                if place == len(addresses) - 1 or deadline.passed:
                    raise
                continue
            try:
                return self._read(response, target, deadline, max_bytes)
            finally:
                response.close()
        raise _unavailable("host_unknown", target, host=target.host)

    def _addresses(self, target: Target, deadline: Deadline) -> list[Address]:
        """The addresses to connect to: looked up once, all of them tested."""
        reason = self._policy.refusal(target)
        if reason is not None:
            raise ExecutorError(ErrorClass.DENIED, reason, host=target.host, port=target.port)
        if target.address is not None:
            return [target.address]
        found = _in_time(lambda: self._resolve(target.host, target.port), deadline.left)
        if found is None:
            raise _unavailable("host_slow", target, host=target.host)
        if not found:
            raise _unavailable("host_unknown", target, host=target.host)
        self._policy.check(target, found)
        return found[:ADDRESSES_TRIED]

    @staticmethod
    def _request(client: httpx2.Client, target: Target, address: Address, deadline: Deadline) -> httpx2.Request:
        """A request to this very address, with the name where the server and its certificate want it."""
        host = f"[{address}]" if address.version == 6 else str(address)
        extensions: dict[str, Any] = {
            "timeout": dict.fromkeys(("connect", "read", "write", "pool"), deadline.left),
            "trace": deadline.watch,
        }
        if target.address is None:
            extensions["sni_hostname"] = target.host
        url = f"{target.scheme}://{host}:{target.port}{target.path}"
        return client.build_request("GET", url, headers={"Host": target.authority}, extensions=extensions)

    def _read(self, response: httpx2.Response, target: Target, deadline: Deadline, max_bytes: int) -> Fetched | Target:
        status = response.status_code
        if status in MOVED and "location" in response.headers:
            return read_url(_moved(target, response.headers["location"]))
        if status >= 400:
            raise _refused(status, target)
        body = bytearray()
        for part in _unpacked(response, target, max_bytes):
            self._check()
            body += part
            if len(body) > max_bytes:
                raise _unavailable("page_too_large", target, limit=max_bytes)
        if deadline.passed:
            # Where no length was announced, a connection that was ended looks like the end of the page.
            raise _unavailable("page_slow", target)
        media, _, parameters = response.headers.get("content-type", "").partition(";")
        charset = response.charset_encoding if parameters else None
        return Fetched(target.url, status, media.strip().lower(), charset, bytes(body))


class Deadline:
    """Ends every connection of a fetch when its time is over: a limit on each read alone never ends a slow drip.

    Args:
        seconds: For everything.
    """

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self._sockets: list[socket.socket] = []
        self._timer = threading.Timer(seconds, self._stop)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        for held in self._sockets:
            held.close()

    @property
    def passed(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() >= self._end

    @property
    def left(self) -> float:
        """Seconds left, never quite none."""
        return max(0.01, self._end - time.monotonic())

    def watch(self, event: str, facts: Mapping[str, Any]) -> None:
        """Hear of each connection as it is made, and hold a second handle on it: TLS takes the first one over."""
        if event == "connection.connect_tcp.complete":
            made = facts["return_value"].get_extra_info("socket")
            self._sockets.append(socket.socket(fileno=os.dup(made.fileno())))

    def _stop(self) -> None:
        for held in self._sockets:
            with contextlib.suppress(OSError):
                held.shutdown(socket.SHUT_RDWR)


def look_up(host: str, port: int) -> list[Address]:
    """Every address of a name, in the system's order; none when it is unknown."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError):
        return []
    addresses = [ipaddress.ip_address(str(row[4][0]).partition("%")[0]) for row in found]
    return list(dict.fromkeys(addresses))


def _in_time(work: Callable[[], list[Address]], seconds: float) -> list[Address] | None:
    """What the system's resolver answers (it cannot be given a time limit), or None when it takes too long."""
    answers: queue.SimpleQueue[list[Address]] = queue.SimpleQueue()
    threading.Thread(target=lambda: answers.put(work()), name="resolver", daemon=True).start()
    try:
        return answers.get(timeout=seconds)
    except queue.Empty:
        return None


def _moved(target: Target, location: str) -> str:
    """Where a page says it has moved to.

    Raises:
        ExecutorError: ``wrong_args``: that is no address.
    """
    try:
        return urljoin(target.url, location.partition("#")[0])
    except ValueError as error:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "url_odd", url=location[:200]) from error


def _unpacked(response: httpx2.Response, target: Target, max_bytes: int) -> Iterator[bytes]:
    """The content, never more than a bound at a time: a few packed bytes can unpack to a whole memory."""
    packing = response.headers.get("content-encoding", "identity").strip().lower()
    if packing in ("", "identity"):
        yield from response.iter_raw()
        return
    if packing not in ("gzip", "x-gzip", "deflate"):
        raise _unavailable("page_packing", target, packing=packing[:40])
    unpacker = zlib.decompressobj(47 if "gzip" in packing else zlib.MAX_WBITS)
    first = True
    for raw in response.iter_raw():
        left = raw
        while left:
            try:
                part = unpacker.decompress(left, max_bytes + 1)
            except zlib.error:
                if not first or packing != "deflate":
                    raise
                # Some servers send the bare stream and call it deflate.
                unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
                part = unpacker.decompress(left, max_bytes + 1)
            first = False
            yield part
            left = unpacker.unconsumed_tail
            if unpacker.eof:
                return


def _refused(status: int, target: Target) -> ExecutorError:
    keys = {401: "page_forbidden", 403: "page_forbidden", 404: "page_missing", 410: "page_missing"}
    key = keys.get(status, "server_failed" if status >= 500 or status == 429 else "page_refused")
    return _unavailable(key, target, status=status)


def _unavailable(key: str, target: Target, **facts: Any) -> ExecutorError:
    return ExecutorError(ErrorClass.UNAVAILABLE, key, url=target.url, **facts)


def _is_certificate(error: BaseException) -> bool:
    """Whether a connection failed for its certificate."""
    import ssl

    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return True
        cause = cause.__cause__ or cause.__context__
    return False
