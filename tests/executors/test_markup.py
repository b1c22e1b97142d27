"""Any markup is read, in a time that grows with its length, and what people would see of it is what is found."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from metnos_cli.executors.markup import read_shown
from metnos_cli.executors.textual import by_charset, decode
from metnos_cli.executors.web.readable import read_markup

SILENT = frozenset({"script", "style", "nav"})
BITS = (
    *(
        "<![foo[",
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
        "<!DOCTYPE html [",
        "<?xml encoding='undefined'?>",
        "&#" + "9" * 5000,
    ),
    *(
        "&#x" + "f" * 5000 + ";",
        "&amp;",
        "&nope;",
        "<",
        ">",
        "</",
        "<p>",
        "</p>",
        "<p class='",
        '<a title="a > b">',
        "<br/>",
    ),
    *(
        "<head>",
        "</head>",
        "<title>",
        "</title>",
        "<body>",
        "<script>",
        "</script>",
        "<style>",
        "<nav>",
        "</nav>",
        "<pre>",
    ),
    *(
        "<meta charset=undefined>",
        "<base href='http://[::1'>",
        "<link rel=canonical href='http://['>",
        "words",
        "\n",
        "\0",
    ),
)
MARKUP = st.lists(st.sampled_from(BITS) | st.text(max_size=5), max_size=15).map("".join)


@given(MARKUP)
@example("<![foo[ bar]]>")
@example("&#" + "9" * 5000 + ";")
def test_no_markup_is_too_broken_to_be_read(markup: str) -> None:
    """Whatever it is; what comes out is text without its silent parts."""
    shown = read_shown(markup, SILENT)

    assert all("\n" not in line for line in shown.lines)
    assert "\n" not in shown.title


@given(
    body=st.binary(max_size=80) | MARKUP.map(str.encode),
    charset=st.none() | st.sampled_from(["undefined", "idna", "\0"]),
)
def test_no_page_is_too_broken_to_be_read(body: bytes, charset: str | None) -> None:
    """Any bytes, in any charset that a server claims."""
    title, text = read_markup(body, charset, "http://example.org/")

    assert isinstance(title, str)
    assert isinstance(text, str)


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("<html><head><title>t</title></head><body><p>Hello</p></body></html>", "Hello"),
        ("<html><head><title>t</title><body><p>Hello", "Hello"),
        ("<head><title>t</title><p>Hello", "Hello"),
        ("<head><meta charset=utf-8><div>Hello</div>", "Hello"),
        ("<head><style>x</style>Hello", "Hello"),
        ("<head><title>t<body>Hello", "Hello"),
        ("<head><script>if (a < b) x('<p>')</script></head>Hello", "Hello"),
        ('<a title="one > two">Hello</a>', "Hello"),
        ("<a title='one>Hello", "Hello"),
        ("<p title=it's>Hello</p><p>the world's</p> rest", "Hello\nthe world's\nrest"),
        ('<img alt="5" tall">Hello <a href="x">there', "Hello there"),
        ("5 &#8364abc &#0000000065;", "5 \u20acabc A"),
        ("<![if mso]>Hello<![endif]>", "Hello"),
        ("<!-- <p>no</p> -->Hello", "Hello"),
        ("<nav><style>x</style><b>no</nav>Hello", "Hello"),
        ("1 < 2 &amp; 3 &gt; 2", "1 < 2 & 3 > 2"),
        ("one<br>two\nthree", "one\ntwo three"),
        ("<pre>one\ntwo</pre>", "one\ntwo"),
    ],
)
def test_what_a_person_would_see_is_found(markup: str, shown: str) -> None:
    """End tags that may be left out, scripts, comments, quotes, marked sections."""
    lines = [line for line in read_shown(markup, SILENT).lines if line]

    assert "\n".join(lines) == shown


@pytest.mark.parametrize(
    ("markup", "title"),
    [
        ("<title>One &amp; two</title>", "One & two"),
        ("<title>First</title><svg><title>Second</title></svg>", "First"),
        ("<title>Never <ended", "Never"),
        ("<p>none</p>", ""),
    ],
)
def test_the_title(markup: str, title: str) -> None:
    """The first one, without markup."""
    assert read_shown(markup, SILENT).title == title


@pytest.mark.parametrize(
    "bit", ["<a ", "<a '>'", '<p "', "<title>", "<!--", "<", "</", "<nav>", "<script>", "&#", "<pre>"]
)
def test_a_page_made_to_take_for_ever_does_not(bit: str) -> None:
    """Half a million characters of what is begun and never ended."""
    started = time.process_time()

    read_shown(bit * (500_000 // len(bit)) + '"', SILENT)

    assert time.process_time() - started < 10


@given(data=st.binary(max_size=60), charset=st.text(max_size=12) | st.sampled_from(["undefined", "punycode", "base64"]))
def test_any_charset_may_be_claimed(data: bytes, charset: str) -> None:
    """Unknown ones, ones that no text is written in, names that are none."""
    assert decode(data, charset) is None or isinstance(decode(data, charset), str)


@pytest.mark.parametrize(
    "charset", ["undefined", "idna", "punycode", "unicode_escape", "unicode-escape", "base64", "a\0b", "é"]
)
def test_what_is_no_charset_is_not_believed(charset: str) -> None:
    """The bytes themselves decide then."""
    assert by_charset(b"abc", charset) is None
    assert decode("perché".encode(), charset) == "perché"
