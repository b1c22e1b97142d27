"""A finished turn on the two streams."""

from __future__ import annotations

import json
from pathlib import Path

from metnos_cli.config.load import load_settings
from metnos_cli.environment import Environment
from metnos_cli.errors import ExitStatus
from metnos_cli.records import Outcome, Turn
from metnos_cli.ui.show import show_turn
from tests.ui.turns import ENTRIES, a_failure, a_turn
from tests.ui.worlds import err, out, world


def shown(turn: Turn, here: Environment, *, explain: bool = False) -> tuple[str, str]:
    """stdout and stderr of one shot."""
    show_turn(here, load_settings(here), turn, explain=explain)
    return out(here), err(here)


def test_a_pipe_gets_the_answer_and_every_row(tmp_path: Path) -> None:
    """Nothing but text, whatever ``ui.rows`` says; notes go to stderr."""
    here = world(terminal=False, METNOS_UI_ROWS="1", METNOS_LANG="it")

    answer, rest = shown(a_turn(), here)

    assert answer.splitlines()[0] == "File trovati: 2."
    assert len(answer.splitlines()) == 3
    assert "\x1b" not in answer + rest
    assert len(rest.splitlines()) == 1


def test_explaining_adds_the_whole_cascade_on_stderr() -> None:
    """The answer stays what it was."""
    here = world(terminal=False, METNOS_LANG="it")

    answer, rest = shown(a_turn(), here, explain=True)

    assert answer.splitlines()[0] == "File trovati: 2."
    assert "0.968 ≥ 0.95" in rest


def test_an_end_that_is_no_answer_leaves_stdout_empty() -> None:
    """Cause and action are on stderr."""
    answer, rest = shown(a_failure(), world(terminal=False))

    assert answer == ""
    assert rest.startswith("Non risponde. Riprova più tardi.")


def test_what_was_done_before_the_end_is_still_shown() -> None:
    """Rows on stdout, the cause on stderr."""
    outcome = Outcome("dead_end", ExitStatus.DEAD_END, "Non tutti.", ENTRIES)

    answer, rest = shown(a_turn(outcome=outcome), world(terminal=False))

    assert "Non tutti." not in answer
    assert "b.pdf" in answer
    assert rest.startswith("Non tutti.")


def test_open_questions_are_json_without_a_terminal() -> None:
    """For the caller to answer."""
    question = {"var": "x", "prompt": "Quale?", "schema": {"kind": "text"}}
    outcome = Outcome("input_needed", ExitStatus.INPUT_NEEDED, "Mi serve una risposta.", questions=(question,))

    answer, rest = shown(a_turn(outcome=outcome), world(terminal=False))

    assert json.loads(answer)["questions"] == [question]
    assert rest.startswith("Mi serve una risposta.")


def test_a_terminal_gets_a_table_up_to_its_rows() -> None:
    """With links; how many rows are left out is said on stderr."""
    here = world(METNOS_UI_ROWS="1", METNOS_LANG="it", COLUMNS="100")

    answer, rest = shown(a_turn(), here)

    assert "\x1b]8;" in answer
    assert "b.pdf" not in answer
    assert "altre 1 righe" in rest


def test_the_panel_of_a_terminal_is_drawn() -> None:
    """In a box, on stderr."""
    assert "╭" in shown(a_turn(), world(COLUMNS="100"), explain=True)[1]
