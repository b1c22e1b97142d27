"""An appointment moves by what is said and the way that is said, or not at all."""

from __future__ import annotations

from typing import Any

import pytest

from metnos_cli.plan.proposer.offline import OfflineProposer
from metnos_cli.records import Abstention, Lang, Proposal
from tests.plan.asking import asked, bundled, calls

IT_THING, EN_THING = "la riunione con Anna", "the meeting with Anna"
IT_QUERY, EN_QUERY = "riunione con Anna", "meeting with Anna"


def answer(text: str, lang: Lang) -> Any:
    """What the rules make of a request."""
    return OfflineProposer(tuple(bundled())).propose(asked(text, lang), lambda _use: None)


def change(text: str, lang: Lang) -> dict[str, Any]:
    """The arguments of the one call that changes an appointment."""
    told = answer(text, lang)
    assert isinstance(told, Proposal), told
    ((tool, args),) = calls(told.framework)
    assert tool == "change_events"
    return args


IT_SOONER = (
    "anticipa di {} {}",
    "anticipa {thing} di {amount}",
    "sposta {thing} {amount} prima",
    "sposta {thing} di {amount} in anticipo",
    "sposta {amount} prima {thing}",
    "sposta indietro di {amount} {thing}",
    "sposta indietro {thing} di {amount}",
    "vorrei anticipare {thing} di {amount}",
)
IT_LATER = (
    "posticipa di {} {}",
    "posticipa {thing} di {amount}",
    "rinvia {thing} di {amount}",
    "rimanda di {} {}",
    "ritarda {thing} di {amount}",
    "fai slittare {thing} di {amount}",
    "sposta {thing} {amount} dopo",
    "sposta {thing} {amount} più tardi",
    "sposta {thing} di {amount} più avanti",
    "sposta avanti di {amount} {thing}",
    "sposta in avanti {thing} di {amount}",
)
EN_SOONER = (
    "move {thing} {amount} earlier",
    "move {thing} earlier by {amount}",
    "move {thing} {amount} sooner",
    "move {thing} up by {amount}",
    "reschedule {thing} {amount} earlier",
    "bring {thing} forward by {amount}",
    "bring {thing} forward {amount}",
    "bring forward {thing} by {amount}",
    "move {thing} by {amount} earlier",
)
EN_LATER = (
    "move {thing} {amount} later",
    "move {thing} later by {amount}",
    "postpone {thing} by {amount}",
    "postpone {thing} {amount}",
    "delay {thing} by {amount}",
    "push {thing} back by {amount}",
    "push back {thing} by {amount}",
    "push {thing} back {amount}",
    "put {thing} off by {amount}",
    "put off {thing} by {amount}",
)
IT_AMOUNTS = (("un'ora", "PT1H"), ("mezz'ora", "PT30M"), ("due giorni", "P2D"), ("un mese", "P1M"), ("2 ore", "PT2H"))
EN_AMOUNTS = (("an hour", "PT1H"), ("90 minutes", "PT90M"), ("two days", "P2D"), ("a month", "P1M"), ("1 week", "P1W"))


def said(form: str, amount: str, thing: str) -> str:
    """A request in one of the forms above."""
    return form.format(amount, thing, amount=amount, thing=thing)


@pytest.mark.parametrize(("forms", "sign"), [(IT_SOONER, "-"), (IT_LATER, "")], ids=("anticipare", "posticipare"))
@pytest.mark.parametrize(("amount", "length"), IT_AMOUNTS)
def test_italian_ways_of_saying_which_way(forms: tuple[str, ...], sign: str, amount: str, length: str) -> None:
    """Verbs and adverbs, on either side of the amount."""
    for form in forms:
        args = change(said(form, amount, IT_THING), "it")

        assert args == {"query": IT_QUERY, "shift": sign + length}, form


@pytest.mark.parametrize(("forms", "sign"), [(EN_SOONER, "-"), (EN_LATER, "")], ids=("sooner", "later"))
@pytest.mark.parametrize(("amount", "length"), EN_AMOUNTS)
def test_english_ways_of_saying_which_way(forms: tuple[str, ...], sign: str, amount: str, length: str) -> None:
    """Verbs, verbs of two words and adverbs, on either side of the amount."""
    for form in forms:
        args = change(said(form, amount, EN_THING), "en")

        assert args == {"query": EN_QUERY, "shift": sign + length}, form


