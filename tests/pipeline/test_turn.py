"""A whole turn over real parts; only the proposer is scripted, so that each test says which plan is run."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from metnos_cli.cli.globals import Globals
from metnos_cli.cli.wiring import World
from metnos_cli.environment import Environment
from metnos_cli.errors import ErrorClass, ExitStatus, InputNeeded
from metnos_cli.pipeline.turn import take_turn
from metnos_cli.ports import ConsentAnswer, ConsentQuestion, ProposalRequest
from metnos_cli.records import Abstention, Framework, ModelUse, Proposal, Step, Turn
from metnos_cli.store import gaps, turns
from metnos_cli.ui.consent import NoTerminalConsent
from metnos_cli.ui.dialog import NoTerminalDialog

SCRIPT = """#!{python}
import json, pathlib, sys
args = json.load(sys.stdin)
log = pathlib.Path({log!r})
with log.open("a") as file:
    file.write({name!r} + "\\n")
{body}
"""
FAIL = """json.dump({{"error": {{"class": {error_class!r}, "message": "cannot"}}}}, sys.stdout)
sys.exit(1)"""
SUCCEED = 'json.dump({"ok_count": 1, "error_count": 0, "entries": [{"name": "one"}], "said": args}, sys.stdout)'


class Scripted:
    """Gives its plans in order; remembers what it was asked."""

    name = "scripted"

    def __init__(self, *answers: Proposal | Abstention) -> None:
        self.answers = list(answers)
        self.asked: list[ProposalRequest] = []

    def propose(self, asked: ProposalRequest, used: Callable[[ModelUse], None]) -> Proposal | Abstention:
        self.asked.append(asked)
        return self.answers.pop(0) if self.answers else Abstention("no_plan", ErrorClass.OUT_OF_SCOPE)


class Yes:
    """Consents, and remembers to what."""

    def __init__(self, choice: str = "once") -> None:
        self.choice = choice
        self.questions: list[ConsentQuestion] = []

    def ask(self, question: ConsentQuestion) -> ConsentAnswer:
        self.questions.append(question)
        return ConsentAnswer(self.choice)  # type: ignore[arg-type]


class Answers:
    """Answers every question with the same value."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.asked: list[Mapping[str, Any]] = []

    def ask(self, questions: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        self.asked += questions
        return {str(question["var"]): self.value for question in questions}


class Small:
    """A home with executors of its own and a way to run one turn."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.log = home / "called.log"
        self.proposer = Scripted()
        self.consent: Any = NoTerminalConsent()
        self.dialog: Any = NoTerminalDialog()
        environment = Environment.real().replace(variables=dict(os.environ), home=home, cwd=home)
        self.world = World(environment, Globals(lang="it"))
        self.world.flags |= {"engine.pool_size": 40, "engine.proposer": "offline"}

    def executor(self, name: str, body: str, *, effect: str = "read", args: str = "") -> None:
        """A real program in the user's folder."""
        folder = self.home / ".config/metnos/executors" / name
        folder.mkdir(parents=True)
        program = folder / "run"
        program.write_text(SCRIPT.format(python=sys.executable, log=str(self.log), name=name, body=body))
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        (folder / "manifest.toml").write_text(
            f"""name = "{name}"
version = "1"
effect = "{effect}"
description = {{ it = "x", en = "x" }}
affinity = {{ it = ["{name}"], en = ["{name}"] }}
message = {{ it = "Fatto ${{ok_count}}.", en = "Done ${{ok_count}}." }}
args = {{ properties = {{ {args} }} }}
result = {{ properties = {{ entries = {{ type = "array" }}, said = {{ type = "object" }} }} }}
run = {{ command = ["run"], timeout_s = 20 }}
"""
        )

    def turn(self, *answers: Proposal | Abstention, text: str = "qualcosa di mai visto prima") -> Turn:
        """One turn with these plans."""
        self.proposer = Scripted(*answers)
        self.world.__dict__["_proposer"] = self.proposer
        ports = self.world.ports(consent=self.consent, dialog=self.dialog, told=lambda _event: None)
        return take_turn(self.world.understand(text), ports)

    @property
    def called(self) -> list[str]:
        """Executors that really ran, in order."""
        return self.log.read_text().split() if self.log.exists() else []


@pytest.fixture
def small(home: Path) -> Iterator[Small]:
    """A home of its own."""
    made = Small(home)
    yield made
    made.world.close()


def plan(*steps: tuple[str, dict[str, Any]], message: str = "") -> Proposal:
    """A proposal in short."""
    return Proposal(Framework(tuple(Step(tool, args) for tool, args in steps), final_message=message))


def test_a_plan_runs_and_is_recorded(small: Small) -> None:
    """Answered, told in the executor's words, in the database."""
    small.executor("work_things", SUCCEED)

    turn = small.turn(plan(("work_things", {})))

    assert (turn.outcome.kind, turn.outcome.message) == ("answered", "Fatto 1.")
    stored = turns.latest(small.world.database.read())[0]
    assert (stored.id, stored.outcome, stored.layer) == (turn.id, "answered", "engine")


def test_a_result_reaches_the_next_step(small: Small) -> None:
    """Entries by ``from_step``, fields by ``${stepN.field}``, and the message over both."""
    small.executor("find_things", SUCCEED)
    small.executor("use_things", SUCCEED, args='from_step = { type = "integer" }, note = { type = "string" }')

    turn = small.turn(
        plan(
            ("find_things", {}),
            ("use_things", {"from_step": 1, "note": "ne ho ${step1.ok_count}"}),
            message="Usate ${step2.ok_count} cose.",
        )
    )

    assert turn.outcome.message == "Usate 1 cose."
    assert turn.results[1].result is not None
    assert turn.results[1].result["said"] == {"note": "ne ho 1", "entries": [{"name": "one"}]}
    assert turn.results[1].provenance == {"entries": "tool:find_things", "note": "tool:find_things"}


def test_what_two_steps_tell_side_by_side_is_shown(small: Small) -> None:
    """The entries of both, where the message speaks of both; else those of the last."""
    small.executor("find_things", SUCCEED, args='path = { type = "string" }')
    steps = (("find_things", {"path": "a"}), ("find_things", {"path": "b"}))

    both = small.turn(plan(*steps, message="${step1.ok_count} e ${step2.ok_count}"))
    last = small.turn(plan(*steps, message="${step2.ok_count}"), text="un'altra cosa mai vista")

    assert (both.outcome.message, len(both.outcome.entries)) == ("1 e 1", 2)
    assert len(last.outcome.entries) == 1


@pytest.mark.parametrize(
    "bad", [("no_such_tool", {}), ("work_things", {"wrong": 1}), ("work_things", {"from_step": 2})]
)
def test_what_the_validator_refuses_never_runs(small: Small, bad: tuple[str, dict[str, Any]]) -> None:
    """Asked once more with every error told; then an honest end; nothing was called."""
    small.executor("work_things", SUCCEED)

    turn = small.turn(plan(bad), plan(bad), plan(bad), plan(bad))

    assert turn.outcome.kind == "dead_end"
    assert small.called == []
    assert len(small.proposer.asked) == 2
    assert small.proposer.asked[1].errors


def test_a_refused_plan_may_be_followed_by_a_good_one(small: Small) -> None:
    """The second proposal is run."""
    small.executor("work_things", SUCCEED)

    turn = small.turn(plan(("no_such_tool", {})), plan(("work_things", {})))

    assert turn.outcome.kind == "answered"
    assert small.called == ["work_things"]


@pytest.mark.parametrize("effect", ["delete", "send"])
def test_an_effect_without_a_terminal_is_refused(small: Small, effect: str) -> None:
    """Exit 4 and nothing called: a plan does not pass the vaglio by being valid."""
    small.executor("spoil_things", SUCCEED, effect=effect)

    turn = small.turn(plan(("spoil_things", {})))

    assert turn.outcome.exit_status == ExitStatus.REFUSED
    assert small.called == []


@pytest.mark.parametrize(("choice", "called"), [("once", ["spoil_things"]), ("always", ["spoil_things"]), ("no", [])])
def test_the_user_decides(small: Small, choice: str, called: list[str]) -> None:
    """Asked with tool and arguments; run on a yes, refused on a no."""
    small.executor("spoil_things", SUCCEED, effect="delete", args='path = { type = "string" }')
    small.consent = Yes(choice)

    turn = small.turn(plan(("spoil_things", {"path": "~/x"})))

    assert small.called == called
    assert small.consent.questions[0].args == {"path": "~/x"}
    assert turn.outcome.kind == ("answered" if called else "refused")


def test_arguments_edited_at_the_question_are_judged_too(small: Small) -> None:
    """A yes to one file is no way to a secret one."""
    small.executor("spoil_things", SUCCEED, effect="delete", args='path = { type = "string" }')

    class Editing(Yes):
        def ask(self, question: ConsentQuestion) -> ConsentAnswer:
            return ConsentAnswer("edit", {"path": "~/.ssh/id_rsa"})

    small.consent = Editing()

    turn = small.turn(plan(("spoil_things", {"path": "~/x"})))

    assert small.called == []
    assert turn.outcome.exit_status == ExitStatus.REFUSED


class TestRecovery:
    """By class; one alternative; never after an effect; nothing twice."""

    @pytest.mark.parametrize("error_class", ["wrong_tool", "wrong_args"])
    def test_another_plan_is_tried_once(self, small: Small, error_class: str) -> None:
        """The failed plan excluded; the failed tool too when it was the wrong one."""
        small.executor("fail_things", FAIL.format(error_class=error_class))
        small.executor("work_things", SUCCEED)

        turn = small.turn(plan(("fail_things", {})), plan(("work_things", {})))

        assert turn.outcome.kind == "answered"
        assert small.called == ["fail_things", "work_things"]
        assert small.proposer.asked[1].excluded
        offered = {manifest.name for manifest in small.proposer.asked[1].pool}
        assert ("fail_things" in offered) == (error_class == "wrong_args" and "fail_things" in offered)

    @pytest.mark.parametrize("error_class", ["wrong_tool", "wrong_args"])
    def test_the_same_plan_again_is_not_run_again(self, small: Small, error_class: str) -> None:
        """A proposer that insists gets nowhere."""
        small.executor("fail_things", FAIL.format(error_class=error_class))
        again = plan(("fail_things", {}))

        turn = small.turn(again, again, again, again)

        assert small.called == ["fail_things"]
        assert turn.outcome.error is not None
        assert turn.outcome.error.error_class == error_class

    @pytest.mark.parametrize("error_class", ["out_of_scope", "unavailable", "denied", "internal"])
    def test_the_rest_ends_at_once(self, small: Small, error_class: str) -> None:
        """Cause and one action; counted as a gap; nothing planned again."""
        small.executor("fail_things", FAIL.format(error_class=error_class))
        small.executor("work_things", SUCCEED)

        first = small.turn(plan(("fail_things", {})), plan(("work_things", {})))
        small.turn(plan(("fail_things", {})), plan(("work_things", {})))

        assert small.called == ["fail_things", "fail_things"]
        assert first.outcome.exit_status == (4 if error_class == "denied" else 1)
        assert "cannot" in first.outcome.message
        assert [gap.times for gap in gaps.most_frequent(small.world.database.read())] == [2]

    def test_never_after_an_effect(self, small: Small) -> None:
        """The first step wrote: the failure of the second is told, not repaired by doing the first again."""
        small.executor("write_things", SUCCEED, effect="write")
        small.executor("fail_things", FAIL.format(error_class="wrong_tool"))
        small.executor("work_things", SUCCEED)

        turn = small.turn(plan(("write_things", {}), ("fail_things", {})), plan(("work_things", {})))

        assert small.called == ["write_things", "fail_things"]
        assert turn.outcome.kind == "dead_end"

    def test_a_missing_input_becomes_a_question(self, small: Small) -> None:
        """Answered: the same plan goes on from the same step, earlier ones are not run again."""
        small.executor("find_things", SUCCEED)
        small.dialog = Answers("~/posto")

        asking = plan(("find_things", {}), ("get_inputs", {"prompt": "Dove?", "kind": "text"}))

        turn = small.turn(asking, text="cerca le cose e chiedimi dove metterle")

        assert small.called == ["find_things"]
        assert turn.outcome.kind == "answered"
        assert small.dialog.asked[0]["prompt"] == "Dove?"

    def test_a_question_nobody_can_answer(self, small: Small) -> None:
        """Exit 3, with the questions as data."""
        asking = plan(("get_inputs", {"prompt": "Dove?", "kind": "text"}))

        turn = small.turn(asking, text="chiedimi dove metterle")

        assert turn.outcome.exit_status == ExitStatus.INPUT_NEEDED
        assert turn.outcome.questions[0]["prompt"] == "Dove?"

    def test_a_draft_is_completed_by_the_answer(self, small: Small) -> None:
        """A proposer's own question: the answer fills the draft, which is then run."""
        small.executor("work_things", SUCCEED, args='path = { type = "string" }')
        small.dialog = Answers("~/posto")
        draft = Framework((Step("work_things", {"path": "${ARG:path}"}),))
        asking = Abstention("missing", ErrorClass.MISSING_INPUT, questions=(question("path"),), draft=draft)

        turn = small.turn(asking)

        assert turn.results[0].args == {"path": "~/posto"}


def question(var: str) -> dict[str, Any]:
    """A question of ``get_inputs``."""
    return {"var": var, "prompt": f"{var}?", "schema": {"kind": "text"}}


def test_ctrl_c_inside_a_step_is_recorded_as_cancelled(small: Small) -> None:
    """What ran is kept in the record; the status is 130."""
    small.executor("work_things", SUCCEED)
    small.world.__dict__["_proposer"] = Scripted(plan(("work_things", {}), ("work_things", {})))
    ports = small.world.ports(consent=small.consent, dialog=small.dialog, told=interrupt_at_second_step)

    turn = take_turn(small.world.understand("due cose di fila"), ports)

    assert turn.outcome.exit_status == ExitStatus.INTERRUPTED
    assert len(turn.results) == 1
    assert turns.latest(small.world.database.read())[0].outcome == "cancelled"


def test_ctrl_c_while_files_are_moved_says_that_some_were(small: Small) -> None:
    """The step counts, and what it did until then is taken back by undo."""
    for name in ("a.txt", "b.txt", "c.txt"):
        (small.home / "da" / name).parent.mkdir(exist_ok=True)
        (small.home / "da" / name).write_text(name)
    small.world.__dict__["_proposer"] = Scripted(
        plan(("find_files", {"path": "~/da"}), ("move_files", {"from_step": 1, "dst": "~/a"}))
    )
    ports = small.world.ports(consent=Yes(), dialog=small.dialog, told=interrupt_at_first_file)

    turn = take_turn(small.world.understand("porta altrove quello che c'è"), ports)

    assert turn.outcome.exit_status == ExitStatus.INTERRUPTED
    assert "metnos undo" in turn.outcome.message
    assert [result.changed for result in turn.results] == [False, True]
    assert len(list((small.home / "a").iterdir())) == 1
    assert len(list((small.home / "da").iterdir())) == 2


def interrupt_at_first_file(event: Any) -> None:
    """Ctrl-C as soon as one file has been moved."""
    if event.kind == "progress":
        raise KeyboardInterrupt


def interrupt_at_second_step(event: Any) -> None:
    """Ctrl-C as it arrives: between two instructions of the main thread."""
    if event.kind == "step" and event.facts["step"] == 2:
        raise KeyboardInterrupt


def test_nothing_learnt_is_still_recorded(small: Small) -> None:
    """``--no-learn``: the turn is in the history, nothing is in the memory."""
    small.executor("work_things", SUCCEED)
    small.world.__dict__["_proposer"] = Scripted(plan(("work_things", {})))
    ports = small.world.ports(consent=small.consent, dialog=small.dialog, told=lambda _event: None, learning=False)

    turn = take_turn(small.world.understand("una cosa nuova"), ports)

    assert turn.learnt == ()
    assert turns.latest(small.world.database.read())[0].id == turn.id


def test_secrets_are_not_stored(small: Small) -> None:
    """A password among the arguments is redacted in the record."""
    small.executor("work_things", SUCCEED, args='password = { type = "string" }')

    small.turn(plan(("work_things", {"password": "s3cret-word"})))

    assert "s3cret-word" not in json.dumps(turns.latest(small.world.database.read())[0].record)


def test_input_needed_is_what_the_dialog_raises() -> None:
    """The terminal-less dialog carries its questions as facts."""
    with pytest.raises(InputNeeded) as caught:
        NoTerminalDialog().ask((question("x"),))

    assert caught.value.facts["questions"][0]["var"] == "x"
