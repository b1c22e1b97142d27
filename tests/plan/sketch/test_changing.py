"""Changes of appointments: which time is the new one, which text is the title, and what would change nothing."""

from __future__ import annotations

from typing import Any

import pytest

from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.records import Lang, Proposal
from tests.plan.asking import asked, bundled, calls


def plan(text: str, lang: Lang) -> Any:
    """The calls of a plan with the dates' first ten figures, or "end" where there is none."""
    told = OfflineProposer(tuple(bundled())).propose(asked(text, lang), lambda _use: None)
    return calls(told.framework) if isinstance(told, Proposal) else "end"


def day(told: str) -> str:
    """A whole day as an argument takes it."""
    return f"{told}T00:00:00+00:00/{told[:8]}{int(told[8:]) + 1:02}T00:00:00+00:00"


def at(told: str) -> str:
    """A moment as an argument takes it."""
    return f"{told}:00+00:00"


@pytest.mark.parametrize(
    ("text", "lang", "query", "when", "to"),
    [
        ("sposta a lunedì la visita di venerdì", "it", "visita", day("2026-03-06"), day("2026-03-09")),
        ("posticipa al 12 marzo il dentista di domani", "it", "dentista", day("2026-03-05"), day("2026-03-12")),
        ("anticipa a domani alle 8 la palestra di sabato", "it", "palestra", day("2026-03-07"), at("2026-03-05T08:00")),
        ("sposta alle 21 la cena di venerdì", "it", "cena", day("2026-03-06"), at("2026-03-06T21:00")),
        ("sposta la cena di venerdì a domenica", "it", "cena", day("2026-03-06"), day("2026-03-08")),
        ("sposta la cena da venerdì a domenica", "it", "cena", day("2026-03-06"), day("2026-03-08")),
        ("sposta il notaio di domani alle 9 a venerdì alle 16", "it", "notaio", at("2026-03-05T09:00"),
         at("2026-03-06T16:00")),
        ("move to Monday the rehearsal of Friday", "en", "rehearsal", day("2026-03-06"), day("2026-03-09")),
        ("reschedule to March 12 the dentist of tomorrow", "en", "dentist", day("2026-03-05"), day("2026-03-12")),
        ("move to Monday Saturday's match", "en", "match", day("2026-03-07"), day("2026-03-09")),
        ("move the rehearsal from Friday to Monday", "en", "rehearsal", day("2026-03-06"), day("2026-03-09")),
        ("move the dinner of Friday at 6 pm to Sunday at 8 pm", "en", "dinner", at("2026-03-06T18:00"),
         at("2026-03-08T20:00")),
        ("move to 8 pm the dinner of Friday", "en", "dinner", day("2026-03-06"), at("2026-03-06T20:00")),
    ],
)  # fmt: skip
def test_the_preposition_tells_the_new_time(text: str, lang: Lang, query: str, when: str, to: str) -> None:
    """ "a", "to" lead to the new time and "di", "of", "from" to the present one, whichever comes first."""
    ((tool, args),) = plan(text, lang)

    assert (tool, args["query"], args["when"], args["to"]) == ("change_events", query, when, to)


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("sposta a lunedì la visita alle 20", "it"),
        ("sposta a lunedì la visita sabato", "it"),
        ("sposta dal 7 marzo al 9 marzo le ferie", "it"),
        ("sposta la riunione di giovedì", "it"),
        ("sposta la riunione con Ivo", "it"),
        ("cambia l'appuntamento di domani con Ivo", "it"),
        ("palestra domani dalle 18 alle 19, mettila in agenda", "it"),
        ("riunione con Ivo lunedì alle 15, mettila in agenda", "it"),
        ("move to Monday the match on Saturday", "en"),
        ("move the meeting of Thursday", "en"),
        ("move the meeting with Ivo", "en"),
        ("postpone to Friday tomorrow's meeting with Ivo", "en"),
        ("change the appointment of tomorrow with Ivo", "en"),
    ],
)
def test_no_new_time_that_nobody_told(text: str, lang: Lang) -> None:
    """Which of two times is the new one must be clear, and a change changes something."""
    assert plan(text, lang) == "end"


