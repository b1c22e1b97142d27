"""A request of several acts is answered with each of them, once."""

from __future__ import annotations

import pytest

from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.records import Proposal
from tests.plan.asking import asked, bundled


def _answer(text: str) -> str:
    told = OfflineProposer(tuple(bundled())).propose(asked(text), lambda _use: None)
    assert isinstance(told, Proposal), told
    return told.framework.final_message


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("sposta i pdf di ~/a in ~/b e poi elimina i tmp di ~/a", (2, 4)),
        ("move the jpgs of ~/a to ~/b and then delete the logs of ~/a", (2, 4)),
        ("crea la cartella ~/n e poi copia ~/a.txt in ~/n", (1, 2)),
        ("create the folder ~/n and copy ~/a.txt to ~/n", (1, 2)),
    ],
)
def test_each_act_is_told(text: str, acts: tuple[int, int]) -> None:
    """In their order, and not only the last."""
    told = _answer(text)
    places = [told.find(f"${{step{number}.") for number in acts]

    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sposta i pdf di ~/a in ~/b e poi elimina i tmp di ~/a", "sottocartelle"),
        ("move the jpgs of ~/a to ~/b and then delete the logs of ~/a", "subfolders"),
    ],
)
def test_one_folder_one_sentence(text: str, said: str) -> None:
    """That its subfolders were left out is told once."""
    assert _answer(text).count(said) == 1


@pytest.mark.parametrize("text", ["trova i pdf in ~/a e salva la lista in ~/l.txt", "write hello to ~/n.txt"])
def test_one_act_tells_itself(text: str) -> None:
    """Nothing is added to the one answer."""
    assert _answer(text) == ""
