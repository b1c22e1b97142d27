"""Appointments on a real CalDAV server: the same as in a folder, and every way in which a server can fail."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.calendar.change import change_events, create_events, delete_events
from metnos_cli.executors.calendar.find import find_events, find_events_empty
from metnos_cli.safety.undo import Undo
from metnos_cli.safety.undo_personal import PersonalReversers
from tests.executors.calendar.conftest import server_settings
from tests.executors.calendar.ics import rome
from tests.executors.calendar.radicale import USER, Radicale
from tests.executors.mail.certificates import authority
from tests.executors.personal import PersonalWorld

if TYPE_CHECKING:
    from pathlib import Path

TOMORROW = "2026-12-01T00:00:00+01:00/2026-12-02T00:00:00+01:00"
NEXT_WEEK = "2026-12-07T00:00:00+01:00/2026-12-14T00:00:00+01:00"


@pytest.fixture
def calendar(server: Radicale) -> str:
    """A calendar with a weekly lesson and a dentist on Tuesday 1 December 2026; its address."""
    address = server.add_calendar("Personale")
    lesson = rome("Lezione", "20261104", "1700", "1800", "RRULE:FREQ=WEEKLY", uid="lesson")
    server.put(f"{address}lesson.ics", lesson)
    server.put(f"{address}dentist.ics", rome("Dentista", "20261201", "1530", "1600", uid="dentist"))
    server.requests.clear()
    return address


@pytest.fixture
def world(tmp_path: Path, server: Radicale, calendar: str) -> PersonalWorld:
    """Monday 30 November 2026, nine in the morning, with that server."""
    return PersonalWorld(tmp_path, server_settings(server))


def titles(answer: dict[str, Any]) -> list[str]:
    return [entry["title"] for entry in answer["entries"]]


def undo(world: PersonalWorld) -> Any:
    """Take the last turn back."""
    undoing = Undo(world.database, PersonalReversers(world.database, world.context).table())
    plan = undoing.plan()
    assert plan is not None
    return undoing.run(plan)


def test_tomorrows_appointments(world: PersonalWorld) -> None:
    """The server chooses what touches the day; repetitions are expanded here."""
    assert find_events({"when": TOMORROW}, world.context())["told"] == "domani 15:30–16:00 Dentista"
    assert titles(find_events({"when": "2026-12-02"}, world.context())) == ["Lezione"]
    assert titles(find_events({"when": "2026-12-03"}, world.context())) == []


def test_repetitions_are_right_over_the_change_of_the_clock(
    world: PersonalWorld, server: Radicale, calendar: str
) -> None:
    """Five o'clock before and after."""
    server.put(f"{calendar}daily.ics", rome("Ogni giorno", "20261001", "1700", "1800", "RRULE:FREQ=DAILY", uid="daily"))

    found = find_events({"query": "giorno", "when": "2026-10-24/2026-10-27"}, world.context())

    assert [entry["start"] for entry in found["entries"]] == [
        "2026-10-24T17:00:00+02:00",
        "2026-10-25T17:00:00+01:00",
        "2026-10-26T17:00:00+01:00",
    ]


def test_an_appointment_is_set_up_and_taken_back(world: PersonalWorld) -> None:
    """Written once, found at once, gone after undo."""
    made = create_events({"when": "2026-12-03T10:00:00+01:00", "duration": "PT1H", "title": "Notaio"}, world.context())
    assert made["told"] == "Fissato: giovedì 3 dicembre 10:00–11:00 Notaio."
    assert titles(find_events({"when": "2026-12-03"}, world.context())) == ["Notaio"]

    undone = undo(world)

    assert len(undone.done) == 1
    assert titles(find_events({"when": "2026-12-03"}, world.context())) == []


def test_an_appointment_is_moved_and_moved_back(world: PersonalWorld) -> None:
    """With its length; undo puts it where it was."""
    change_events({"query": "dentista", "to": "2026-12-03T09:00:00+01:00"}, world.context())
    assert find_events({"query": "dentista"}, world.context())["entries"][0]["start"] == "2026-12-03T09:00:00+01:00"

    undo(world)

    assert find_events({"query": "dentista"}, world.context())["entries"][0]["start"] == "2026-12-01T15:30:00+01:00"


def test_one_repetition_and_a_single_appointment_are_taken_out_and_come_back(world: PersonalWorld) -> None:
    """The series stays; both come back."""
    context = world.context()
    found = find_events({"when": "2026-12-01/2026-12-03"}, context)["entries"]

    delete_events({"entries": found}, context)

    assert titles(find_events({"when": "2026-12-01/2026-12-12"}, context)) == ["Lezione"]
    undone = undo(world)
    assert len(undone.done) == 2
    assert titles(find_events({"when": "2026-12-01/2026-12-12"}, context)) == ["Dentista", "Lezione", "Lezione"]


