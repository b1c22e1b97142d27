"""Facts and tasks are taken back: what was written goes, what was forgotten or done comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from metnos_cli.errors import ExecutorError
from metnos_cli.executors.facts.remember import delete_facts, list_facts, write_facts
from metnos_cli.executors.tasks.book import DONE, create_tasks, delete_tasks, list_tasks
from metnos_cli.safety.undo import Undo
from metnos_cli.safety.undo_personal import PersonalReversers
from metnos_cli.store import tasks as rows
from tests.executors.busy import busy_after
from tests.executors.personal import NOW, PersonalWorld
from tests.facts.small import SmallEmbedder

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def world(tmp_path: Path) -> PersonalWorld:
    """A store of its own."""
    embedder = SmallEmbedder()
    return PersonalWorld(tmp_path, embedder=lambda: embedder)


def undo(world: PersonalWorld) -> int:
    """Take everything of the turn back; how much."""
    undoing = Undo(world.database, PersonalReversers(world.database, world.context).table())
    plan = undoing.plan()
    assert plan is not None
    undone = undoing.run(plan)
    assert undone.stuck == ()
    return len(undone.done)


def facts(world: PersonalWorld) -> list[str]:
    return [entry["text"] for entry in list_facts({}, world.context())["entries"]]


def tasks(world: PersonalWorld) -> list[str]:
    return [entry["text"] for entry in list_tasks({}, world.context())["entries"]]


def test_a_fact_goes_and_what_it_replaced_comes_back(world: PersonalWorld) -> None:
    """In the order of their doing, the last first."""
    write_facts({"text": "il codice del cancello è 4711"}, world.context())
    world.journal.turn = "turn-2"
    write_facts({"text": "il codice del cancello è 9922"}, world.context())

    assert undo(world) == 1
    assert facts(world) == ["il codice del cancello è 4711"]


def test_a_forgotten_fact_is_found_again(world: PersonalWorld) -> None:
    """By its words too."""
    write_facts({"text": "Marta è celiaca"}, world.context())
    world.journal.turn = "turn-2"
    delete_facts({"query": "Marta celiaca"}, world.context())
    assert facts(world) == []

    undo(world)

    assert world.facts is not None
    assert [fact.text for fact in world.facts.named("Marta", lang="it")] == ["Marta è celiaca"]


def test_tasks_written_and_deleted_are_taken_back(world: PersonalWorld) -> None:
    """Both in one turn: nothing is left of it."""
    create_tasks({"text": "chiamare Anna"}, world.context())
    world.journal.turn = "turn-2"
    create_tasks({"text": "chiamare Luca"}, world.context())
    delete_tasks({"query": "Anna"}, world.context())
    assert tasks(world) == ["chiamare Luca"]

    assert undo(world) == 2
    assert tasks(world) == ["chiamare Anna"]


def test_a_task_that_was_done_is_to_be_done_again(world: PersonalWorld) -> None:
    """At the time for which it was."""
    create_tasks({"text": "la pastiglia", "when": "2026-12-01T07:00:00+01:00", "repeat": "daily"}, world.context())
    (before,) = rows.listed(world.database.read())
    assert before.pending is not None
    world.journal.turn = "turn-2"
    epoch = before.pending.timestamp()
    world.journal.note(DONE, {"tasks": [{"id": before.id, "text": before.text, "epoch": epoch}]})
    with world.database.write() as connection:
        rows.put_off(connection, before.id, epoch + 86_400)
        rows.end(connection, [before.id], "done", NOW)

    undo(world)

    (after,) = rows.listed(world.database.read())
    assert after.pending == before.pending


CHANGES = {
    "write_facts": lambda world: write_facts({"text": "Marta è celiaca"}, world.context()),
    "delete_facts": lambda world: delete_facts({"query": "Luca"}, world.context()),
    "create_tasks": lambda world: create_tasks({"text": "comprare il pane"}, world.context()),
    "delete_tasks": lambda world: delete_tasks({"query": "latte"}, world.context()),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_cannot_be_noted_for_undo_is_not_written(
    world: PersonalWorld, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A busy database leaves facts and tasks as they were, and is told as a failure of the call."""
    write_facts({"text": "Luca è mancino"}, world.context())
    create_tasks({"text": "comprare il latte"}, world.context())
    before = facts(world), tasks(world)
    busy_after(monkeypatch, 0)

    with pytest.raises(ExecutorError) as raised:
        CHANGES[name](world)

    assert raised.value.key == "store_locked"
    assert (facts(world), tasks(world)) == before


def test_facts_written_before_the_database_was_busy_are_told(
    world: PersonalWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some kept, some not: both counted."""
    busy_after(monkeypatch, 1)

    answer = write_facts({"entries": [{"text": "Luca è mancino"}, {"text": "Marta è celiaca"}]}, world.context())

    assert (answer["ok_count"], answer["error_count"]) == (1, 1)
    assert facts(world) == ["Luca è mancino"]
