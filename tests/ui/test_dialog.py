"""The ten kinds of question, typed at a plain terminal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli import messages
from metnos_cli.errors import InputNeeded, Interrupted
from metnos_cli.records import LANGS
from metnos_cli.ui.dialog import NoTerminalDialog, TerminalDialog
from tests.ui.worlds import err, world

if TYPE_CHECKING:
    from pathlib import Path

    from metnos_cli.records import Lang

COLOURS = ["rosso", "verde", "verdastro"]


def answer(typed: str, kind: str, folder: Path | None = None, **schema: Any) -> tuple[Any, str]:
    """What a question of ``kind`` gives for what was typed, and what was shown."""
    here = world(typed, METNOS_PLAIN="1", folder=folder)
    question = {"var": "x", "prompt": "Quale?", "schema": {"kind": kind, **schema}}
    return TerminalDialog(here, "it").ask([question])["x"], err(here)


@pytest.mark.parametrize(
    ("kind", "schema", "typed", "expected"),
    [
        ("text", {}, "ciao mondo\n", "ciao mondo"),
        ("text", {}, "\n\nciao\n", "ciao"),
        ("text", {"default": "Anna"}, "\n", "Anna"),
        ("text", {"optional": True}, "\n", None),
        ("location", {}, "Bologna\n", "Bologna"),
        ("yes_no", {}, "sì\n", True),
        ("yes_no", {}, "forse\nn\n", False),
        ("yes_no", {}, "Y\n", True),
        ("choice", {"choices": COLOURS}, "2\n", "verde"),
        ("choice", {"choices": COLOURS}, "ROSSO\n", "rosso"),
        ("choice", {"choices": COLOURS}, "r\n", "rosso"),
        ("choice", {"choices": COLOURS}, "verde\n", "verde"),
        ("choice", {"choices": COLOURS}, "ver\n3\n", "verdastro"),
        ("choice", {"choices": COLOURS}, "0\n4\n1\n", "rosso"),
        ("choice", {"choices": [{"value": 7, "label": "sette"}]}, "sette\n", 7),
        ("choice_with_preview", {"choices": [{"value": "a", "label": "A", "preview": "uno\ndue"}]}, "?1\n1\n", "a"),
        ("multi_choice", {"choices": COLOURS}, "1,3\n", ["rosso", "verdastro"]),
        ("multi_choice", {"choices": COLOURS}, "1-2, 2, rosso\n", ["rosso", "verde"]),
        ("multi_choice", {"choices": COLOURS}, "tutti\n", COLOURS),
        ("multi_choice", {"choices": COLOURS}, "3-9\n\n", []),
        ("number", {}, "12\n", 12),
        ("number", {}, "3,5\n", 3.5),
        ("number", {}, "-2\n", -2),
        ("number", {"minimum": 1, "maximum": 5}, "9\ndue\nnan\n5\n", 5),
        ("date", {}, "2026-12-24\n", "2026-12-24"),
        ("date", {}, "boh\n2026-12-24T09:30\n", "2026-12-24T09:30:00"),
        ("file_path", {}, "~/nota.txt\n", "~/nota.txt"),
        ("file_path", {}, "'/tmp/con spazi.txt'\n", "/tmp/con spazi.txt"),
        ("unknown_kind", {}, "x\n", "x"),
    ],
)
def test_an_answer_is_of_the_kind_asked_for(kind: str, schema: dict[str, Any], typed: str, expected: Any) -> None:
    """What does not fit is asked again."""
    assert answer(typed, kind, **schema)[0] == expected


def test_a_day_in_words() -> None:
    """Understood by the slots, relative to now (30 November 2026)."""
    assert answer("domani\n", "date")[0] == "2026-12-01"


def test_credentials_are_two_lines() -> None:
    """And the second is not echoed (there is no echo to see in a pipe: the prompt is there)."""
    told, shown = answer("anna\ns3greto\n", "credentials")

    assert told == {"user": "anna", "password": "s3greto"}
    assert "s3greto" not in shown


def test_a_file_that_must_exist(tmp_path: Path) -> None:
    """Asked again until it does; a relative path stands in the working folder."""
    (tmp_path / "c'è.txt").write_text("x")

    told, shown = answer("no.txt\nc'è.txt\n", "file_path", tmp_path, must_exist=True)

    assert told == str(tmp_path / "c'è.txt")
    assert "no.txt non esiste" in shown


def test_choices_are_numbered_and_previews_cut() -> None:
    """Four lines of a preview are three and a sign."""
    shown = answer("1\n", "choice_with_preview", choices=[{"value": 1, "label": "A\x1b[31m", "preview": "a\nb\nc\nd"}])[
        1
    ]

    assert "  1. A\n" in shown
    assert "       c\n       …\n" in shown


@pytest.mark.parametrize("typed", ["stop", "Stop", " STOP "])
def test_a_choice_may_be_a_word_that_otherwise_ends_the_question(typed: str) -> None:
    """However its letters are written."""
    assert answer(f"{typed}\n", "choice", choices=["Go", "Stop"])[0] == "Stop"


def test_several_questions_in_a_row() -> None:
    """Answers by variable."""
    here = world("Anna\n3\n", METNOS_PLAIN="1")
    questions = [
        {"var": "name", "prompt": "Nome?", "schema": {"kind": "text"}},
        {"var": "n", "prompt": "Quanti?", "schema": {"kind": "number"}},
    ]

    assert TerminalDialog(here, "it").ask(questions) == {"name": "Anna", "n": 3}


def test_the_end_of_input_ends_the_turn() -> None:
    """Ctrl-D at a question."""
    with pytest.raises(Interrupted):
        answer("", "text")


def test_without_a_terminal_the_questions_are_handed_back() -> None:
    """Exit status 3, and the questions as plain JSON."""
    question = {"var": "x", "prompt": "Quale?", "schema": {"kind": "text"}}

    with pytest.raises(InputNeeded) as caught:
        NoTerminalDialog().ask([question])

    assert caught.value.exit_status == 3
    assert json.loads(json.dumps(caught.value.facts["questions"])) == [question]


def test_words_given_for_a_path_are_asked_about_once_more(tmp_path: Path) -> None:
    """A new request typed as an answer is told as such; repeated, it is meant; what exists, or is quoted, is not."""
    told, shown = answer("apri il secondo\n~/a.txt\n", "file_path", tmp_path)
    assert told == "~/a.txt"
    assert "«apri il secondo» non è un file" in shown

    assert answer("lista spesa\nlista spesa\n", "file_path", tmp_path)[0] == str(tmp_path / "lista spesa")
    (tmp_path / "note casa").mkdir()
    for typed in ("note casa", "'una nuova'", "~/altra cartella"):
        assert "non è un file" not in answer(f"{typed}\n", "file_path", tmp_path)[1]


@pytest.mark.parametrize("lang", LANGS)
def test_no_question_shows_the_raw_name_of_an_argument(lang: Lang) -> None:
    """Whatever executor asks, in both languages."""
    for key in ("text", "number", "other", "named_dst_folder", "named_to"):
        assert "dst_folder" not in messages.text(lang, f"ask.{key}", name="dst_folder", tool="x")
    times = messages.text(lang, "terminator.again", times=2)
    assert "2th" not in times