def test_what_others_changed_is_not_taken_back(world: PersonalWorld, server: Radicale, calendar: str) -> None:
    """Undo looks before it acts, and says why not."""
    change_events({"query": "dentista", "to": "2026-12-03T09:00:00+01:00"}, world.context())
    server.put(f"{calendar}dentist.ics", rome("Dentista", "20261210", "0800", "0900", uid="dentist"))

    undone = undo(world)

    assert [step.why for step in undone.stuck] == ["changed"]
    assert find_events({"query": "dentista"}, world.context())["entries"][0]["start"] == "2026-12-10T08:00:00+01:00"


def test_three_free_times_next_week(world: PersonalWorld) -> None:
    """Around what is there."""
    free = find_events_empty({"when": NEXT_WEEK, "count": 3}, world.context())

    assert [entry["start"] for entry in free["entries"]] == [
        "2026-12-07T09:00:00+01:00",
        "2026-12-08T09:00:00+01:00",
        "2026-12-09T09:00:00+01:00",
    ]


def test_a_change_at_the_same_moment_is_noticed_by_the_server(
    world: PersonalWorld, server: Radicale, calendar: str
) -> None:
    """Another program writes between looking and writing: nothing of it is lost."""
    theirs = rome("Dentista spostato", "20261205", "0800", "0900", uid="dentist")
    done = threading.Event()

    def before(environ: dict[str, Any]) -> None:
        if environ["REQUEST_METHOD"] == "PUT" and not done.is_set():
            done.set()
            server.put(f"{calendar}dentist.ics", theirs)

    server.before = before

    with pytest.raises(ExecutorError) as told:
        change_events({"query": "dentista", "to": "2026-12-03T09:00:00+01:00"}, world.context())

    assert (told.value.error_class, told.value.key) == (ErrorClass.UNAVAILABLE, "calendar_changed")
    assert "Dentista spostato" in (server.get(f"{calendar}dentist.ics") or "")


def test_a_wrong_password_is_told_as_such(tmp_path: Path, server: Radicale, calendar: str) -> None:
    """And never shown."""
    world = PersonalWorld(tmp_path, server_settings(server, password="sbagliata"))

    with pytest.raises(ExecutorError) as told:
        find_events({"when": TOMORROW}, world.context())

    assert (told.value.error_class, told.value.key) == (ErrorClass.UNAVAILABLE, "calendar_login")
    assert "sbagliata" not in str(told.value)


def test_a_password_that_cannot_be_had_is_told(tmp_path: Path, server: Radicale, calendar: str) -> None:
    """The program fails."""
    settings = server_settings(server).replace('["printf", "girasole"]', '["false"]')

    with pytest.raises(ExecutorError) as told:
        find_events({"when": TOMORROW}, PersonalWorld(tmp_path, settings).context())

    assert told.value.key == "password_command"
    assert [request for request in server.requests if request[0] == "REPORT"] == []


def test_a_server_that_is_down_is_told(tmp_path: Path) -> None:
    """Nobody listens at that port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = f'[calendar.accounts.work]\nurl = "http://127.0.0.1:{port}/"\n'

    with pytest.raises(ExecutorError) as told:
        find_events({"when": TOMORROW}, PersonalWorld(tmp_path, settings).context())

    assert (told.value.error_class, told.value.key) == (ErrorClass.UNAVAILABLE, "calendar_down")


def test_a_server_that_does_not_answer_is_left(tmp_path: Path) -> None:
    """After the time that the settings give it."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        settings = f'[calendar.accounts.work]\nurl = "http://127.0.0.1:{port}/"\ntimeout_s = 1\n'

        with pytest.raises(ExecutorError) as told:
            find_events({"when": TOMORROW}, PersonalWorld(tmp_path, settings).context())

    assert (told.value.error_class, told.value.key) == (ErrorClass.UNAVAILABLE, "calendar_timeout")


@pytest.mark.parametrize("kind", ["expired", "unknown"])
def test_a_certificate_that_does_not_hold_ends_before_the_password(tmp_path: Path, kind: str) -> None:
    """Expired, or by nobody who is known: no connection is made, nothing is sent."""
    own = authority(tmp_path / "tls")
    (tmp_path / "store").mkdir()
    server = Radicale(tmp_path / "store", own.expired if kind == "expired" else own.good)
    more = {"ca_file": str(own.ca_file)} if kind == "expired" else {}

    with pytest.raises(ExecutorError) as told:
        find_events({"when": TOMORROW}, PersonalWorld(tmp_path, server_settings(server, **more)).context())

    server.close()
    assert (told.value.error_class, told.value.key) == (ErrorClass.UNAVAILABLE, "calendar_certificate")
    assert server.requests == []


def test_an_authority_of_ones_own_is_trusted_when_it_is_named(tmp_path: Path) -> None:
    """``ca_file``: a server at home."""
    own = authority(tmp_path / "tls")
    (tmp_path / "store").mkdir()
    server = Radicale(tmp_path / "store", own.good)
    world = PersonalWorld(tmp_path, server_settings(server, ca_file=str(own.ca_file)))

    with pytest.raises(ExecutorError) as told:
        find_events({"when": TOMORROW}, world.context())

    server.close()
    assert told.value.key == "calendar_gone"  # there is no calendar yet: but the server was asked
    assert ("PROPFIND", "/") in server.requests


