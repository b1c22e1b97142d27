"""What is to be done is a reminder with its one moment; what is so is a fact, with no day that passes."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned


@pytest.mark.parametrize(
    ("text", "todo"),
    [
        ("remember to buy bread", "buy bread"),
        ("don't forget to buy bread", "buy bread"),
        ("add a task: buy bread", "buy bread"),
        ("add a task to buy bread", "buy bread"),
        ("ricordati di comprare il pane", "comprare il pane"),
        ("non dimenticare di comprare il pane", "comprare il pane"),
        ("aggiungi un'attività: comprare il pane", "comprare il pane"),
    ],
)
def test_what_is_to_be_done(text: str, todo: str) -> None:
    """Whoever says so to himself wants to be reminded."""
    assert planned(text) == [("create_tasks", {"text": todo})]


@pytest.mark.parametrize(
    "text",
    [
        "remind me to call Bob tomorrow at 15 and at 18",
        "remind me to call Bob tomorrow at 3 pm and call Ann at 6 pm",
        "ricordami di pagare domani alle 10 e chiamare Anna alle 12",
        "ricordami di chiamare Anna domani alle 10 e alle 18",
    ],
)
def test_two_moments(text: str) -> None:
    """One reminder without any would come never."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    "text",
    [
        "prendi nota che domani viene l'idraulico",
        "ricordati che venerdì viene Marco",
        "ricorda che tra 3 giorni scade la bolletta",
        "remember that the plumber comes tomorrow",
        "note that the plumber comes on Friday",
        "remember that the lease ends next month",
    ],
)
def test_days_that_pass(text: str) -> None:
    """ "Tomorrow" is another day whenever it is read."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("ricordati che Anna lavora il lunedì", "Anna lavora il lunedì"),
        ("ricordati che il compleanno di Luca è il 19 novembre", "il compleanno di Luca è il 19 novembre"),
        ("ricordati che la palestra chiude alle 22", "la palestra chiude alle 22"),
        ("remember that I moved in 2019", "I moved in 2019"),
        ("remember: Tom's birthday is on July 9", "Tom's birthday is on July 9"),
    ],
)
def test_days_that_stay(text: str, fact: str) -> None:
    """Dates, hours and any Monday are the same whenever they are read."""
    assert planned(text) == [("write_facts", {"text": fact})]