@pytest.mark.parametrize(
    ("text", "lang", "shift"),
    [
        ("anticipa di due ore la riunione di domani alle 15", "it", "-PT2H"),
        ("sposta la riunione di domani alle 15 un'ora prima", "it", "-PT1H"),
        ("move tomorrow's 3 pm meeting an hour later", "en", "PT1H"),
        ("bring tomorrow's 3 pm meeting forward by an hour", "en", "-PT1H"),
    ],
)
def test_its_own_time_only_tells_which_one_is_meant(text: str, lang: Lang, shift: str) -> None:
    """What it is moved to is not what it is at."""
    args = change(text, lang)

    assert (args["when"], args["shift"], args.get("to")) == ("2026-03-05T15:00:00+00:00", shift, None)


@pytest.mark.parametrize(
    ("text", "lang", "to"),
    [
        ("anticipa la riunione con Anna a venerdì", "it", "2026-03-06T00:00:00+00:00/2026-03-07T00:00:00+00:00"),
        ("sposta avanti la riunione con Anna a venerdì", "it", "2026-03-06T00:00:00+00:00/2026-03-07T00:00:00+00:00"),
        ("anticipa la riunione con Anna alle 9", "it", "T09:00"),
        ("bring the meeting with Anna forward to Friday", "en", "2026-03-06T00:00:00+00:00/2026-03-07T00:00:00+00:00"),
        ("push the meeting with Anna back to Friday", "en", "2026-03-06T00:00:00+00:00/2026-03-07T00:00:00+00:00"),
    ],
)
def test_a_time_to_move_to_stays_one(text: str, lang: Lang, to: str) -> None:
    """Whichever verb leads to it; one that says which way says so to what moves it."""
    args = change(text, lang)
    way = {"anticipa": "earlier", "bring": "earlier", "push": "later"}.get(text.split(maxsplit=1)[0])

    assert args.pop("direction", None) == way
    assert args == {"query": IT_QUERY if lang == "it" else EN_QUERY, "to": to}


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("sposta la riunione con Anna di un'ora", "it"),
        ("anticipa la riunione con Anna un'ora dopo", "it"),
        ("posticipa di un'ora prima la riunione con Anna", "it"),
        ("sposta la riunione con Anna un'ora dopo la cena", "it"),
        ("sposta la riunione con Anna due giorni prima della consegna", "it"),
        ("sposta la riunione con Anna tre giorni fa", "it"),
        ("anticipa di un'ora e di due giorni la riunione con Anna", "it"),
        ("anticipa di un'ora la riunione con Anna a venerdì", "it"),
        ("move the meeting with Anna by an hour", "en"),
        ("move the meeting with Anna an hour", "en"),
        ("move the meeting with Anna forward by an hour", "en"),
        ("move the meeting with Anna back by an hour", "en"),
        ("move the meeting with Anna a day back", "en"),
        ("move the meeting with Anna ahead by an hour", "en"),
        ("postpone the meeting with Anna an hour earlier", "en"),
        ("bring the meeting with Anna forward an hour later", "en"),
        ("move the meeting with Anna an hour after lunch", "en"),
        ("move the meeting with Anna two days before the delivery", "en"),
        ("move the meeting with Anna 3 days ago", "en"),
        ("move the meeting with Anna to two days ago", "en"),
        ("make the meeting with Anna an hour earlier", "en"),
        ("extend the meeting with Anna an hour later", "en"),
    ],
)
def test_no_way_is_guessed(text: str, lang: Lang) -> None:
    """Said by nobody, said both ways, or said of another time."""
    assert isinstance(answer(text, lang), Abstention)


def test_titles_tell_no_way() -> None:
    """A name that looks like an adverb is a name."""
    args = change("posticipa la riunione Prima Linea di un'ora", "it")

    assert args == {"query": "riunione Prima Linea", "shift": "PT1H"}


def test_elsewhere_so_long_ago_stays_a_time() -> None:
    """What is looked for lies in the past, and what is moved may."""
    found = answer("show the mails of two days earlier", "en")
    moved = change("move the meeting of two days ago to Friday", "en")

    assert calls(found.framework) == [
        ("find_messages", {"when": "2026-03-02T00:00:00+00:00/2026-03-03T00:00:00+00:00"})
    ]
    assert moved["when"] == "2026-03-02T00:00:00+00:00/2026-03-03T00:00:00+00:00"
