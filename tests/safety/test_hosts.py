"""Which hosts may be reached: spellings, private addresses in all their forms, and the list."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.safety.hosts import HostPolicy, is_public, read_url


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://example.com", "http://example.com/"),
        ("HTTPS://Example.COM.:443/A?b=c#d", "https://example.com/A?b=c"),
        ("http://example.com:8080/x", "http://example.com:8080/x"),
        ("http://perché.example/è?q=ì", "http://xn--perch-fsa.example/%C3%A8?q=%C3%AC"),
        ("http://example.com/a%20b", "http://example.com/a%20b"),
        ("http://[2606:4700::1]:81/", "http://[2606:4700::1]:81/"),
        ("http://93.184.216.34/", "http://93.184.216.34/"),
        ("http://a_b.example/", "http://a_b.example/"),
    ],
)
def test_addresses_in_one_spelling(url: str, expected: str) -> None:
    """Lower case, no fragment, percent-encoded, the host in ASCII."""
    assert read_url(url).url == expected


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("ftp://example.com/", "url_scheme"),
        ("file:///etc/passwd", "url_scheme"),
        ("javascript:alert(1)", "url_scheme"),
        ("example.com", "url_scheme"),
        ("http://user:pass@example.com/", "url_password"),
        ("http://user@example.com/", "url_password"),
        ("http://example.com\\@evil.com/", "url_odd"),
        ("http://exa mple.com/", "url_odd"),
        ("http://example.com/\r\nHost: evil", "url_odd"),
        ("http://example.com:99999/", "url_odd"),
        ("http://[::1/", "url_odd"),
        ("http://" + "a" * 9000, "url_odd"),
        ("http:///path", "host_odd"),
        ("http://2130706433/", "host_odd"),
        ("http://0x7f000001/", "host_odd"),
        ("http://0x7f.1/", "host_odd"),
        ("http://0177.0.0.1/", "host_odd"),
        ("http://127.1/", "host_odd"),
        ("http://127.0.0.1.5/", "host_odd"),
        ("http://1.2.3.0x4/", "host_odd"),
        ("http://①②⑦.⓪.⓪.①/", "host_odd"),
        ("http://127。0。0。1/", "host_odd"),
        ("http://ｅxample.com/", "host_odd"),
        ("http://exa%6dple.com/", "host_odd"),
        ("http://-x.example/", "host_odd"),
        ("http://x..example/", "host_odd"),
        ("http://[fe80::1%25eth0]/", "host_odd"),
    ],
)
def test_what_is_no_plain_address(url: str, key: str) -> None:
    """Other schemes, passwords, and every disguise of a host."""
    with pytest.raises(ExecutorError) as raised:
        read_url(url)

    assert (raised.value.error_class, raised.value.key) == (ErrorClass.WRONG_ARGS, key)
    assert "pass@" not in str(raised.value.facts)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
        "100.64.0.1", "192.0.0.8", "192.0.0.170", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1",
        "239.255.255.250", "240.0.0.1", "255.255.255.255", "192.88.99.1",
        "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::a00:1",
        "64:ff9b:1::1", "2002:7f00:1::", "2002:c0a8:101::1", "2001::1", "2001:db8::1", "3fff::1", "5f00::1", "fc00::1",
        "fd00::1", "fe80::1", "fec0::1", "ff02::1", "ff0e::1", "100::1",
    ],
)  # fmt: skip
def test_addresses_that_are_not_public(address: str) -> None:
    """Also those that hide an IPv4 address, and those that the library calls global."""
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        "8.8.8.8",
        "93.184.216.34",
        "172.32.0.1",
        "192.169.0.1",
        "2606:4700::1111",
        "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8",
        "2002:808:808::1",
    ],
)
def test_addresses_that_are_public(address: str) -> None:
    """Under the same forms."""
    assert is_public(ipaddress.ip_address(address))


@given(st.ip_addresses(v=4))
def test_hidden_forms_follow_the_plain_one(address: ipaddress.IPv4Address) -> None:
    """Mapped, NAT64, 6to4."""
    for form in (f"::ffff:{address}", f"64:ff9b::{address}"):
        assert is_public(ipaddress.ip_address(form)) == is_public(address)
    number = int(address)
    assert is_public(ipaddress.IPv6Address((0x2002 << 112) | (number << 80) | 1)) == is_public(address)


@given(st.text(max_size=80), st.text(max_size=40))
def test_reading_never_fails_otherwise(host: str, path: str) -> None:
    """A target, or one executor error, whatever is written."""
    try:
        target = read_url(f"http://{host}/{path}")
    except ExecutorError:
        return
    assert target.host.isascii()
    assert target.path.isascii()


@pytest.mark.parametrize(
    ("listed", "url", "reached"),
    [
        ((), "http://127.0.0.1/", False),
        ((), "http://localhost/", False),
        ((), "http://printer.local/", False),
        ((), "http://x.localhost/", False),
        ((), "http://[::1]/", False),
        ((), "http://example.com/", True),
        (("127.0.0.1",), "http://127.0.0.1:9/", True),
        (("127.0.0.1:80",), "http://127.0.0.1/", True),
        (("127.0.0.1:80",), "http://127.0.0.1:81/", False),
        (("127.0.0.1",), "http://127.0.0.2/", False),
        (("localhost:8080",), "http://localhost:8080/", True),
        (("[::1]:80",), "http://[::1]/", True),
        (("::1",), "http://[::1]:5/", True),
        (("[::1]",), "http://[::1]:5/", True),
        (("NAS.local",), "http://nas.local/", True),
    ],
)
def test_the_list(listed: tuple[str, ...], url: str, reached: bool) -> None:
    """Exactly the hosts and ports that it names."""
    assert (HostPolicy(listed).refusal(read_url(url)) is None) is reached


def test_every_address_of_a_name_is_tested() -> None:
    """One private among public ones is a trap; a name that is listed may be private."""
    target = read_url("http://pages.example/")
    addresses = [ipaddress.ip_address("93.184.216.34"), ipaddress.ip_address("10.0.0.1")]

    with pytest.raises(ExecutorError) as raised:
        HostPolicy().check(target, addresses)
    HostPolicy(("pages.example",)).check(target, addresses)

    assert raised.value.error_class is ErrorClass.DENIED
