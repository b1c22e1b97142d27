"""What picks one of several, leaves some out or joins a second thing is no title: such plans are refused."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned


@pytest.mark.parametrize(
    "text",
    [
        "cancella la prima riunione di domani",
        "cancella l'ultima riunione di domani",
        "cancella la riunione più lunga di domani",
        "sposta l'ultima riunione di domani alle 18",
        "cancella il promemoria più vecchio",
        "cancella i promemoria scaduti",
        "cancella l'ultimo promemoria",
        "cancella il promemoria gas o luce",
        "cancella gli appuntamenti passati",
        "cancella il calendario",
        "delete the second meeting tomorrow",
        "cancel the longest meeting on Friday",
        "cancel either meeting tomorrow",
        "cancel the last one tomorrow",
        "move the first meeting tomorrow to 6 pm",
        "delete the oldest reminder",
        "delete overdue reminders",
        "list the oldest reminders",
        "delete the last reminder",
        "delete my calendar",
        "cancella una delle riunioni di domani",
        "delete one of tomorrow's meetings",
        "qual è l'ultima riunione di domani",
        "what is my last meeting tomorrow",
    ],
)
def test_one_of_several(text: str) -> None:
    """Nothing is called "the last"."""
    assert planned(text) in ("end", "question")


@pytest.mark.parametrize(
    "text",
    [
        "dimentica il PIN della carta ma non quello del telefono",
        "dimentica che Ada è vegetariana ma ricorda che è celiaca",
        "dimentica tutto quello che sai",
        "forget what I told you about Nora but keep the key",
        "forget everything you know",
        "forget Nora's birthday and Ada's address",
        "dimentica il PIN e la password",
        "call off Friday's lunch with Kim but keep the one with Lee",
        "cancel the dentist and the notary",
        "annulla il dentista e il notaio",
        "sposta a martedì il dentista e il notaio",
        "move the dentist and the notary to Tuesday",
    ],
)
def test_exceptions_and_second_things(text: str) -> None:
    """What is to stay, and what is another thing, is looked for by no word of a title."""
    assert planned(text) in ("end", "question")


@pytest.mark.parametrize(
    "text",
    [
        "how many hours of meetings do I have tomorrow",
        "quante ore di riunioni ho domani",
        "ho più di due riunioni domani",
        "show the meetings longer than an hour tomorrow",
        "quali riunioni di domani si sovrappongono",
        "which meetings tomorrow overlap",
        "mostra gli appuntamenti di domani più lunghi",
        "show the longest appointments tomorrow",
        "come si cancellano gli appuntamenti",
        "how are appointments deleted",
        "quanti giorni mancano tra il 3 e il 20 dicembre",
        "how many days are there between December 3 and December 20",
    ],
)
def test_what_is_not_counted(text: str) -> None:
    """A condition or a sum that no step works out."""
    assert planned(text) in ("end", "question")


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ('cancella l\'appuntamento "prima e ultima prova"', "prima e ultima prova"),
        ('delete the appointment "first and last call"', "first and last call"),
        ("annulla la riunione con Ada e Bea di venerdì", "riunione con Ada e Bea"),
        ("cancel the meeting with Ada and Bea on Friday", "meeting with Ada and Bea"),
        ("annulla il dentista di venerdì", "dentista"),
        ("cancel the dentist on Friday", "dentist"),
    ],
)
def test_titles(text: str, query: str) -> None:
    """A quotation is what it says, and a plain title stays one."""
    (call,) = planned(text)

    assert call[0] == "delete_events"  # type: ignore[index]
    assert call[1]["query"] == query  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "month"),
    [
        ("che appuntamenti avevo a gennaio", "2026-01"),
        ("che riunioni ho avuto a ottobre", "2025-10"),
        ("che appuntamenti c'erano a ottobre", "2025-10"),
        ("quali appuntamenti avevamo a ottobre", "2025-10"),
        ("che appuntamenti ci sono stati a ottobre", "2025-10"),
        ("ho avuto appuntamenti a ottobre", "2025-10"),
        ("what meetings did I have in October", "2025-10"),
        ("what appointments had I in October", "2025-10"),
        ("che appuntamenti ho a ottobre", "2026-10"),
        ("what meetings do I have in October", "2026-10"),
    ],
)
def test_months_that_are_over(text: str, month: str) -> None:
    """A verb of the past means the last such month, and is no word of a title."""
    (call,) = planned(text)

    assert call[0] == "find_events"  # type: ignore[index]
    assert str(call[1]["when"]).startswith(month)  # type: ignore[index]
    assert "query" not in call[1]  # type: ignore[index]
