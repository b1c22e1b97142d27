"""Statistics say what the turns say."""

from __future__ import annotations

import pytest

from metnos_cli.store.database import Database
from metnos_cli.store.statistics import statistics


@pytest.fixture
def database() -> Database:
    """Three turns from memory (one rejected), two planned, over two active days."""
    database = Database(None)
    rows = [
        ("1", "2026-01-01", "che ora è", "table", 0.01, None),
        ("2", "2026-01-01", "trova i pdf", "engine", 10.0, "ok"),
        ("3", "2026-03-01", "trova i pdf", "shortcut", 1.0, None),
        ("4", "2026-03-01", "trova i pdf", "shortcut", 3.0, "no"),
        ("5", "2026-03-01", "riassumi", "engine", 20.0, None),
    ]
    with database.write() as connection:
        connection.executemany(
            "INSERT INTO turns (id, asked_at, day, lang, text, normal, layer, how, outcome, exit_status, seconds,"
            " model_seconds, tokens, tools, feedback, record)"
            " VALUES (?1, ?2, ?2, 'it', ?3, ?3, ?4, '', 'answered', 0, ?5, 0, 7, '', ?6, '{}')",
            rows,
        )
    return database


def test_shares_savings_and_rejections(database: Database) -> None:
    """Hits over turns, ✗ over hits, and the planner's mean time times the hits."""
    told = statistics(database.read())

    assert told.turns == 5
    assert told.hit_rate == pytest.approx(3 / 5)
    assert told.rejection_rate == pytest.approx(1 / 3)
    assert told.seconds_saved == pytest.approx((15 - 0.01) + 2 * (15 - 2.0))
    assert told.tokens == 35


def test_days_are_active_days_in_order(database: Database) -> None:
    """The empty months between do not exist."""
    told = statistics(database.read())

    assert [(day.day, day.turns, day.from_memory) for day in told.days] == [("2026-01-01", 2, 1), ("2026-03-01", 3, 2)]


def test_requests_that_stand_out(database: Database) -> None:
    """The most used by count, the slowest by mean time."""
    told = statistics(database.read())

    assert told.most_used[0].request == "trova i pdf"
    assert told.slowest[0].request == "riassumi"


def test_an_empty_database_has_statistics_too() -> None:
    """Nothing asked yet: zeros, no division by them."""
    told = statistics(Database(None).read())

    assert (told.turns, told.hit_rate, told.layers) == (0, 0.0, ())
