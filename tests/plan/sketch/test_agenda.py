"""Appointments and reminders: what would be passed over, or taken for its opposite, is refused."""

from __future__ import annotations

from typing import Any

import pytest

from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.records import Abstention, Lang, Proposal
from tests.plan.asking import asked, bundled, calls


def answer(text: str, lang: Lang) -> Any:
    """What the rules make of a request."""
    return OfflineProposer(tuple(bundled())).propose(asked(text, lang), lambda _use: None)


def plan(text: str, lang: Lang) -> list[tuple[str, dict[str, Any]]]:
    """The calls of a plan."""
    told = answer(text, lang)
    assert isinstance(told, Proposal), told
    return calls(told.framework)


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("elimina gli appuntamenti senza Anna", "it"),
        ("elimina gli appuntamenti non con Anna", "it"),
        ("elimina la riunione non budget", "it"),
        ("sposta gli appuntamenti senza Anna a venerdì", "it"),
        ("cancella il promemoria senza pillola", "it"),
        ("mostra gli appuntamenti senza Anna", "it"),
        ("delete appointments without Anna", "en"),
        ("delete the appointments not with Anna", "en"),
        ("delete the reminder without pill", "en"),
        ("show the appointments without Anna", "en"),
    ],
)
def test_what_is_denied(text: str, lang: Lang) -> None:
    """What holds these words is the opposite of what is meant."""
    told = answer(text, lang)

    assert isinstance(told, Abstention)
    assert told.reason == "negation"


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("cancella il promemoria di oggi", "it"),
        ("cancella il promemoria di domani", "it"),
        ("cancella i promemoria", "it"),
        ("cancella i promemoria di domani su Ivo", "it"),
        ("cancella i promemoria di domani e di venerdì", "it"),
        ("delete tomorrow's reminder", "en"),
        ("delete the reminders of tomorrow about Ivo", "en"),
        ("mostra gli impegni di domani e cancella quelli di mercoledì", "it"),
        ("show tomorrow's appointments and delete the ones on wednesday", "en"),
        ("sposta la riunione budget dalle 15 alle 17", "it"),
        ("sposta la riunione budget dopo le 17", "it"),
        ("sposta la riunione budget dalle 17", "it"),
        ("move the budget meeting from 3 pm to 5 pm", "en"),
        ("move the budget meeting after 5 pm", "en"),
        ("move tomorrow's budget meeting from 3 pm to 5 pm", "en"),
        ("sposta gli impegni di domani dopo le 17", "it"),
        ("sposta l'appuntamento di domani a dopo le 17", "it"),
        ("segna tutti i promemoria come fatti", "it"),
        ("mark all reminders as done", "en"),
        ("completa tutti i promemoria di domani", "it"),
        ("complete all reminders of tomorrow", "en"),
        ("ricordami che il codice del box è 33", "it"),
        ("remind me that the code of the box is 33", "en"),
        ("quali appuntamenti e promemoria ho domani", "it"),
        ("mostra i promemoria di domani e gli impegni di oggi", "it"),
        ("which appointments and reminders do I have tomorrow", "en"),
    ],
)
def test_words_that_would_be_passed_over(text: str, lang: Lang) -> None:
    """Times that narrow, a way that is not clear, something to be done that nothing does."""
    assert isinstance(answer(text, lang), Abstention)


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("ricordami di correre ogni martedì e giovedì alle 7", "it"),
        ("ricordami di prendere la pillola tutti i giorni alle 7 fino a venerdì", "it"),
        ("ricordami di prendere la pillola da lunedì a venerdì alle 7", "it"),
        ("ricordami di prendere la pillola ogni 2 giorni", "it"),
        ("ricordami di prendere la pillola ogni 3 ore", "it"),
        ("ricordami di prendere la pillola ogni due settimane", "it"),
        ("ricordami di prendere la pillola due volte al giorno", "it"),
        ("ricordami di prendere i documenti un'ora prima della riunione", "it"),
        ("remind me to call Bob every tuesday and thursday at 9", "en"),
        ("remind me to call mom tomorrow at 10 and on friday at 18", "en"),
        ("ricordami di correre ogni giorno feriale alle 7", "it"),
        ("ricordami di bere ogni mezz'ora", "it"),
        ("ricordami di prendere la pillola ogni giorno alle 8 per una settimana", "it"),
        ("remind me to run every weekday at 7", "en"),
        ("remind me to drink hourly", "en"),
        ("remind me to drink every day at 8 and 20", "en"),
        ("remind me to take the pill every 3rd day", "en"),
        ("remind me to take the pill every day for a week", "en"),
        ("remind me to run every day at 7 until friday", "en"),
        ("remind me to run from monday to friday at 7", "en"),
        ("remind me to take the pill every other day at 9", "en"),
        ("remind me to take the pill twice a day", "en"),
        ("remind me to take the papers an hour before the meeting", "en"),
    ],
)
def test_moments_that_would_be_lost(text: str, lang: Lang) -> None:
    """A reminder with only a part of its moments comes when nobody expects it, or never."""
    assert isinstance(answer(text, lang), Abstention)


