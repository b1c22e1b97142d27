"""What the tests of safety share: the same small world as the executors'."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.executors.conftest import world_at

if TYPE_CHECKING:
    from pathlib import Path

    from tests.executors.small_world import SmallWorld


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallWorld:
    """A home of its own, trash included."""
    return world_at(tmp_path / "home", monkeypatch)
