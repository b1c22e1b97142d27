"""What is done to some of several things is never done to all of them; in doubt about how many, nothing is done."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plan.asking import planned

FOUND = {"path": "~/a", "pattern": "*.pdf"}


@pytest.mark.parametrize(
    ("text", "order", "last"),
    [
        ("find the pdfs in ~/a and move the biggest to ~/b", ("size", "desc"), ("move_files", {"dst": "~/b"})),
        ("find the pdfs in ~/a and move the largest of them to ~/b", ("size", "desc"), ("move_files", {"dst": "~/b"})),
        ("find the pdfs in ~/a and move the biggest one to ~/b", ("size", "desc"), ("move_files", {"dst": "~/b"})),
        ("find the pdfs in ~/a and delete the smallest", ("size", "asc"), ("delete_files", {})),
        ("find the pdfs in ~/a and copy the oldest to ~/b", ("modified", "asc"), ("copy_files", {"dst": "~/b"})),
        ("look for pdfs in ~/a and move the newest into ~/b", ("modified", "desc"), ("move_files", {"dst": "~/b"})),
        ("trova i pdf in ~/a e sposta il più grande in ~/b", ("size", "desc"), ("move_files", {"dst": "~/b"})),
        ("trova i pdf in ~/a e cancella il più vecchio", ("modified", "asc"), ("delete_files", {})),
    ],
)
def test_one_of_those_found(text: str, order: tuple[str, str], last: tuple[str, dict[str, Any]]) -> None:
    """A superlative without a noun means the one, whatever is then done to it."""
    by, way = order

    assert planned(text) == [
        ("find_files", FOUND),
        ("sort_entries", {"from_step": 1, "by": by, "order": way, "limit": 1}),
        (last[0], {"from_step": 2, **last[1]}),
    ]


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("find the pdfs in ~/a and tell me the biggest", {"limit": 1}),
        ("find the pdfs in ~/a and show me the 3 biggest", {"limit": 3}),
        ("trova i pdf in ~/a e dimmi il più grande", {"limit": 1}),
        ("trova i pdf in ~/a e mostrami i 3 più grandi", {"limit": 3}),
    ],
)
def test_shown_are_so_many(text: str, limit: dict[str, int]) -> None:
    """One, or the number that was told."""
    assert planned(text) == [
        ("find_files", FOUND),
        ("sort_entries", {"from_step": 1, "by": "size", "order": "desc", **limit}),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "move the largest files in ~/a to ~/b",
        "delete the oldest files in ~/a",
        "delete the last mails from Anna",
        "sposta i file più grandi di ~/a in ~/b",
        "trova i pdf in ~/a e cancella i più vecchi",
    ],
)
def test_how_many_was_not_said(text: str) -> None:
    """The largest of a folder, in the plural, may be any number: all of them were put in order and then changed."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    ("text", "by"),
    [
        ("find the pdfs in ~/a, largest first", "size"),
        ("list the pdfs in ~/a, newest first", "modified"),
        ("elenca i pdf in ~/a dal più grande", "size"),
        ("trova i pdf in ~/a e ordinali dal più recente", "modified"),
    ],
)
def test_all_in_an_order(text: str, by: str) -> None:
    """What comes first says what they are ordered by; none is left out."""
    assert planned(text) == [("find_files", FOUND), ("sort_entries", {"from_step": 1, "by": by, "order": "desc"})]
