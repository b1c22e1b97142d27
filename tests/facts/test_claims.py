"""What a fact claims, and which facts cannot both be true."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from metnos_cli.facts.claims import changes_with_time, claim, contradicts, without_opening
from metnos_cli.text.content import content_lemmas

if TYPE_CHECKING:
    from metnos_cli.records import Lang

CONTRADICTIONS: tuple[tuple[Lang, str, str], ...] = (
    ("it", "il codice del cancello è 4711", "il codice del cancello è 9922"),
    ("it", "Il codice per il cancello è 4711", "il codice del cancello adesso è il 9922"),
    ("it", "Anna abita a Bologna", "Anna abita a Modena"),
    ("it", "Anna vive a Bologna", "Anna abita a Modena"),
    ("it", "abito a Bologna", "abito a Modena"),
    ("it", "le chiavi di scorta sono nel cassetto", "le chiavi di scorta sono in garage"),
    ("it", "la macchina è parcheggiata in via Roma", "la macchina è parcheggiata in via Milano"),
    ("it", "il colore preferito di Marta è il blu", "il colore preferito di Marta è il verde"),
    ("it", "il mio medico è la dottoressa Rossi", "il mio medico è il dottor Verdi"),
    ("it", "Rossi è il mio medico", "il mio medico è Verdi"),
    ("it", "il gatto di Giulia si chiama Fufi", "il gatto di Giulia non si chiama Fufi"),
    ("it", "Anna mangia carne", "Anna non mangia carne"),
    ("it", "Anna non mangia carne", "Anna mangia la carne"),
    ("it", "Luca è vegetariano", "Luca non è più vegetariano"),
    ("it", "il treno per Roma parte alle 8", "il treno per Roma parte alle 9"),
    ("it", "la riunione è martedì alle 10", "la riunione è giovedì alle 11"),
    ("it", "l'abbonamento scade il 3 maggio", "l'abbonamento scade il 5 giugno"),
    ("it", "il medico è Rossi", "il medico è Rossi e riceve il lunedì"),
    ("en", "the gate code is 4711", "the code of the gate is 9922"),
    ("en", "Anna lives in Leeds", "Anna lives in York"),
    ("en", "I live in Leeds", "I live in York"),
    ("en", "Anna's birthday is on May 3", "Anna's birthday is on May 5"),
    ("en", "Anna eats meat", "Anna doesn't eat meat"),
    ("en", "the spare keys are in the drawer", "the spare keys are under the mat"),
    ("en", "the car is parked in Mill Lane", "the car is parked in King Street"),
)

BOTH_TRUE: tuple[tuple[Lang, str, str], ...] = (
    ("it", "il codice del cancello è 4711", "il codice del garage è 9922"),
    ("it", "ad Anna piace il gelato", "ad Anna piace la pizza"),
    ("it", "Anna è allergica alle noci", "Anna è allergica al latte"),
    ("it", "il gatto è nero", "il gatto è malato"),
    ("it", "la macchina è rossa", "la macchina è in garage"),
    ("it", "la macchina è del 2015", "la macchina è a 3 posti"),
    ("it", "mia sorella si chiama Lucia", "mia sorella si chiama Marta"),
    ("it", "il mio medico è la dottoressa Rossi", "il medico di Anna è il dottor Verdi"),
    ("it", "Luca è vegetariano", "Luca è medico"),
    ("it", "il medico è Rossi e riceve il lunedì", "il medico è Rossi"),
    ("it", "il 3 marzo sono andato a Roma", "il 5 marzo sono andato a Roma"),
    ("it", "la password del wifi è Pippo-12", "la password del wifi degli ospiti è pluto"),
    ("en", "Anna's birthday is on May 3", "Luca's birthday is on May 5"),
    ("en", "Anna is allergic to nuts", "Anna is allergic to milk"),
    ("en", "the cat is black", "the cat is ill"),
    ("en", "my sister is called Lucy", "my sister is called Jane"),
)


@pytest.mark.parametrize(("lang", "older", "newer"), CONTRADICTIONS)
def test_a_newer_value_of_the_same_thing_contradicts_the_older(lang: Lang, older: str, newer: str) -> None:
    """One thing, one value: a code, a place, a time, a yes and a no."""
    assert contradicts(claim(newer, lang), claim(older, lang))


@pytest.mark.parametrize(("lang", "older", "newer"), BOTH_TRUE)
def test_what_may_both_be_true_is_kept(lang: Lang, older: str, newer: str) -> None:
    """Another thing, another kind of value, a thing of which there may be several, or less said than before."""
    assert not contradicts(claim(newer, lang), claim(older, lang))


@pytest.mark.parametrize(("lang", "older", "newer"), CONTRADICTIONS + BOTH_TRUE)
def test_a_fact_never_contradicts_itself(lang: Lang, older: str, newer: str) -> None:
    """Saying a thing twice changes nothing."""
    assert not contradicts(claim(older, lang), claim(older, lang))
    assert not contradicts(claim(newer, lang), claim(newer, lang))


@pytest.mark.parametrize(
    ("lang", "text", "fact"),
    [
        ("it", "ricordati che il codice è 4711", "il codice è 4711"),
        ("it", "Ricordati:  il codice è 4711", "il codice è 4711"),
        ("it", "per favore ricorda che il codice è 4711", "il codice è 4711"),
        ("it", "ricordami di comprare il latte", "ricordami di comprare il latte"),
        ("it", "ricordati che", "ricordati che"),
        ("en", "please remember that the code is 4711", "the code is 4711"),
        ("en", "remembering is hard", "remembering is hard"),
    ],
)
def test_the_fact_is_told_apart_from_the_asking(lang: Lang, text: str, fact: str) -> None:
    """Only whole opening words are taken off, and never everything."""
    assert without_opening(text, lang) == fact


def test_a_question_is_its_content_words() -> None:
    """Articles, prepositions and question words carry none."""
    assert content_lemmas("qual è il codice del wifi?", "it") == ["codice", "wifi"]
    assert content_lemmas("what's the code for the office door?", "en") == ["code", "office", "door"]


def test_words_that_age_are_noticed() -> None:
    """Tomorrow is another day tomorrow."""
    assert changes_with_time("domani arriva il pacco", "it")
    assert changes_with_time("the parcel comes tomorrow", "en")
    assert not changes_with_time("la palestra chiude alle 22", "it")
