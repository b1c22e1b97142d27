"""create_tasks, list_tasks, delete_tasks, and what is due when."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.errors import ErrorClass, ExecutorError, InputNeeded
from metnos_cli.executors.tasks.book import create_tasks, delete_tasks, finish, list_tasks, moment_meant, occurrence
from metnos_cli.store import tasks as rows
from tests.executors.personal import NOW, ROME, Answers, PersonalWorld

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def world(tmp_path: Path) -> PersonalWorld:
    """Monday 30 November 2026, nine in the morning."""
    return PersonalWorld(tmp_path)


def texts(answer: dict[str, Any]) -> list[str]:
    return [entry["text"] for entry in answer["entries"]]


def test_a_reminder_is_noted_and_listed(world: PersonalWorld) -> None:
    """With the moment in words."""
    noted = create_tasks({"text": "chiamare Anna", "when": "2026-12-01T09:00:00+01:00"}, world.context())

    assert noted["told"] == "Segnato: chiamare Anna (domani alle 09:00)."
    assert noted["entries"][0]["due"] == "2026-12-01T09:00:00+01:00"
    assert list_tasks({}, world.context())["told"] == "Promemoria:\n- chiamare Anna (domani alle 09:00)"
    assert world.changes() == [("task.create", {"ids": [1], "text": "chiamare Anna"})]


@pytest.mark.parametrize(
    ("when", "told"),
    [
        ("2026-12-02T00:00:00+01:00/2026-12-03T00:00:00+01:00", "mercoledì 2 dicembre"),
        ("2026-12-02", "mercoledì 2 dicembre"),
        ("2026-11-30T18:00:00+01:00/2026-12-01T00:00:00+01:00", "oggi alle 20:00"),
        ("2026-12-01T04:00:00+01:00/2026-12-01T12:00:00+01:00", "domani alle 09:00"),
        ("2026-12-01T00:00:00+01:00/2026-12-01T12:00:00+01:00", "domani alle 09:00"),
        ("2026-12-01T11:00:00+00:00/2026-12-01T18:00:00+00:00", "domani alle 15:00"),
        ("2026-12-01T14:00:00+01:00/2026-12-01T16:00:00+01:00", "domani alle 14:00"),
        ("../2026-12-04T12:00:00+01:00", "venerdì 4 dicembre alle 12:00"),
        ("2026-12-01T08:00:00+00:00", "domani alle 09:00"),
    ],
)
def test_a_time_argument_becomes_a_moment_or_a_day(world: PersonalWorld, when: str, told: str) -> None:
    """Whole days stay days; of a part of the day its usual hour counts, of another stretch the beginning."""
    noted = create_tasks({"text": "pagare", "when": when}, world.context())

    assert noted["told"] == f"Segnato: pagare ({told})."


@pytest.mark.parametrize(
    ("when", "told"),
    [
        ("../2026-12-05T00:00:00+01:00", "venerdì 4 dicembre"),
        ("../2026-12-02T00:00:00+01:00", "domani"),
        ("../2026-12-01T00:00:00+01:00", "oggi"),
        ("../2026-11-30T18:00:00+01:00", "oggi alle 18:00"),
        ("../2027-01-01T00:00:00+01:00", "giovedì 31 dicembre"),
        ("2026-11-30T09:00:00+01:00/2026-12-05T00:00:00+01:00", "venerdì 4 dicembre"),
        ("2026-11-30T08:59:58+01:00/2026-12-05T00:00:00+01:00", "venerdì 4 dicembre"),
        ("2026-11-30T09:00:00+01:00/2026-12-01T00:00:00+01:00", "oggi"),
        ("2026-11-30T09:00:00+01:00/2026-11-30T18:00:00+01:00", "oggi alle 18:00"),
        ("2026-11-30T09:00:00+01:00/2026-12-02T09:00:00+01:00", "mercoledì 2 dicembre alle 09:00"),
        ("2026-11-30T00:00:00+01:00/2026-12-01T00:00:00+01:00", "oggi"),
        ("2026-11-30T00:00:00+01:00/2026-12-07T00:00:00+01:00", "domenica 6 dicembre"),
        ("2026-11-30T04:00:00+01:00/2026-11-30T12:00:00+01:00", "oggi alle 12:00"),
        ("2026-12-07T00:00:00+01:00/2026-12-14T00:00:00+01:00", "lunedì 7 dicembre"),
        ("2026-12-01T04:00:00+01:00/2026-12-01T12:00:00+01:00", "domani alle 09:00"),
        ("2026-12-01T00:00:00+01:00/..", "domani"),
        ("2026-11-30T00:00:00+01:00/..", "oggi"),
        ("2026-11-30T08:59:58+01:00/..", "oggi alle 09:00"),
        ("2026-11-30T18:00:00+01:00/..", "oggi alle 18:00"),
        ("2026-11-30T23:00:00+00:00/2026-12-01T23:00:00+00:00", "domani"),
        ("../2026-12-04T23:00:00+00:00", "venerdì 4 dicembre"),
    ],
)
def test_a_deadline_is_the_last_moment_that_counts(world: PersonalWorld, when: str, told: str) -> None:
    """The end of what has begun, the beginning of what is to come; a day said to its end is that day."""
    noted = create_tasks({"text": "pagare", "when": when}, world.context())

    assert noted["told"] == f"Segnato: pagare ({told})."


@pytest.mark.parametrize(
    "when", ["../2026-11-30T08:00:00+01:00", "../2026-11-30T00:00:00+01:00", "2026-11-23/2026-11-30"]
)
def test_a_deadline_that_has_passed_is_refused(world: PersonalWorld, when: str) -> None:
    """As a moment is."""
    with pytest.raises(ExecutorError) as told:
        create_tasks({"text": "pagare", "when": when}, world.context())

    assert told.value.key == "tasks_passed"


@given(
    st.integers(min_value=1, max_value=2 * 366 * 24 * 60).map(lambda minutes: NOW + timedelta(minutes=minutes)),
    st.sampled_from(["..", "2026-11-30T09:00:00+01:00", "2026-11-30", "2026-11-01"]),
)
def test_no_deadline_to_come_has_passed_or_comes_too_late(end: datetime, start: str) -> None:
    """Whatever it is counted from, its moment lies before the end, and no more than a day."""
    due, whole_day = moment_meant(f"{start}/{end.isoformat()}", NOW)

    assert due is not None
    assert due.date() >= NOW.date()
    assert (due < end and end - due <= timedelta(hours=25)) if whole_day else due == end


@pytest.mark.parametrize(
    ("when", "listed"),
    [
        ("2026-11-30T15:14:00+01:00/2026-12-05T00:00:00+01:00", ["oggi", "venerdì"]),
        ("2026-12-04T12:00:00+01:00/2026-12-06T00:00:00+01:00", ["venerdì"]),
        ("../2026-12-01T00:00:00+01:00", ["oggi"]),
        ("2026-12-05T00:00:00+01:00/..", []),
    ],
)
def test_a_day_is_in_a_stretch_that_begins_in_it(world: PersonalWorld, when: str, listed: list[str]) -> None:
    """What is to be done today is to be done by Friday, also in the afternoon."""
    create_tasks({"text": "oggi", "when": "2026-11-30"}, world.context())
    create_tasks({"text": "venerdì", "when": "../2026-12-05T00:00:00+01:00"}, world.context())

    assert texts(list_tasks({"when": when}, world.context())) == listed


def test_a_moment_that_has_passed_is_refused(world: PersonalWorld) -> None:
    """It is not kept in silence; today, without a time, is not past."""
    with pytest.raises(ExecutorError) as told:
        create_tasks({"text": "pagare", "when": "2026-11-30T08:00:00+01:00"}, world.context())

    assert told.value.error_class is ErrorClass.WRONG_ARGS
    assert create_tasks({"text": "pagare", "when": "2026-11-30"}, world.context())["ok_count"] == 1


def test_a_repetition_begins_with_its_next_time(world: PersonalWorld) -> None:
    """Every day at seven, said at nine, begins tomorrow."""
    noted = create_tasks(
        {"text": "la pastiglia", "when": "2026-11-30T07:00:00+01:00", "repeat": "daily"}, world.context()
    )

    assert noted["told"] == "Segnato: la pastiglia (domani alle 07:00, ogni giorno)."


def test_a_repetition_without_a_moment_asks_for_one(world: PersonalWorld) -> None:
    """As a question, not as a failure."""
    with pytest.raises(ExecutorError) as told:
        create_tasks({"text": "la pastiglia", "repeat": "daily"}, world.context())

    assert told.value.error_class is ErrorClass.MISSING_INPUT
    assert told.value.facts["arg"] == "when"


def test_a_repetition_keeps_its_time_when_the_clock_is_changed(world: PersonalWorld) -> None:
    """At seven in winter, at seven in summer, and never told twice for one day."""
    create_tasks({"text": "la pastiglia", "when": "2026-12-01T07:00:00+01:00", "repeat": "daily"}, world.context())
    summer = datetime(2027, 4, 1, 12, 0, tzinfo=ROME)

    task = rows.due(world.database.read(), summer)[0]

    moment = occurrence(task, summer)
    assert moment is not None
    assert moment.isoformat() == "2027-04-01T07:00:00+02:00"
    following = finish(task, summer)
    assert following == datetime(2027, 4, 2, 7, 0, tzinfo=ROME).timestamp()


def test_those_of_a_day_are_listed(world: PersonalWorld) -> None:
    """Also those that come back on it; those without a moment on none."""
    for args in (
        {"text": "chiamare Anna", "when": "2026-12-02T09:00:00+01:00"},
        {"text": "la pastiglia", "when": "2026-12-01T07:00:00+01:00", "repeat": "daily"},
        {"text": "scrivere a Luca", "when": "2026-12-05T09:00:00+01:00"},
        {"text": "sistemare la cantina"},
    ):
        create_tasks(dict(args), world.context())

    listed = list_tasks({"when": "2026-12-02"}, world.context())

    assert sorted(texts(listed)) == ["chiamare Anna", "la pastiglia"]


def test_only_what_is_due_is_listed_when_asked(world: PersonalWorld) -> None:
    """And the rest is open."""
    create_tasks({"text": "chiamare Anna", "when": "2026-12-01T09:00:00+01:00"}, world.context())
    create_tasks({"text": "scrivere a Luca", "when": "2026-12-05T09:00:00+01:00"}, world.context())
    assert list_tasks({"due": True}, world.context())["told"] == "Nessun promemoria."

    world.clock.moment = NOW + timedelta(days=2)

    listed = list_tasks({"due": True}, world.context())
    assert texts(listed) == ["chiamare Anna"]
    assert listed["entries"][0]["state"] == "due"


def test_one_is_deleted_by_its_words(world: PersonalWorld) -> None:
    """Articles and the word for a reminder do not count; undo is told which."""
    for text in ("chiamare Anna", "andare al concerto"):
        create_tasks({"text": text}, world.context())

    gone = delete_tasks({"query": "il promemoria per il concerto"}, world.context())

    assert gone["told"] == "Tolto: «andare al concerto»."
    assert texts(list_tasks({}, world.context())) == ["chiamare Anna"]
    assert world.changes()[-1] == ("task.delete", {"ids": [2], "text": "andare al concerto"})


@pytest.mark.parametrize("query", ["il dentista", "il promemoria del dentista", "chiamare Luca"])
def test_what_is_not_there_cannot_be_deleted(world: PersonalWorld, query: str) -> None:
    """A query that names nothing takes nothing off, least of all everything."""
    create_tasks({"text": "chiamare Anna"}, world.context())

    with pytest.raises(ExecutorError) as told:
        delete_tasks({"query": query}, world.context())

    assert told.value.error_class is ErrorClass.WRONG_ARGS
    assert texts(list_tasks({}, world.context())) == ["chiamare Anna"]


def test_of_several_the_user_says_which(world: PersonalWorld) -> None:
    """With nobody to ask, none goes."""
    for text in ("chiamare Anna", "chiamare Luca"):
        create_tasks({"text": text}, world.context())
    with pytest.raises(InputNeeded):
        delete_tasks({"query": "chiamare"}, world.context())

    world.dialog = Answers({"which": [2]})

    assert texts(delete_tasks({"query": "chiamare"}, world.context())) == ["chiamare Luca"]


def test_the_reminder_alone_means_the_only_one_there_is(world: PersonalWorld) -> None:
    """Of two it is asked which."""
    create_tasks({"text": "chiamare Anna"}, world.context())
    create_tasks({"text": "chiamare Luca"}, world.context())
    with pytest.raises(InputNeeded):
        delete_tasks({"query": "il promemoria"}, world.context())
    delete_tasks({"query": "Luca"}, world.context())

    assert texts(delete_tasks({"query": "il promemoria"}, world.context())) == ["chiamare Anna"]


def test_all_are_deleted_only_when_told(world: PersonalWorld) -> None:
    """All of them, at once."""
    for text in ("chiamare Anna", "chiamare Luca"):
        create_tasks({"text": text}, world.context())

    assert delete_tasks({"all": True}, world.context())["ok_count"] == 2
    assert list_tasks({}, world.context())["told"] == "Nessun promemoria."


def test_those_of_an_earlier_step_are_deleted_or_noted(world: PersonalWorld) -> None:
    """By number, or each as a new one."""
    noted = create_tasks({"entries": [{"title": "leggere il contratto"}, {"text": "chiamare Anna"}]}, world.context())

    gone = delete_tasks({"entries": noted["entries"][:1]}, world.context())

    assert texts(gone) == ["leggere il contratto"]
