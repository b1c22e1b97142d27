"""What is said of mails is kept: where they lie, which of several, when, how they are marked, and what is sent."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plan.asking import planned

REFUSED = ("end", "question")


@pytest.mark.parametrize(
    "text",
    [
        "togli dallo spam la mail di Anna",
        "togli dal cestino le mail di Luca",
        "recupera dal cestino la mail di Luca",
        "recupera la mail cancellata di Anna",
        "tira fuori dall'archivio le mail di Luca",
        "sposta dallo spam la mail di Anna",
        "sposta le mail di Anna dal cestino",
        "remove the mail from Ann from spam",
        "get the mail from Ann out of junk",
        "recover the mails from Ann from the trash",
    ],
)
def test_what_is_taken_out_of_a_place_is_not_deleted(text: str) -> None:
    """To take a mail out of the spam or the trash is to keep it."""
    assert planned(text) in REFUSED


@pytest.mark.parametrize("text", ["delete the mails from Ann from the trash", "elimina le mail di Anna dal cestino"])
def test_what_is_deleted_in_the_trash_is_deleted_there(text: str) -> None:
    """It lies there."""
    plan = planned(text)

    assert not isinstance(plan, str)
    assert [tool for tool, _ in plan] == ["find_messages", "delete_messages"]
    assert plan[0][1]["place"] == "trash"


@pytest.mark.parametrize(
    "text",
    [
        "inoltra la mail del padrone di casa a ugo@example.org",
        "inoltra l'ultima mail del commercialista a mia moglie",
        "inoltra ad Anna l'ultima mail della scuola",
        "inoltra la mail di Enel con oggetto bolletta a studio@example.org",
        "inoltra a studio@example.org le mail del condominio con allegato di ottobre",
        "inoltra le mail di ottobre di Bea a ugo@example.org",
        "inoltra la mail della banca sul mutuo ad anna@example.org",
        "forward the mail from the bank about the loan to ann@example.org",
        "forward Bea's mail of yesterday to ann@example.org",
    ],
)
def test_nothing_is_forwarded_but_the_mail_that_was_named(text: str) -> None:
    """A sender that is not understood is no text, no subject, and is not passed over."""
    assert planned(text) in REFUSED


@pytest.mark.parametrize(
    ("text", "sought", "sends"),
    [
        ("inoltra la mail di Bea a ugo@example.org", {"from": "Bea"}, {}),
        ("forward the mail from Bea to ugo@example.org", {"from": "Bea"}, {}),
        ("inoltra le mail di Bea a ugo@example.org", {"from": "Bea", "limit": 50}, {}),
        ('forward the mail with subject "rent" from Bea to ugo@example.org', {"from": "Bea", "subject": "rent"}, {}),
        (
            'inoltra l\'ultima mail di Bea a ugo@example.org con scritto "guarda"',
            {"from": "Bea"},
            {"text": "guarda"},
        ),
        (
            'forward the last two mails from Bea to ugo@example.org saying "look"',
            {"from": "Bea", "limit": 2},
            {"text": "look"},
        ),
    ],
)
def test_one_mail_is_forwarded_as_one(text: str, sought: dict[str, Any], sends: dict[str, Any]) -> None:
    """A mail is the newest that is meant; a text of its own only goes along where it was quoted."""
    plan = planned(text)

    assert plan == [("read_messages", sought), ("send_messages", {"to": "ugo@example.org", **sends, "from_step": 1})]


@pytest.mark.parametrize(
    "text",
    [
        'send Bob a mail saying "see you", then delete his last mail',
        "tell Bob by mail that I am late and delete his last mail",
        "write to Peter asking whether he is coming",
        "scrivi a Franco e digli di portare il vino",
        "write to Franco and tell him to bring the wine",
    ],
)
def test_what_is_sent_is_not_taken_for_what_came(text: str) -> None:
    """Nor are words for somebody written to a file, or a further order sent along."""
    assert planned(text) in REFUSED


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ('rispondi a Bea "va bene"', {"to": "Bea", "text": "va bene", "reply": True}),
        ('reply to Bea: "fine"', {"to": "Bea", "text": "fine", "reply": True}),
        ("reply to Bea with ~/a.pdf attached", {"to": "Bea", "attach": "~/a.pdf", "reply": True}),
        ("reply to Susan saying that I am late", {"to": "Susan", "text": "I am late", "reply": True}),
        ("manda ~/a.pdf e ~/b.pdf a luca@example.org", {"to": "luca@example.org", "attach": "~/a.pdf\n~/b.pdf"}),
        ("send ~/a.pdf and ~/b.pdf to luca@example.org", {"to": "luca@example.org", "attach": "~/a.pdf\n~/b.pdf"}),
    ],
)
def test_one_mail_is_sent_as_it_was_said(text: str, args: dict[str, Any]) -> None:
    """An answer is one however its text is told, and two files go in one mail."""
    assert planned(text) == [("send_messages", args)]


@pytest.mark.parametrize(
    "text",
    [
        "cancella la seconda mail di Carla",
        "la terza mail di oggi",
        "delete the second mail from Ann",
        "cancella le prime due mail di Luca",
        "leggimi la terza mail più recente",
        "leggi la penultima mail di Luca",
        "leggi la prima mail di Anna",
        "read the first mail from Ann",
        "read my oldest unread mail",
        "leggi la mail più vecchia di Anna",
        "the mail before last from Ann",
        "show me the 5 largest mails",
        "open the second result",
    ],
)
def test_a_mail_by_its_place_is_not_the_newest(text: str) -> None:
    """A search gives the newest, and of a hundred no largest."""
    assert planned(text) in REFUSED


@pytest.mark.parametrize(
    ("text", "month"),
    [
        ("mostra le mail di Bea di ottobre", "2025-10-01"),
        ("show the mails from Bea in October", "2025-10-01"),
        ("show the mails I got from Bea in April", "2025-04-01"),
        ("delete the mails from Bea of February", "2026-02-01"),
    ],
)
def test_mails_have_a_past_and_no_future(text: str, month: str) -> None:
    """A month without a year is the last one."""
    plan = planned(text)

    assert not isinstance(plan, str)
    assert str(plan[0][1]["when"]).startswith(month)
    assert plan[0][1]["from"] == "Bea"


@pytest.mark.parametrize("text", ["cancella le mail di ottobre", "delete the mails from Ann of next week"])
def test_a_month_sends_no_mail_and_no_mail_is_yet_to_come(text: str) -> None:
    """Neither is looked for."""
    assert planned(text) in REFUSED


@pytest.mark.parametrize(
    "text",
    [
        "c'è qualche mail importante?",
        "show the starred mails",
        'mostra le mail con oggetto che inizia per "Re:"',
        "show the mails whose subject contains statement",
        "show Ann's mail about the lease",
        "show the mails from Ann to Bob",
        "show the mails bigger than 2 MB from Ann",
        "delete the read mails from Bea",
        "cancella le mail di Bea e quelle di Ugo più vecchie di un anno",
        "mostra le mail di Bea o quelle di oggi",
        "leggi le mail arrivate prima di mezzogiorno",
        "mostra le mail di lavoro",
        "delete the mail and the reminder about Ugo",
        "show the mails from people in my contacts",
        "show the mails from yestarday",
    ],
)
def test_no_condition_is_dropped_or_looked_for_elsewhere(text: str) -> None:
    """A word that nothing leads to is neither a topic, nor a subject, nor a sender."""
    assert planned(text) in REFUSED


def test_a_wish_is_looked_for_by_nobody() -> None:
    """It is polite, and no word of a mail."""
    plan = planned("gradirei cancellare le mail di Bini")

    assert not isinstance(plan, str)
    assert plan[0] == ("find_messages", {"from": "Bini", "limit": 1000})


@pytest.mark.parametrize(
    "text",
    [
        "cancella dallo spam le mail di Anna",
        "segna come non spam la mail di Anna",
        "rimetti in arrivo la mail di Anna",
        "togli la mail di Anna dalla cartella Casa",
        "remove Ann's mails from the inbox",
        "inoltra l'ultima mail a ugo@example.org e a anna@example.org",
        "forward the last mail to ugo@example.org and ann@example.org",
        "forward the attachments of the last mail from Bea to ugo@example.org",
        "inoltra gli allegati dell'ultima mail di Bea a ugo@example.org",
        "leggi la prossima mail",
    ],
)
def test_no_place_no_recipient_and_no_part_is_mistaken(text: str) -> None:
    """Where a mail is left is not where it goes, who gets one did not send it, and its files are not the mail."""
    assert planned(text) in REFUSED


@pytest.mark.parametrize(
    ("text", "limit"),
    [("cancella la mail di Anna", 1), ("delete the email from Ann", 1), ("cancella le mail di Anna", 1000)],
)
def test_one_mail_is_changed_where_one_was_named(text: str, limit: int) -> None:
    """The newest, and not all there are."""
    plan = planned(text)

    assert not isinstance(plan, str)
    assert plan[0][1]["limit"] == limit


def test_files_told_one_after_the_other_go_in_one_mail() -> None:
    """To the one who was named."""
    args = {"to": "Bea", "attach": "~/a.pdf\n~/b.pdf"}

    assert planned("manda una mail a Bea con ~/a.pdf e ~/b.pdf") == [("send_messages", args)]


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("leggi le mail di Bea", 20),
        ("read the recent mails from Bea", 20),
        ("leggi la mail di Bea", None),
        ("read the last mail from Bea", None),
    ],
)
def test_several_mails_are_read_where_several_were_named(text: str, limit: int | None) -> None:
    """Not the newest alone."""
    plan = planned(text)

    assert not isinstance(plan, str)
    assert plan[0][1].get("limit") == limit


@pytest.mark.parametrize(
    "text",
    [
        "mostra le mail nella cartella Casa",
        "show the short mails from Bea",
        "show the mails that arrived before noon",
        "mostra le mail di Bea arrivate prima delle 18",
        "chi mi ha scritto di più?",
        "who wrote to me most?",
    ],
)
def test_what_no_search_can_tell_is_not_passed_over(text: str) -> None:
    """A folder of the user's own, what mails are like, an hour to come, who writes most."""
    assert planned(text) in REFUSED


@pytest.mark.parametrize("text", ["cerca fattura nelle mail", "search my mail for fattura"])
def test_a_word_that_is_sought_is_looked_for(text: str) -> None:
    """The verb leads to it."""
    assert planned(text) == [("find_messages", {"query": "fattura"})]


@pytest.mark.parametrize(
    "text",
    [
        "manda di nuovo l'ultima mail a Bea",
        "send the last mail again",
        'rispondi a tutti "ok"',
        "forward today's mail to ugo@example.org",
    ],
)
def test_nothing_is_sent_that_was_not_told(text: str) -> None:
    """A mail sent again, an answer to everybody, and mail of which nobody says whether it is one."""
    assert planned(text) in REFUSED
