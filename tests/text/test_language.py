"""The language of a request is told by its own words."""

from __future__ import annotations

import pytest

from metnos_cli.text.language import detect


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("trova i pdf in ~/Lavoro", "it"),
        ("cerca i txt in ~/x", "it"),
        ("sposta a in b", "it"),
        ("find the pdf in ~/Lavoro", "en"),
        ("remind me in 2 hours", "en"),
        ("che ora è", "it"),
        ("what time is it", "en"),
        ("lascia perdere", "it"),
        ("fermati", "it"),
        ("torna indietro", "it"),
        ("batteria", "it"),
        ("spazio libero in ~/Documenti", "it"),
        ("e i txt?", "it"),
        ("free space in ~/Documenti", "en"),
        ("is firefox running?", "en"),
        ("copiali in ~/Backup", "it"),
        ("rinominalo", "it"),
        ("traduzione", "it"),
        ("watching birds", "en"),
    ],
)
@pytest.mark.parametrize("default", ["it", "en"])
def test_words_of_one_language_decide(text: str, lang: str, default: str) -> None:
    """Words that both languages have ("i", "in", "a") count for neither."""
    assert detect(text, default) == lang  # type: ignore[arg-type]


@pytest.mark.parametrize("default", ["it", "en"])
def test_without_such_words_it_is_the_users(default: str) -> None:
    """Names and figures are nobody's language."""
    assert detect("Wisconsin 42", default) == default  # type: ignore[arg-type]
    assert detect("archive Daniela", default) == default  # type: ignore[arg-type]
    assert detect("Michela birthday", default) == default  # type: ignore[arg-type]


def test_what_stands_in_a_path_is_in_no_language() -> None:
    """Folders have English names on Italian machines, and the other way round."""
    assert detect("comprimi ~/Documents/the/files", "it") == "it"
    assert detect("open ~/Documenti/della/casa", "en") == "en"
    assert detect("comprimi https://example.org/the/files", "it") == "it"
