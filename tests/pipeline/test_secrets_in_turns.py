"""What is typed in secret reaches the executor that needs it, and nothing that is kept, printed or shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from metnos_cli.errors import ErrorClass
from metnos_cli.pipeline.turn import take_turn
from metnos_cli.ports import ConsentAnswer, ConsentQuestion
from metnos_cli.records import Abstention, Framework, Step, Turn
from metnos_cli.ui.consent import question_lines
from metnos_cli.ui.glyphs import ASCII
from metnos_cli.ui.render import json as as_json
from metnos_cli.ui.render.sections import sections
from tests.pipeline.test_turn import SUCCEED, Answers, Scripted, Small, Yes, interrupt_at_first_file, plan

SECRET = 'hùnter2 "SECRET"'
LOGIN = {"user": "anna", "password": SECRET}
ARGS = 'login = {}, note = { type = "string" }, from_step = { type = "integer" }'
ECHO = SUCCEED.replace('{"name": "one"}', '{"name": json.dumps(args), "text": str(args)}')
COMPLAIN = """json.dump({"error": {"class": "unavailable", "message": "bad login " + str(args["login"])}}, sys.stdout)
sys.exit(1)"""
PARTLY = """json.dump({"ok_count": 1, "error_count": 1, "entries": [],
"errors": [{"item": args["login"]["password"], "error_class": "denied", "message": "no " + args["login"]["password"]}],
"said": args}, sys.stdout)"""
ASK = ("get_inputs", {"kind": "credentials", "prompt": "Chi sei?"})
TEXT = "chiedimi le credenziali e poi manda tutto"
GIVEN = {"login": "${step1.value}"}
WRITTEN = {"login": "entra con ${step1.value}", "note": "la parola è ${step1.value}"}


BODIES = {
    "login_things": (ECHO, "read"),
    "send_things": (ECHO, "send"),
    "fail_things": (COMPLAIN, "read"),
    "half_things": (PARTLY, "read"),
}


@pytest.fixture
def small(home: Path) -> Iterator[Small]:
    """A home whose user types a password when asked."""
    made = Small(home)
    made.dialog = Answers(LOGIN)
    yield made
    made.world.close()


def turn_of(small: Small, *steps: tuple[str, dict[str, Any]], message: str = "") -> Turn:
    """One turn with this plan, for a request that asks for a question."""
    for tool, _ in steps:
        if tool in BODIES and not (small.home / ".config/metnos/executors" / tool).exists():
            small.executor(tool, BODIES[tool][0], effect=BODIES[tool][1], args=ARGS)
    return small.turn(plan(*steps, message=message), text=f"{TEXT}: {' '.join(tool for tool, _ in steps)}")


def leaks(turn: Turn, small: Small) -> list[str]:
    """Where the secret can be read: the turn itself, its JSON, its panel, and every file below the home."""
    told = {
        "turn": repr(turn),
        "json": as_json.render(turn),
        "panel": "\n".join(
            f"{row.label} {row.text}" for part in sections(turn, "it", ASCII, "full") for row in part.rows
        ),
    }
    small.world.close()
    files = {str(path): path.read_bytes() for path in small.home.rglob("*") if path.is_file()}
    forms = {"SECRET", "hùnter2", "h\\u00f9nter2", "h%C3%B9nter2"}
    found = [name for name, text in told.items() if any(form in text for form in forms)]
    return found + [name for name, data in files.items() if any(form.encode() in data for form in forms)]


@pytest.mark.parametrize("step", ["login_things", "send_things", "half_things", "fail_things"])
@pytest.mark.parametrize("args", [GIVEN, WRITTEN])
@pytest.mark.parametrize("message", ["", "Entrato con ${step1.value} e ${step2.said}."])
def test_a_password_asked_for_is_not_kept_or_shown(small: Small, step: str, args: dict[str, Any], message: str) -> None:
    """Whatever the executor does with it: answer with it, send it, complain of it, fail in part."""
    small.consent = Yes()

    turn = turn_of(small, ASK, (step, args), message=message)

    assert turn.results[1].tool == step
    assert leaks(turn, small) == []


def test_the_executor_gets_the_password(small: Small) -> None:
    """What is hidden afterwards was there when it was needed."""
    seen = small.home / "seen.json"
    small.executor("take_things", f"pathlib.Path({str(seen)!r}).write_text(json.dumps(args))\n{SUCCEED}", args=ARGS)

    turn = turn_of(small, ASK, ("take_things", GIVEN))

    assert json.loads(seen.read_text()) == {"login": LOGIN}
    assert turn.results[1].args == {"login": {"user": "anna", "password": "***"}}
    assert turn.trace.placeholders[0][1] == "***"


def test_the_entries_of_a_step_are_cleaned_too(small: Small) -> None:
    """A row that names the password, and a step that takes such rows."""
    turn = turn_of(small, ASK, ("login_things", GIVEN), ("login_things", {"from_step": 2}))

    assert len(turn.outcome.entries) == 1
    assert leaks(turn, small) == []


def test_a_draft_completed_by_a_password_is_not_kept_or_shown(small: Small) -> None:
    """A proposer's own question for credentials; the plan that the answer completes is not learnt either."""
    small.executor("login_things", ECHO, args=ARGS)
    draft = Framework((Step("login_things", {"login": "${ARG:login}"}),))
    asked = {"var": "login", "prompt": "Chi sei?", "schema": {"kind": "credentials"}}

    turn = small.turn(Abstention("missing", ErrorClass.MISSING_INPUT, questions=(asked,), draft=draft))

    assert turn.outcome.kind == "answered"
    assert turn.learnt == ()
    assert leaks(turn, small) == []


