"""Proposers that ask a model, with a scripted one: one plan, the best of several, and one from outside."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from metnos_cli.errors import Refused
from metnos_cli.plan.fingerprint import fingerprint
from metnos_cli.plan.proposer.frontier import FrontierProposer
from metnos_cli.plan.proposer.metis import MetisProposer
from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.plan.proposer.simple import SimpleProposer
from metnos_cli.records import Abstention, ModelUse, Proposal, Step
from tests.plan.asking import asked, bundled, calls
from tests.plan.scripted import ScriptedModel, written

TEXT = "trova i pdf in ~/a e copiali in ~/b"
FIND: tuple[str, dict[str, Any]] = ("find_files", {"path": "~/a", "pattern": "*.pdf"})
COPY: tuple[str, dict[str, Any]] = ("copy_files", {"from_step": 1, "dst": "~/b"})
UNKNOWN = "trova la fattura luglio enel in ~/a"
"""A request that the rules do not dare to plan."""


def simple(*texts: str) -> tuple[SimpleProposer, ScriptedModel]:
    model = ScriptedModel(*texts)
    return SimpleProposer(model, offline=OfflineProposer(tuple(bundled()))), model


def metis(*texts: str) -> tuple[MetisProposer, ScriptedModel]:
    model = ScriptedModel(*texts)
    return MetisProposer(model, offline=OfflineProposer(tuple(bundled()))), model


def nothing(_use: ModelUse) -> None:
    """Costs are of no interest here."""


def test_simple_takes_the_models_plan() -> None:
    """One call under a grammar, one plan, its cost told; the message is left to the executor."""
    proposer, model = simple(written(FIND, COPY))
    uses: list[ModelUse] = []

    answer = proposer.propose(asked(TEXT), uses.append)
    assert isinstance(answer, Proposal)
    assert calls(answer.framework) == [FIND, COPY]
    assert (len(uses), len(model.prompts), answer.framework.final_message) == (1, 1, "")
    assert model.grammars[0] is not None
    assert '"~/a"' in model.grammars[0].replace("\\", "")


@pytest.mark.parametrize("text", ["", "{", '{"steps": 3}', '{"steps": [{"args": {}}]}', "[]", '{"steps":[{"tool":"a"'])
def test_answer_that_is_no_plan_is_an_end(text: str) -> None:
    """A model that was cut off, or writes something else, is not taken at its word."""
    answer = simple(text)[0].propose(asked(TEXT), nothing)

    assert isinstance(answer, Abstention)
    assert answer.reason == "no_valid_plan"


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        ("traduci ~/note.txt in inglese", 0),
        ("se piove cancella ~/x", 0),
        ("non cancellare ~/a.txt", 0),
        ("sposta ~/a.txt in ~/b domani alle 8", 0),
        ("trova i doppioni in ~/Musica ed eliminali", 0),
        ("sposta i file", 2),
    ],
)
def test_model_is_not_asked_where_rules_know_the_end(text: str, questions: int) -> None:
    """No tool, a condition, a "not", a missing value: no model can better that, and none is paid for."""
    for proposer, model in (simple(written(FIND)), metis(written(FIND))):
        answer = proposer.propose(asked(text), nothing)

        assert isinstance(answer, Abstention)
        assert (len(answer.questions), model.prompts) == (questions, [])


def test_metis_asks_once_where_model_and_rules_agree() -> None:
    """Two ways to the same tools: another draw would gain nothing."""
    proposer, model = metis(written(FIND, COPY))

    answer = proposer.propose(asked(TEXT), nothing)
    assert isinstance(answer, Proposal)
    assert (calls(answer.framework), model.temperatures) == ([FIND, COPY], [0.0])


def test_metis_prefers_the_better_plan() -> None:
    """A model that forgets half of the request loses to the rules' draft; a draw was tried."""
    proposer, model = metis(written(FIND), written(("delete_files", {"path": "~/a"})))

    answer = proposer.propose(asked(TEXT), nothing)
    assert isinstance(answer, Proposal)
    assert calls(answer.framework) == [FIND, COPY]
    assert model.temperatures[0] == 0.0
    assert model.temperatures[1] > 0


