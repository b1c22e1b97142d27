"""The plan bench: what is counted as right, and that the rules reach what is promised on the bundled set."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from metnos_cli.bench.plan import figures, load_cases, measure, report
from metnos_cli.errors import UsageError
from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.plan.proposer.simple import SimpleProposer
from tests.plan.asking import bundled
from tests.plan.scripted import ScriptedModel, written

READ: dict[str, Any] = {
    "request": "leggi ~/note.txt",
    "lang": "it",
    "expect": {"tools": ["read_files"], "args": {"path": "~/note.txt"}},
}


def file_of(folder: Path, *lines: Any) -> Path:
    path = folder / "requests.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + "\n")
    return path


def verdicts(path: Path, *texts: str) -> list[str]:
    proposer = SimpleProposer(ScriptedModel(*texts), offline=OfflineProposer(tuple(bundled())))
    return [answer.verdict for answer in measure(proposer, bundled(), load_cases(path))]


def test_bundled_set_is_what_it_says() -> None:
    """Sixty requests in both languages: twenty simple, twenty-five of two steps, fifteen complex or unanswerable."""
    cases = load_cases()

    counts = Counter(case.kind for case in cases)
    assert (counts["simple"], counts["two-step"], counts["complex"] + counts["unanswerable"]) == (20, 25, 15)
    assert abs(Counter(case.lang for case in cases)["it"] - 30) <= 3


def test_rules_keep_their_promise() -> None:
    """On the bundled set: right tools in four of five, wrong in one of twenty at most, every plan valid."""
    answers = measure(OfflineProposer(tuple(bundled())), bundled(), load_cases())

    told = figures(answers)
    assert told["right_tools"] >= 0.8
    assert told["wrong"] <= 0.05
    assert told["valid"] == 1.0


@pytest.mark.parametrize(
    ("step", "verdict"),
    [
        (("read_files", {"path": "~/note.txt"}), "right"),
        (("read_files", {"path": "~/NOTE.txt/"}), "right"),
        (("read_files", {"path": "~/other.txt"}), "wrong_args"),
        (("list_dirs", {"path": "~/note.txt"}), "wrong"),
    ],
)
def test_verdicts(tmp_path: Path, step: tuple[str, dict[str, Any]], verdict: str) -> None:
    """Tools first, then arguments as people compare them."""
    assert verdicts(file_of(tmp_path, READ), written(step)) == [verdict]


def test_other_right_sequences_count(tmp_path: Path) -> None:
    """More than one way may be right."""
    case = {**READ, "expect": {"tools": ["find_files", "read_files"], "or": [["read_files"]]}}

    assert verdicts(file_of(tmp_path, case), written(("read_files", {"path": "~/note.txt"}))) == ["right"]


@pytest.mark.parametrize(
    "expect", [{"outcome": "honest_end"}, {"outcome": "question"}, {"tools": []}, {"tools": ["request_new_executor"]}]
)
def test_an_end_can_be_what_is_right(tmp_path: Path, expect: dict[str, Any]) -> None:
    """Where there is no plan, an abstention is right and a plan is wrong."""
    path = file_of(
        tmp_path,
        {"request": "traduci ~/a.txt in tedesco", "lang": "it", "expect": expect},
        {"request": "leggi ~/a.txt", "lang": "it", "expect": expect},
    )

    assert verdicts(path, written(("read_files", {"path": "~/a.txt"}))) == ["right", "wrong"]


def test_second_attempt_is_told_the_errors(tmp_path: Path) -> None:
    """As in a turn, a refused plan is asked for once more."""
    model = ScriptedModel(written(("read_files", {})), written(("read_files", {"path": "~/note.txt"})))
    proposer = SimpleProposer(model, offline=OfflineProposer(tuple(bundled())))

    (answer,) = measure(proposer, bundled(), load_cases(file_of(tmp_path, READ)))
    assert (answer.verdict, answer.valid, answer.attempts) == ("right", True, 2)
    assert "Refused before" in model.prompts[1].suffix


@pytest.mark.parametrize("line", ["{", '{"request": "x"}', "[]", '{"request": "x", "expect": []}'])
def test_wrong_line_is_named(tmp_path: Path, line: str) -> None:
    """File and line of a case that cannot be read."""
    with pytest.raises(UsageError) as wrong:
        load_cases(file_of(tmp_path, READ, line))

    assert wrong.value.facts["line"] == 2


def test_report_names_what_was_not_right(tmp_path: Path) -> None:
    """Figures overall, by class and language, and the requests to look at."""
    proposer = SimpleProposer(ScriptedModel(written(("list_dirs", {"path": "~/x"}))), offline=OfflineProposer())

    told = report(measure(proposer, bundled(), load_cases(file_of(tmp_path, READ))))
    assert told["overall"]["wrong"] == 1.0
    assert told["by_class"].keys() == {"all"}
    assert [one["request"] for one in told["not_right"]] == ["leggi ~/note.txt"]
