"""What the tests of executors share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.executors.small_world import SmallWorld

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallWorld:
    """A home of its own; the trash library, which reads the environment only once, is pointed there too."""
    return world_at(tmp_path / "home", monkeypatch)


def world_at(home: Path, monkeypatch: pytest.MonkeyPatch) -> SmallWorld:
    """A small world in a new home."""
    import send2trash.plat_other as trash

    home.mkdir()
    data = home / ".local/share"
    monkeypatch.setattr(trash, "XDG_DATA_HOME", bytes(data))
    monkeypatch.setattr(trash, "HOMETRASH_B", bytes(data / "Trash"))
    monkeypatch.setenv("HOME", str(home))
    return SmallWorld(home)
