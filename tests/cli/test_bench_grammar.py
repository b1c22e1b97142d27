"""``metnos bench grammar`` as a person calls it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Metnos

ROW = {"id": "one", "schema": {"type": "integer"}, "accept": ["1"], "reject": ['"x"']}


def test_without_a_model_it_says_so(metnos: Metnos) -> None:
    """It is the default measurement, and it needs a model."""
    answer = metnos("bench")

    assert answer.exit_status == 1
    assert answer.stdout == ""
    assert "bench grammar" in answer.stderr


def test_schemas_need_no_model(metnos: Metnos, tmp_path: Path) -> None:
    """A table on stdout, progress on stderr, and the same figures as JSON in a file."""
    pytest.importorskip("llama_cpp")
    path, out = tmp_path / "schemas.jsonl", tmp_path / "out.json"
    path.write_text(json.dumps(ROW) + "\n", encoding="utf-8")
    answer = metnos("bench", "grammar", "--schemas", str(path), "--out", str(out), "--label", "prova")
    told = json.loads(out.read_text(encoding="utf-8"))

    assert answer.exit_status == 0
    assert "100.0%" in answer.stdout
    assert "1/1" in answer.stderr
    assert (told["schema_version"], told["bench"], told["label"]) == (1, "grammar", "prova")
    assert told["overall"] == {"schemas": 1, "right": 1.0, "right_with_validator": 1.0}
    assert told["versions"]["llama-cpp-python"]
    assert metnos("bench", "--schemas", str(path), "--json").json["overall"] == told["overall"]


def test_a_file_that_is_not_there_is_told(metnos: Metnos, tmp_path: Path) -> None:
    """A usage error with the file's name."""
    answer = metnos("bench", "--schemas", str(tmp_path / "none.jsonl"))

    assert answer.exit_status == 2
    assert "none.jsonl" in answer.stderr
