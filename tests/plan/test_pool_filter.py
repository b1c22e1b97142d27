"""Escape routes and provider-bound executors stay out of the pool until the request calls for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.plan.pool_filter import filter_pool_for_grammar
from tests.plan.small_catalog import FIND, executor

ASK = executor("get_inputs", {"properties": {}})
WISH = executor("request_new_executor", {"properties": {}})
PLACE = executor("get_location", {"properties": {}})
IMAP = executor("find_messages_imap", {"properties": {}})
GOOGLE = executor("find_events_google", {"properties": {}})
POOL = (FIND, ASK, WISH, PLACE, IMAP, GOOGLE)


@pytest.mark.parametrize(
    ("request_text", "let_in"),
    [
        ("trova i pdf in Documenti", []),
        ("trova qualcosa di qualità", []),
        ("che file ci sono qua?", ["get_location"]),
        ("Dove sono?", ["get_location"]),
        ("dove sono andati i soldi", ["get_location"]),
        ("where am I", ["get_location"]),
        ("show me the weather here", ["get_location"]),
        ("there is a file somewhere", []),
        ("chiedimi quale file usare", ["get_inputs"]),
        ("richiedimi il file", []),
        ("ask me for the name", ["get_inputs"]),
        ("a task and a mask", []),
        ("impara a prenotare i treni", ["request_new_executor"]),
        ("learn how to book trains", ["request_new_executor"]),
        ("imparato", []),
        ("cerca nella casella IMAP", ["find_messages_imap"]),
        ("eventi di Google Calendar", ["find_events_google"]),
        ("googleplex", []),
    ],
)
def test_only_whole_words_call_for_them(request_text: str, let_in: list[str]) -> None:
    """ "qua" inside "qualcosa" does not."""
    kept = filter_pool_for_grammar(POOL, request_text)

    assert [manifest.name for manifest in kept] == ["find_files", *let_in]


@given(st.text())
def test_it_is_pure_and_keeps_the_order(text: str) -> None:
    """The same pool and request give the same result, a part of the pool in its order; ordinary executors stay."""
    kept = filter_pool_for_grammar(POOL, text)

    assert kept == filter_pool_for_grammar(POOL, text)
    assert [manifest for manifest in POOL if manifest in kept] == list(kept)
    assert FIND in kept


def test_a_pool_is_never_emptied() -> None:
    """When nothing would stay, all of it does."""
    assert filter_pool_for_grammar((ASK, GOOGLE), "ciao") == (ASK, GOOGLE)
