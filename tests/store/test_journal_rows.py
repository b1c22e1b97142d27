"""The journal's rows: noted, marked, found again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from metnos_cli.store import journal
from metnos_cli.store.database import Database

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)


@pytest.fixture
def store() -> Database:
    """In memory."""
    return Database(None)


def test_the_last_turn_is_the_last_that_still_stands(store: Database) -> None:
    """Undone, stuck and failed changes do not count."""
    with store.write() as connection:
        journal.add(connection, "one", NOW, "file.move", {"source": Path("/a"), "target": "/è"})
        second = journal.add(connection, "two", NOW, "file.move", {})
        third = journal.add(connection, "three", NOW, "file.move", {})
        journal.mark(connection, second, "undone")
        journal.mark(connection, third, "stuck", "changed")

    connection = store.read()
    assert journal.last_turn(connection) == "one"
    assert [(change.kind, dict(change.facts)) for change in journal.standing(connection, "one")] == [
        ("file.move", {"source": "/a", "target": "/è"})
    ]
    assert [(change.state, change.why) for change in journal.of_turn(connection, "three")] == [("stuck", "changed")]


def test_the_latest_change_comes_first(store: Database) -> None:
    """The order of taking back."""
    with store.write() as connection:
        for number in range(3):
            journal.add(connection, "one", NOW, f"kind.{number}", {})

    assert [change.kind for change in journal.standing(store.read(), "one")] == ["kind.2", "kind.1", "kind.0"]


def test_an_empty_journal(store: Database) -> None:
    """Nothing to take back."""
    assert journal.last_turn(store.read()) is None
    assert journal.standing(store.read(), "x") == []


def test_old_notes_go_whatever_their_offset(store: Database) -> None:
    """Compared as moments, not as texts."""
    from zoneinfo import ZoneInfo

    moment = NOW.astimezone(ZoneInfo("Pacific/Auckland"))
    with store.write() as connection:
        journal.add(connection, "just before", moment - timedelta(seconds=1), "k", {})
        journal.add(connection, "just after", moment + timedelta(seconds=1), "k", {})
        assert journal.forget_before(connection, NOW) == 1

    assert journal.last_turn(store.read()) == "just after"
