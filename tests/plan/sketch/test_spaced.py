"""The half of a name with a space: the other half is named too, and how to write it."""

from __future__ import annotations

import pytest

from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.records import Abstention
from tests.plan.asking import asked, bundled


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("copia ~/carte/note casa.txt in ~/b", "~/carte/note casa.txt"),
        ("elimina ~/foto mare.jpg", "~/foto mare.jpg"),
        ("read the file ~/my notes.txt", "~/my notes.txt"),
    ],
)
def test_quotation_marks_are_hinted_at(text: str, name: str) -> None:
    """Nothing is guessed, and the name is shown as it would have to be written."""
    told = OfflineProposer(tuple(bundled())).propose(asked(text), lambda _use: None)

    assert isinstance(told, Abstention)
    assert name in repr(told)
