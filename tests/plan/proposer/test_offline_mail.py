"""Mails found, moved, thrown away and sent: each word of the request does what it says, and no other."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plan.asking import planned

MOST = 1000


def first(text: str) -> tuple[list[str], dict[str, Any]]:
    """The tools of a plan in order, and the arguments of its first step."""
    plan = planned(text)
    assert not isinstance(plan, str), text
    return [tool for tool, _ in plan], plan[0][1]


@pytest.mark.parametrize(
    ("text", "tools"),
    [
        ("apri https://example.com/rapporto e invia una sintesi a capo@example.com", ["get_urls"]),
        ("leggi ~/verbale.txt e spedisci il riassunto a Carla", ["read_files"]),
        (
            "trova le mail di Bruno di ieri e mandane un riassunto a capo@example.com",
            ["find_messages", "read_messages"],
        ),
        ("read ~/minutes.txt and send a short summary to carla@example.com", ["read_files"]),
        ("open https://example.com/report and mail me an overview at me@example.com", ["get_urls"]),
    ],
)
def test_a_summary_is_made_before_it_is_sent(text: str, tools: list[str]) -> None:
    """Where a summary is to be sent, the whole text never is."""
    plan = planned(text)

    assert plan == "end" or [tool for tool, _ in plan] == [*tools, "describe_entries", "send_messages"]


def test_a_summary_that_was_made_is_not_made_again() -> None:
    """It is there already, and is what is meant."""
    tools, _ = first("riassumi ~/verbale.txt e manda il riassunto a capo@example.com")

    assert tools == ["read_files", "describe_entries", "send_messages"]


@pytest.mark.parametrize(
    ("text", "sought", "goes"),
    [
        ('sposta le mail di ieri con oggetto "promo" nello spam', {"subject": "promo"}, {"place": "junk"}),
        (
            'sposta la posta di Rita con oggetto "bolla" nella cartella Casa',
            {"subject": "bolla"},
            {"dst_folder": "Casa"},
        ),
        (
            "sposta le mail con oggetto rata condominio nella cartella Conti",
            {"subject": "rata condominio"},
            {"dst_folder": "Conti"},
        ),
        ('move the mails with the subject "offer" to spam', {"subject": "offer"}, {"place": "junk"}),
        (
            'move the mails from Rita with subject "rent" to the Rent folder',
            {"subject": "rent"},
            {"dst_folder": "Rent"},
        ),
        ('sposta le mail con "rata" nell\'oggetto nello spam', {"subject": "rata"}, {"place": "junk"}),
        ('move the mails with "rent" in the subject to spam', {"subject": "rent"}, {"place": "junk"}),
        ('find the mails with subject "rent" and move them to spam', {"subject": "rent"}, {"place": "junk"}),
    ],
)
def test_a_subject_is_no_folder_and_its_noun_no_text(text: str, sought: dict[str, Any], goes: dict[str, Any]) -> None:
    """The subject is looked for in the subject alone, and mails go where the request says."""
    plan = planned(text)

    assert not isinstance(plan, str)
    (look, found), (move, moved) = plan
    assert (look, move) == ("find_messages", "move_messages")
    assert found["subject"] == sought["subject"]
    assert set(found) <= {"subject", "from", "when", "limit"}
    assert moved == {"from_step": 1, **goes}


@pytest.mark.parametrize(
    "text",
    [
        "butta nel cestino la posta di Rita",
        "getta nel cestino le mail non lette di Rita",
        "butta le mail di Rita nel cestino",
        "metti nel cestino le mail di rita@example.com più vecchie di tre mesi",
        "trash the mails from Rita",
        "bin the unread emails from rita@example.com",
        "toss the unread mails from Rita in the bin",
        "trash the emails from Rita older than two months",
    ],
)
def test_the_trash_is_where_mails_go(text: str) -> None:
    """What is thrown into the trash lies in the inbox."""
    tools, found = first(text)

    assert tools in (["find_messages", "delete_messages"], ["find_messages", "move_messages"])
    assert "place" not in found
    assert "query" not in found
    assert found["from"] in {"Rita", "rita@example.com"}


@pytest.mark.parametrize(
    "text",
    ["elimina le mail nel cestino", "delete the mails in the trash", "throw away the mails from Tom in the trash"],
)
def test_what_is_in_the_trash_is_looked_for_there(text: str) -> None:
    """To delete something in the trash is not to throw it there."""
    assert first(text)[1]["place"] == "trash"


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("quante mail ho spedito oggi?", {"place": "sent"}),
        ("che mail ho mandato a Bruno ieri?", {"place": "sent", "query": "to:Bruno"}),
        ("quali mail abbiamo inviato la settimana scorsa?", {"place": "sent"}),
        ("how many emails have I sent this week?", {"place": "sent"}),
        ("which emails did I write to Rita yesterday?", {"place": "sent", "query": "to:Rita"}),
        ("show me the mails I sent to my brother Tom last week", {"place": "sent", "query": "to:Tom"}),
        ("mostra le mail inviate da Bruno", {"from": "Bruno"}),
        ("show me the mails sent by Rita", {"from": "Rita"}),
        ("mostra le mail che mi ha mandato Bruno", {"from": "Bruno"}),
    ],
)
def test_whose_mail_was_sent(text: str, args: dict[str, Any]) -> None:
    """The user's own lies among the sent, by who got it; somebody else's among what came in."""
    tools, found = first(text)

    assert tools == ["find_messages"]
    assert {name: value for name, value in found.items() if name != "when"} == args


@pytest.mark.parametrize(
    "text",
    [
        "show me the emails Tom sent me yesterday",
        "delete the emails Tom sent me",
        "mostra le mail che Bruno mi ha mandato ieri",
        "trova le mail con allegati di Rita e salvali in ~/allegati",
        "find the emails with attachments from Rita and save them to ~/attachments",
        "sposta le mail di Rita dall'archivio alla posta in arrivo",
        "sposta nella posta in arrivo le mail di Rita nello spam",
        "chiedi a Rita per mail di comprare il latte",
        "chiedigli per mail quando arriva",
        "ask Rita by email to buy milk",
        "ask my landlord for the keys",
    ],
)
def test_nothing_is_done_by_half(text: str) -> None:
    """Who sent what cannot be told, and nobody but the user can be asked."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("trova le mail di Rita e cancellale", MOST),
        ("elimina le mail di Rita", MOST),
        ("cerca la posta di Rita e spostala nella cartella Casa", MOST),
        ("find the emails from Rita and delete them", MOST),
        ("find the emails from Rita and move them to the Rent folder", MOST),
        ("delete the emails from Rita", MOST),
        ("show me the last 5 mails and delete them", 5),
        ("show me the last 100 mails and delete them", 100),
    ],
)
def test_as_many_as_were_meant_are_changed(text: str, limit: int) -> None:
    """However it is worded, no mail is left behind because a list has a hundred, and none is changed too many."""
    assert first(text)[1]["limit"] == limit


