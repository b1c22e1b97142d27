"""get_now, get_location, get_processes, get_system, get_inputs, request_new_executor."""

from __future__ import annotations

import getpass
import os
from typing import TYPE_CHECKING, Any

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError, InputNeeded
from metnos_cli.store import gaps
from tests.executors.small_world import Answering, names

if TYPE_CHECKING:
    from tests.executors.small_world import SmallWorld


def test_the_present_moment(small: SmallWorld) -> None:
    """In figures and in words."""
    answer = small.call("get_now")

    assert (answer["time"], answer["date"], answer["weekday"]) == ("09:05", "30 novembre 2026", "lunedì")
    assert (answer["now"], answer["zone"]) == ("2026-11-30T09:05:00+01:00", "Europe/Rome")
    assert (answer["week"], answer["year"]) == (49, 2026)


def test_the_moment_elsewhere(small: SmallWorld) -> None:
    """Another day, another language."""
    small.lang = "en"

    answer = small.call("get_now", zone="Pacific/Auckland")

    assert (answer["time"], answer["date"], answer["weekday"]) == ("21:05", "30 November 2026", "Monday")


@pytest.mark.parametrize(
    ("when", "told"),
    [
        ("2026-12-01T00:00:00+01:00/2026-12-02T00:00:00+01:00", "Martedì 1 dicembre 2026, domani."),
        ("2026-12-25", "Venerdì 25 dicembre 2026, tra 25 giorni (3 settimane e 4 giorni)."),
        ("../2026-12-26T00:00:00+01:00", "Venerdì 25 dicembre 2026, tra 25 giorni (3 settimane e 4 giorni)."),
        ("2026-12-07", "Lunedì 7 dicembre 2026, tra 7 giorni."),
        ("2026-11-30", "Lunedì 30 novembre 2026, oggi."),
        ("2026-11-16", "Lunedì 16 novembre 2026, 14 giorni fa (2 settimane)."),
        ("2026-12-01T15:30:00+01:00", "Martedì 1 dicembre 2026, alle 15:30, tra 1 giorno, 6 ore e 25 minuti."),
        ("../2026-11-30T18:00:00+01:00", "Lunedì 30 novembre 2026, alle 18:00, tra 8 ore e 55 minuti."),
        ("2026-11-30T09:05:20+01:00", "Lunedì 30 novembre 2026, alle 09:05, adesso."),
    ],
)
def test_another_day(small: SmallWorld, when: str, told: str) -> None:
    """Which day it is and how far away, with the hour where one was asked about."""
    assert small.call("get_now", when=when)["text"] == told


@pytest.mark.parametrize("when", ["../..", "tomorrow", "2026-13-01"])
def test_a_day_that_is_none(small: SmallWorld, when: str) -> None:
    """Wrong arguments."""
    with pytest.raises(ExecutorError) as raised:
        small.call("get_now", when=when)

    assert raised.value.error_class is ErrorClass.WRONG_ARGS


@pytest.mark.parametrize("zone", ["Europe/Atlantis", "../../etc/passwd", "x" * 300])
def test_a_zone_that_is_none(small: SmallWorld, zone: str) -> None:
    """Wrong arguments."""
    with pytest.raises(ExecutorError) as raised:
        small.call("get_now", zone=zone)

    assert raised.value.error_class is ErrorClass.WRONG_ARGS


def test_the_place_in_the_settings(small: SmallWorld) -> None:
    """Nobody is asked."""
    small.config = '[general]\nlocation = "Bologna"\n'

    answer = small.call("get_location")

    assert (answer["location"], answer["source"]) == ("Bologna", "settings")
    assert small.dialog.asked == []


def test_the_place_is_asked_for(small: SmallWorld) -> None:
    """When the settings do not say."""
    small.dialog = Answering({"location": "Lecce"})

    answer = small.call("get_location")

    assert (answer["location"], answer["source"]) == ("Lecce", "user")
    assert small.dialog.asked[0]["schema"] == {"kind": "location"}


def test_nobody_can_be_asked_for_the_place(small: SmallWorld) -> None:
    """The question goes back."""
    with pytest.raises(InputNeeded) as raised:
        small.call("get_location")

    assert raised.value.facts["questions"][0]["prompt"] == "Dove ti trovi?"


@pytest.mark.parametrize(("order", "field"), [("memory", "memory"), ("cpu", "cpu"), ("name", "name")])
def test_processes_in_order(small: SmallWorld, order: str, field: str) -> None:
    """Real ones, the heaviest first."""
    answer = small.call("get_processes", sort_by=order, limit=5)

    values = [entry[field] for entry in answer["entries"]]
    expected = sorted(values, key=str.casefold) if order == "name" else sorted(values, reverse=True)
    assert values == expected
    assert 0 < answer["ok_count"] <= 5
    assert answer["total"] >= answer["ok_count"]


