"""Who sent a mail: the name is taken whole, whatever its words mean elsewhere, or nothing is done."""

from __future__ import annotations

import pytest

from tests.plan.asking import planned


@pytest.mark.parametrize(
    ("text", "sender"),
    [
        ("trova le mail di Archivio Storico e cancellale", "Archivio Storico"),
        ("cerca le mail arrivate ieri da Spazio Casa e buttale via", "Spazio Casa"),
        ("elimina le mail di Oggi Srl della settimana scorsa", "Oggi Srl"),
        ("cancella la posta dell'Agenzia delle Entrate", "Agenzia delle Entrate"),
        ("cerca le mail non lette di Tempo Libero e spostale nella cartella Viaggi", "Tempo Libero"),
        ("elimina le mail di Booking.com dell'altro ieri", "Booking.com"),
        ("trova la posta di ieri del Corriere della Sera e cancellala", "Corriere della Sera"),
        ("cancella le mail di Enel S.p.A. arrivate oggi", "Enel S.p.A."),
        ("trova le mail del dott. Rossi e spostale nella cartella Salute", "Rossi"),
        ("cancella le mail di mia sorella Giulia", "Giulia"),
        ("mostrami le mail di oggi da Musica Maestro", "Musica Maestro"),
        ("mostra le mail non lette di Foto Express", "Foto Express"),
        ("find the emails from The Music Box and delete them", "The Music Box"),
        ("find the unread mails from Public Storage and delete them", "Public Storage"),
        ("delete the mails from Last Minute that arrived this week", "Last Minute"),
        ("find yesterday's emails from Draft Kings and delete them", "Draft Kings"),
        ("find the emails from USA Today and delete them", "USA Today"),
        ("delete the mails from Sunday Times that arrived yesterday", "Sunday Times"),
        ("find the emails by Mark Now and move them to the School folder", "Mark Now"),
        ("find the mails from AT&T and delete them", "AT&T"),
        ("delete the emails from Bank of America that arrived yesterday", "Bank of America"),
        ("delete the emails from my brother Tom", "Tom"),
        ("delete the emails from Dr. Brown", "Dr. Brown"),
        ('find the emails from "Trash Talk" and delete them', "Trash Talk"),
        ("show me the emails from Junk Mail Ltd", "Junk Mail Ltd"),
        ("read the last email from Delete Me", "Delete Me"),
        ("delete the mails by Friends of the Forest", "Friends of the Forest"),
        ("delete Space Age's emails", "Space Age"),
        ("show me Archive Now's unread emails", "Archive Now"),
        ("read Music Week's last email", "Music Week"),
    ],
)
def test_a_name_is_one_value(text: str, sender: str) -> None:
    """Every plan looks for the mails of exactly this sender, in the inbox."""
    plan = planned(text)

    assert not isinstance(plan, str)
    tool, args = plan[0]
    assert tool in {"find_messages", "read_messages"}
    assert args["from"] == sender
    assert set(args) <= {"from", "when", "unread", "limit"}


@pytest.mark.parametrize(
    "text",
    [
        "delete the emails from Monday",
        "show the mails from April 2025",
        "mostra le mail di Natale",
        "mostra le mail da lunedì",
    ],
)
def test_a_day_is_no_sender(text: str) -> None:
    """Days and months are written with a capital in English, and mean themselves where they stand alone."""
    plan = planned(text)

    assert plan in ("question", "end") or (not isinstance(plan, str) and "from" not in plan[0][1])


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("show me the emails from yesterday", "2026-03-03T00:00:00+00:00/2026-03-04T00:00:00+00:00"),
        ("how many mails do I have from today?", "2026-03-04T00:00:00+00:00/2026-03-05T00:00:00+00:00"),
        ("delete the emails from last week", "2026-02-23T00:00:00+00:00/2026-03-02T00:00:00+00:00"),
        ("show me the emails from yesterday onwards", "2026-03-03T00:00:00+00:00/.."),
    ],
)
def test_mails_from_a_day_are_those_of_that_day(text: str, when: str) -> None:
    """In English they are not all that came since, unless that is said."""
    plan = planned(text)

    assert not isinstance(plan, str)
    assert plan[0][1]["when"] == when


@pytest.mark.parametrize(
    ("text", "senders"),
    [
        ("ho posta da Elena o da Bruno?", ["Elena", "Bruno"]),
        ("how many mails from Ann, Tom and Rita did I get yesterday?", ["Ann", "Tom", "Rita"]),
    ],
)
def test_several_senders_are_several_searches(text: str, senders: list[str]) -> None:
    """No mail has two of them: each is looked for by itself."""
    plan = planned(text)

    assert not isinstance(plan, str)
    assert [args["from"] for _, args in plan] == senders
    assert all("query" not in args for _, args in plan)


@pytest.mark.parametrize(
    "text",
    [
        "cancella le mail di Elena e Bruno",
        "trova le mail di Elena o di Bruno e cancellale",
        "delete the mails from Ann and Tom",
        "find the emails from Ann or Tom and move them to the School folder",
        "find the mails from time out and delete them",
        "cerca le mail di poste e cancellale",
        "mostrami le mail di ieri da poste",
        "FIND THE EMAILS FROM TIME OUT AND DELETE THEM",
        "trova le mail e cancellale",
        "find the mails and delete them",
        "list my emails and move them to the archive",
    ],
)
def test_nobody_is_passed_over(text: str) -> None:
    """Where it is not plain whose mails are meant, none is changed; and never all there are."""
    assert planned(text) == "end"


@pytest.mark.parametrize(
    "text",
    [
        "quante mail mi sono arrivate oggi e da chi?",
        "how many mails did I get today and from whom?",
        "ho mail da leggere?",
    ],
)
def test_who_is_asked_for_is_no_sender(text: str) -> None:
    """Nor is what the mails are there for."""
    plan = planned(text)

    assert not isinstance(plan, str)
    assert "from" not in plan[0][1]
