"""write_facts, find_facts, delete_facts: what the user is told, and what can be taken back."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError, InputNeeded
from metnos_cli.executors.facts.remember import delete_facts, find_facts, list_facts, write_facts
from tests.executors.personal import NOW, Answers, PersonalWorld
from tests.facts.small import SmallEmbedder

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def world(tmp_path: Path) -> PersonalWorld:
    """A store of its own and an embedder that knows words."""
    embedder = SmallEmbedder()
    return PersonalWorld(tmp_path, embedder=lambda: embedder)


def test_the_gate_code_is_remembered_and_told(world: PersonalWorld) -> None:
    """Two requests, one after the other."""
    context = world.context()

    written = write_facts({"text": "il codice del cancello è 4711"}, context)
    found = find_facts({"query": "qual è il codice del cancello?"}, context)

    assert written["told"] == "Me lo ricordo: «il codice del cancello è 4711»."
    assert written["ok_count"] == 1
    assert found["told"] == "il codice del cancello è 4711"
    assert [entry["text"] for entry in found["entries"]] == ["il codice del cancello è 4711"]


def test_a_contradiction_says_what_it_replaced(world: PersonalWorld) -> None:
    """In the same answer, and undo is told which."""
    context = world.context()
    write_facts({"text": "il codice del cancello è 4711"}, context)

    written = write_facts({"text": "il codice del cancello è 9922"}, context)

    assert written["superseded"] == 1
    assert "Prima ricordavo: «il codice del cancello è 4711»." in written["told"]
    assert world.changes()[-1] == (
        "fact.write",
        {"id": 2, "superseded": [1], "text": "il codice del cancello è 9922"},
    )


def test_several_entries_become_several_facts(world: PersonalWorld) -> None:
    """It takes what an earlier step found, by the field that names each."""
    written = write_facts(
        {"entries": [{"text": "Marta è celiaca"}, {"title": "Riunione"}, {"size": 3}]}, world.context()
    )

    assert [entry["text"] for entry in written["entries"]] == ["Marta è celiaca", "Riunione"]


@pytest.mark.parametrize("args", [{"text": "   "}, {"entries": []}])
def test_nothing_to_remember_is_said(world: PersonalWorld, args: dict[str, object]) -> None:
    """By its class."""
    with pytest.raises(ExecutorError) as told:
        write_facts(dict(args), world.context())

    assert told.value.error_class is ErrorClass.WRONG_ARGS


def test_when_none_stands_out_the_nearest_are_offered_as_no_more_than_that(world: PersonalWorld) -> None:
    """It does not pretend to know."""
    context = world.context()
    for fact in ("il codice del cancello è 4711", "il codice del garage è 8820"):
        write_facts({"text": fact}, context)

    found = find_facts({"query": "il codice"}, context)

    assert found["told"].startswith("Non ne sono sicuro; ricordo questo:\n- ")
    assert len(found["entries"]) == 2


def test_what_is_not_known_is_said(world: PersonalWorld) -> None:
    """An empty answer is an answer."""
    found = find_facts({"query": "quanto è alto il campanile"}, world.context())

    assert found["told"] == "Non ricordo nulla su questo."
    assert found["entries"] == []


def test_everything_known_is_listed(world: PersonalWorld) -> None:
    """Without a question; the newest first."""
    context = world.context()
    assert list_facts({}, context)["told"] == "Non mi hai ancora chiesto di ricordare nulla."
    for fact in ("Marta è celiaca", "il pane cuoce 45 minuti"):
        write_facts({"text": fact}, context)

    assert list_facts({}, context)["told"] == "Ricordo questo:\n- il pane cuoce 45 minuti\n- Marta è celiaca"


def test_words_that_age_are_told_with_their_day(world: PersonalWorld) -> None:
    """Tomorrow as said on Monday is not tomorrow on Thursday."""
    write_facts({"text": "domani arriva il pacco di Anna"}, world.context())
    assert find_facts({"query": "quando arriva il pacco"}, world.context())["told"] == "domani arriva il pacco di Anna"

    world.clock.moment = NOW + timedelta(days=3)

    found = find_facts({"query": "quando arriva il pacco"}, world.context())
    assert found["told"] == "domani arriva il pacco di Anna (detto il 2026-11-30)"


def test_a_fact_is_forgotten_by_its_words(world: PersonalWorld) -> None:
    """And undo is told which."""
    context = world.context()
    for fact in ("il codice del cancello è 4711", "il codice del garage è 8820"):
        write_facts({"text": fact}, context)

    gone = delete_facts({"query": "il codice del garage"}, context)

    assert gone["told"] == "Dimenticato: «il codice del garage è 8820»."
    assert world.changes()[-1] == ("fact.forget", {"ids": [2], "text": "il codice del garage è 8820"})


def test_of_several_the_user_says_which(world: PersonalWorld) -> None:
    """Only what was offered can be picked."""
    world.dialog = Answers({"which": [1, 77]})
    context = world.context()
    for fact in ("il codice del cancello è 4711", "il codice del garage è 8820"):
        write_facts({"text": fact}, context)

    gone = delete_facts({"query": "il codice"}, context)

    assert [entry["text"] for entry in gone["entries"]] == ["il codice del cancello è 4711"]
    assert [choice["label"] for choice in world.dialog.asked[0]["schema"]["choices"]] == [
        "il codice del garage è 8820",
        "il codice del cancello è 4711",
    ]


def test_of_several_with_nobody_to_ask_none_is_forgotten(world: PersonalWorld) -> None:
    """It does not guess."""
    context = world.context()
    for fact in ("il codice del cancello è 4711", "il codice del garage è 8820"):
        write_facts({"text": fact}, context)

    with pytest.raises(InputNeeded):
        delete_facts({"query": "il codice"}, context)

    assert len(list_facts({}, context)["entries"]) == 2


def test_what_is_not_known_cannot_be_forgotten(world: PersonalWorld) -> None:
    """By its class, and nothing is noted."""
    with pytest.raises(ExecutorError) as told:
        delete_facts({"query": "il codice"}, world.context())

    assert told.value.error_class is ErrorClass.WRONG_ARGS
    assert world.changes() == []


def test_facts_of_an_earlier_step_are_forgotten(world: PersonalWorld) -> None:
    """By their numbers."""
    context = world.context()
    write_facts({"text": "Marta è celiaca"}, context)
    found = find_facts({"query": "Marta"}, context)

    delete_facts({"entries": found["entries"]}, context)

    assert find_facts({"query": "Marta"}, context)["entries"] == []


def test_a_piece_of_a_question_is_asked_whole(world: PersonalWorld) -> None:
    """Anna has many facts, and one birthday."""
    for fact in ("Anna è allergica alle noci", "Anna abita a Bologna", "il compleanno di Anna è il 3 maggio"):
        write_facts({"text": fact}, world.context())

    found = find_facts({"query": "Anna"}, world.context("quando è il compleanno di Anna?"))

    assert found["told"] == "il compleanno di Anna è il 3 maggio"


def test_a_question_about_everything_lists_everything(world: PersonalWorld) -> None:
    """It has no word to look for."""
    write_facts({"text": "Marta è celiaca"}, world.context())

    assert find_facts({"query": "me"}, world.context("cosa sai di me?"))["told"] == "Ricordo questo:\n- Marta è celiaca"
