"""The few executors shown to the planner: those that the request needs, first."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from metnos_cli.plan.intent import find_intent
from metnos_cli.plan.pool import choose_pool
from metnos_cli.ports import Cutoffs
from tests.plan.asking import asked, bundled, manifest, request_of, tools_of, with_user


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("scarica https://example.org e riassumila in due righe", {"get_urls", "describe_entries"}),
        ("i 3 file più grandi in ~/x", {"find_files", "sort_entries"}),
        ("trova i pdf in ~/a, copiali in ~/b e dimmi quanti sono", {"find_files", "copy_files", "compute_entries"}),
        ("cerca i file in ~/a che contengono la parola bilancio", {"find_files", "read_files", "filter_entries"}),
        ("somma la colonna importo di ~/spese.csv", {"read_files", "compute_entries"}),
    ],
)
def test_pool_holds_what_is_needed(text: str, needed: set[str]) -> None:
    """Every clause and what it cannot do without is in the eight."""
    pool = asked(text).pool

    assert needed <= set(tools_of(pool))
    assert len(pool) == 8


def test_likeliest_comes_first() -> None:
    """The order is that of likelihood."""
    assert asked("leggi ~/note.txt").pool[0].name == "read_files"


@pytest.mark.parametrize("text", ["trova i pdf in ~/a", "show me the biggest files in ~/x"])
def test_escape_routes_stay_out(text: str) -> None:
    """Nobody called for them."""
    assert {"get_inputs", "request_new_executor"}.isdisjoint(tools_of(asked(text).pool))


def test_user_executor_is_found_by_its_own_words() -> None:
    """A manifest's own words are enough: no list in the code names it."""
    brew = manifest(
        "brew_coffees",
        affinity={"it": ["caffè", "prepara"], "en": ["coffee", "brew"]},
        examples=[{"lang": "it", "text": "prepara un caffè", "args": {}}],
    )

    assert asked("prepara un caffè lungo", "it", with_user(brew)).pool[0].name == "brew_coffees"


def test_pool_has_the_size_that_is_asked_for() -> None:
    """``k`` is a limit."""
    request = request_of("trova i pdf in ~/a")

    assert len(choose_pool(request, find_intent(request, bundled()), bundled(), None, 3)) == 3


class Meaning:
    """An embedder by which one executor means what is asked."""

    id = "test"
    dim = 2
    cutoffs = Cutoffs(0.9, 0.8, 0.8, 0.2, 0.3)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        told = [("pioggia" in text or "meteo" in text) for text in texts]
        return np.array([[1.0, 0.0] if near else [0.0, 1.0] for near in told], dtype=np.float32)


def test_meaning_lifts_what_words_miss() -> None:
    """With an embedder an executor comes up that shares no word with the request."""
    weather = manifest("get_weather", description={"it": "il meteo", "en": "the weather"})
    request = request_of("prenderò pioggia domani?", "it")
    catalog = with_user(weather)
    intent = find_intent(request, catalog)

    places = [
        tools_of(choose_pool(request, intent, catalog, embedder, len(list(catalog)))).index("get_weather")
        for embedder in (Meaning(), None)
    ]
    assert places[0] < places[1]
