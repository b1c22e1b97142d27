"""Words that say what a path is are no wish of their own, and where subfolders do not count the user is told."""

from __future__ import annotations

import pytest

from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.records import Proposal
from tests.plan.asking import asked, bundled, planned


@pytest.mark.parametrize(
    "text",
    [
        "what's in my Downloads folder",
        "list my Downloads folder",
        "list the Downloads directory",
        "show me what is in the downloads folder",
        "list the ~/Downloads folder",
    ],
)
def test_a_folder_by_its_name(text: str) -> None:
    """Everything in it is listed, and not its subfolders alone."""
    assert planned(text) == [("list_dirs", {"path": "~/Downloads"})]


@pytest.mark.parametrize(
    "text", ["list the folders in ~/a", "show the folders in the ~/a folder", "elenca le cartelle nella cartella ~/a"]
)
def test_folders_are_asked_for(text: str) -> None:
    """In the plural, before the path, they are what is wanted."""
    assert planned(text) == [("list_dirs", {"path": "~/a", "kind": "folder"})]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("elimina i pdf in ~", "Ho guardato solo in ${step1.path}, non nelle sue sottocartelle."),
        ("cancella i file vuoti in ~/a", "Ho guardato solo in ${step1.path}, non nelle sue sottocartelle."),
        ("delete the pdfs in ~", "I looked only in ${step1.path}, not in its subfolders."),
        ("move the pdfs in ~/a to ~/b", "I looked only in ${step1.path}, not in its subfolders."),
    ],
)
def test_subfolders_left_alone(text: str, told: str) -> None:
    """Nobody said so: after what was done stands where it was looked."""
    done, note = final_message(text).split("\n\n")

    assert "${step2." in done
    assert note == told


@pytest.mark.parametrize(
    "text",
    [
        "elimina i pdf in ~/a e nelle sue sottocartelle",
        "delete the pdfs in ~/a and its subfolders",
        "trova i pdf in ~/a",
    ],
)
def test_nothing_to_tell(text: str) -> None:
    """Whoever spoke of subfolders knows, and what only looks goes into them."""
    assert final_message(text) == ""


def final_message(text: str) -> str:
    """What the offline plan of a request says at its end."""
    answer = OfflineProposer(tuple(bundled())).propose(asked(text), lambda _use: None)

    assert isinstance(answer, Proposal)
    return answer.framework.final_message
