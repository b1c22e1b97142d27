"""Verb, object and hash of a request: the same for requests that want the same."""

from __future__ import annotations

import pytest

from metnos_cli.plan.intent import find_intent
from metnos_cli.records import Lang
from tests.plan.asking import bundled, request_of


@pytest.mark.parametrize(
    ("text", "lang", "verb", "thing"),
    [
        ("trova i pdf in ~/Documenti", "it", "find", "files"),
        ("quanti file ci sono in ~/Immagini?", "it", "compute", "files"),
        ("scarica https://example.org e riassumila", "it", "get", "urls"),
        ("crea la cartella ~/x", "it", "create", "dirs"),
        ("list the running processes", "en", "list", "processes"),
        ("che ora è", "it", "say", "now"),
    ],
)
def test_verb_and_object(text: str, lang: Lang, verb: str, thing: str) -> None:
    """What is to be done, and with what."""
    intent = find_intent(request_of(text, lang), bundled())

    assert (intent["verb"], intent["object"]) == (verb, thing)


def test_hash_is_that_of_the_wish_and_not_of_its_values() -> None:
    """Another folder, another way of saying it: the same intent."""
    hashes = {
        find_intent(request_of(text, "it"), bundled())["intent_hash"]
        for text in ("trova i pdf in ~/Documenti", "cerca i txt in ~/appunti", "puoi cercare i .log in ~/x?")
    }

    assert len(hashes) == 1


@pytest.mark.parametrize("other", ["cancella i pdf in ~/Documenti", "trova i pdf", "trova le cartelle in ~/Documenti"])
def test_hash_tells_wishes_apart(other: str) -> None:
    """Another verb, object or kind of value is another intent."""
    one = find_intent(request_of("trova i pdf in ~/Documenti", "it"), bundled())["intent_hash"]

    assert find_intent(request_of(other, "it"), bundled())["intent_hash"] != one