@pytest.mark.parametrize(
    ("text", "lang", "todo", "repeat"),
    [
        ("ricordami di pagare ogni bolletta", "it", "pagare ogni bolletta", None),
        ("ricordami di prendere la pillola ogni giorno alle 8", "it", "prendere la pillola", "daily"),
        ("remind me to pay every bill", "en", "pay every bill", None),
        ("remind me to take the pill every day at 8", "en", "take the pill", "daily"),
    ],
)
def test_reminders_that_are_read_whole(text: str, lang: Lang, todo: str, repeat: str | None) -> None:
    """One repetition with its hour, or a text that only sounds like one."""
    ((tool, args),) = plan(text, lang)

    assert (tool, args["text"], args.get("repeat")) == ("create_tasks", todo, repeat)


MORNING = "2026-03-05T00:00:00+00:00/2026-03-05T12:00:00+00:00"
AFTERNOON = "2026-03-05T14:00:00+00:00/2026-03-06T00:00:00+00:00"


@pytest.mark.parametrize(
    ("text", "lang", "tool", "when"),
    [
        ("che impegni ho domani prima delle 12", "it", "find_events", MORNING),
        ("cancella gli impegni di domani prima delle 12", "it", "delete_events", MORNING),
        ("che impegni ho dopo le 14 di domani", "it", "find_events", AFTERNOON),
        ("what appointments do I have tomorrow after 2 pm", "en", "find_events", AFTERNOON),
        ("che impegni ho fino a domani alle 10", "it", "find_events", "../2026-03-05T10:00:00+00:00"),
    ],
)
def test_hours_of_a_day(text: str, lang: Lang, tool: str, when: str) -> None:
    """A day and hours before or after one are that part of that day; a deadline stays one."""
    assert plan(text, lang) == [(tool, {"when": when})]


@pytest.mark.parametrize(
    ("text", "lang", "direction"),
    [
        ("anticipa la riunione budget alle 17", "it", "earlier"),
        ("posticipa la riunione budget alle 11", "it", "later"),
        ("postpone the budget meeting to today", "en", "later"),
        ("bring the budget meeting forward to Friday", "en", "earlier"),
        ("sposta la riunione budget alle 11", "it", None),
        ("move the budget meeting to Friday", "en", None),
    ],
)
def test_which_way_it_is_moved(text: str, lang: Lang, direction: str | None) -> None:
    """A verb that says which way says so to what moves it, which refuses the other way."""
    ((tool, args),) = plan(text, lang)

    assert (tool, args.get("direction")) == ("change_events", direction)


def test_two_questions_have_two_answers() -> None:
    """Appointments and reminders in clauses of their own: the message tells both."""
    told = answer("che impegni ho domani e cosa devo fare", "it")

    assert isinstance(told, Proposal)
    assert [step.tool for step in told.framework.steps] == ["find_events", "list_tasks"]
    assert told.framework.final_message == "${step1.told}\n\n${step2.told}"