def test_this_very_process(small: SmallWorld) -> None:
    """Found by its name, with its user and its memory."""
    entries = small.call("get_processes", name="pyTHon", limit=1000)["entries"]

    mine = next(entry for entry in entries if entry["pid"] == os.getpid())
    assert mine["user"] == getpass.getuser()
    assert mine["memory"] > 1_000_000
    assert mine["started"].endswith("+01:00")


def test_no_such_process(small: SmallWorld) -> None:
    """An answer, not a failure."""
    assert small.call("get_processes", name="no-such-program-runs")["entries"] == []


@pytest.mark.parametrize(
    ("what", "word"),
    [("cpu", "CPU"), ("memory", "Memoria"), ("disk", "Disco"), ("addresses", "Indirizzi"), ("uptime", "Acceso")],
)
def test_parts_of_the_system(small: SmallWorld, what: str, word: str) -> None:
    """Each in words."""
    answer = small.call("get_system", what=what)

    assert answer["summary"].startswith(word)


def test_the_whole_system(small: SmallWorld) -> None:
    """Every part, and the fields of all of them."""
    answer = small.call("get_system", what="all")

    assert answer["memory_total"] > answer["memory_free"] > 0
    assert answer["disk_total"] > answer["disk_free"] > 0
    assert {"cpu", "memory", "uptime"} <= set(names(answer))
    assert len(answer["summary"].splitlines()) >= 5


@pytest.mark.parametrize(
    ("kind", "said", "text"),
    [
        ("text", "ciao", "ciao"),
        ("number", 3, "3"),
        ("yes_no", True, "sì"),
        ("yes_no", False, "no"),
        ("date", "2026-12-24", "2026-12-24"),
        ("file_path", "~/x", "~/x"),
        ("location", "Roma", "Roma"),
    ],
)
def test_answers_of_each_kind(small: SmallWorld, kind: str, said: Any, text: str) -> None:
    """The value, and the same as text."""
    small.dialog = Answering({"value": said})

    answer = small.call("get_inputs", prompt="Dimmi", kind=kind)

    assert (answer["value"], answer["text"], answer["ok_count"]) == (said, text, 1)
    assert small.dialog.asked == [{"var": "value", "prompt": "Dimmi", "schema": {"kind": kind}}]


def test_credentials_are_marked_secret(small: SmallWorld) -> None:
    """And never told as text."""
    small.dialog = Answering({"value": {"user": "anna", "password": "s3greta"}})

    answer = small.call("get_inputs", prompt="Accedi", kind="credentials")

    assert answer["secret"] is True
    assert answer["text"] == "anna"


def test_choosing_among_texts(small: SmallWorld) -> None:
    """Those given."""
    small.dialog = Answering({"value": "verde"})

    answer = small.call("get_inputs", prompt="Quale?", kind="choice", choices=["rosso", "verde"])

    assert answer["value"] == "verde"
    assert small.dialog.asked[0]["schema"]["choices"] == ["rosso", "verde"]


def test_choosing_among_entries(small: SmallWorld) -> None:
    """What is chosen goes on to the next step; two of the same name are told apart by their place."""
    entries = [{"name": "a", "path": "~/1/a", "text": "uno"}, {"name": "a", "path": "~/2/a"}, {"title": "c"}]
    small.dialog = Answering({"value": [1, 2]})

    answer = small.call("get_inputs", entries=entries, prompt="Quali?", kind="multi_choice")

    assert answer["entries"] == entries[1:]
    assert (answer["value"], answer["text"]) == (["a", "c"], "a, c")


def test_choosing_one_entry_with_a_preview(small: SmallWorld) -> None:
    """Its text is what can be looked at."""
    small.dialog = Answering({"value": 0})
    entries = [{"name": "a", "text": "uno"}, {"name": "b"}]

    answer = small.call("get_inputs", entries=entries, prompt="Quale?", kind="choice_with_preview")

    assert answer["entries"] == entries[:1]
    assert [choice["preview"] for choice in small.dialog.asked[0]["schema"]["choices"]] == ["uno", ""]


def test_nothing_to_choose(small: SmallWorld) -> None:
    """Wrong arguments."""
    with pytest.raises(ExecutorError) as raised:
        small.call("get_inputs", prompt="Quale?", kind="choice")

    assert raised.value.error_class is ErrorClass.WRONG_ARGS


def test_a_wish_is_counted(small: SmallWorld) -> None:
    """However it is spaced and written."""
    small.call("request_new_executor", wish="accendere le luci")
    answer = small.call("request_new_executor", wish="Accendere  le luci")

    assert answer["times"] == 2
    assert [(gap.request, gap.times) for gap in gaps.most_frequent(small.store.read())] == [("Accendere le luci", 2)]
