"""``bench grammar``: figures from scripted models, and what becomes of an interrupted measurement."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.bench.grammar import WITH, WITHOUT, Ways, grammar_report, load_requests, measure_grammar, trial_rows
from metnos_cli.errors import Interrupted, UsageError
from metnos_cli.executors.catalog import load_catalog
from metnos_cli.records import Completion, ModelUse

if TYPE_CHECKING:
    from pathlib import Path

    from metnos_cli.records import Prompt

SOUND = '{"steps":[{"tool":"get_now","args":{}}],"fillers":{},"final_message":""}'
WRONG = '{"steps":[{"tool":"get_now","args":{"colour":1}}],"fillers":{},"final_message":""}'


@dataclass
class Scripted:
    """A model that writes what it was told to, with and without a grammar; one token is only for warming up."""

    with_grammar: str = SOUND
    without: tuple[str, ...] = ("no plan",)
    stop_after: int = 10_000
    asked: list[tuple[str, bool]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Its name."""
        return "scripted"

    def complete(self, prompt: Prompt, *, grammar: str | None = None, max_tokens: int = 512, **_: Any) -> Completion:
        """See ``ports.LanguageModel``."""
        if max_tokens > 1:
            self.asked.append((prompt.suffix, grammar is not None))
            if len(self.asked) > self.stop_after:
                raise Interrupted
        free = [asked for asked in self.asked if not asked[1]]
        text = self.with_grammar if grammar else self.without[(len(free) - 1) % len(self.without)]
        return Completion(text, ModelUse("scripted", "plan", 100, 20, 0.5))


def cases_of(tmp_path: Path, *rows: dict[str, Any]) -> Any:
    """A file of requests, read."""
    path = tmp_path / "requests.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return load_requests(path)


NOW = {"request": "che ore sono?", "lang": "it", "class": "simple", "expect": {"tools": ["get_now"]}}
VAGUE = {"request": "dimmi data e ora", "lang": "it", "class": "ambiguous", "expect": {"tools": []}}


def test_there_are_ten_bundled_requests_in_four_classes_and_two_languages() -> None:
    """All of them name executors that exist."""
    cases = load_requests()
    names = {manifest.name for manifest in load_catalog(())}

    assert len(cases) == 10
    assert {case.kind for case in cases} == {"simple", "medium", "complex", "ambiguous"}
    assert {case.lang for case in cases} == {"it", "en"}
    assert {tool for case in cases for tools in case.tools for tool in tools} <= names


def test_figures_with_and_without_are_beside_each_other(tmp_path: Path) -> None:
    """A plan under the grammar, none without it."""
    cases = cases_of(tmp_path, NOW, VAGUE)
    trials, complete = measure_grammar(Scripted(), load_catalog(()), cases, Ways(runs=2))
    report = grammar_report(trials)

    assert complete
    assert len(trials) == 8
    assert report[WITH]["overall"] | {"seconds_median": 0, "seconds_p95": 0} == {
        "trials": 4, "convergence": 1.0, "right_tools": 1.0, "valid_args": 1.0, "reproposals": 0, "tokens": 20.0,
        "seconds_median": 0, "seconds_p95": 0,
    }  # fmt: skip
    assert report[WITHOUT]["overall"]["convergence"] == 0.0
    assert report[WITHOUT]["by_class"]["simple"]["reproposals"] == 2
    assert report[WITHOUT]["by_request"]["dimmi data e ora"]["right_tools"] is None
    assert [row["grammar"] for row in trial_rows(trials)] == [True, False] * 4


def test_a_refused_proposal_is_asked_for_again_with_its_errors(tmp_path: Path) -> None:
    """Without a grammar the first answer has an argument that does not exist, the second is sound, in prose."""
    model = Scripted(without=(WRONG, f"Ecco il piano: {SOUND} Fatto."))
    trials, _ = measure_grammar(model, load_catalog(()), cases_of(tmp_path, NOW), Ways(runs=1, modes=(WITHOUT,)))
    trial = trials[0]

    assert (trial.converged, trial.right_tools, trial.valid_args, trial.reproposals, trial.tokens) == (
        True,
        True,
        False,
        1,
        40,
    )
    assert "colour" not in model.asked[0][0]
    assert "colour" in model.asked[1][0]


def test_an_interrupted_measurement_keeps_what_was_done(tmp_path: Path) -> None:
    """Ctrl-C in the third completion leaves two trials and their figures."""
    trials, complete = measure_grammar(
        Scripted(without=(SOUND,), stop_after=2), load_catalog(()), cases_of(tmp_path, NOW, VAGUE), Ways(runs=3)
    )

    assert not complete
    assert [trial.mode for trial in trials] == [WITH, WITHOUT]
    assert grammar_report(trials)[WITH]["overall"]["trials"] == 1
    assert grammar_report([]) == {}


def test_a_file_that_is_no_list_of_requests_is_refused(tmp_path: Path) -> None:
    """With its line."""
    path = tmp_path / "bad.jsonl"
    path.write_text('{"request": "x"}\n', encoding="utf-8")

    with pytest.raises(UsageError) as raised:
        load_requests(path)
    assert raised.value.facts["line"] == 1
