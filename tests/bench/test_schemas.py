"""``bench grammar --schemas``: verdicts, what is left to the validator, and files of every known shape."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.bench.schemas import load_schemas, measure_schemas, schemas_report
from metnos_cli.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

ROWS = [
    {"id": "types", "split": "one", "schema": {"type": "integer"}, "texts": ["1", '"x"'], "valid": [True, False]},
    {"id": "pairs", "schema": {"enum": ["a"]}, "accept": ['"a"'], "reject": ['"b"', "1"]},
    {"id": "sets", "file": "two", "schema": {"type": "boolean"}, "sets": [["true"], ["1"]], "valid": [True, False]},
    {"id": "unique", "schema": {"type": "array", "uniqueItems": True}, "accept": ["[1,2]"], "reject": ["[1,1]"]},
    {"id": "empty", "schema": {"enum": []}, "accept": [], "reject": ["1"]},
    {"id": "lost", "schema": {"$ref": "#/$defs/none"}, "accept": ["1"], "reject": []},
]


def file_of(tmp_path: Path, *rows: dict[str, Any]) -> Path:
    """Rows as a file."""
    path = tmp_path / "schemas.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_each_schema_has_the_engines_verdict(tmp_path: Path) -> None:
    """What the grammar alone gets wrong is named with what it leaves to the validator."""
    pytest.importorskip("llama_cpp")
    seen: list[str] = []
    results = measure_schemas(load_schemas(file_of(tmp_path, *ROWS)), lambda result: seen.append(result.case.id))
    report = schemas_report(results)

    assert seen == ["types", "pairs", "sets", "unique", "empty", "lost"]
    assert [result.case.id for result in results if result.wrong] == ["unique", "lost"]
    assert [result.case.id for result in results if result.wrong_with_validator] == ["lost"]
    assert report["overall"] == {"schemas": 6, "right": 4 / 6, "right_with_validator": 5 / 6}
    assert report["by_split"]["two"]["right"] == 1.0
    assert [one["id"] for one in report["without_grammar"]] == ["empty", "lost"]
    assert report["not_right"][0] == {
        "id": "unique", "texts": ["[1,1]"], "left_to_validator": ["/ uniqueItems"], "right_with_validator": True,
    }  # fmt: skip


@pytest.mark.parametrize("line", ["{", "[]", '{"schema": {}}', '{"schema": {}, "texts": ["1"], "valid": []}'])
def test_a_line_of_another_shape_is_refused(tmp_path: Path, line: str) -> None:
    """With its number."""
    path = file_of(tmp_path, ROWS[0])
    path.write_text(path.read_text(encoding="utf-8") + line + "\n", encoding="utf-8")

    with pytest.raises(UsageError) as raised:
        load_schemas(path)
    assert raised.value.facts["line"] == 2
