"""One turn, three readers: they agree, they are clean, and they are readable at 40 columns."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from rich.console import Console as RichConsole

from metnos_cli.errors import ExitStatus
from metnos_cli.pipeline.record import turn_as_json
from metnos_cli.records import Outcome, Turn
from metnos_cli.ui.console import Console
from metnos_cli.ui.glyphs import UNICODE
from metnos_cli.ui.render import panels, plain
from metnos_cli.ui.render.entries import grid, shown_entries
from metnos_cli.ui.render.json import questions, render, turn_from_json
from tests.ui.turns import ENTRIES, JSON_VALUES, ROWS, TEXTS, a_failure, a_turn
from tests.ui.worlds import err, world

if TYPE_CHECKING:
    from metnos_cli.ui.render.sections import Depth
from metnos_cli.ui.show import show_panel

HOME = Path("/home/anna")
ESCAPES = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;[^\x1b]*\x1b\\")


def drawn(turn: Turn, width: int, depth: Depth = "full") -> str:
    """The panel as Rich draws it, styles included."""
    console = RichConsole(file=io.StringIO(), width=width, force_terminal=True, color_system="standard", emoji=False)
    console.print(panels.panel(turn, "it", UNICODE, width, depth))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def table(turn: Turn, width: int) -> str:
    """The entries as Rich draws them."""
    console = RichConsole(file=io.StringIO(), width=width, force_terminal=True, color_system="standard")
    found = grid(turn.outcome.entries, "it", HOME)
    assert found is not None
    console.print(panels.table(found, width, UNICODE))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


TOLD = (
    "canonical",
    "0.968 ≥ 0.95",
    "secondo 0.81",
    "azione",
    "${SLOT:path}",
    "~/Documenti",
    "find_files",
    "qwen-0.5b",
    "812",
    "metis",
    "canonical:12",
    "da read_files",
)


@pytest.mark.parametrize("told", TOLD)
def test_panel_and_plain_text_tell_the_same(told: str) -> None:
    """Layers with score and threshold, the runner-up, checks, placeholders, steps, model."""
    turn = a_turn()

    assert told in plain.panel(turn, "it", UNICODE, "full")
    assert told in " ".join(ESCAPES.sub("", drawn(turn, 200)).split())


def test_the_short_panel_leaves_out_what_did_not_matter() -> None:
    """Failed checks stay; passed ones of a miss, provenance and pool go."""
    shown = plain.panel(a_turn(), "it", UNICODE, "on")

    assert "azione" in shown
    assert "tool:read_files" not in shown
    assert "list_dirs" not in shown


@pytest.mark.parametrize("width", [20, 40, 60, 80, 200])
@pytest.mark.parametrize("depth", ["on", "full"])
def test_no_line_is_wider_than_the_terminal(width: int, depth: Depth) -> None:
    """Nor is anything lost: every word is there, in pieces if need be."""
    lines = ESCAPES.sub("", drawn(a_turn(), width, depth)).split("\n")

    assert max(len(line) for line in lines) <= width
    assert "find_files" in "".join(lines)


def test_the_ascii_panel_is_ascii() -> None:
    """Box and symbols; the words are the language's own."""
    here = world(encoding="ascii")
    show_panel(Console(here, "it"), a_turn(), "full")

    assert "canonical" in err(here)
    assert "0.968 >= 0.95" in " ".join(err(here).split())


def test_a_failure_is_told() -> None:
    """The error's class and sentence, under its step."""
    shown = plain.panel(a_failure(), "it", UNICODE, "on")

    assert "unavailable" in shown
    assert "senza risposta" in shown


def test_entries_link_to_their_files() -> None:
    """OSC 8 in a terminal; names with spaces are escaped in the address."""
    shown = table(a_turn(), 100)

    assert "file:///home/anna/Documenti/relazione%20annuale%20dei%20conti.pdf" in shown
    assert "~/Documenti/relazione annuale dei conti.pdf" in ESCAPES.sub("", shown)
    assert "1,2 MB" in shown
    assert "2026-11-29 18:22" in shown


def test_entries_at_40_columns_are_a_list() -> None:
    """A table would have no room for the names."""
    lines = ESCAPES.sub("", table(a_turn(), 40)).split("\n")

    assert max(len(line) for line in lines) <= 40
    assert "~/Documenti/relazione annuale dei" in lines[0]


def test_plain_entries_are_one_a_line_with_tabs() -> None:
    """As a pipe wants them."""
    lines = plain.answer(a_turn(), "it", HOME).split("\n")

    assert lines[0] == "File trovati: 2."
    assert lines[1] == "~/Documenti/relazione annuale dei conti.pdf\t1,2 MB\t2026-11-29 18:22"
    assert len(lines) == 3


