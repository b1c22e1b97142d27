"""Times inside whole requests: what belongs to them, what does not, and what they are not."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

ROME = ZoneInfo("Europe/Rome")


def times(slots: Any) -> list[tuple[str, str]]:
    return [(slot.text, slot.fields.get("value") or slot.fields["from"]) for slot in slots if slot.dim == "time"]


@pytest.mark.parametrize(
    ("text", "words", "value"),
    [
        ("ricordami domani alle 14 di chiamare Anna", "domani alle 14", "2026-05-15T14:00:00+02:00"),
        ("fissa la riunione per sabato alle 9 con Luca", "sabato alle 9", "2026-05-16T09:00:00+02:00"),
        ("sposta l'appuntamento a lunedì 18 maggio, ore 10", "lunedì 18 maggio, ore 10", "2026-05-18T10:00:00+02:00"),
        ("che tempo fa domani mattina a Lecce?", "domani mattina", "2026-05-15T04:00:00+02:00"),
    ],
)
def test_whole_expression(find: Any, text: str, words: str, value: str) -> None:
    """A day and its hour are one time, and the words around it are not part of it."""
    assert times(find(text)) == [(words, value)]


def test_next_weekday_is_not_today(find: Any) -> None:
    """ "martedì prossimo", said on a Tuesday, is a week away."""
    tuesday = datetime(2026, 5, 12, 9, 0, tzinfo=ROME)

    assert times(find("martedì prossimo", now=tuesday)) == [("martedì prossimo", "2026-05-19T00:00:00+02:00")]


def test_figures_with_a_point_are_a_time_after_alle_only(find: Any) -> None:
    """ "11.30" is half past eleven after "alle" and a number elsewhere."""
    assert times(find("ci vediamo alle 11.30")) == [("alle 11.30", "2026-05-14T11:30:00+02:00")]
    assert [(slot.dim, slot.fields["value"]) for slot in find("il prezzo è 11.30")] == [("number", 11.3)]


@pytest.mark.parametrize(
    ("text", "words", "value"),
    [
        ("dalle 9 alle 10 e 20 persone", "dalle 9 alle 10", "2026-05-15T09:00:00+02:00"),
        ("dalle 15 alle 18 e 3 file", "dalle 15 alle 18", "2026-05-14T15:00:00+02:00"),
    ],
)
def test_what_is_counted_is_no_minutes(find: Any, text: str, words: str, value: str) -> None:
    """Figures after the last hour of a range are its minutes unless they count something."""
    assert times(find(text)) == [(words, value)]


@pytest.mark.parametrize(
    ("text", "words", "value"),
    [
        ("anything after 5 on July 14?", "after 5 on July 14", "2026-07-14T17:00:00+02:00"),
        ("anything before 9 on June 12?", "before 9 on June 12", "2026-06-12T09:00:00+02:00"),
        ("meetings after 2 on the 20th of May", "after 2 on the 20th of May", "2026-05-20T14:00:00+02:00"),
        ("do I have anything after 4 tomorrow?", "after 4 tomorrow", "2026-05-15T16:00:00+02:00"),
        ("free before 10 on Friday", "before 10 on Friday", "2026-05-15T10:00:00+02:00"),
        ("send it before 10 June", "before 10 June", "2026-06-10T00:00:00+02:00"),
    ],
)
def test_a_figure_before_a_day_is_an_hour(find: Any, text: str, words: str, value: str) -> None:
    """ "after 5 on July 14" is an hour of that day, and no fifth of July."""
    assert times(find(text, lang="en")) == [(words, value)]


def test_number_and_span_in_one_request(find: Any) -> None:
    """ "i 20 più grandi degli ultimi 10 giorni" holds one number and one interval."""
    number, span = find("i 20 più grandi degli ultimi 10 giorni")

    assert (number.dim, number.fields["value"]) == ("number", 20)
    assert (span.dim, span.text, span.fields["from"][:10], span.fields["to"][:10]) == (
        "time", "ultimi 10 giorni", "2026-05-04", "2026-05-14",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("it", "ogni lunedì alle 9"),
        ("it", "tutti i giorni alle 8"),
        ("it", "che ora è"),
        ("it", "il volume è giù"),
        ("it", "alle 3 persone rimaste"),
        ("it", "alle 20 foto più belle"),
        ("it", "buon natale a tutti"),
        ("it", "secondo me ha ragione"),
        ("it", "vieni prima di uscire"),
        ("it", "aperto 24/7"),
        ("it", "localhost:8080"),
        ("it", "la versione 2.0.1"),
        ("it", "il 31/02/2026"),
        ("it", "lunedì 3 marzo 2026"),
        ("it", "tra 3 file"),
        ("it", "le 7 meraviglie"),
        ("en", "every monday at 9"),
        ("en", "good morning"),
        ("en", "i may go"),
        ("en", "she sat down in the sun"),
        ("en", "march on"),
        ("en", "the second file"),
        ("en", "at 5 people"),
        ("en", "2 out of 6"),
        ("en", "songs of the 80s"),
        ("en", "merry christmas"),
    ],
)
def test_no_time(find: Any, lang: str, text: str) -> None:
    """What comes back for ever, what is no date, and words that mean something else hold no time."""
    assert times(find(text, lang)) == []


@pytest.mark.parametrize(
    ("lang", "text", "value"),
    [
        ("it", "trova i file modificati lunedì", "2026-05-11"),
        ("it", "le foto scattate ad agosto", "2025-08-01"),
        ("it", "le mail ricevute dal 20 aprile", "2026-04-20"),
        ("en", "files modified on monday", "2026-05-11"),
        ("en", "photos taken in august", "2025-08-01"),
        ("it", "un promemoria creato per lunedì", "2026-05-18"),
    ],
)
def test_tense(find: Any, lang: str, text: str, value: str) -> None:
    """A participle makes a weekday or a month the last one; "per" makes it the next one again."""
    assert [moment[:10] for _, moment in times(find(text, lang))] == [value]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("le mail di lunedì", ["2026-05-18T00:00:00+02:00", "2026-05-11T00:00:00+02:00"]),
        ("svegliami domani alle 5", ["2026-05-15T05:00:00+02:00", "2026-05-15T17:00:00+02:00"]),
        ("giovedì alle 18", ["2026-05-14T18:00:00+02:00", "2026-05-21T18:00:00+02:00"]),
        ("domenica prossima", ["2026-05-24T00:00:00+02:00", "2026-05-17T00:00:00+02:00"]),
        ("domani a mezzanotte", ["2026-05-15T00:00:00+02:00", "2026-05-16T00:00:00+02:00"]),
        ("da sabato", ["2026-05-16T00:00:00+02:00", "2026-05-09T00:00:00+02:00"]),
    ],
)
def test_doubtful(find: Any, text: str, readings: list[str]) -> None:
    """What may be meant in two ways is not certain, and the other reading is told."""
    (slot,) = find(text)

    assert not slot.certain
    assert [slot.fields["value"], *(other["value"] for other in slot.alternatives)] == readings


def test_month_and_day_order_of_english_is_doubtful(find: Any) -> None:
    """ "3/4/2027" is March 4th, or April 3rd."""
    (slot,) = find("on 3/4/2027", "en")

    assert (slot.fields["value"][:10], slot.certain) == ("2027-03-04", False)
    assert [other["value"][:10] for other in slot.alternatives] == ["2027-04-03"]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("it", "giovedì 3-5 dicembre"),
        ("it", "domani 3-5 file"),
        ("it", "domani 30-40"),
        ("it", "ogni giovedì 9-11"),
        ("it", "conta 9-11"),
        ("en", "tomorrow 30-40"),
        ("en", "count 9-11"),
    ],
)
def test_figures_with_a_dash_are_hours_only_after_a_day(find: Any, lang: str, text: str) -> None:
    """Not where they are days of a month, count things, or are no hours."""
    assert [slot for slot in find(text, lang) if slot.dim == "time" and slot.fields["grain"] == "hour"] == []


def test_day_with_an_article_may_be_a_number(find: Any) -> None:
    """ "il 3" alone is a day of the month, or a figure."""
    (slot,) = find("metti il 3")

    assert (slot.dim, slot.certain) == ("time", False)
    assert {"dim": "number", "value": 3} in slot.alternatives
