"""When something runs out is a question to what the user told."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("sai quando scade il bollino della caldaia?", "quando scade il bollino della caldaia"),
        ("quando scade la tessera della palestra?", "quando scade la tessera della palestra"),
        ("ti ricordi quando scade il passaporto?", "quando scade il passaporto"),
        ("do you know when the warranty expires?", "when the warranty expires"),
        ("when does my gym card run out?", "when does my gym card run out"),
        ("do you remember when the lease runs out?", "when the lease runs out"),
    ],
)
def test_what_runs_out(text: str, query: str) -> None:
    """The question goes as it is, without the words that only lead to it."""
    assert planned(text) == [("find_facts", {"query": query})]


@pytest.mark.parametrize(
    "text",
    [
        "quando scadono i promemoria?",
        "quando scade il file ~/a.txt?",
        "dimmi quando scade la garanzia e cancella ~/x",
        "when do my reminders expire?",
        "tell me when the warranty expires and delete ~/x",
    ],
)
def test_what_others_know_or_do(text: str) -> None:
    """Reminders and files are nothing that was told, and one answer does no two things."""
    assert planned(text) == "end"