def test_a_missing_password_that_is_asked_for_is_not_kept_or_shown(small: Small) -> None:
    """An executor that says which argument it needs, and that it is secret."""
    needs = """if "login" not in args:
    json.dump({"error": {"class": "missing_input", "arg": "login", "kind": "credentials",
    "facts": {"arg": "login", "kind": "credentials"}, "message": "who?"}}, sys.stdout)
    sys.exit(1)
"""
    small.executor("need_things", needs + ECHO, args=ARGS)

    turn = small.turn(plan(("need_things", {})))

    assert turn.learnt == ()
    assert leaks(turn, small) == []


def test_a_turn_stopped_midway_is_cleaned_too(small: Small) -> None:
    """Ctrl-C while the step with the password runs."""
    small.world.__dict__["_proposer"] = Scripted(plan(ASK, ("copy_files", {"path": "~/a", "dst": "~/${step1.value}"})))
    (small.home / "a").write_text("x")
    ports = small.world.ports(consent=Yes(), dialog=small.dialog, told=interrupt_at_first_file)

    turn = take_turn(small.world.understand(TEXT), ports)

    assert turn.outcome.kind == "cancelled"
    assert "SECRET" not in repr(turn)


def test_consent_shows_stars_and_an_edit_keeps_the_password(small: Small) -> None:
    """The question does not show it; what the user leaves as stars is sent as it was typed."""
    seen = small.home / "seen.json"
    small.executor(
        "send_things",
        f"pathlib.Path({str(seen)!r}).write_text(json.dumps(args))\n{SUCCEED}",
        args=ARGS,
        effect="send",
    )

    class Editing(Yes):
        def ask(self, question: ConsentQuestion) -> ConsentAnswer:
            said = super().ask(question)
            return said if question.again else ConsentAnswer("edit", {**question.args, "note": "other"})

    small.consent = Editing()

    turn_of(small, ASK, ("send_things", {**GIVEN, "note": "first"}))

    shown = "\n".join(question_lines(small.consent.questions[0], "it"))
    assert "SECRET" not in shown
    assert "***" in shown
    assert json.loads(seen.read_text()) == {"login": LOGIN, "note": "other"}


def test_an_ordinary_answer_is_shown_as_it_is(small: Small) -> None:
    """Only what is secret is hidden."""
    small.dialog = Answers("Roma")

    turn = turn_of(
        small, ("get_inputs", {"kind": "text", "prompt": "Dove?"}), ("login_things", {"note": "${step1.value}"})
    )

    assert turn.results[1].args == {"note": "Roma"}
    assert turn.trace.placeholders[0][1] == "Roma"
