"""Arguments that the user types at the question: told at once what is wrong with them, and done once or not at all."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.errors import ExitStatus
from metnos_cli.ports import ConsentAnswer, ConsentQuestion
from tests.pipeline.test_turn import SUCCEED, Answers, Small, plan, small

if TYPE_CHECKING:
    from pathlib import Path

    from metnos_cli.records import Turn

__all__ = ["small"]

WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a missing file": ({"path": "~/nonc.log"}, "~/nonc.log non c'è."),
    "another type": ({"path": 7}, "path"),
}


class Script:
    """Answers in the order written; no, when it has run out."""

    def __init__(self, *answers: str | dict[str, Any]) -> None:
        self.answers = list(answers)
        self.questions: list[ConsentQuestion] = []

    def ask(self, question: ConsentQuestion) -> ConsentAnswer:
        self.questions.append(question)
        said = self.answers.pop(0) if self.answers else "no"
        return ConsentAnswer(said) if isinstance(said, str) else ConsentAnswer("edit", said)  # type: ignore[arg-type]


def asked(small: Small, *answers: str | dict[str, Any]) -> tuple[Turn, Script]:
    """A turn that would put ~/q.log in the trash, with another plan at hand that would do the same."""
    for name in ("q.log", "r.log"):
        (small.home / name).write_text(name)
    small.consent = script = Script(*answers)
    turn = small.turn(
        plan(("delete_files", {"path": "~/q.log"})), plan(("delete_files", {"path": "~", "pattern": "q.log"}))
    )
    return turn, script


@pytest.mark.parametrize("why", WRONG)
def test_what_is_wrong_with_a_typed_value_is_told_with_the_question(small: Small, why: str) -> None:
    """At once, or after a yes where only the doing tells; a no ends it, and nothing was done."""
    typed, told = WRONG[why]
    late = ["once"] if why == "a missing file" else []

    turn, script = asked(small, typed, *late, "no")

    assert [dict(question.args) for question in script.questions] == [
        {"path": "~/q.log"},
        typed,
        *([typed] * len(late)),
    ]
    assert script.questions[0].problem == ""
    assert told in script.questions[-1].problem
    assert turn.outcome.exit_status is ExitStatus.REFUSED
    assert "non ho fatto nulla" in turn.outcome.message
    assert (small.home / "q.log").exists()


def test_a_value_typed_again_is_done_once(small: Small) -> None:
    """Wrong, then right, then a yes: one act, of what was typed."""
    turn, script = asked(small, {"path": "~/nonc.log"}, {"path": "~/r.log"}, "once")

    assert turn.outcome.kind == "answered"
    assert len(script.questions) == 3
    assert (small.home / "q.log").exists()
    assert not (small.home / "r.log").exists()


def test_a_yes_to_a_typed_value_that_cannot_be_ends_in_its_own_reason(small: Small) -> None:
    """However often it is said: nothing else is done in its place."""
    turn, script = asked(small, {"path": "~/nonc.log"}, *["once"] * 20)

    assert len(script.questions) < 10
    assert "~/nonc.log non c'è." in turn.outcome.message
    assert {str(question.args["path"]) for question in script.questions[1:]} == {"~/nonc.log"}
    assert (small.home / "q.log").exists()


@pytest.mark.parametrize("typed", ["~/r.log", "~/q.log"])
def test_an_edited_call_is_asked_about_again_as_it_then_is(small: Small, typed: str) -> None:
    """The second question has the new arguments and names what they touch; also where the edit changed nothing."""
    turn, script = asked(small, {"path": typed}, "once")

    assert turn.outcome.kind == "answered"
    assert [question.again for question in script.questions] == [False, True]
    assert script.questions[1].args == {"path": typed}
    assert script.questions[1].targets == (typed,)
    assert {path.name for path in small.home.glob("*.log")} == {"q.log", "r.log"} - {typed.removeprefix("~/")}


@pytest.mark.parametrize("typed", ["~/r.log", "~/q.log"])
def test_editing_alone_is_no_yes(small: Small, typed: str) -> None:
    """A no after it does nothing, however often it was edited."""
    turn, script = asked(small, {"path": typed}, {"path": typed}, "no")

    assert turn.outcome.exit_status is ExitStatus.REFUSED
    assert len(script.questions) == 3
    assert {path.name for path in small.home.glob("*.log")} == {"q.log", "r.log"}


def test_what_nobody_understood_is_not_told_as_a_no(small: Small) -> None:
    """Nothing was done, and it is said why."""

    class Mumbling(Script):
        def ask(self, question: ConsentQuestion) -> ConsentAnswer:
            return ConsentAnswer("no", unclear=True)

    (small.home / "q.log").write_text("q")
    small.consent = Mumbling()

    turn = small.turn(plan(("delete_files", {"path": "~/q.log"})))

    assert "Non ho capito la risposta" in turn.outcome.message
    assert "Hai detto no" not in turn.outcome.message
    assert (small.home / "q.log").exists()


def sender(small: Small) -> Path:
    """An executor that sends, and the file in which it keeps what it was given."""
    seen = small.home / "seen.json"
    small.executor(
        "send_things",
        f"pathlib.Path({str(seen)!r}).write_text(json.dumps(args))\n{SUCCEED}",
        effect="send",
        args='path = { type = "string" }, count = { type = "integer" }, login = {}',
    )
    return seen


@pytest.mark.parametrize("path", ["~/a", "~/.ssh/id_rsa"])
def test_a_yes_makes_wrong_arguments_no_better(small: Small, path: str) -> None:
    """What does not fit is told again, or refused; it never reaches the program."""
    seen = sender(small)
    small.consent = Script({"path": path, "count": "many"}, "once", "once", "once", "once")

    turn = small.turn(plan(("send_things", {"path": "~/a", "count": 1})))

    assert turn.outcome.exit_status is not ExitStatus.ANSWERED
    assert not seen.exists()


def test_the_question_that_comes_back_tells_no_password(small: Small) -> None:
    """Not even where the program repeats what it was given."""
    small.dialog = Answers({"user": "anna", "password": "hunter2SECRET"})
    small.executor(
        "send_things",
        'json.dump({"error": {"class": "wrong_args", "message": "bad login " + str(args["login"])}}, sys.stdout)\n'
        "sys.exit(1)",
        effect="send",
        args='login = {}, note = { type = "string" }',
    )

    class Editing(Script):
        def ask(self, question: ConsentQuestion) -> ConsentAnswer:
            self.questions.append(question)
            first = len(self.questions) == 1
            if len(self.questions) == 2:
                return ConsentAnswer("once")
            return ConsentAnswer("edit", {**question.args, "note": "x"}) if first else ConsentAnswer("no")

    small.consent = script = Editing()
    asks = ("get_inputs", {"kind": "credentials", "prompt": "Chi?"})
    sends = ("send_things", {"login": "${step1.value}", "note": "a"})
    small.turn(plan(asks, sends), text="chiedimi le credenziali e poi manda tutto send_things")

    assert len(script.questions) > 2
    assert "hunter2SECRET" not in "".join(question.problem for question in script.questions)


def test_the_time_that_the_user_thinks_is_not_the_turns(small: Small) -> None:
    """Neither of the step nor of the whole."""

    class Thinking(Script):
        def ask(self, question: ConsentQuestion) -> ConsentAnswer:
            until = time.perf_counter() + 1.5
            while time.perf_counter() < until:
                pass
            return super().ask(question)

    (small.home / "q.log").write_text("q")
    started = time.perf_counter()
    small.consent = Thinking("once")

    turn = small.turn(plan(("delete_files", {"path": "~/q.log"})))

    took = time.perf_counter() - started
    assert turn.outcome.kind == "answered"
    assert turn.results[0].seconds <= turn.seconds <= took - 1.4
