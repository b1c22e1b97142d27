"""The connection breaks while something is written on a calendar server: nothing is lost, nothing done twice."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from metnos_cli.errors import ExecutorError
from metnos_cli.executors.calendar.change import change_events, create_events, delete_events
from metnos_cli.executors.calendar.find import find_events
from metnos_cli.safety.undo import Undo
from metnos_cli.safety.undo_personal import PersonalReversers
from tests.executors.calendar.conftest import server_settings
from tests.executors.calendar.ics import rome
from tests.executors.mail.proxy import breaking_wire
from tests.executors.personal import PersonalWorld

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.executors.calendar.radicale import Radicale

WEEK = "2026-11-30T00:00:00+01:00/2026-12-07T00:00:00+01:00"
ACTS: dict[str, tuple[Any, dict[str, Any], list[tuple[str, str]]]] = {
    "PUT new": (
        create_events,
        {"when": "2026-12-03T10:00:00+01:00", "title": "Notaio"},
        [("Dentista", "2026-12-01T15:30:00+01:00"), ("Notaio", "2026-12-03T10:00:00+01:00")],
    ),
    "PUT over": (
        change_events,
        {"query": "dentista", "to": "2026-12-04T10:00:00+01:00"},
        [("Dentista", "2026-12-04T10:00:00+01:00")],
    ),
    "DELETE": (delete_events, {"query": "dentista"}, []),
}
"""What is done, and what is in the calendar when it was done."""


@contextmanager
def broken(tmp_path: Path, server: Radicale, act: str, **how: Any) -> Iterator[tuple[PersonalWorld, PersonalWorld]]:
    """(a world whose wire breaks at the write, a world with a good one)."""
    server.put(f"{server.add_calendar('Personale')}dentist.ics", rome("Dentista", "20261201", "1530", "1600"))
    server.requests.clear()
    port = urlsplit(server.url).port
    assert port is not None
    homes = [tmp_path / name for name in ("wire", "good")]
    for home in homes:
        home.mkdir()
    with breaking_wire(port, f"{act.split(maxsplit=1)[0]} /".encode(), **how) as wire:
        settings = server_settings(server, timeout_s="5")
        settings = settings.replace(f":{port}/", f":{wire.port}/").replace('"5"', "5")
        yield PersonalWorld(homes[0], settings), PersonalWorld(homes[1], server_settings(server))


def there(world: PersonalWorld) -> list[tuple[str, str]]:
    """What is in the calendar."""
    return [(entry["title"], entry["start"]) for entry in find_events({"when": WEEK}, world.context())["entries"]]


def writes(server: Radicale) -> int:
    """How often something was written."""
    return sum(method in ("PUT", "DELETE") for method, _ in server.requests)


@pytest.mark.parametrize("act", ACTS)
def test_an_answer_that_is_lost_is_looked_into(tmp_path: Path, server: Radicale, act: str) -> None:
    """The server has acted and could not say so: it is done, once, and can be taken back."""
    call, args, after = ACTS[act]
    with broken(tmp_path, server, act, deliver=True) as (world, good):
        done = call(args, world.context())
        assert (done["ok_count"], there(good), writes(server)) == (1, after, 1)

        plan = (undo := Undo(world.database, PersonalReversers(world.database, world.context).table())).plan()
        assert plan is not None
        assert undo.run(plan).stuck == ()
        assert there(good) == [("Dentista", "2026-12-01T15:30:00+01:00")]


@pytest.mark.parametrize("act", ACTS)
def test_a_command_that_is_lost_has_done_nothing(tmp_path: Path, server: Radicale, act: str) -> None:
    """It never arrived: said so, not tried again, and the calendar is as it was."""
    call, args, _ = ACTS[act]
    with broken(tmp_path, server, act, deliver=False) as (world, good):
        error = failure(call, args, world)
        assert (error["error_class"], "non risponde" in error["message"]) == ("unavailable", True)
        assert there(good) == [("Dentista", "2026-12-01T15:30:00+01:00")]
        assert writes(server) == 0


@pytest.mark.parametrize("act", ACTS)
def test_a_server_that_stays_away_leaves_it_unsure(tmp_path: Path, server: Radicale, act: str) -> None:
    """Nobody can tell: that is what is said, and it is not tried again."""
    call, args, after = ACTS[act]
    with broken(tmp_path, server, act, deliver=True, closing=True) as (world, good):
        error = failure(call, args, world)
        assert error["error_class"] == "unavailable"
        assert "non so se è stato scritto" in error["message"]
        assert (there(good), writes(server)) == (after, 1)


def failure(call: Any, args: dict[str, Any], world: PersonalWorld) -> dict[str, Any]:
    """How a call failed, whole or in its only row."""
    from metnos_cli.executors.answer import failure as row

    try:
        told = call(args, world.context())
    except ExecutorError as error:
        return dict(row("", error, "it"))
    (error_row,) = told["errors"]
    assert told["ok_count"] == 0
    return dict(error_row)
