"""A person's own things, said as people say them: planned by rules, asked about, or left; never something else."""

from __future__ import annotations

from typing import Any

import pytest

from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.plan.validator import validate_framework
from metnos_cli.records import Abstention, Framework, Proposal
from tests.plan.asking import asked, bundled, calls

T = "<time>"
"""Any time or length: which one is for the tests of slots to say."""
Plan = list[tuple[str, dict[str, Any]]]


def plan_of(text: str) -> Framework:
    """The plan, which must be valid."""
    given = asked(text)
    answer = OfflineProposer(tuple(bundled())).propose(given, lambda _use: None)
    assert isinstance(answer, Proposal), answer
    assert validate_framework(answer.framework, given.pool) == ()
    return answer.framework


def plan(text: str) -> Plan:
    """The plan, times left out."""
    return [
        (tool, {name: _timeless(name, value) for name, value in args.items()}) for tool, args in calls(plan_of(text))
    ]


def _timeless(name: str, value: Any) -> Any:
    return T if name in {"when", "to", "duration", "shift"} and str(value)[:1] in "12P-" else value


def left(text: str) -> Abstention:
    """Why there is no plan."""
    answer = OfflineProposer(tuple(bundled())).propose(asked(text), lambda _use: None)
    assert isinstance(answer, Abstention), answer
    return answer


