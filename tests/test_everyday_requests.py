"""What people ask of their own things, on real servers: first planned, then from memory with what is said anew."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import tomlkit

from metnos_cli.errors import ErrorClass, ExitStatus
from tests.executors.mail.conftest import Mailbox, dovecot, mailbox  # noqa: F401  fixtures
from tests.executors.mail.mail_world import mail
from tests.people import NOW, SPAM, Person, args_of, living
from tests.pipeline.test_turn import Answers, Yes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from metnos_cli.records import Turn

pytestmark = pytest.mark.dovecot
DAY = timedelta(days=1)


@pytest.fixture
def person(home: Path, mailbox: Mailbox, tmp_path: Path) -> Iterator[Person]:  # noqa: F811  the fixture above
    """Somebody on a Monday morning."""
    with living(home, mailbox, tmp_path / "radicale") as somebody:
        yield somebody


def day(turn: Turn, tool: str) -> str:
    """The day that an executor was asked about."""
    return str(args_of(turn, tool)["when"])[:10]


@pytest.mark.parametrize(
    "text", ["cerca le mail spam e mettile nel cestino", "find the spam mails and put them in the trash"]
)
def test_spam_goes_to_the_trash(person: Person, text: str) -> None:
    """The second time what has come since, and nothing else."""
    first = person.ask(text)
    person.mailbox.deliver(SPAM.replace(b"premio", b"viaggio"), mail("Pranzo"), at=NOW)
    second = person.ask(text)

    assert (first.layer, second.layer) == ("engine", "shortcut")
    assert sorted(person.mailbox.subjects("Cestino")) == ["Hai vinto un premio", "Hai vinto un viaggio"]
    assert sorted(person.mailbox.subjects()) == ["Cena", "Pranzo", "Vecchia"]
    assert second.outcome.message.endswith("1.")


@pytest.mark.parametrize(
    ("text", "again", "told", "then"),
    [
        (
            "quante mail mi sono arrivate oggi e da chi",
            "quante mail mi sono arrivate ieri e da chi",
            "2 mail (2 da leggere), da: Anna Rossi, Promo.",
            "1 mail (1 da leggere), da Zoe.",
        ),
        (
            "how many mails did I get today and from whom",
            "how many mails did I get yesterday and from whom",
            "2 mails (2 unread), from: Anna Rossi, Promo.",
            "1 mail (1 unread), from Zoe.",
        ),
    ],
)
def test_mails_of_a_day_and_who_sent_them(person: Person, text: str, again: str, told: str, then: str) -> None:
    """Today's, then yesterday's."""
    person.mailbox.deliver(mail("Ieri", sender="Zoe <zoe@example.net>"), at=NOW - DAY)
    first = person.ask(text)
    second = person.ask(again)

    assert (first.layer, first.outcome.message) == ("engine", told)
    assert (second.layer, second.outcome.message) == ("shortcut", then)


@pytest.mark.parametrize(
    ("make", "text", "again"),
    [
        ("fissa un appuntamento {} alle 10 per un'ora", "che appuntamenti ho domani", "che appuntamenti ho dopodomani"),
        (
            "set up an appointment {} at 10 am for one hour",
            "what appointments do I have tomorrow",
            "what appointments do I have on Wednesday",
        ),
    ],
)
def test_appointments_of_a_day(person: Person, make: str, text: str, again: str) -> None:
    """Tomorrow there is none, the day after there is one."""
    person.said(make.format("mercoledì" if "fissa" in make else "on Wednesday"))
    first = person.ask(text)
    second = person.ask(again)

    assert (first.layer, first.outcome.entries) == ("engine", ())
    assert (second.layer, day(second, "find_events")) == ("shortcut", "2026-12-02")
    assert [entry["start"] for entry in second.outcome.entries] == ["2026-12-02T10:00:00+01:00"]


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("fissa un appuntamento mercoledì alle 10 per un'ora", "fissa un appuntamento giovedì alle 11 per due ore"),
        (
            "set up an appointment on Wednesday at 10 am for one hour",
            "set up an appointment on Thursday at 11 am for two hours",
        ),
    ],
)
def test_an_appointment_is_set_up(person: Person, text: str, again: str) -> None:
    """Each is on the server once, at its own time and of its own length."""
    first = person.ask(text)
    second = person.ask(again)
    found = person.ask("che ho in agenda questa settimana")

    assert (first.layer, second.layer) == ("engine", "shortcut")
    assert [(entry["start"], entry["end"]) for entry in found.outcome.entries] == [
        ("2026-12-02T10:00:00+01:00", "2026-12-02T11:00:00+01:00"),
        ("2026-12-03T11:00:00+01:00", "2026-12-03T13:00:00+01:00"),
    ]


@pytest.mark.parametrize(
    ("make", "text", "again"),
    [
        (
            "fissa un appuntamento domani alle 9 per un'ora",
            "proponi 3 orari liberi la settimana prossima",
            "proponi 2 orari liberi domani",
        ),
        (
            "set up an appointment tomorrow at 9 am for one hour",
            "propose 3 free times next week",
            "propose 2 free times tomorrow",
        ),
    ],
)
def test_free_times_are_proposed(person: Person, make: str, text: str, again: str) -> None:
    """Three on three days of next week; then two of tomorrow, around what is there."""
    person.said(make)
    first = person.ask(text)
    second = person.ask(again)

    assert (first.layer, second.layer) == ("engine", "shortcut")
    days = [entry["start"][:10] for entry in first.outcome.entries]
    assert days == ["2026-12-07", "2026-12-08", "2026-12-09"]
    starts = [entry["start"] for entry in second.outcome.entries]
    assert starts == ["2026-12-01T10:00:00+01:00", "2026-12-01T11:00:00+01:00"]


@pytest.mark.parametrize(
    ("told", "other", "asked", "answer"),
    [
        (
            "ricordati che il codice del cancello è 4711",
            "ricordati che il codice del garage non è più 8812",
            "qual è il codice del cancello?",
            "il codice del cancello è {}",
        ),
        (
            "remember that the gate code is 4711",
            "remember that the spare keys aren't in the drawer",
            "what is the gate code?",
            "the gate code is {}",
        ),
    ],
)
def test_what_is_told_is_told_back(person: Person, told: str, other: str, asked: str, answer: str) -> None:
    """Another fact is written from memory, whole; the same question from memory has the newest answer."""
    first = person.ask(told)
    second = person.ask(other)
    question = person.ask(asked)
    changed = person.ask(told.replace("4711", "9922"))
    again = person.ask(asked)

    assert (first.layer, question.layer) == ("engine", "engine")
    assert (second.layer, args_of(second, "write_facts")["text"]) == ("shortcut", other.split(maxsplit=2)[2])
    assert (changed.layer, again.layer) == ("shortcut", "shortcut")
    assert question.outcome.message == answer.format("4711")
    assert again.outcome.message == answer.format("9922")


@pytest.mark.parametrize(
    ("text", "again", "subjects"),
    [
        (
            "manda a Anna il riassunto di ~/note.txt",
            "manda a Bruno il riassunto di ~/altro.txt",
            [("note.txt", "La riunione è lunedì."), ("altro.txt", "Il pranzo è sabato.")],
        ),
        (
            "send Anna a summary of ~/notes.txt",
            "send Bruno a summary of ~/other.txt",
            [("notes.txt", "The meeting is on Monday."), ("other.txt", "The lunch is on Saturday.")],
        ),
    ],
)
def test_a_summary_is_sent_after_a_yes(person: Person, text: str, again: str, subjects: list[tuple[str, str]]) -> None:
    """Refused where nobody can be asked; asked each time, the second time for another person and another file."""
    alone = person.ask(text)
    person.consent = Yes()
    first = person.ask(text)
    second = person.ask(again)

    assert (alone.outcome.exit_status, len(person.consent.questions)) == (ExitStatus.REFUSED, 2)
    assert (first.layer, second.layer) == ("engine", "shortcut")
    people = ["Anna Rossi <anna@example.net>", "Bruno Bianchi <bruno@example.net>"]
    assert person.sent == [(to, *told) for to, told in zip(people, subjects, strict=True)]
    shown = [question.args for question in person.consent.questions]
    assert [(one["to"], one["subject"], one["text"]) for one in shown] == person.sent


@pytest.mark.parametrize(
    ("make", "move", "title"),
    [
        (
            "fissa una riunione con Anna domani alle 10 sul budget",
            "sposta la riunione con Anna a venerdì alle 15",
            "riunione con Anna sul budget",
        ),
        (
            "set up a meeting with Anna tomorrow at 10 am about the budget",
            "move the meeting with Anna to Friday at 3 pm",
            "meeting with Anna about the budget",
        ),
    ],
)
def test_a_meeting_has_a_title_and_is_moved_by_it(person: Person, make: str, move: str, title: str) -> None:
    """Not the other meeting."""
    person.said("fissa una riunione con Bruno domani alle 12")
    person.said(make)
    turn = person.ask(move)
    found = person.ask("che ho in agenda questa settimana")

    assert turn.outcome.kind == "answered", turn.outcome
    assert [(entry["title"], entry["start"]) for entry in found.outcome.entries] == [
        ("riunione con Bruno", "2026-12-01T12:00:00+01:00"),
        (title, "2026-12-04T15:00:00+01:00"),
    ]


@pytest.mark.parametrize(
    "text", ["cancella l'appuntamento di domani alle 10", "delete the appointment tomorrow at 10 am"]
)
def test_the_very_appointment_is_shown_before_it_is_deleted(person: Person, text: str) -> None:
    """Nothing without a yes; nothing is asked where there is nothing."""
    none = person.ask(text)
    person.said("fissa una riunione con Anna domani alle 10 sul budget")
    alone = person.ask(text)
    person.consent = Yes("no")
    refused = person.ask(text)
    (question,) = person.consent.questions
    still = person.ask("che ho in agenda questa settimana")
    person.consent = Yes()
    done = person.ask(text)

    assert none.outcome.error is not None
    assert (none.outcome.error.error_class, none.outcome.error.key) == (ErrorClass.WRONG_ARGS, "calendar_none_found")
    assert (alone.outcome.exit_status, refused.outcome.exit_status) == (ExitStatus.REFUSED, ExitStatus.REFUSED)
    assert (question.tool, len(question.targets), question.editable) == ("delete_events", 1, False)
    assert "10:00–11:00 riunione con Anna sul budget" in question.targets[0]
    assert len(still.outcome.entries) == 1
    assert done.outcome.kind == "answered"
    assert person.ask("che ho in agenda questa settimana").outcome.entries == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [("rispondi ad Anna che va bene", "va bene"), ("reply to Anna that it's fine", "it's fine")],
)
def test_a_reply_answers_the_last_mail(person: Person, text: str, told: str) -> None:
    """Its subject, its thread; shown before it goes."""
    person.consent = Yes()
    turn = person.ask(text)

    assert turn.outcome.kind == "answered", turn.outcome
    assert person.sent == [("Anna Rossi <anna@example.net>", "Re: Cena", told)]
    (got,) = person.sink.mails
    (question,) = person.consent.questions
    assert got["In-Reply-To"] == got["References"] == question.args["in_reply_to"]
    assert question.args["subject"] == "Re: Cena"


def test_a_reply_to_nothing_is_an_honest_end(person: Person) -> None:
    """Bruno has not written: nothing is asked and nothing sent."""
    person.consent = Yes()
    turn = person.ask("rispondi a Bruno che va bene")

    assert turn.outcome.error is not None
    assert (turn.outcome.error.error_class, turn.outcome.error.key) == (ErrorClass.WRONG_ARGS, "mail_nothing_to_answer")
    assert (person.consent.questions, person.sent) == ([], [])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("qual è la mail di Bruno", "Bruno Bianchi: bruno@example.net"),
        ("qual è il numero di Anna?", "Anna Rossi: +39 333 1234567"),
        ("chi è il contatto con il numero 333 1234567", "Anna Rossi, anna@example.net, +39 333 1234567"),
        ("di chi è il numero 02 555123?", "Bruno Bianchi, bruno@example.net, +39 02 555123"),
        ("what is Bruno's email?", "Bruno Bianchi: bruno@example.net"),
        ("whose number is +39 333 1234567?", "Anna Rossi, anna@example.net, +39 333 1234567"),
    ],
)
def test_people_are_looked_up(person: Person, text: str, told: str) -> None:
    """By name for one thing, by number for the person."""
    assert person.said(text) == told


@pytest.mark.parametrize(
    ("text", "again", "count"),
    [("leggi le ultime 2 mail", "leggi le ultime 3 mail", 3), ("read the last 2 mails", "read the last 3 mails", 3)],
)
def test_the_last_mails_are_read(person: Person, text: str, again: str, count: int) -> None:
    """As many as are said, the newest first."""
    first = person.ask(text)
    second = person.ask(again)

    assert [entry["title"] for entry in first.outcome.entries] == ["Cena", "Hai vinto un premio"]
    assert (second.layer, len(second.outcome.entries)) == ("shortcut", count)
    assert "Porto io il vino" in first.outcome.message


@pytest.mark.parametrize(
    ("text", "title", "start"),
    [
        ("metti in calendario dentista martedì alle 9", "dentista", "2026-12-01T09:00:00+01:00"),
        (
            "metti la cena con Luca e Marta in agenda sabato alle 20",
            "cena con Luca e Marta",
            "2026-12-05T20:00:00+01:00",
        ),
        ("put dentist in the calendar on Tuesday at 9 am", "dentist", "2026-12-01T09:00:00+01:00"),
    ],
)
def test_anything_goes_into_the_calendar(person: Person, text: str, title: str, start: str) -> None:
    """Its words are the title."""
    turn = person.ask(text)

    assert turn.outcome.kind == "answered", turn.outcome
    assert [(entry["title"], entry["start"]) for entry in turn.outcome.entries] == [(title, start)]


@pytest.mark.parametrize(
    ("text", "prompt"),
    [
        ("fissa un appuntamento lunedì alle 10 per un'ora", "Quando, con «lunedì alle 10»?"),
        ("remind me to call Anna tomorrow at 9", "When do you mean by “tomorrow at 9”?"),
    ],
)
def test_a_time_with_two_readings_is_asked_about(person: Person, text: str, prompt: str) -> None:
    """On a Monday morning; the answer is what is done."""
    alone = person.ask(text)
    choices = [choice["value"] for choice in alone.outcome.questions[0]["schema"]["choices"]]
    person.dialog = Answers(choices[1])
    turn = person.ask(text)

    assert (alone.outcome.exit_status, alone.outcome.questions[0]["prompt"]) == (ExitStatus.INPUT_NEEDED, prompt)
    assert len(choices) == 2
    assert turn.outcome.kind == "answered", turn.outcome
    assert turn.results[0].args["when"] == choices[1]


@pytest.mark.parametrize(
    ("told", "text", "about"),
    [
        ("ricordati che il codice del garage è 8812", "dimentica il codice del garage", "cosa sai del garage?"),
        ("ricordati che Anna è allergica alle noci", "dimentica che Anna è allergica alle noci", "cosa sai di Anna?"),
        ("remember that the garage code is 8812", "forget the garage code", "what do you know about the garage?"),
    ],
)
def test_what_is_known_is_told_and_forgotten(person: Person, told: str, text: str, about: str) -> None:
    """The fact is shown before it is forgotten; afterwards nothing is known."""
    person.said(told)
    fact = told.split(maxsplit=2)[2]
    known = person.said(about)
    person.consent = Yes()
    person.said(text)

    assert known == fact
    assert person.consent.questions[0].targets == (fact,)
    assert fact not in person.said(about)


@pytest.mark.parametrize(
    ("gone", "text", "key"),
    [
        ("imap_port", "quante mail mi sono arrivate oggi e da chi", "mail_down"),
        ("imap_port", "cerca le mail spam e mettile nel cestino", "mail_down"),
        ("smtp_port", "manda a Anna il riassunto di ~/note.txt", "mail_down"),
        ("url", "che appuntamenti ho domani", "calendar_down"),
        ("url", "fissa un appuntamento mercoledì alle 10 per un'ora", "calendar_down"),
        ("url", "proponi 3 orari liberi la settimana prossima", "calendar_down"),
    ],
)
def test_a_server_that_is_down_ends_the_turn(person: Person, gone: str, text: str, key: str) -> None:
    """Unavailable, with what to do; no other plan is tried, nothing is learnt, and nothing has changed."""
    told = person.settings()
    for accounts in (told["mail"]["accounts"], told["calendar"]["accounts"]):
        for account in accounts.values():
            if gone in account:
                account[gone] = "http://127.0.0.1:9/" if gone == "url" else 9
    (person.home / ".config/metnos/runtime.toml").write_text(tomlkit.dumps(told), encoding="utf-8")
    person.world.use()
    person.consent = Yes()

    turn = person.ask(text)

    assert turn.outcome.error is not None
    assert (turn.outcome.error.error_class, turn.outcome.error.key) == (ErrorClass.UNAVAILABLE, key)
    assert turn.outcome.exit_status == ExitStatus.DEAD_END
    assert turn.trace.plan is not None
    assert len(turn.trace.plan.attempts) == 1
    assert person.ask(text).layer == "engine"
    assert (person.sent, person.mailbox.subjects("Cestino")) == ([], [])