def test_metis_keeps_the_others_for_the_same_turn() -> None:
    """A refused plan is followed by the next best one, without another call of the model."""
    proposer, model = metis(written(FIND), written(("list_dirs", {"path": "~/a"})))
    given = asked(TEXT)
    first = proposer.propose(given, nothing)
    assert isinstance(first, Proposal)
    spent = len(model.prompts)

    again = proposer.propose(replace(given, excluded=frozenset({fingerprint(first.framework)})), nothing)
    assert isinstance(again, Proposal)
    assert calls(again.framework) == [FIND]
    assert len(model.prompts) == spent


def test_kept_plans_are_not_another_turns() -> None:
    """What was kept for one request never answers another."""
    proposer, model = metis(written(FIND), written(("list_dirs", {"path": "~/a"})))
    proposer.propose(asked(TEXT), nothing)
    spent = len(model.prompts)

    proposer.propose(replace(asked("leggi ~/note.txt"), excluded=frozenset({"x"})), nothing)
    assert len(model.prompts) > spent


def test_metis_plans_what_rules_do_not_dare() -> None:
    """Without a draft the model's own plan stands, if it fits the request."""
    plan: tuple[str, dict[str, Any]] = ("find_files", {"path": "~/a", "pattern": "*fattura*luglio*enel*"})

    answer = metis(written(plan))[0].propose(asked(UNKNOWN), nothing)
    assert isinstance(answer, Proposal)
    assert calls(answer.framework) == [plan]


def test_metis_does_not_take_a_guess() -> None:
    """Without a draft, a plan that has nothing to do with the request is worth less than an honest end."""
    answer = metis(written(("get_location", {})))[0].propose(asked("raccontami una barzelletta"), nothing)

    assert isinstance(answer, Abstention)


def test_model_goes_on_from_known_steps() -> None:
    """The grammar counts on from the steps that are decided, and the plan starts with them."""
    known = (Step("find_files", {"path": "~/a"}),)
    proposer, model = simple(written(COPY))

    answer = proposer.propose(replace(asked("copiali in ~/b"), prefix=known), nothing)
    assert isinstance(answer, Proposal)
    assert calls(answer.framework) == [("find_files", {"path": "~/a"}), COPY]
    assert "Steps already done" in model.prompts[0].suffix


def test_warming_reads_the_fixed_part() -> None:
    """The prompt's prefix is what is prepared while the user types."""
    proposer, model = metis(written(FIND))
    proposer.warm()
    proposer.propose(asked(TEXT), nothing)

    assert model.warmed == [model.prompts[0].prefix]


class Remote(ScriptedModel):
    """A model with an address."""

    address = "https://example.org/v1/chat/completions"


def test_frontier_shows_everything_first() -> None:
    """Address, model and both parts of the prompt are shown, and only then is anything sent."""
    model = Remote(written(FIND, COPY))
    seen: list[str] = []
    order: list[int] = []

    def show(text: str) -> None:
        seen.append(text)
        order.append(len(model.prompts))

    proposer = FrontierProposer(model, show_request=show, catalog=tuple(bundled()))  # type: ignore[arg-type]
    answer = proposer.propose(asked(TEXT), nothing)

    assert isinstance(answer, Proposal)
    assert order == [0]
    assert model.address in seen[0]
    assert model.prompts[0].prefix in seen[0]
    assert model.prompts[0].suffix in seen[0]


def test_frontier_sends_nothing_after_a_no() -> None:
    """A hook that raises keeps the request on the machine."""
    model = Remote(written(FIND))

    def refuse(_text: str) -> None:
        raise Refused(tool="frontier")

    with pytest.raises(Refused):
        FrontierProposer(model, show_request=refuse).propose(asked(TEXT), nothing)  # type: ignore[arg-type]
    assert model.prompts == []
