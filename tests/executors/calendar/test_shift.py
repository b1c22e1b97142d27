"""An appointment is put off or brought forward; a whole day said alone moves nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.calendar.change import change_events, delete_events, prepare_deletion
from tests.executors.calendar.ics import calendar, event

if TYPE_CHECKING:
    from pathlib import Path

    from tests.executors.personal import PersonalWorld


@pytest.mark.parametrize(
    ("shift", "told"),
    [
        ("PT1H", "domani 16:30–17:00 Dentista"),
        ("PT1H30M", "domani 17:00–17:30 Dentista"),
        ("-PT1H", "domani 14:30–15:00 Dentista"),
        ("P1D", "mercoledì 2 dicembre 15:30–16:00 Dentista"),
        ("P1W", "martedì 8 dicembre 15:30–16:00 Dentista"),
        ("P3M", "lunedì 1 marzo 2027 15:30–16:00 Dentista"),
        ("-P3M", "martedì 1 settembre 15:30–16:00 Dentista"),
        ("-P9M", "domenica 1 marzo 15:30–16:00 Dentista"),
        ("-P1Y", "lunedì 1 dicembre 2025 15:30–16:00 Dentista"),
    ],
)
def test_its_length_stays(world: PersonalWorld, shift: str, told: str) -> None:
    """Later, or earlier with a minus."""
    moved = change_events({"query": "dentista", "shift": shift}, world.context())

    assert moved["told"] == f"Cambiato: {told} (via Emilia 12)."


def test_whole_days_are_put_off_by_days(world: PersonalWorld, folder: Path) -> None:
    """By hours they cannot be."""
    text = calendar(event("SUMMARY:Ferie", "DTSTART;VALUE=DATE:20261207", "DTEND;VALUE=DATE:20261209", uid="off"))
    (folder / "off.ics").write_bytes(text.encode())

    moved = change_events({"query": "ferie", "shift": "P2D"}, world.context())
    with pytest.raises(ExecutorError) as told:
        change_events({"query": "ferie", "shift": "PT1H"}, world.context())

    assert moved["told"] == "Cambiato: mercoledì 9 dicembre – giovedì 10 dicembre Ferie."
    assert told.value.error_class is ErrorClass.MISSING_INPUT


@pytest.mark.parametrize(
    "when",
    ["2026-12-01T00:00:00+01:00/2026-12-02T00:00:00+01:00", "2026-12-01/2026-12-08", "2026-12-01T15:30:00+01:00"],
)
def test_a_time_alone_changes_nothing(world: PersonalWorld, when: str) -> None:
    """A day is no way from its beginning to its end."""
    with pytest.raises(ExecutorError) as told:
        change_events({"when": when}, world.context())

    assert (told.value.error_class, told.value.key) == (ErrorClass.WRONG_ARGS, "calendar_nothing_to_change")
    assert world.changes() == []


def test_what_was_shown_is_what_is_deleted(world: PersonalWorld) -> None:
    """Although another one fits by then."""
    shown = prepare_deletion({"query": "dentista"}, world.context())
    change_events({"query": "lezione", "title": "Dentista"}, world.context())

    gone = delete_events(shown, world.context())

    assert [entry["name"] for entry in shown["entries"]] == ["domani 15:30–16:00 Dentista (via Emilia 12)"]
    assert gone["told"] == "Tolto: domani 15:30–16:00 Dentista (via Emilia 12)."