@pytest.mark.parametrize(
    ("text", "lang", "when"),
    [
        ("elimina tutti i promemoria di oggi", "it", "2026-03-04T00:00:00+00:00/2026-03-05T00:00:00+00:00"),
        ("cancella i miei promemoria di venerdì", "it", "2026-03-06T00:00:00+00:00/2026-03-07T00:00:00+00:00"),
        ("togli i promemoria di domani dopo le 14", "it", AFTERNOON),
        ("delete all reminders of today", "en", "2026-03-04T00:00:00+00:00/2026-03-05T00:00:00+00:00"),
        ("remove Friday's reminders", "en", "2026-03-06T00:00:00+00:00/2026-03-07T00:00:00+00:00"),
    ],
)
def test_reminders_of_a_time(text: str, lang: Lang, when: str) -> None:
    """Those of a day are found first, and those that were found are taken off."""
    assert plan(text, lang) == [("list_tasks", {"when": when}), ("delete_tasks", {"from_step": 1})]


@pytest.mark.parametrize(
    ("text", "lang", "args"),
    [
        ("annulla la lezione di ceramica di venerdì", "it", {"query": "lezione di ceramica"}),
        ("annulla il corso di tango di domenica", "it", {"query": "corso di tango"}),
        ("disdici la seduta di domani", "it", {"query": "seduta"}),
        ("disdici tutti gli appuntamenti di sabato", "it", {}),
        ("cancel Friday's pottery class", "en", {"query": "pottery class"}),
        ("cancel the vet on Saturday", "en", {"query": "vet"}),
    ],
)
def test_what_is_called_off(text: str, lang: Lang, args: dict[str, str]) -> None:
    """Something of a day that is called off is an appointment."""
    ((tool, told),) = plan(text, lang)

    assert tool == "delete_events"
    assert {**args, "when": told["when"]} == told


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("annulla l'ordine", "it"),
        ("annulla il backup di ieri", "it"),
        ("sbaracca gli impegni di venerdì", "it"),
        ("smonta tutti i miei appuntamenti di domani", "it"),
        ("cancel yesterday's backup", "en"),
        ("nix all my appointments of Friday", "en"),
        ("che impegni ho domani e il giorno dopo?", "it"),
        ("che promemoria ho venerdì e quello dopo?", "it"),
        ("cancella gli impegni di venerdì e del giorno seguente", "it"),
        ("appuntamenti con Ivo venerdì 5 e mezza", "it"),
        ("what do I have on Friday and the day after?", "en"),
        ("which reminders do I have for today and the following day?", "en"),
        ("do I have anything after 5 on May 20?", "en"),
        ("do I have appointments on Friday after 3", "en"),
        ("show my appointments before 9", "en"),
        ("che impegni ho dopo 5", "it"),
    ],
)
def test_verbs_and_times_that_nobody_knows(text: str, lang: Lang) -> None:
    """An unknown verb is no title, a day counted from another is a time too, and an hour is no count."""
    assert isinstance(answer(text, lang), Abstention)


@pytest.mark.parametrize(
    ("text", "lang", "args"),
    [
        (
            "how many meetings do I have on Friday?",
            "en",
            {"when": "2026-03-06T00:00:00+00:00/2026-03-07T00:00:00+00:00"},
        ),
        ("any meetings on March 12?", "en", {"when": "2026-03-12T00:00:00+00:00/2026-03-13T00:00:00+00:00"}),
        ("who am I meeting on Friday?", "en", {"when": "2026-03-06T00:00:00+00:00/2026-03-07T00:00:00+00:00"}),
        ("when am I meeting Ivo?", "en", {"query": "Ivo"}),
        ("show me my next 4 meetings", "en", {"limit": 4}),
        ("when is the meeting with Ivo?", "en", {"query": "meeting with Ivo"}),
        ("quante riunioni ho domani?", "it", {"when": "2026-03-05T00:00:00+00:00/2026-03-06T00:00:00+00:00"}),
        ("quando è la riunione con Ivo?", "it", {"query": "riunione con Ivo"}),
        ("i prossimi 4 impegni", "it", {"limit": 4}),
    ],
)
def test_meetings_of_any_title(text: str, lang: Lang, args: dict[str, Any]) -> None:
    """ "Meetings" are appointments, whatever their titles; "meeting" may be a verb."""
    assert plan(text, lang)[0] == ("find_events", args)


