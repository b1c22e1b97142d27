"""Tables kept as text: whatever was written comes back, cell by cell, and only plain numbers become numbers."""

from __future__ import annotations

import csv
import io
import time
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.errors import Interrupted
from metnos_cli.executors.files import tables
from metnos_cli.executors.files.tables import ColumnNames, divider_of, read_table, value_of

if TYPE_CHECKING:
    from tests.executors.small_world import SmallWorld

DIVIDERS = "\t|;,"
WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Z")) | st.sampled_from(" \"';,|"), max_size=12).map(
    str.strip
)
NAMES = st.lists(st.text("abcdefgh", min_size=1, max_size=4), min_size=2, max_size=4, unique=True)


def nothing() -> None:
    """Nobody presses Ctrl-C."""


def rows_of(text: str, dividers: str = DIVIDERS, lang: Any = "it") -> list[dict[str, Any]]:
    """The rows, without the words of each."""
    table = read_table(text, dividers, lang, nothing)
    assert table is not None
    return [{name: value for name, value in row.items() if name != "text"} for row in table.rows]


@given(data=st.data(), names=NAMES, divider=st.sampled_from(DIVIDERS), many=st.booleans())
def test_what_was_written_is_read(data: st.DataObject, names: list[str], divider: str, *, many: bool) -> None:
    """Dividers, quotes and blanks in the cells, and more lines than are looked at first."""
    rows = data.draw(st.lists(st.lists(WORDS, min_size=len(names), max_size=len(names)), min_size=1, max_size=5))
    plain = [[f"r{place}"] * len(names) for place in range(4000 if many else 3)]
    written = io.StringIO()
    csv.writer(written, delimiter=divider, lineterminator="\n").writerows([names, *plain, *rows])

    found = rows_of(written.getvalue(), divider)

    lang: Any = "en" if divider == "," else "it"
    assert [list(row.values()) for row in found[len(plain) :]] == [
        [value_of(cell, lang) for cell in row] for row in rows
    ]


@pytest.mark.parametrize(
    ("text", "divider"),
    [
        ("data;ora;importo, EUR\n1/2;10:00;1,50\n2/2;11:00;2,30\n", ";"),
        ("nome;importo, EUR\nmela;1,50\npera;2,30\n", ";"),
        ("nome,prezzo\nmela,1.50\n", ","),
        ('a,b\n"x;y",1\n"z;w",2\n', ","),
        ("a,b\nx; y,1\nz,2\n", ","),
        ("a\tb\n1,5\t2\n2,5\t3\n", "\t"),
        ("a|b\n1,5|2;3\n2|3\n", "|"),
        ("a,b\n1,2,3\n4,5\n", ","),
        ("email\nanna@x.org\n", ","),
        ("", ","),
    ],
)
def test_what_divides_the_columns(text: str, divider: str) -> None:
    """What gives every line the same number of them."""
    assert divider_of(text, DIVIDERS) == divider


def test_a_table_may_say_itself_what_divides_it() -> None:
    """The line that spreadsheets write."""
    assert rows_of("sep=|\na|b\n1,5|x\n") == [{"a": 1.5, "b": "x"}]


@pytest.mark.parametrize(
    ("header", "names"),
    [
        (["a", "b", "a"], ["a", "b", "a_2"]),
        (["a", "a", "a_2"], ["a", "a_3", "a_2"]),
        (["", " ", "x"], ["column_1", "column_2", "x"]),
        (["column_2", ""], ["column_2", "column_2_2"]),
    ],
)
def test_every_column_has_a_name_of_its_own(header: list[str], names: list[str]) -> None:
    """Repeated ones are numbered, missing ones get their place."""
    assert ColumnNames(header).told == names


@given(st.lists(st.sampled_from(["a", "a_2", "a_3", "", "column_1", " a "]), max_size=8))
def test_no_column_is_lost_to_another(header: list[str]) -> None:
    """Whatever the heading."""
    assert len(set(ColumnNames(header).told)) == len(header)


def test_cells_without_a_heading_are_kept() -> None:
    """A line longer than the heading."""
    assert rows_of("a,b\n1,2,3\n4,5\n") == [{"a": 1, "b": 2, "column_3": 3}, {"a": 4, "b": 5}]


@pytest.mark.parametrize(
    "cell",
    [
        *(
            "192.168.100.200",
            "10.0.0.1",
            "+39 333 1234567",
            "333 1234567",
            "333 123 456",
            "+393331234567",
            "1E5",
            "12e3",
        ),
        *(
            "00185",
            "-007",
            "4111111111111111",
            "1.234.567.890",
            "2026-11-30",
            "1/2",
            "1,2,3",
            "1.",
            ".5",
        ),
        *("١٢", "0x10", "nan", "inf", "1_000", "--1", "- 1", ""),
    ],
)
@pytest.mark.parametrize("lang", ["it", "en"])
def test_codes_stay_text(cell: str, lang: Any) -> None:
    """Telephone numbers, addresses of machines, exponents, leading zeros."""
    assert value_of(cell, lang) == cell


@pytest.mark.parametrize(
    ("cell", "italian", "english"),
    [
        ("12", 12, 12),
        ("-3", -3, -3),
        ("0", 0, 0),
        ("1,5", 1.5, 1.5),
        ("1.5", 1.5, 1.5),
        ("1.234", 1234, 1.234),
        ("1.200,00", 1200.0, 1200.0),
        ("1,234,567.5", 1234567.5, 1234567.5),
        ("1\u00a0234", 1234, 1234),
        ("12 %", 12, 12),
        ("€ 5", 5, 5),
        ("1.234 €", 1234, 1.234),
    ],
)
def test_plain_numbers_are_numbers(cell: str, italian: float, english: float) -> None:
    """With decimals, with their thousands."""
    assert (value_of(cell, "it"), value_of(cell, "en")) == (italian, english)


def test_the_table_tells_the_decimals_of_an_amount() -> None:
    """Whatever the language of who asks."""
    assert [row["prezzo"] for row in rows_of("nome;prezzo\na;1.234 €\nb;2,50 €\n")] == [1234, 2.5]


def test_many_columns_of_one_name_take_no_longer_than_they_must() -> None:
    """Thousands of them, with more cells below than above."""
    started = time.process_time()
    table = read_table(";".join(["a"] * 3000) + "\n" + ";".join("1" * 6000) + "\n", DIVIDERS, "it", lambda: None)

    assert table is not None
    assert len(table.rows[0]) == 6001
    assert time.process_time() - started < 2


def test_ctrl_c_ends_a_long_table() -> None:
    """Between its rows."""

    def stop() -> None:
        raise Interrupted

    with pytest.raises(Interrupted):
        read_table("a,b\n" + "1,2\n" * (tables.CHECK_EVERY + 1), DIVIDERS, "it", stop)


def test_a_table_of_many_rows_is_cut_and_that_is_said(small: SmallWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many there are, and how many were read."""
    monkeypatch.setattr(tables, "ROWS", 3)
    small.file("t.csv", "a,b\n" + "1,2\n" * 5)
    small.file("u.csv", "a,b\n" + "1,2\n" * 3)

    answer = small.call("read_files", path="~/t.csv")

    assert len(answer["entries"]) == 3
    assert answer["notes"] == [["table_cut", {"path": "~/t.csv", "rows": 5, "kept": 3}]]
    assert "notes" not in small.call("read_files", path="~/u.csv")