@pytest.mark.parametrize(
    ("text", "tool", "args"),
    [
        (
            "fissa una riunione con Anna domani alle 10 sul budget",
            "create_events",
            {"when": T, "title": "riunione con Anna sul budget"},
        ),
        ("fissa un appuntamento con Anna domani alle 10", "create_events", {"when": T, "people": "Anna"}),
        ("fissa un appuntamento domani alle 10 per un'ora", "create_events", {"when": T, "duration": T}),
        ("fissa una riunione domani alle 10", "create_events", {"when": T, "title": "riunione"}),
        ("fissami un appuntamento dal dentista domani alle 9", "create_events", {"when": T, "title": "dentista"}),
        (
            "prenota una riunione con Bruno domani alle 11 per 45 minuti",
            "create_events",
            {"when": T, "duration": T, "title": "riunione con Bruno"},
        ),
        (
            "crea un evento compleanno di Luca il 19 dicembre",
            "create_events",
            {"when": T, "title": "compleanno di Luca"},
        ),
        ("metti in agenda: palestra domani alle 18", "create_events", {"when": T, "title": "palestra"}),
        ("metti dentista in calendario domani alle 9", "create_events", {"when": T, "title": "dentista"}),
        (
            "set up a meeting with Anna tomorrow at 10 am about the budget",
            "create_events",
            {"when": T, "title": "meeting with Anna about the budget"},
        ),
        (
            "book a meeting with Bruno tomorrow at 11 am for 45 minutes",
            "create_events",
            {"when": T, "duration": T, "title": "meeting with Bruno"},
        ),
        ("add lunch with mum tomorrow at 1 pm to my calendar", "create_events", {"when": T, "title": "lunch with mum"}),
        (
            "create an event called Luca's birthday on December 19",
            "create_events",
            {"when": T, "title": "Luca's birthday"},
        ),
        (
            "sposta la riunione sul budget a domani alle 15",
            "change_events",
            {"query": "riunione sul budget", "to": T},
        ),
        ("sposta il dentista a domani alle 10", "change_events", {"query": "dentista", "to": T}),
        ("rimanda di un'ora la riunione con Anna", "change_events", {"query": "riunione con Anna", "shift": T}),
        (
            "anticipa la riunione con Anna alle 14",
            "change_events",
            {"query": "riunione con Anna", "to": "T14:00", "direction": "earlier"},
        ),
        ("allunga la riunione di reparto a 2 ore", "change_events", {"query": "riunione di reparto", "duration": T}),
        ("move the dentist to tomorrow at 10 am", "change_events", {"query": "dentist", "to": T}),
        ("postpone the meeting with Anna by an hour", "change_events", {"query": "meeting with Anna", "shift": T}),
        ("annulla la riunione con Anna di domani", "delete_events", {"when": T, "query": "riunione con Anna"}),
        ("disdici il dentista", "delete_events", {"query": "dentista"}),
        ("take tomorrow's dinner off the calendar", "delete_events", {"when": T, "query": "dinner"}),
        ("cancel all my appointments tomorrow", "delete_events", {"when": T}),
        ("delete tomorrow's appointment at 5 pm", "delete_events", {"when": T}),
        ("fissa domani una riunione alle 10", "create_events", {"when": T, "title": "riunione"}),
        ("che ho in agenda questa settimana", "find_events", {"when": T}),
        ("cosa ho in programma domani?", "find_events", {"when": T}),
        ("a che ora è la riunione con Anna?", "find_events", {"query": "riunione con Anna"}),
        ("quando ho la riunione sul budget?", "find_events", {"query": "riunione sul budget"}),
        ("when is the meeting with Anna?", "find_events", {"query": "meeting with Anna"}),
        ("do I have anything tomorrow?", "find_events", {"when": T}),
        ("trova un'ora libera domani pomeriggio", "find_events_empty", {"when": T, "duration": T}),
        ("ho nuove mail?", "find_messages", {"unread": True}),
        ("cerca le mail con allegati di Anna", "find_messages", {"attachments": True, "from": "Anna"}),
        ("cerca le mail senza allegati di Anna", "find_messages", {"attachments": False, "from": "Anna"}),
        ("find the emails without attachments from Anna", "find_messages", {"attachments": False, "from": "Anna"}),
        ("show me today's emails with no attachments", "find_messages", {"attachments": False, "when": T}),
        ("mostra le ultime 3 mail di Anna", "find_messages", {"limit": 3, "from": "Anna"}),
        ("mostrami le mail di Bruno di oggi", "find_messages", {"when": T, "from": "Bruno"}),
        ("do I have new mail?", "find_messages", {"unread": True}),
        ("leggi le ultime 2 mail", "read_messages", {"limit": 2}),
        ("leggi l'ultima mail di Anna", "read_messages", {"from": "Anna"}),
        ("read the last 2 mails", "read_messages", {"limit": 2}),
        (
            "rispondi a Marco Rossi che ci vediamo domani alle 10 e porto il vino",
            "send_messages",
            {"to": "Marco Rossi", "text": "ci vediamo domani alle 10 e porto il vino", "reply": True},
        ),
        ("scrivi ad Anna che la cena è alle 20", "send_messages", {"to": "Anna", "text": "la cena è alle 20"}),
        ("manda ad Anna il file ~/note.txt", "send_messages", {"to": "Anna", "attach": "~/note.txt"}),
        ("email Bruno that I am late", "send_messages", {"to": "Bruno", "text": "I am late"}),
        ("reply to Anna that it's fine", "send_messages", {"to": "Anna", "text": "it's fine", "reply": True}),
        ("qual è la mail di Bruno", "find_contacts", {"query": "Bruno", "field": "email"}),
        ("che numero ha Bruno?", "find_contacts", {"query": "Bruno", "field": "phone"}),
        ("qual è l'indirizzo di Anna Rossi?", "find_contacts", {"query": "Anna Rossi", "field": "address"}),
        ("quando compie gli anni Anna?", "find_contacts", {"query": "Anna", "field": "birthday"}),
        ("di chi è il numero 333 1234567?", "find_contacts", {"query": "3331234567"}),
        ("what is Bruno's email?", "find_contacts", {"query": "Bruno", "field": "email"}),
        ("give me Bruno's number", "find_contacts", {"query": "Bruno", "field": "phone"}),
        (
            "where does Anna Rossi live according to the address book?",
            "find_contacts",
            {"query": "Anna Rossi", "field": "address"},
        ),
        ("dimentica il codice del garage", "delete_facts", {"query": "il codice del garage"}),
        ("dimentica quello che sai di Anna", "delete_facts", {"query": "Anna"}),
        ("forget what you know about Bob", "delete_facts", {"query": "Bob"}),
        ("che cosa sai del cancello?", "find_facts", {"query": "cancello"}),
        ("cosa ti ho detto della macchina di Anna?", "find_facts", {"query": "macchina di Anna"}),
        ("what do you know about the gate?", "find_facts", {"query": "the gate"}),
        ("prendi nota che il wifi è pippo123", "write_facts", {"text": "il wifi è pippo123"}),
        ("remember my car plate is GK482LM", "write_facts", {"text": "my car plate is GK482LM"}),
        ("open the email from the bank", "read_messages", {"from": "bank"}),
        ("don't forget that Bob eats no meat", "write_facts", {"text": "Bob eats no meat"}),
    ],
)
def test_one_call(text: str, tool: str, args: dict[str, Any]) -> None:
    """The executor that is meant, with what was said and nothing besides."""
    assert plan(text) == [(tool, args)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "inoltra l'ultima mail di Anna a Bruno",
            [("read_messages", {"from": "Anna"}), ("send_messages", {"to": "Bruno", "from_step": 1})],
        ),
        (
            "send Anna a summary of ~/notes.txt",
            [
                ("read_files", {"path": "~/notes.txt"}),
                ("describe_entries", {"from_step": 1}),
                ("send_messages", {"to": "Anna", "from_step": 2}),
            ],
        ),
        (
            "archivia le mail di Zoe",
            [
                ("find_messages", {"from": "Zoe", "limit": 1000}),
                ("move_messages", {"from_step": 1, "place": "archive"}),
            ],
        ),
        (
            "riassumi le ultime 3 mail",
            [("read_messages", {"limit": 3}), ("describe_entries", {"from_step": 1})],
        ),
    ],
)
def test_several_calls(text: str, expected: Plan) -> None:
    """What is worked on is found first."""
    assert plan(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "spostali a venerdì",
        "move them to Friday",
        "ogni lunedì alle 9 riunione di reparto",
        "cancella la cena",
        "cancella la cartella pippo",
        "quando è il compleanno di Anna?",
        "when is Anna's birthday?",
        "segna come spam la mail di Promo",
        "allunga la riunione di 30 minuti",
        "move tomorrow's appointment at 5 pm to Friday at 3 pm",
        "move the meeting with Anna back by an hour",
    ],
)
def test_what_is_not_sure_to_be_meant_is_not_done(text: str) -> None:
    """A question about the world, a length that is a change of length, things nobody named."""
    left(text)


@pytest.mark.parametrize(
    "text", ["cancella quelle mail", "archivia le mail", "delete those mails", "archive the mails"]
)
def test_which_mails_is_asked(text: str) -> None:
    """Not all of them."""
    assert [question["var"] for question in left(text).questions] == ["query"]


@pytest.mark.parametrize("text", ["delete tomorrow's appointment at 5 pm", "cancella domani la riunione delle 17"])
def test_a_day_and_an_hour_that_stand_apart_are_one_time(text: str) -> None:
    """Tomorrow at five, and not today at five."""
    (step,) = calls(plan_of(text))

    assert step[1]["when"] == "2026-03-05T17:00:00+00:00"


def test_two_readings_of_a_time_are_offered() -> None:
    """Nine in the morning or in the evening."""
    (question,) = left("remind me to call Anna tomorrow at 9").questions

    assert len(question["schema"]["choices"]) == 2
    assert question["prompt"] == "When do you mean by “tomorrow at 9”?"
