"""One life of the memory, from the first asking to being forgotten, as a person sees it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import Metnos


@pytest.fixture
def asked(metnos: Metnos, home: Path) -> Any:
    """``asked("...")``: one request as JSON, over a home with two folders."""
    for name in ("Documenti/uno.pdf", "Documenti/due.pdf", "Lavoro/tre.pdf", "Lavoro/nota.txt"):
        path = home / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x" * len(name))

    def ask(text: str, **variables: str) -> Any:
        answer = metnos("ask", "--json", text, **variables)
        assert answer.stdout, answer.stderr
        return answer.json

    return ask


def names(turn: Any) -> set[str]:
    """Files of an answer."""
    return {Path(entry["path"]).name for entry in turn["outcome"]["entries"]}


def hit(turn: Any) -> Any:
    """The layer that hit."""
    return next(tried for tried in turn["cascade"] if tried["hit"])


def test_planned_once_then_recognised(asked: Any) -> None:
    """Exactly the same words; other values in the same words; other words; each with its own arguments."""
    assert asked("trova i pdf in ~/Documenti")["layer"] == "engine"

    again = asked("Trova i PDF in ~/Documenti!")
    assert (again["layer"], hit(again)["how"]) == ("shortcut", "exact")

    elsewhere = asked("trova i pdf in ~/Lavoro")
    assert (elsewhere["layer"], hit(elsewhere)["how"]) == ("shortcut", "template")
    assert names(elsewhere) == {"tre.pdf"}

    otherwise = asked("cerca i txt in ~/Lavoro")
    assert otherwise["layer"] != "engine"
    assert names(otherwise) == {"nota.txt"}


def test_a_date_is_worked_out_anew(asked: Any) -> None:
    """ "oggi" and "ieri" are never remembered as the day they were said on."""
    asked("trova i pdf modificati oggi in ~/Documenti")

    turn = asked("trova i pdf modificati ieri in ~/Documenti")

    assert names(turn) == set()
    assert "when" in turn["steps"][0]["args"]
    assert (
        turn["steps"][0]["args"]["when"]
        != asked("trova i pdf modificati oggi in ~/Documenti")["steps"][0]["args"]["when"]
    )


@pytest.mark.parametrize(
    "text",
    ["non trovare i pdf in ~/Documenti", "cancella i pdf in ~/Documenti", "hai trovato i pdf in ~/Documenti?"],
)
def test_what_only_looks_alike_is_a_miss(asked: Any, text: str) -> None:
    """Negated, another action, a question about the past: never served from the memory of the first."""
    asked("trova i pdf in ~/Documenti")

    assert asked(text)["layer"] == "engine"


def test_a_rejected_answer_is_gone(asked: Any, metnos: Metnos) -> None:
    """✗: the shortcut that served is removed at once, and the next asking is planned."""
    asked("trova i pdf in ~/Documenti")
    assert asked("trova i pdf in ~/Documenti")["layer"] == "shortcut"

    assert metnos("feedback", "no").exit_status == 0

    assert asked("trova i pdf in ~/Documenti")["layer"] == "engine"


def test_retry_plans_again(asked: Any, metnos: Metnos) -> None:
    """↺: what served is kept out for one turn only."""
    asked("trova i pdf in ~/Documenti")

    again = metnos("feedback", "retry", "--json")

    assert again.exit_status == 0
    first = asked("trova i pdf in ~/Documenti")
    assert first["layer"] == "engine"


def test_a_sequence_seen_three_times_is_served_by_the_pipeline_layer(asked: Any, metnos: Metnos) -> None:
    """Two steps, three folders; then from the sequences alone, with the new folder in its place."""
    on = {"METNOS_MULTI_TOOL_FAST_PATH_ENABLED": "true"}
    for _ in range(3):
        asked("find the 2 largest files in ~/Documenti", **on)
    known = metnos("paths", "list", "--json").json["entries"]
    metnos("paths", "forget", *[entry["entry"] for entry in known if not entry["entry"].startswith("pipeline")])

    turn = asked("find the 2 largest files in ~/Lavoro", **on)

    assert turn["layer"] == "pipeline"
    assert [step["tool"] for step in turn["steps"]] == ["find_files", "sort_entries"]
    assert names(turn) == {"tre.pdf", "nota.txt"}


def test_an_entry_can_be_seen_and_forgotten(asked: Any, metnos: Metnos) -> None:
    """paths list, show, forget."""
    asked("trova i pdf in ~/Documenti")
    entry = metnos("paths", "list", "--layer", "shortcut", "--json").json["entries"][0]["entry"]

    assert metnos("paths", "show", entry, "--json").json["tools"] == ["find_files"]
    assert metnos("paths", "forget", entry).exit_status == 0
    assert metnos("paths", "show", entry).exit_status == 2


def test_the_memory_moves_to_another_home(asked: Any, metnos: Metnos, home: Path) -> None:
    """Exported there, imported here: recognised without having been asked here before."""
    asked("trova i pdf in ~/Documenti")
    metnos("paths", "export", "memory.jsonl")
    other = {"XDG_DATA_HOME": str(home / "other")}

    assert metnos("paths", "import", "memory.jsonl", **other).exit_status == 0

    assert asked("trova i pdf in ~/Lavoro", **other)["layer"] == "shortcut"


@pytest.mark.parametrize("line", ["not json", "{}", '{"version": 99, "layer": "shortcut", "lang": "it"}', "[1]"])
def test_a_wrong_line_imports_nothing(asked: Any, metnos: Metnos, home: Path, line: str) -> None:
    """The line is named, and the good ones before it are not half taken over."""
    asked("trova i pdf in ~/Documenti")
    metnos("paths", "export", "memory.jsonl")
    file = home / "memory.jsonl"
    file.write_text(file.read_text(encoding="utf-8") + line + "\n", encoding="utf-8")
    other = {"XDG_DATA_HOME": str(home / "other")}

    answer = metnos("paths", "import", "memory.jsonl", **other)

    assert answer.exit_status == 2
    assert metnos("paths", "list", "--json", **other).json["total"] == 0


def test_a_sequence_becomes_one_executor(asked: Any, metnos: Metnos) -> None:
    """Promoted: in the catalog, called like any other, its folder an argument."""
    asked("find the 2 largest files in ~/Documenti")

    promoted = metnos("paths", "promote", "pipeline:1", "--as", "find_largest", "--yes")

    assert promoted.exit_status == 0, promoted.stderr
    shown = metnos("executors", "show", "find_largest")
    assert shown.exit_status == 0
    assert metnos("paths", "promote", "pipeline:1", "--yes").exit_status == 0


def test_nothing_is_learnt_when_it_should_not_be(asked: Any, metnos: Metnos) -> None:
    """``--no-learn`` leaves the memory as it was."""
    metnos("ask", "--no-learn", "trova i pdf in ~/Documenti")

    assert metnos("paths", "list", "--json").json["total"] == 0