@pytest.mark.parametrize(
    ("text", "lang", "tool"),
    [
        ("che impegni ho dopo le 14", "it", "find_events"),
        ("che promemoria ho dopo le 14", "it", "list_tasks"),
        ("che impegni ho dalle 14 in poi", "it", "find_events"),
        ("do I have anything after 2 pm?", "en", "find_events"),
    ],
)
def test_an_hour_alone_is_of_today(text: str, lang: Lang, tool: str) -> None:
    """What is after an hour ends with today."""
    assert plan(text, lang) == [(tool, {"when": "2026-03-04T14:00:00+00:00/2026-03-05T00:00:00+00:00"})]


@pytest.mark.parametrize(
    ("text", "lang", "args"),
    [
        ("quando è la prossima visita dall'oculista?", "it", {"query": "visita dall'oculista"}),
        ("quando ho la prossima lezione di tango?", "it", {"query": "lezione di tango"}),
        ("quando ho il prossimo appuntamento?", "it", {}),
        ("when is my next piano lesson?", "en", {"query": "piano lesson"}),
        ("when is the next dinner with Ivo?", "en", {"query": "dinner with Ivo"}),
        ("what have I got on Friday?", "en", {"when": "2026-03-06T00:00:00+00:00/2026-03-07T00:00:00+00:00"}),
    ],
)
def test_what_is_next(text: str, lang: Lang, args: dict[str, str]) -> None:
    """ "Next" asks for what is to come and stands in no title."""
    assert plan(text, lang) == [("find_events", args)]


@pytest.mark.parametrize(
    "text",
    [
        "tomorrow at half past six remind me to take the parcels out",
        "remind me tomorrow at quarter past eight to water the plants",
        "on Friday at half past nine remind me to call Ivo",
        "meeting with Ivo on Monday at quarter past nine",
    ],
)
def test_half_past_is_asked_for_its_half_of_the_day(text: str) -> None:
    """A time of day is no count, and in the morning or in the evening the user says."""
    told = answer(text, "en")

    assert isinstance(told, Abstention)
    assert told.questions[0]["schema"]["kind"] == "choice"


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("annulla il prossimo appuntamento", "it"),
        ("aggiungi Ivo alla riunione di domani", "it"),
        ("ho chiuso la riunione di domani", "it"),
        ("cancel my next meeting", "en"),
        ("add Ivo to the meeting of tomorrow", "en"),
    ],
)
def test_words_that_are_no_title(text: str, lang: Lang) -> None:
    """Which one is next nothing tells, and who is added to a meeting makes no new one."""
    assert isinstance(answer(text, lang), Abstention)


@pytest.mark.parametrize(
    ("text", "lang", "args"),
    [
        ("ho una riunione domani alle 16?", "it", {"when": "2026-03-05T16:00:00+00:00"}),
        ("ho qualcosa venerdì?", "it", {"when": "2026-03-06T00:00:00+00:00/2026-03-07T00:00:00+00:00"}),
        ("is there a meeting tomorrow at 4 pm?", "en", {"when": "2026-03-05T16:00:00+00:00"}),
        ("am I meeting anybody on Friday?", "en", {"when": "2026-03-06T00:00:00+00:00/2026-03-07T00:00:00+00:00"}),
        ("ho impegni prima di mezzogiorno?", "it", {"when": "2026-03-04T00:00:00+00:00/2026-03-04T12:00:00+00:00"}),
        ("che impegni ho dopo le quindici e trenta", "it",
         {"when": "2026-03-04T15:30:00+00:00/2026-03-05T00:00:00+00:00"}),
    ],
)  # fmt: skip
def test_any_appointment_of_a_time(text: str, lang: Lang, args: dict[str, str]) -> None:
    """ "A meeting" is any, and hours before or after one are those of a day."""
    assert plan(text, lang) == [("find_events", args)]
