"""get_urls against a real server: articles, bare pages, PDFs, charsets, and what is no page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.web.readable import read_markup
from tests.executors.serving import Server, serving
from tests.executors.test_reading_files import pdf_saying

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.executors.small_world import SmallWorld

ARTICLE = """<!doctype html><html><head><title>Il faro &amp; il mare</title><script>var x = "nascosto";</script></head>
<body><nav><a href="/">Home</a> <a href="/x">Menu</a></nav><article><h1>Il faro</h1>
<p>Il faro fu costruito nel 1884 sulla punta più esposta della costa.</p>
<p>La lanterna originale bruciava petrolio e si vedeva a diciotto miglia.</p></article>
<footer>Tutti i diritti riservati</footer></body></html>"""


@pytest.fixture
def server() -> Iterator[Server]:
    """On loopback."""
    with serving() as found:
        yield found


@pytest.fixture
def allowed(small: SmallWorld) -> SmallWorld:
    """Loopback is listed."""
    small.config = '[safety]\nprivate_hosts = ["127.0.0.1"]\n'
    return small


def test_an_article(allowed: SmallWorld, server: Server) -> None:
    """Its title and its text; neither menu nor script."""
    url = server.says("/faro", ARTICLE)

    answer = allowed.call("get_urls", url=url)

    assert answer["title"] == "Il faro & il mare"
    assert "costruito nel 1884 sulla punta più esposta" in answer["text"]
    assert "nascosto" not in answer["text"]
    assert "Menu" not in answer["text"]
    assert answer["url"] == url
    assert answer["entries"][0]["size"] == len(ARTICLE.encode())


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        ("solo due parole", "text/plain; charset=utf-8", "solo due parole"),
        ('{"a": 1}', "application/json", '{"a": 1}'),
        ("perché".encode("latin-1"), "text/plain; charset=iso-8859-1", "perché"),
        ("<p>perché sì, ma non oggi</p>".encode("latin-1"), "text/html; charset=iso-8859-1", "perché sì, ma non oggi"),
        (
            b'<meta charset="iso-8859-1"><p>' + "perché sì, ma non oggi".encode("latin-1") + b"</p>",
            "text/html",
            "perché sì, ma non oggi",
        ),
        ("<p>ciao a tutti</p>", "", "ciao a tutti"),
        ("<html><body>una riga<br>un'altra</body></html>", "text/html", "una riga\nun'altra"),
    ],
)
def test_other_texts(allowed: SmallWorld, server: Server, body: bytes | str, content_type: str, text: str) -> None:
    """Plain ones, bare ones, in the charset they are in."""
    url = server.says("/x", body, content_type)

    assert allowed.call("get_urls", url=url)["text"] == text


def test_a_pdf(allowed: SmallWorld, server: Server) -> None:
    """Its text, read in another process."""
    url = server.says("/r.pdf", pdf_saying("La relazione", title="Relazione"), "application/octet-stream")

    answer = allowed.call("get_urls", url=url)

    assert (answer["title"], answer["text"]) == ("Relazione", "La relazione")


def test_several_addresses_are_told_apart(allowed: SmallWorld, server: Server) -> None:
    """Each once; one that is missing is counted."""
    entries = [
        {"url": server.says("/a", "uno", "text/plain")},
        {"url": server.url("/gone")},
        {"url": server.says("/b", "due", "text/plain")},
        {"url": server.url("/a")},
    ]

    answer = allowed.call("get_urls", entries=entries)

    assert answer["text"] == f"## {server.url('/a')}\n\nuno\n\n## {server.url('/b')}\n\ndue"
    assert (answer["ok_count"], answer["error_count"]) == (2, 1)
    assert answer["errors"][0]["key"] == "page_missing"
    assert [path for path, _ in server.asked] == ["/robots.txt", "/a", "/gone", "/b"]


@pytest.mark.parametrize(
    ("body", "content_type", "key"),
    [
        (b"\x89PNG", "image/png", "page_not_text"),
        ("<html><body><script>1</script></body></html>", "text/html", "page_without_text"),
        ("", "text/plain", "page_without_text"),
        (b"\x00\x01\x02", "text/plain", "page_without_text"),
        (b"%PDF-1.4 no", "application/pdf", "pdf_damaged"),
    ],
)
def test_what_holds_no_text(
    allowed: SmallWorld, server: Server, body: bytes | str, content_type: str, key: str
) -> None:
    """Wrong arguments: another address is needed."""
    url = server.says("/x", body, content_type)

    with pytest.raises(ExecutorError) as raised:
        allowed.call("get_urls", url=url)

    assert (raised.value.error_class, raised.value.key) == (ErrorClass.WRONG_ARGS, key)


@pytest.mark.parametrize(
    ("args", "error_class"),
    [({"entries": [{"name": "x"}]}, ErrorClass.WRONG_ARGS), ({}, ErrorClass.MISSING_INPUT)],
)
def test_nothing_to_fetch(small: SmallWorld, args: dict[str, object], error_class: ErrorClass) -> None:
    """Entries without addresses, or nothing at all."""
    with pytest.raises(ExecutorError) as raised:
        small.call("get_urls", **args)

    assert raised.value.error_class is error_class


def test_a_private_address_is_denied(small: SmallWorld, server: Server) -> None:
    """Unless it is listed; the server is never asked."""
    with pytest.raises(ExecutorError) as raised:
        small.call("get_urls", url=server.says("/", "x"))

    assert raised.value.error_class is ErrorClass.DENIED
    assert server.asked == []


@pytest.mark.parametrize(
    "markup", ["<" * 100_000, "<p>" * 50_000, "<title>" + "x" * 10_000, "<a href='" * 1000, "&#x;" * 999]
)
def test_odd_markup_is_survived(markup: str) -> None:
    """No page makes it fail."""
    title, text = read_markup(markup.encode(), None, "http://example.com/")

    assert isinstance(title, str)
    assert isinstance(text, str)
