"""filter_entries, sort_entries, group_entries, compute_entries on rows of every kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError
from tests.executors.small_world import names

if TYPE_CHECKING:
    from tests.executors.small_world import SmallWorld

FILES = [
    {"name": "b10.pdf", "size": 2_000_000, "modified": "2026-11-29T10:00:00+01:00", "kind": "file", "extension": "pdf"},
    {"name": "b9.PDF", "size": 500, "modified": "2026-10-01T10:00:00+02:00", "kind": "file", "extension": "pdf"},
    {"name": "Casa", "size": 4096, "modified": "2025-01-01T00:00:00+01:00", "kind": "folder", "extension": ""},
    {"name": "a.txt", "size": 10, "modified": "2026-11-29T23:30:00+01:00", "kind": "file", "extension": "txt"},
]
ROWS: list[dict[str, Any]] = [
    {"text": "1", "voce": "pane", "importo": 2.5, "ok": True},
    {"text": "2", "voce": "latte", "importo": "1,50", "ok": False},
    {"text": "3", "voce": "pane", "importo": "n.d.", "tags": ["a", "b"]},
]


@pytest.mark.parametrize(
    ("field", "op", "value", "expected"),
    [
        ("extension", None, "pdf", ["b10.pdf", "b9.PDF"]),
        ("extension", "equals", ".PDF", ["b10.pdf", "b9.PDF"]),
        ("extension", "not_equals", "*.pdf", ["Casa", "a.txt"]),
        ("estensione", "equals", "txt", ["a.txt"]),
        ("kind", "equals", "folder", ["Casa"]),
        ("size", "greater", 4096, ["b10.pdf"]),
        ("size", "at_least", 4096, ["b10.pdf", "Casa"]),
        ("size", "less", "1 kB", ["b9.PDF", "a.txt"]),
        ("size", "at_most", "2 MB", ["b10.pdf", "b9.PDF", "Casa", "a.txt"]),
        ("size", "equals", "10", ["a.txt"]),
        ("Size", "equals", 10.0, ["a.txt"]),
        ("name", "contains", "B", ["b10.pdf", "b9.PDF"]),
        ("name", "not_contains", "b", ["Casa", "a.txt"]),
        ("name", "starts_with", "c", ["Casa"]),
        ("name", "ends_with", ".pdf", ["b10.pdf", "b9.PDF"]),
        ("name", "matches", "b*.pdf", ["b10.pdf", "b9.PDF"]),
        ("modified", "equals", "2026-11-29", ["b10.pdf", "a.txt"]),
        ("modified", "equals", "2026-11-29T00:00:00+01:00/2026-11-29T12:00:00+01:00", ["b10.pdf"]),
        ("data", "greater", "2026-11-29T12:00:00+01:00", ["a.txt"]),
        ("modified", "less", "2026-01-01", ["Casa"]),
    ],
)
def test_filters(small: SmallWorld, field: str, op: str | None, value: Any, expected: list[str]) -> None:
    """Sizes, moments, endings and texts, each compared as what it is."""
    args = {"op": op} if op else {}

    answer = small.call("filter_entries", entries=FILES, where_field=field, where_value=value, **args)

    assert names(answer) == expected
    assert answer["removed"] == len(FILES) - len(expected)


@pytest.mark.parametrize(
    ("field", "op", "value", "expected"),
    [
        ("importo", "greater", 1, ["1", "2"]),
        ("importo", "equals", "2,5", ["1"]),
        ("ok", "equals", True, ["1"]),
        ("ok", "equals", "false", ["2"]),
        ("tags", "equals", "b", ["3"]),
        ("voce", "greater", "m", ["1", "3"]),
        ("tags", "contains", "x", []),
    ],
)
def test_filters_of_tables(small: SmallWorld, field: str, op: str, value: Any, expected: list[str]) -> None:
    """Numbers as texts, truths, lists, missing cells."""
    answer = small.call("filter_entries", entries=ROWS, where_field=field, op=op, where_value=value)

    assert [entry["text"] for entry in answer["entries"]] == expected


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ({"by": "size"}, ["a.txt", "b9.PDF", "Casa", "b10.pdf"]),
        ({"by": "size", "order": "desc", "limit": 2}, ["b10.pdf", "Casa"]),
        ({"by": "name"}, ["a.txt", "b9.PDF", "b10.pdf", "Casa"]),
        ({"by": "modified", "order": "desc", "limit": 1}, ["a.txt"]),
        ({"by": "dimensione", "order": "asc", "limit": 1}, ["a.txt"]),
        ({"by": "extension"}, ["b10.pdf", "b9.PDF", "a.txt", "Casa"]),
        ({"by": "size", "limit": 100}, ["a.txt", "b9.PDF", "Casa", "b10.pdf"]),
    ],
)
def test_sorting(small: SmallWorld, args: dict[str, Any], expected: list[str]) -> None:
    """Numbers as numbers, names as people count, those without the field last."""
    answer = small.call("sort_entries", entries=FILES, **args)

    assert names(answer) == expected
    assert answer["total"] == 4


def test_sorting_rows_that_lack_the_field(small: SmallWorld) -> None:
    """Numbers first, then texts, then nothing at all, both ways."""
    rows = [*ROWS, {"text": "4"}]

    up = small.call("sort_entries", entries=rows, by="importo")["entries"]
    down = small.call("sort_entries", entries=rows, by="importo", order="desc")["entries"]

    assert [row["text"] for row in up] == ["2", "1", "3", "4"]
    assert [row["text"] for row in down] == ["3", "1", "2", "4"]


def test_groups(small: SmallWorld) -> None:
    """The most frequent first, with what their files weigh."""
    answer = small.call("group_entries", entries=FILES, by="extension")

    assert answer["entries"][0] == {"name": "pdf", "count": 2, "size": 2_000_500}
    assert {group["name"] for group in answer["entries"]} == {"pdf", "txt", "nessuno"}
    assert (answer["groups"], answer["ok_count"]) == (3, 3)


@pytest.mark.parametrize(
    ("period", "expected"),
    [
        ("year", {"2026": 3, "2025": 1}),
        ("month", {"2026-11": 2, "2026-10": 1, "2025-01": 1}),
        ("day", {"2026-11-29": 2, "2026-10-01": 1, "2025-01-01": 1}),
        ("week", {"2026-W48": 2, "2026-W40": 1, "2025-W01": 1}),
    ],
)
def test_groups_by_period(small: SmallWorld, period: str, expected: dict[str, int]) -> None:
    """Of a field that holds moments."""
    answer = small.call("group_entries", entries=FILES, by="modified", period=period)

    assert {group["name"]: group["count"] for group in answer["entries"]} == expected


@pytest.mark.parametrize(
    ("op", "field", "value", "summary"),
    [
        ("count", None, 4, "Elementi: 4."),
        ("sum", "size", 2_004_606, "Somma di dimensione: 2 MB (elementi: 4)."),
        ("mean", "size", 501_151.5, "Media di dimensione: 501,2 kB (elementi: 4)."),
        ("min", "dimensione", 10, "Minimo di dimensione: 10 B (elementi: 4)."),
        ("max", "size", 2_000_000, "Massimo di dimensione: 2 MB (elementi: 4)."),
    ],
)
def test_computing(small: SmallWorld, op: str, field: str | None, value: float, summary: str) -> None:
    """One number, and the same in words."""
    answer = small.call("compute_entries", entries=FILES, op=op, **({"field": field} if field else {}))

    assert answer["value"] == value
    assert answer["summary"] == summary
    assert answer["ok_count"] == 1


def test_an_extreme_names_its_entry(small: SmallWorld) -> None:
    """So that a later step can go on with it."""
    assert names(small.call("compute_entries", entries=FILES, op="max", field="size")) == ["b10.pdf"]


def test_computing_over_a_table(small: SmallWorld) -> None:
    """What is no number is left out, and the count says so."""
    answer = small.call("compute_entries", entries=ROWS, op="sum", field="importo")

    assert (answer["value"], answer["count"]) == (4.0, 2)


@pytest.mark.parametrize(("op", "value"), [("count", 0), ("sum", 0), ("mean", None), ("max", None)])
def test_computing_over_nothing(small: SmallWorld, op: str, value: float | None) -> None:
    """Zero, or no value at all."""
    assert small.call("compute_entries", entries=[], op=op, field="size")["value"] == value


@pytest.mark.parametrize(
    ("name", "args", "error_class", "key"),
    [
        ("filter_entries", {"where_field": "colour", "where_value": 1}, ErrorClass.WRONG_ARGS, "no_field"),
        ("sort_entries", {"by": "colour"}, ErrorClass.WRONG_ARGS, "no_field"),
        ("group_entries", {"by": "colour"}, ErrorClass.WRONG_ARGS, "no_field"),
        ("compute_entries", {"op": "sum", "field": "colour"}, ErrorClass.WRONG_ARGS, "no_field"),
        ("compute_entries", {"op": "sum", "field": "name"}, ErrorClass.WRONG_ARGS, "not_numbers"),
        ("compute_entries", {"op": "sum"}, ErrorClass.MISSING_INPUT, "field_needed"),
    ],
)
def test_fields_that_are_not_there(
    small: SmallWorld, name: str, args: dict[str, Any], error_class: ErrorClass, key: str
) -> None:
    """Told with the fields there are."""
    with pytest.raises(ExecutorError) as raised:
        small.call(name, entries=FILES, **args)

    assert (raised.value.error_class, raised.value.key) == (error_class, key)
    if key == "no_field":
        assert raised.value.facts["fields"] == "extension, kind, modified, name, size"


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("filter_entries", {"where_field": "x", "where_value": 1}),
        ("sort_entries", {"by": "x"}),
        ("group_entries", {"by": "x"}),
    ],
)
def test_nothing_to_work_on(small: SmallWorld, name: str, args: dict[str, Any]) -> None:
    """An empty step before is no failure."""
    answer = small.call(name, entries=[], **args)

    assert (answer["entries"], answer["ok_count"], answer["error_count"]) == ([], 0, 0)


def test_an_answer_names_fields_in_the_users_words(small: SmallWorld) -> None:
    """Of entries' own fields; a column of the user's keeps the name it has, and the field stays what it is."""
    by_size = small.call("sort_entries", entries=FILES, by="size")
    table = small.call("sort_entries", entries=[{"name": "luce", "Importo": 40}], by="importo")

    assert (by_size["by"], by_size["by_label"]) == ("size", "dimensione")
    assert (table["by"], table["by_label"]) == ("Importo", "Importo")
    assert small.call("group_entries", entries=FILES, by="extension")["by_label"] == "estensione"


def test_of_a_long_text_the_line_that_was_found_is_told(small: SmallWorld) -> None:
    """With its number, shortened around what was looked for; the text itself stays for what comes after."""
    long = "x" * 200 + " Budget " + "y" * 200
    entries = [
        {"path": "~/a", "text": "uno\ndue\nil budget di maggio\n"},
        {"path": "~/b", "text": f"uno\n{long}"},
        {"path": "~/c", "text": "budget"},
    ]

    kept = small.call("filter_entries", entries=entries, where_field="text", op="contains", where_value="budget")[
        "entries"
    ]

    assert kept[0]["line"] == "3: il budget di maggio"
    assert kept[0]["text"] == entries[0]["text"]
    assert kept[1]["line"].startswith("2: …x")
    assert "Budget" in kept[1]["line"]
    assert kept[1]["line"].endswith("y…")
    assert "line" not in kept[2]