@pytest.mark.parametrize(
    ("method", "status", "key"),
    [
        ("PROPFIND", "500 Oops", "calendar_odd_answer"),
        ("REPORT", "503 Later", "calendar_odd_answer"),
        ("REPORT", "200 OK", "calendar_odd_answer"),
        ("PROPFIND", "403 No", "calendar_forbidden"),
        ("PROPFIND", "200 OK", "calendar_odd_answer"),
    ],
)
def test_odd_answers_end_by_class(world: PersonalWorld, server: Radicale, method: str, status: str, key: str) -> None:
    """A server in trouble, or one that is no calendar server at all."""
    server.before = lambda environ: (status, b"<html>hello</html>") if environ["REQUEST_METHOD"] == method else None

    with pytest.raises(ExecutorError) as told:
        find_events({"when": TOMORROW}, world.context())

    assert told.value.error_class is ErrorClass.UNAVAILABLE
    assert told.value.key in (key, "calendar_gone")


@pytest.mark.parametrize(
    ("status", "key"),
    [("507 Full", "calendar_full"), ("403 No", "calendar_forbidden"), ("500 Oops", "calendar_odd_answer")],
)
def test_a_refused_write_leaves_nothing_half_done(
    world: PersonalWorld, server: Radicale, status: str, key: str
) -> None:
    """Full, not allowed, in trouble: the class says so, and undo finds nothing to take back."""
    server.before = lambda environ: (status, b"no") if environ["REQUEST_METHOD"] == "PUT" else None

    with pytest.raises(ExecutorError) as told:
        create_events({"when": "2026-12-03T10:00:00+01:00", "title": "Notaio"}, world.context())

    assert (told.value.error_class, told.value.key) == (ErrorClass.UNAVAILABLE, key)
    assert [method for method, _ in server.requests if method == "PUT"] == ["PUT"]
    server.before = lambda _environ: None
    assert titles(find_events({"when": "2026-12-03"}, world.context())) == []
    assert undo(world).stuck == ()


def test_a_calendar_that_is_gone_is_told(tmp_path: Path, server: Radicale, calendar: str) -> None:
    """The settings name one that is not there."""
    world = PersonalWorld(tmp_path, server_settings(server, calendar="Lavoro"))

    with pytest.raises(ExecutorError) as told:
        find_events({"when": TOMORROW}, world.context())

    assert (told.value.error_class, told.value.key) == (ErrorClass.UNAVAILABLE, "calendar_gone")


def test_the_named_calendar_is_used(tmp_path: Path, server: Radicale, calendar: str) -> None:
    """By its name; or by its address alone."""
    second = server.add_calendar("Lavoro")
    server.put(f"{second}standup.ics", rome("Riunione", "20261201", "0900", "0930", uid="standup"))
    by_name = PersonalWorld(tmp_path, server_settings(server, calendar="lavoro"))
    assert titles(find_events({"when": TOMORROW}, by_name.context())) == ["Riunione"]
    create_events({"when": "2026-12-03T10:00:00+01:00", "title": "Notaio"}, by_name.context())
    assert server.get(f"{second}standup.ics") is not None

    by_address = PersonalWorld(tmp_path, server_settings(server).replace(server.url, second))

    assert titles(find_events({"when": "2026-12-01/2026-12-04"}, by_address.context())) == ["Riunione", "Notaio"]


def test_a_broken_object_hides_none_of_the_others(world: PersonalWorld, server: Radicale, calendar: str) -> None:
    """A rule without an end, as another program has put it there."""
    looping = rome("Giro", "20261201", "1000", "1100", "RRULE:FREQ=DAILY;INTERVAL=1", uid="loop")
    server.put(f"{calendar}loop.ics", looping)
    stored = next(path for path in (server_folder(world)).rglob("loop.ics"))
    stored.write_text(stored.read_text(encoding="utf-8").replace("FREQ=DAILY;INTERVAL=1", "FREQ=SECONDLY"), "utf-8")

    found = find_events({"when": TOMORROW}, world.context())

    assert titles(found) == ["Dentista"]
    assert found["unreadable"] == 1


def server_folder(world: PersonalWorld) -> Path:
    return world.home / "radicale" / "storage"


def test_a_password_never_travels_in_the_open(tmp_path: Path) -> None:
    """Plain HTTP to a host outside is refused before anything is sent, unless it is listed."""
    settings = f'[calendar.accounts.work]\nurl = "http://cal.example.org/"\nuser = "{USER}"\n'

    with pytest.raises(ExecutorError) as told:
        find_events({"when": TOMORROW}, PersonalWorld(tmp_path, settings).context())

    assert (told.value.error_class, told.value.key) == (ErrorClass.DENIED, "calendar_plain_http")


def test_an_entry_cannot_send_the_password_elsewhere(world: PersonalWorld) -> None:
    """What an earlier step gives is data: the account's own server is the only one that is asked."""
    forged = find_events({"when": TOMORROW}, world.context())["entries"][0] | {"href": "http://127.0.0.1:9/x.ics"}

    with pytest.raises(ExecutorError) as told:
        delete_events({"entries": [forged]}, world.context())

    assert told.value.error_class is ErrorClass.DENIED
