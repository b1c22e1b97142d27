"""Frameworks are stored relative to their request, and tied to a new one only where it is clear how."""

from __future__ import annotations

from typing import Any

import pytest

from metnos_cli.memory.bind import bind, bind_same, generalise
from metnos_cli.records import Framework, Step
from metnos_cli.text.slots.argument import as_argument
from tests.memory.small import request, view


def stored(text: str, **args: Any) -> Framework:
    """A one-step framework as the memory keeps it."""
    asked = request(text)
    kept = generalise(Framework((Step("tool", args),)), asked.slots, asked.text)
    assert kept is not None
    return kept


def test_a_date_is_kept_as_the_slot_it_came_from() -> None:
    """Tomorrow stays tomorrow."""
    text = "metti un impegno domani"
    value = as_argument(request(text).slots[0])

    assert stored(text, when=value).steps[0].args == {"when": "${SLOT:time}"}


@pytest.mark.parametrize("where", ["when", "note"])
def test_a_date_that_no_word_tells_is_not_stored(where: str) -> None:
    """It would be about another day tomorrow."""
    asked = request("metti un impegno")

    assert generalise(Framework((Step("tool", {where: "il 2026-03-11"}),)), asked.slots, asked.text) is None


def test_a_written_date_may_be_stored() -> None:
    """It stands in the request itself."""
    asked = request("cerca 2026-03-11 nelle note")

    assert generalise(Framework((Step("tool", {"text": "2026-03-11"}),)), (), asked.text) is not None


def test_each_slot_is_used_once() -> None:
    """From one folder to another, in their order."""
    kept = stored("sposta i file da ~/a in ~/b", source="~/a", target="~/b")

    assert kept.steps[0].args == {"source": "${SLOT:path}", "target": "${SLOT:path#2}"}


def test_the_same_words_bind_to_the_slots_of_today() -> None:
    """Each placeholder takes the slot of its number."""
    text = "sposta i file da ~/a in ~/b"
    bound = bind_same(stored(text, source="~/a", target="~/b"), view("sposta i file da ~/c in ~/d"))

    assert dict(bound.framework.steps[0].args) == {"source": "~/c", "target": "~/d"}
    assert bound.unbound == ()


def test_two_values_of_a_kind_are_told_apart_by_what_introduces_them() -> None:
    """Not by their order."""
    kept = stored("sposta i file da ~/a in ~/b", source="~/a", target="~/b")
    bound = bind(kept, view("sposta i file da ~/a in ~/b"), view("sposta i file in ~/d da ~/c"))

    assert dict(bound.framework.steps[0].args) == {"source": "~/c", "target": "~/d"}


def test_where_it_is_not_clear_which_is_which_nothing_is_bound() -> None:
    """Two durations without a word to tell them apart."""
    kept = stored("confronta 5 minuti e 10 minuti", first="PT5M", second="PT10M")
    bound = bind(kept, view("confronta 5 minuti e 10 minuti"), view("confronta 3 ore con 1 ora"))

    assert bound.unbound != ()


def test_a_number_is_introduced_as_it_was() -> None:
    """By twenty percent is not to twenty percent."""
    kept = stored("alza il volume del 20%", step=20)

    assert bind(kept, view("alza il volume del 20%"), view("alza il volume del 30%")).unbound == ()
    assert bind(kept, view("alza il volume del 20%"), view("alza il volume al 30%")).unbound != ()


def test_a_literal_is_reused_only_with_its_words() -> None:
    """The kitchen has to be named again."""
    kept = stored("spegni la luce in cucina", area="cucina")

    assert bind(kept, view("spegni la luce in cucina"), view("in cucina spegni la luce")).unbound == ()
    assert bind(kept, view("spegni la luce in cucina"), view("spegni la luce in camera")).unbound == ("1.area",)


def test_a_value_that_nothing_takes_is_told() -> None:
    """The new request has a day more."""
    kept = stored("spegni la luce in cucina", area="cucina")
    bound = bind(kept, view("spegni la luce in cucina"), view("spegni la luce in cucina domani"))

    assert bound.loose == ("domani",)