@pytest.mark.parametrize(
    ("text", "lang", "args"),
    [
        ('rinomina la riunione con Ivo in "bilancio"', "it", {"query": "riunione con Ivo", "title": "bilancio"}),
        ('rinomina l\'appuntamento di venerdì in "esame"', "it", {"when": day("2026-03-06"), "title": "esame"}),
        ('cambia il titolo della riunione con Ivo in "festa"', "it", {"query": "riunione con Ivo", "title": "festa"}),
        ('cambia il nome della riunione con Ivo in "festa"', "it", {"query": "riunione con Ivo", "title": "festa"}),
        (
            'cambia il luogo della riunione con Ivo in "Da Gino"',
            "it",
            {"query": "riunione con Ivo", "location": "Da Gino"},
        ),
        ('rename the meeting with Ivo to "budget"', "en", {"query": "meeting with Ivo", "title": "budget"}),
        ('rename Friday\'s appointment to "exam"', "en", {"when": day("2026-03-06"), "title": "exam"}),
        ('change the title of the meeting with Ivo to "party"', "en", {"query": "meeting with Ivo", "title": "party"}),
        ('change the name of the meeting with Ivo to "x ray"', "en", {"query": "meeting with Ivo", "title": "x ray"}),
        (
            'change the place of the meeting with Ivo to "Bar 9"',
            "en",
            {"query": "meeting with Ivo", "location": "Bar 9"},
        ),
    ],
)
def test_title_and_place(text: str, lang: Lang, args: dict[str, str]) -> None:
    """A verb that names and a noun tell which of the two a quotation is."""
    assert plan(text, lang) == [("change_events", args)]


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ('cambia la riunione con Ivo in "bilancio"', "it"),
        ('modifica l\'appuntamento di domani in "bilancio"', "it"),
        ('change the meeting with Ivo to "budget"', "en"),
        ('change tomorrow\'s appointment to "budget"', "en"),
    ],
)
def test_title_or_place(text: str, lang: Lang) -> None:
    """Nothing says which of the two is meant."""
    assert plan(text, lang) == "end"


@pytest.mark.parametrize(
    ("text", "lang", "query", "to"),
    [
        ("cambia l'orario della riunione con Ivo alle 16", "it", "riunione con Ivo", "T16:00"),
        ("cambia la data della riunione con Ivo al 20 marzo", "it", "riunione con Ivo", day("2026-03-20")),
        ("change the meeting with Ivo to 4 pm", "en", "meeting with Ivo", "T16:00"),
        ("change the time of the meeting with Ivo to 4 pm", "en", "meeting with Ivo", "T16:00"),
    ],
)
def test_a_changed_hour_is_of_its_own_day(text: str, lang: Lang, query: str, to: str) -> None:
    """Who changes the hour of something leaves its day, and "the time of" stands in no title."""
    assert plan(text, lang) == [("change_events", {"query": query, "to": to})]


def test_the_day_of_a_possessive_is_the_present_one() -> None:
    """ "to 4 pm tomorrow's class" is tomorrow's class, moved to 4 pm."""
    assert plan("move to 4 pm tomorrow's meeting", "en") == [
        ("change_events", {"when": day("2026-03-05"), "to": at("2026-03-05T16:00"), "query": "meeting"})
    ]


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("prolunga la riunione con Ivo alle 16", "it"),
        ("allunga la riunione con Ivo fino alle 16", "it"),
        ("cambia giorno alla riunione con Ivo: venerdì", "it"),
        ("sposta alle 16 la riunione delle 11", "it"),
        ("extend the meeting with Ivo to 4 pm", "en"),
        ("move to 4 pm the 11 am meeting", "en"),
        ("move to Friday's meeting", "en"),
        ('call tomorrow\'s meeting "review"', "en"),
        ("clear my calendar for tomorrow", "en"),
    ],
)
def test_changes_that_mean_something_else(text: str, lang: Lang) -> None:
    """Another end, another name, a day that is emptied: nothing is moved, looked for or deleted instead."""
    assert plan(text, lang) == "end"