@pytest.mark.parametrize(
    ("text", "to", "body"),
    [
        ("rispondi all'ultima mail di Rita dicendo che passo alle 9", "Rita", "passo alle 9"),
        ("rispondi alla mail di mio fratello Bruno che va bene domani", "Bruno", "va bene domani"),
        ("reply to the last email from Tom saying that I will call at 9", "Tom", "I will call at 9"),
    ],
)
def test_the_last_mail_of_somebody_is_answered(text: str, to: str, body: str) -> None:
    """The answer goes to who sent it."""
    assert planned(text) == [("send_messages", {"to": to, "text": body, "reply": True})]


@pytest.mark.parametrize(
    "text",
    ["inoltra l'ultima mail di Rita a capo@example.com", "forward the last email from Rita to boss@example.com"],
)
def test_what_is_forwarded_is_no_answer(text: str) -> None:
    """The last mail may be sent on, too."""
    plan = planned(text)

    assert not isinstance(plan, str)
    assert plan[0] == ("read_messages", {"from": "Rita"})
    assert set(plan[1][1]) == {"to", "from_step"}


def test_a_mail_is_told_by_mail() -> None:
    """However mail is spelt."""
    plan = planned("tell Rita by email that I can't come tomorrow")

    assert plan == [("send_messages", {"to": "Rita", "text": "I can't come tomorrow"})]


@pytest.mark.parametrize(
    ("text", "sought"),
    [
        ("sposta le mail sulla mensa nella cartella Scuola", {"query": "mensa"}),
        ("cancella le mail di Rita sul bollo auto", {"query": "bollo auto", "from": "Rita"}),
        ("move the mails about the roof to the Rent folder", {"query": "roof"}),
        ("find the emails about the car insurance and delete them", {"query": "car insurance"}),
        ("delete the mails about the roof from Tom", {"query": "roof", "from": "Tom"}),
    ],
)
def test_what_mails_are_about_is_looked_for_in_them(text: str, sought: dict[str, Any]) -> None:
    """The words of the topic, and not those that lead to it."""
    tools, found = first(text)

    assert tools[0] == "find_messages"
    assert tools[1] in {"move_messages", "delete_messages"}
    assert found == {**sought, "limit": MOST}


@pytest.mark.parametrize(
    "text",
    [
        "sposta le mail sulla festa di Rita nella cartella Scuola",
        "delete the mails about the roof and the mails about the car",
        "delete the emails about last week's meeting",
        "mostra le mail sulle foto",
        "show me the mails about the photos",
    ],
)
def test_a_topic_in_doubt_is_not_guessed(text: str) -> None:
    """Two topics, one that may hold a name, one that is read as something else."""
    assert planned(text) == "end"
