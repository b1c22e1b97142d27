"""Numbers and sizes as people write them."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from metnos_cli.executors.amounts import as_number, as_size, number_text, size_text
from metnos_cli.records import LANGS


@pytest.mark.parametrize(
    ("told", "italian", "english"),
    [
        ("12", 12, 12),
        ("12,5", 12.5, 12.5),
        ("12.5", 12.5, 12.5),
        ("1.234", 1234, 1.234),
        ("1,234", 1.234, 1234),
        ("0,125", 0.125, 0.125),
        ("0.125", 0.125, 0.125),
        ("1.234,50 €", 1234.5, 1234.5),
        ("$1,234.50", 1234.5, 1234.5),
        ("1'234", 1234, 1234),
        ("1 234", 1234, 1234),
        ("-3", -3, -3),
        ("12 %", 12, 12),
        ("1e3", 1000.0, 1000.0),
        ("1.234.567", 1234567, 1234567),
        ("10.0.0.1", None, None),
        ("2026.11.30", None, None),
        ("192.168.100.200", None, None),
        ("1.000.000.000", 1_000_000_000, 1_000_000_000),
        ("1 234 567,5", 1234567.5, 1234567.5),
        ("-€ 5", -5, -5),
        ("+39 333 1234567", None, None),
        ("+3", None, None),
        ("333 1234567", None, None),
        ("12 34", None, None),
        ("12%3", None, None),
        ("1'2", None, None),
        ("12 pere", None, None),
        ("", None, None),
        ("1-2", None, None),
        ("1.2.3,4,5", None, None),
        (True, None, None),
        (None, None, None),
        (3.5, 3.5, 3.5),
    ],
)
def test_numbers_are_read_as_the_language_writes_them(told: object, italian: object, english: object) -> None:
    """Where one mark stands before three digits, the language decides."""
    assert (as_number(told, "it"), as_number(told, "en")) == (italian, english)


@pytest.mark.parametrize(
    ("told", "size"),
    [("10 MB", 10_000_000), ("1,5 kB", 1500), ("2 GiB", 2 * 1024**3), ("7", 7), ("3 mele", None), ("MB", None), (5, 5)],
)
def test_sizes(told: object, size: int | None) -> None:
    """Decimal units, binary ones, bare numbers."""
    assert as_size(told, "it") == size


@pytest.mark.parametrize(
    ("octets", "italian", "english"),
    [
        (0, "0 B", "0 B"),
        (999, "999 B", "999 B"),
        (1500, "1,5 kB", "1.5 kB"),
        (999_960, "1 MB", "1 MB"),
        (3_400_000, "3,4 MB", "3.4 MB"),
        (5 * 10**18, "5.000 PB", "5,000 PB"),
    ],
)
def test_sizes_are_told(octets: int, italian: str, english: str) -> None:
    """In decimal units, one decimal."""
    assert (size_text(octets, "it"), size_text(octets, "en")) == (italian, english)


@given(st.integers(-(10**12), 10**12), st.sampled_from(LANGS))
def test_what_is_told_can_be_read_again(value: int, lang) -> None:
    """Whole numbers survive, but those that look like the address of a machine."""
    assume(len(number_text(value, lang).split(".")) != 4)

    assert as_number(number_text(value, lang), lang) == value


@given(st.text(), st.sampled_from(LANGS))
def test_reading_never_fails(text: str, lang) -> None:
    """Whatever stands there."""
    as_size(text, lang)
