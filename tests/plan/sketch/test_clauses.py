"""Requests are split where another wish begins, and nowhere else."""

from __future__ import annotations

import pytest

from metnos_cli.plan.intent import clauses_of
from metnos_cli.records import Lang
from tests.plan.asking import request_of


def verbs(text: str, lang: Lang) -> list[tuple[str, ...]]:
    return [clause.verbs[:1] for clause in clauses_of(request_of(text, lang))]


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("trova i pdf in ~/a e poi copiali in ~/b", "it", ["find", "copy"]),
        ("trova i pdf in ~/a, copiali in ~/b e dimmi quanti sono", "it", ["find", "copy", "compute"]),
        ("scarica https://example.org e riassumila", "it", ["get", "describe"]),
        ("cerca i file .log; poi eliminali", "it", ["find", "delete"]),
        ("find the pdfs in ~/a then sort them by date", "en", ["find", "sort"]),
        ("look for logs in ~/a and remove them", "en", ["find", "delete"]),
        ("puoi per favore leggermi ~/note.txt?", "it", ["read"]),
        ("I'd like you to open ~/note.txt, please", "en", ["read"]),
    ],
)
def test_wishes_are_separated(text: str, lang: Lang, expected: list[str]) -> None:
    """One clause for each verb that asks for something, in order."""
    assert verbs(text, lang) == [(verb,) for verb in expected]


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("copia foto e video in ~/x", "it"),
        ("move the photos and the videos to ~/x", "en"),
        ("trova i file modificati ieri e oggi in ~/x", "it"),
        ("leggi ~/a.txt e ~/b.txt", "it"),
    ],
)
def test_joined_things_stay_together(text: str, lang: Lang) -> None:
    """An "e" between two things does not start a wish."""
    assert len(verbs(text, lang)) == 1


@pytest.mark.parametrize(
    ("text", "lang", "verb"),
    [
        ("fai una copia di ~/a.txt in ~/b", "it", "copy"),
        ("dammi un riassunto di ~/a.pdf", "it", "describe"),
        ("mostrami la media della colonna età in ~/a.csv", "it", "compute"),
        ("make a summary of ~/a.pdf", "en", "describe"),
        ("give me the total of the price column in ~/a.csv", "en", "compute"),
        ("any duplicate photos in ~/x?", "en", "compute"),
    ],
)
def test_nouns_that_name_an_action(text: str, lang: Lang, verb: str) -> None:
    """ "Fai una copia" asks for a copy, not for making something."""
    assert verbs(text, lang)[0] == (verb,)


def test_two_verbs_share_what_follows() -> None:
    """In "find and delete the logs" both verbs mean the logs, the second those that the first found."""
    first, second = clauses_of(request_of("find and delete the .log files in ~/a", "en"))

    assert first.words == ["find", "the", "<glob>", "in", "<path>"]
    assert second.pronoun


def test_a_list_is_made_before_it_is_saved() -> None:
    """ "Save the list of pdfs in X to Y" is a search, then a writing of what it found."""
    inner, written = clauses_of(request_of("save the list of pdfs in ~/a to ~/b.txt", "en"))

    assert (inner.verbs[0], written.verbs[0], bool(written.pronoun)) == ("list", "write", True)


def test_language_of_a_short_request_is_told_by_its_verb() -> None:
    """A few words that look like the other language are understood all the same."""
    (clause,) = clauses_of(request_of("sposta ~/a in ~/b", "en"))

    assert clause.verbs == ("move",)
