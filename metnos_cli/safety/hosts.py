"""Which hosts may be reached: public ones, and those private ones that the settings list."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from metnos_cli.errors import ErrorClass, ExecutorError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.config.load import Settings

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
PORTS = {"http": 80, "https": 443}
URL_LENGTH = 8_000
_V4_INSIDE = tuple(
    (ipaddress.IPv6Network(network), shift)
    for network, shift in (("::/96", 0), ("::ffff:0:0/96", 0), ("64:ff9b::/96", 0), ("2002::/16", 80))
)
"""IPv6 networks whose addresses carry an IPv4 one: compatible, mapped, NAT64, 6to4; how far it is shifted."""
_NEVER = tuple(
    ipaddress.ip_network(network)
    for network in (
        "192.0.0.0/24",  # special purposes; ``is_global`` calls parts of it global
        "192.88.99.0/24",  # retired 6to4 relays
        "64:ff9b:1::/48",  # local NAT64
        "2001::/23",  # protocol assignments, Teredo among them
        "3fff::/20",  # documentation
        "5f00::/16",  # segment routing
        "fec0::/10",  # retired site-local
    )
)
_LABEL_NUMBER = re.compile(r"(?:\d+|0x[0-9a-f]*)")
_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9_-]{1,63}(?<!-))*")


@dataclass(frozen=True, slots=True)
class Target:
    """Where a URL leads, taken apart and in one spelling."""

    scheme: str
    """http or https."""
    host: str
    """ASCII, lower case, without a final dot; an IPv6 address without brackets."""
    port: int
    """Explicit or the scheme's."""
    path: str
    """Path and query, percent-encoded, beginning with a slash."""

    @property
    def bracketed(self) -> str:
        """The host as URLs write it."""
        return f"[{self.host}]" if ":" in self.host else self.host

    @property
    def authority(self) -> str:
        """Value of the ``Host`` header."""
        return self.bracketed if PORTS[self.scheme] == self.port else f"{self.bracketed}:{self.port}"

    @property
    def url(self) -> str:
        """The whole address."""
        return f"{self.scheme}://{self.authority}{self.path}"

    @property
    def address(self) -> Address | None:
        """The host as an address, when it is one."""
        return _address(self.host)


def read_url(url: str) -> Target:
    """Take a URL apart.

    Raises:
        ExecutorError: ``wrong_args``: it is no http(s) address, holds a password, or spells its host oddly (decimal,
            octal, hexadecimal, short or exotic digits, which mean different things to different programs).
    """
    shown = url[:200]
    if len(url) > URL_LENGTH or any(sign <= " " or sign in "\\\x7f" for sign in url):
        raise _odd("url_odd", shown)
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise _odd("url_odd", shown) from error
    scheme = parts.scheme.lower()
    if scheme not in PORTS:
        raise _odd("url_scheme", shown, scheme=scheme or "?")
    if parts.username is not None or parts.password is not None:
        raise _odd("url_password", f"{scheme}://…@{host}"[:200])
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = f"?{quote(parts.query, safe='/%:@!$&' + chr(39) + '()*+,;=~-._?[]')}" if parts.query else ""
    return Target(scheme, _plain_host(host, shown), PORTS[scheme] if port is None else port, path + query)


def _plain_host(host: str, shown: str) -> str:
    """The host in its one spelling."""
    told = unicodedata.normalize("NFKC", host).replace("\u3002", ".").lower().rstrip(".")
    if told != host.lower().rstrip(".") and told.isascii():
        # Circled or full-width digits and letters: a disguise of an ASCII name.
        raise _odd("host_odd", shown, host=host)
    address = _address(told)
    if address is not None:
        return str(address)
    try:
        plain = told.encode("idna").decode("ascii")
    except UnicodeError as error:
        raise _odd("host_odd", shown, host=host) from error
    if not _NAME.fullmatch(plain) or _LABEL_NUMBER.fullmatch(plain.rpartition(".")[2]):
        raise _odd("host_odd", shown, host=host)
    return plain


def _address(host: str) -> Address | None:
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return None
    return None if isinstance(found, ipaddress.IPv6Address) and found.scope_id else found


def _odd(key: str, url: str, **facts: Any) -> ExecutorError:
    return ExecutorError(ErrorClass.WRONG_ARGS, key, url=url, **facts)


def is_public(address: Address) -> bool:
    """Whether an address lies in the public Internet, under any of the IPv6 forms that hide an IPv4 one."""
    if any(address in network for network in _NEVER):
        return False
    if isinstance(address, ipaddress.IPv6Address):
        for network, shift in _V4_INSIDE:
            if address in network:
                return is_public(ipaddress.IPv4Address((int(address) >> shift) & 0xFFFFFFFF))
        if address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved and not address.is_unspecified


class HostPolicy:
    """Says of a host whether it may be reached.

    Args:
        listed: Private hosts that are allowed: ``name``, ``address``, or either with ``:port``.
    """

    def __init__(self, listed: Sequence[str] = ()) -> None:
        self._listed = frozenset(_listed(entry) for entry in listed)

    @staticmethod
    def of(settings: Settings) -> HostPolicy:
        """The policy that ``safety.private_hosts`` makes; a search instance that the user names may be reached too."""
        parts = urlsplit(settings.text("web.searxng"))
        named = (f"{parts.hostname}:{parts.port or PORTS.get(parts.scheme, 80)}",) if parts.hostname else ()
        return HostPolicy((*settings.texts("safety.private_hosts"), *named))

    def is_listed(self, target: Target) -> bool:
        """Whether the settings name this very host (and port)."""
        return not self._listed.isdisjoint({(target.host, None), (target.host, target.port)})

    def refusal(self, target: Target) -> str | None:
        """Why a target may not be reached, as far as its spelling tells; None when it may (addresses pending)."""
        if self.is_listed(target):
            return None
        address = target.address
        private = address is not None and not is_public(address)
        if private or target.host == "localhost" or target.host.endswith((".localhost", ".local")):
            return "host_private"
        return None

    def check(self, target: Target, addresses: Sequence[Address]) -> None:
        """Test every address that a name stands for: one private among public ones is a trap.

        Raises:
            ExecutorError: ``denied``.
        """
        private = self.refusal(target) is not None or not all(is_public(address) for address in addresses)
        if private and not self.is_listed(target):
            raise ExecutorError(ErrorClass.DENIED, "host_private", host=target.host, port=target.port)


def _listed(entry: str) -> tuple[str, int | None]:
    """A line of the list: host and port; no port stands for all."""
    told = entry.strip().lower()
    bracketed = re.fullmatch(r"\[(.+)\](?::(\d+))?", told)
    if bracketed:
        return bracketed[1], int(bracketed[2]) if bracketed[2] else None
    host, colon, port = told.rpartition(":")
    if colon and port.isdigit() and ":" not in host:
        return host, int(port)
    return told, None
