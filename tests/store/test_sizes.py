"""What the toolbar counts."""

from __future__ import annotations

from metnos_cli.store.database import Database
from metnos_cli.store.sizes import remembered


def test_an_empty_memory_holds_nothing() -> None:
    """And every table that is counted exists."""
    assert remembered(Database(None).read()) == 0