def test_a_limit_is_told() -> None:
    """How many rows were left out."""
    assert "altre 1 righe" in plain.answer(a_turn(), "it", HOME, limit=1)


def test_texts_are_shown_as_texts_and_once() -> None:
    """A file's content is no table cell, and what the message says is not said again."""
    entries = ({"path": "/home/anna/nota.txt", "text": "prima riga\nseconda riga"},)

    assert plain.answer(a_turn("", entries), "it", HOME).endswith("nota.txt:\nprima riga\nseconda riga")
    told = plain.answer(a_turn("prima riga\nseconda riga", entries), "it", HOME)
    assert told.count("seconda riga") == 1


def test_a_count_needs_no_list_of_what_was_counted() -> None:
    """Groups of duplicates do."""
    turn = a_turn()
    counted = replace(turn, results=(replace(turn.results[0], tool="compute_files"),))

    assert shown_entries(counted) == ()
    grouped = replace(counted, outcome=replace(counted.outcome, entries=({**ENTRIES[0], "group": 1},)))
    assert len(shown_entries(grouped)) == 1


def test_a_turn_survives_its_json() -> None:
    """What was stored is shown as it was shown then."""
    turn = a_turn()
    again = turn_from_json(json.loads(render(turn)))

    assert turn_as_json(again) == turn_as_json(turn)
    assert plain.panel(again, "it", UNICODE, "full") == plain.panel(turn, "it", UNICODE, "full")
    assert plain.answer(again, "it", HOME) == plain.answer(turn, "it", HOME)


def test_a_failed_turn_survives_its_json() -> None:
    """With its error."""
    again = turn_from_json(json.loads(render(a_failure())))

    assert plain.panel(again, "it", UNICODE) == plain.panel(a_failure(), "it", UNICODE)


def test_the_json_begins_with_its_version() -> None:
    """So that a reader knows what it reads."""
    assert render(a_turn()).startswith('{"schema_version": 1, ')


def test_open_questions_as_json() -> None:
    """For a caller without a terminal."""
    question = {"var": "x", "prompt": "Quale?", "schema": {"kind": "text"}}
    outcome = Outcome("input_needed", ExitStatus.INPUT_NEEDED, "Quale?", questions=(question,))

    assert json.loads(questions(a_turn(outcome=outcome))) == {"schema_version": 1, "questions": [question]}


@given(ROWS, TEXTS, JSON_VALUES)
def test_nothing_shown_can_drive_a_terminal(rows: tuple[dict[str, object], ...], text: str, value: object) -> None:
    """No control character but line breaks and tabs, whatever files and pages hold."""
    base = a_turn(text, rows)
    step = replace(base.results[0], args={text: value}, tool=f"x{text}")
    turn = replace(base, results=(step,), trace=replace(base.trace, placeholders=((text, text, text),)))

    shown = plain.answer(turn, "it", HOME) + plain.panel(turn, "it", UNICODE, "full")
    styled = ESCAPES.sub("", drawn(turn, 80))

    for letter in shown + styled:
        assert letter in "\n\t" or not (ord(letter) < 32 or 127 <= ord(letter) < 160), repr(letter)


def test_markup_is_text() -> None:
    """Rich's tags and emoji codes are what somebody wrote, and nothing else."""
    hostile = "[red]rosso[/] :smile: [/]"
    shown = ESCAPES.sub(
        "", drawn(a_turn(learnt=(("x", {}),), results=(replace(a_turn().results[0], tool=hostile),)), 120)
    )

    assert hostile in shown


def test_a_column_called_name_is_shown_unless_it_repeats_the_path() -> None:
    """The rows of a table may have names of their own."""
    files = [{"path": "~/a.txt", "name": "a.txt", "size": 1}]
    table = [{"path": "~/costs.csv", "name": "light", "amount": 40}]

    told, of_table = grid(files, "en", Path("/home/x")), grid(table, "en", Path("/home/x"))
    assert told is not None
    assert of_table is not None
    assert told.heads == ("path", "size")
    assert of_table.heads == ("path", "name", "amount")


def test_where_a_value_came_from_is_told_in_words() -> None:
    """The person, or the executor of an earlier step; never a key."""
    shown = " ".join(drawn(a_turn(), 120).split())

    assert "path da te" in re.sub(ESCAPES, "", shown)
    assert "pattern da read_files" in re.sub(ESCAPES, "", shown)
