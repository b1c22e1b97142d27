"""A database that another process holds from some moment on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.errors import StoreLocked
from metnos_cli.store import journal

if TYPE_CHECKING:
    import pytest


def busy_after(monkeypatch: pytest.MonkeyPatch, notes: int) -> None:
    """So many changes can still be noted, and no more."""
    add, left = journal.add, iter(range(notes))

    def maybe(*told: Any, **named: Any) -> int:
        if next(left, None) is None:
            raise StoreLocked(path="metnos.db")
        return add(*told, **named)

    monkeypatch.setattr(journal, "add", maybe)
