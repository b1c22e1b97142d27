"""Calendars for tests: a folder, and a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.executors.calendar.ics import rome
from tests.executors.calendar.radicale import PASSWORD, USER, Radicale
from tests.executors.personal import PersonalWorld

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FOLDER = '[calendar.accounts.home]\nfolder = "~/calendars"\n'


@pytest.fixture
def trash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The trash library reads the environment only once: it is pointed to the test's home."""
    import send2trash.plat_other as library

    data = tmp_path / ".local/share"
    monkeypatch.setattr(library, "XDG_DATA_HOME", bytes(data))
    monkeypatch.setattr(library, "HOMETRASH_B", bytes(data / "Trash"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A calendar in a folder, with a weekly lesson and a dentist on Tuesday 1 December 2026."""
    place = tmp_path / "calendars" / "personal"
    place.mkdir(parents=True)
    (place / "displayname").write_text("Personale\n", encoding="utf-8")
    lesson = rome("Lezione di chitarra", "20261104", "1700", "1800", "RRULE:FREQ=WEEKLY", uid="lesson")
    (place / "lesson.ics").write_bytes(lesson.encode())
    dentist = rome("Dentista", "20261201", "1530", "1600", "LOCATION:via Emilia 12", uid="dentist")
    (place / "dentist.ics").write_bytes(dentist.encode())
    return place


@pytest.fixture
def world(tmp_path: Path, folder: Path, trash: None) -> PersonalWorld:
    """Monday 30 November 2026, nine in the morning, with that folder."""
    return PersonalWorld(tmp_path, FOLDER)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Radicale]:
    """A server of its own."""
    place = tmp_path / "radicale"
    place.mkdir()
    running = Radicale(place)
    yield running
    running.close()


def server_settings(server: Radicale, password: str = PASSWORD, **more: str) -> str:
    """An account on the server; its password comes from a program."""
    lines = [f'{key} = "{value}"' for key, value in more.items()]
    return "\n".join(
        [
            "[calendar.accounts.work]",
            f'url = "{server.url}"',
            f'user = "{USER}"',
            f'password_command = ["printf", "{password}"]',
            *lines,
            "",
        ]
    )
