"""A question asks for an answer and no more: commands, words that leave it, and the keys that edit a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from metnos_cli.errors import Interrupted
from metnos_cli.ui.answers import CANCEL, KINDS
from metnos_cli.ui.consent import ASKED_AT_MOST
from metnos_cli.ui.console import Console
from metnos_cli.ui.reading import Leaving, LineReader
from metnos_cli.ui.repl.commands import CONTROL, TABLE, command_in
from tests.ui.repl.test_chat import Opener, chat
from tests.ui.test_consent import DELETE, OVERWRITE, ConsentAnswer, asked
from tests.ui.test_dialog import answer
from tests.ui.worlds import world

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["chat"]

WANTED = "Che cosa volevi?"
QUESTIONS = {
    kind: json.dumps([{"var": "x", "prompt": "Quale?", "schema": {"kind": kind}}]) for kind in ("text", "file_path")
}
ASKING = {
    **{f"a question of kind {kind}": (f"chiedi {told}", "Quale?") for kind, told in QUESTIONS.items()},
    "a yes": ("cancella x", "[N]o ›"),
}


@pytest.mark.parametrize("where", ASKING)
def test_a_command_leaves_the_question_and_runs(chat: Opener, where: str) -> None:
    """Nothing is done of what was asked about."""
    request, question = ASKING[where]
    screen = chat().ready().enter(request).wait(question)

    screen.enter("/tasks").wait("<comando tasks list>").ready()

    assert "Fermato qui." in screen.text
    assert "Scritto" not in screen.text
    assert "Risposte" not in screen.text


def test_a_command_leaves_the_question_what_was_wanted(chat: Opener) -> None:
    """It was not wanted; no judgement is made of it."""
    screen = chat().ready().enter("ciao").wait("Risposta 1").ready().send("\x18").wait(WANTED)

    screen.enter("/stats").wait("<comando stats>").ready()

    assert "<no" not in screen.text


def test_leaving_for_good_at_a_question(chat: Opener) -> None:
    """``/quit`` is a command like the others."""
    screen = chat().ready().enter(f"chiedi {QUESTIONS['text']}").wait("Quale?")

    assert screen.enter("/quit").end() == 0


def test_a_path_is_an_answer_though_it_begins_with_a_slash(chat: Opener, home: Path) -> None:
    """Only whole commands are commands."""
    screen = chat().ready().enter(f"chiedi {QUESTIONS['file_path']}").wait("Quale?")

    screen.enter("/etc/hosts").wait("/etc/hosts", "Risposte").ready()


@pytest.mark.parametrize("typed", [f"/{row.name}" for row in TABLE])
def test_every_command_is_known_to_a_question(typed: str) -> None:
    """With a conversation around it; without one it is an answer."""
    for leaving in (Leaving(lambda line: line.startswith("/")), None):
        console = Console(world(f"{typed}\n", METNOS_PLAIN="1"), "it")
        console.leaving = leaving
        if leaving is None:
            assert LineReader(console).read("? ") == typed
            continue
        with pytest.raises(Interrupted):
            LineReader(console).read("? ")
        assert leaving.take() == typed
        assert leaving.take() == ""


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "credentials"])
@pytest.mark.parametrize("word", sorted(CANCEL))
def test_a_word_that_leaves_answers_no_question(kind: str, word: str) -> None:
    """Whatever is asked for."""
    with pytest.raises(Interrupted):
        answer(f"{word}\n", kind, choices=["rosso", "verde"])


@pytest.mark.parametrize("word", sorted(CANCEL))
def test_a_word_that_leaves_is_a_no(word: str) -> None:
    """At once, and without a word about choices."""
    given, shown = asked(f"{word.upper()}\n", DELETE)

    assert given == ConsentAnswer("no")
    assert "Non ho capito" not in shown


@pytest.mark.parametrize("question", [DELETE, OVERWRITE])
def test_what_is_not_understood_names_the_choices_there_are(question: object) -> None:
    """And no others."""
    _, shown = asked("boh\n" * ASKED_AT_MOST, question)  # type: ignore[arg-type]

    assert shown.count("Non ho capito") == ASKED_AT_MOST
    assert "sempre" not in shown
    assert "[N]o" in shown


def test_what_is_typed_at_a_question_can_be_edited(chat: Opener) -> None:
    """Left, Ctrl-A and Ctrl-L move and redraw; they are not part of the answer."""
    screen = chat().ready().enter("ciao").wait("Risposta 1").ready().send("\x18").wait(WANTED)

    screen.send("ose").send("\x1b[D" * 3).send("\x0c").send("c").send("\x01").send("le ").enter()

    screen.wait("le cose>").ready()
    assert "^[[D" not in screen.text
    assert "^L" not in screen.text


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("exit", "quit"),
        ("Esci.", "quit"),
        ("QUIT", "quit"),
        ("ripeti", "again"),
        ("again", "again"),
        ("undo", "undo"),
        ("annulla!", "undo"),
        ("torna indietro", "undo"),
    ],
)
def test_a_whole_line_may_name_a_command(typed: str, name: str) -> None:
    """In either language, however it is written."""
    assert command_in(typed) == name


@pytest.mark.parametrize("phrase", [*CONTROL, "stop", "basta", "lascia perdere"])
def test_a_word_inside_a_request_names_none(phrase: str) -> None:
    """Only whole lines do."""
    assert command_in(f"{phrase} la riunione di domani") == ""
    assert command_in(f"trova {phrase}") == ""


def test_control_words_in_a_conversation(chat: Opener) -> None:
    """The last request again, undo, and out."""
    screen = chat().ready().enter("ciao").wait("Risposta 1").ready()

    screen.enter("ripeti").wait("Risposta 2").ready()
    screen.enter("annulla").wait("<comando undo>").ready()

    assert screen.enter("esci").end() == 0
