"""The sanitiser: nothing that a terminal acts on passes, everything that a person reads does."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.safety.terminal_output import clean, clean_line

PIECES = st.text(
    st.sampled_from("\x1b[]()\\;?0123456789abmHJKh \x07\x9b\x9c\x9d\x90\x98\r\n\t\x08\x7f\u202e\u2066\u200fPX^_\udc80à")
    | st.characters()
)


@pytest.mark.parametrize(
    ("dirty", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b[2J\x1b[Hgone", "gone"),
        ("\x1b]0;title\x07x", "x"),
        ("\x1b]52;c;aGVsbG8=\x1b\\x", "x"),
        ("\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1bP1$r0m\x1b\\x", "x"),
        ("\x1b_payload\x1b\\x", "x"),
        ("\x9b31mx", "x"),
        ("\x9d0;title\x9cx", "x"),
        ("\x90payload\x9cx", "x"),
        ("\x1b(0x", "x"),
        ("\x1bcx", "x"),
        ("a\x1b", "a"),
        ("a\x1b]never ended", "anever ended"),
        ("a\x1b\x1b[31mb", "ab"),
        ("a\rb", "ab"),
        ("a\r\nb", "a\nb"),
        ("a\x00\x07\x08\x7f\x85b", "ab"),
        ("a\u2028b\u2029c", "a\nb\nc"),
        ("abc\u202edef\u2066g\u200f", "abcdefg"),
        ("\ufeffx", "x"),
        ("visible\U000e0041\U000e0042", "visible"),
        ("bad\udc80name", "bad\ufffdname"),
    ],
)
def test_what_a_terminal_would_act_on_goes(dirty: str, shown: str) -> None:
    """Colours, titles, clipboards, links, C1 forms, direction changes, hidden text."""
    assert clean(dirty) == shown


@pytest.mark.parametrize(
    "text",
    [
        "perché no? «sì» — 3 €",
        "tab\there\nnext",
        "[red]not markup[/] :smile:",
        "👩‍👩‍👧 🇮🇹",
        "日本語 עברית العربية",
        "",
        "~/a b",
    ],
)
def test_what_a_person_reads_stays(text: str) -> None:
    """Exactly as it is."""
    assert clean(text) == text


@given(PIECES)
def test_nothing_dangerous_is_ever_left(text: str) -> None:
    """Whatever is put together, cleaned once is clean."""
    shown = clean(text)

    for sign in shown:
        assert sign in "\n\t" or unicodedata.category(sign) not in ("Cc", "Cs"), ascii(sign)
        assert sign not in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
    assert clean(shown) == shown
    assert len(shown) <= len(text)
    shown.encode("utf-8")


@pytest.mark.parametrize(
    "unit", ["\x1b", "\x1b[", "\x1b]", "\x9d", "\x90", "\x1bP", "\x1b[;", "\x1b]x\x1b", "\r", "a\x1b[m"]
)
def test_linear_in_the_length(unit: str) -> None:
    """Ten times the text takes about ten times as long, for every introducer that never ends."""

    def seconds(length: int) -> float:
        text = unit * (length // len(unit))
        best = float("inf")
        for _ in range(3):
            started = time.process_time()
            clean(text)
            best = min(best, time.process_time() - started)
        return best

    assert seconds(400_000) < 40 * max(seconds(40_000), 0.0005)


def test_a_name_stays_on_its_line() -> None:
    """It cannot start another, nor hide in white space."""
    assert clean_line(" a\n\tb\r\n\x1b[31m  c ") == "a b c"
