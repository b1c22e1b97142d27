"""A whole turn over file names that are no text: each part that keeps, shows or sends them takes them as they are."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from metnos_cli.store import turns
from metnos_cli.ui.render.json import render
from tests.pipeline.test_turn import Small, Yes, plan

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def small(home: Path) -> Iterator[Small]:
    """A home of its own."""
    made = Small(home)
    yield made
    made.world.close()


def test_a_name_that_is_no_text_passes_through_the_whole_turn(small: Small) -> None:
    """Found, not moved because the name is taken, put in the trash: each time recorded, and told as JSON."""
    small.consent = Yes()
    names = [os.path.join(os.fsencode(small.home), folder, b"b\xff.log") for folder in (b"", b"full")]  # noqa: PTH118
    (small.home / "full").mkdir()
    for name in names:
        with open(name, "wb"):  # noqa: PTH123
            pass
    found = ("find_files", {"path": "~", "pattern": "*.log", "recursive": False})

    taken = small.turn(plan(found, ("move_files", {"from_step": 1, "dst": "~/full"})))
    gone = small.turn(plan(found, ("delete_files", {"from_step": 1})), text="tutt'altra faccenda, mai sentita")

    assert (taken.outcome.kind, gone.outcome.kind) == ("dead_end", "answered")
    assert [os.path.lexists(name) for name in names] == [False, True]
    for told in (taken, gone):
        assert turns.load(small.world.database.read(), told.id) is not None
        assert json.loads(render(told).encode())["id"] == told.id
