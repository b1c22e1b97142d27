"""Each of the six checks, on candidates that only it should refuse."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metnos_cli.memory.gate import Candidate
from metnos_cli.memory.gate.action import action
from metnos_cli.memory.gate.effects import effects
from metnos_cli.memory.gate.grounding import grounding
from metnos_cli.memory.gate.judge import CHECKS, judge, passed
from metnos_cli.memory.gate.leftover import leftover
from metnos_cli.memory.gate.polarity import polarity
from metnos_cli.memory.gate.world import world
from metnos_cli.records import Lang
from tests.memory.small import view

NONE: frozenset[int] = frozenset()


def candidate(then: str, now: str, lang: Lang = "it", **changed: Any) -> Candidate:
    told: dict[str, Any] = {
        "then": view(then, lang),
        "now": view(now, lang),
        "used_then": NONE,
        "used_now": NONE,
        "how": "cosine",
        "effects": ("read",),
        "same_world": True,
    }
    return Candidate(**(told | changed))


@pytest.mark.parametrize(
    ("then", "now", "lang", "reason"),
    [
        ("accendi la luce", "non accendere la luce", "it", "negation"),
        ("vorrei ricevere notifiche", "vorrei non ricevere più notifiche", "it", "negation"),
        ("spegni tutto", "spegni tutto tranne la cucina", "it", "exception"),
        ("spegni la luce", "spegni la luce dopo", "it", "deferred"),
        ("spegni la luce", "se piove spegni la luce", "it", "conditional"),
        ("accendi la luce", "lascia la luce accesa", "it", "keep"),
        ("accendi la luce", "dove accendo la luce", "it", "mood"),
        ("cancella la posta", "ieri cancella la posta", "it", "past"),
        ("turn on the light", "don't turn on the light", "en", "negation"),
        ("delete all files", "delete all files except notes", "en", "exception"),
        ("turn off the light", "turn off the light later", "en", "deferred"),
        ("turn off the light", "turn off the light unless it rains", "en", "exception"),
    ],
)
def test_what_turns_the_sense_is_refused(then: str, now: str, lang: Lang, reason: str) -> None:
    """Negation, exception, delay, condition, past, question; in both directions."""
    there = polarity(candidate(then, now, lang))
    back = polarity(candidate(now, then, lang))

    assert (there.passed, back.passed) == (False, False)
    assert reason in (there.reason, "exception") or there.reason == "conditional"


def test_words_inside_values_do_not_turn_the_sense() -> None:
    """What a message says is not what is asked."""
    then, now = "annuncia che la cena è pronta", "annuncia che non c'è cena"
    told = candidate(then, now, used_then=frozenset(range(2, 6)), used_now=frozenset(range(2, 6)))

    assert polarity(told).passed


@pytest.mark.parametrize(
    ("then", "now", "lang"),
    [
        ("accendi la luce", "spegni la luce", "it"),
        ("crea la cartella prova", "cancella la cartella prova", "it"),
        ("apri la porta", "chiudi la porta", "it"),
        ("aggiungi il pane alla lista", "togli il pane alla lista", "it"),
        ("alza il volume", "riduci il volume", "it"),
        ("vai alla prossima pagina", "vai alla precedente pagina", "it"),
        ("turn on the light", "turn off the light", "en"),
        ("start the server", "stop the server", "en"),
        ("lock the door", "unlock the door", "en"),
    ],
)
def test_opposites_never_pass(then: str, now: str, lang: Lang) -> None:
    """Whatever the cosine says."""
    told = action(candidate(then, now, lang))

    assert (told.passed, told.reason) == (False, "antonym")


@pytest.mark.parametrize(
    ("then", "now"),
    [
        ("spegni la luce", "disattiva la luce"),
        ("aumenta il volume", "incrementa il volume"),
        ("mostra la cartella", "visualizza la directory"),
        ("per favore elimina il timer", "puoi cancellare il timer"),
        ("spegni le luci", "le luci spegni"),
        ("spegni tutte le luci", "spegni le luci"),
        ("metti in pausa il timer", "sospendi il timer"),
        ("vai avanti al prossimo brano", "brano successivo"),
        ("cancella il timer chiamato", "cancella il timer"),
    ],
)
def test_the_same_in_other_words_leaves_nothing_over(then: str, now: str) -> None:
    """Classes of verbs, courtesy, order, "all" before a plural with its article, what another word implies."""
    told = candidate(then, now)

    assert action(told).passed
    assert leftover(told).passed


@pytest.mark.parametrize(
    ("then", "now", "reason"),
    [
        ("spegni la luce della cucina", "spegni la luce della cantina", "missing_words"),
        ("annulla tutti gli appuntamenti", "annulla", "missing_words"),
        ("apri il file", "apri il file e la cartella", "extra_words"),
        ("alza il volume", "abbassa la tapparella", "missing_words"),
    ],
)
def test_every_word_of_content_has_to_be_matched(then: str, now: str, reason: str) -> None:
    """Of either request."""
    assert (leftover(candidate(then, now)).passed, leftover(candidate(then, now)).reason) == (False, reason)


def test_arguments_without_words_and_values_without_argument_are_refused() -> None:
    """Grounding looks both ways."""
    same = "apri il file"

    assert grounding(candidate(same, same)).passed
    assert grounding(candidate(same, same, unbound=("1.path",))).facts == {"names": "path"}
    assert grounding(candidate(same, same, loose=("domani",))).reason == "loose"


def test_another_world_is_refused() -> None:
    """An executor that changed is planned anew."""
    assert not world(candidate("apri", "apri", same_world=False)).passed


@pytest.mark.parametrize(("how", "reason"), [("exact", "certain_enough"), ("template", "certain_enough")])
def test_a_lasting_effect_is_served_on_certain_matches(how: str, reason: str) -> None:
    """By cosine or intent it is shown and asked for first."""
    assert effects(candidate("apri", "apri", effects=("delete",), how=how)).reason == reason
    assert effects(candidate("apri", "apri", effects=("delete",), how="cosine")).reason == "confirm"
    assert effects(candidate("apri", "apri", effects=("read",), how="cosine")).reason == "no_lasting_effect"


def test_the_first_refusal_ends_the_judgement() -> None:
    """And six verdicts mean that it may be served."""
    good = judge(candidate("spegni la luce", "disattiva la luce"))
    bad = judge(candidate("spegni la luce", "non spegnere la luce"))

    assert passed(good)
    assert len(good) == len(CHECKS) == 6
    assert not passed(bad)
    assert [check.passed for check in bad] == [False]


WORDS = st.lists(
    st.sampled_from(["apri", "chiudi", "luce", "porta", "non", "tutte", "rosso", "in"]), min_size=1, max_size=6
)


@settings(deadline=None)
@given(WORDS)
def test_the_same_words_always_pass(words: list[str]) -> None:
    """Whatever they are."""
    text = " ".join(words)
    told = candidate(text, text)

    assert passed(judge(told))


@settings(deadline=None)
@given(WORDS, WORDS)
def test_the_gate_is_symmetric(one: list[str], other: list[str]) -> None:
    """What may not stand for another may not be stood for by it either."""
    first, second = " ".join(one), " ".join(other)

    assert passed(judge(candidate(first, second))) == passed(judge(candidate(second, first)))
