"""What follows a known opening is its text, whatever it holds; one example is enough, and nothing is inferred."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.memory.induction.induce import Ambiguous
from tests.memory.small import School, view


def school(lang: str = "it") -> School:
    """Taught to remember one thing."""
    made = School("en" if lang == "en" else "it")
    if lang == "en":
        made.teach("remember that the gate code is 4711", "write_facts", fact="the gate code is 4711")
    else:
        made.teach("ricordati che il codice del cancello è 4711", "write_facts", fact="il codice del cancello è 4711")
    return made


@pytest.mark.parametrize(
    ("lang", "opening", "text"),
    [
        ("it", "ricordati che", "il codice del garage è 8812"),
        ("it", "Ricordati che", "domani alle 9 Anna non viene"),
        ("it", "ricordati che", "le chiavi sono nel cassetto, e poi nella borsa"),
        ("en", "remember that", "Bob doesn't eat meat"),
        ("en", "remember that", "the number 555 0123456 is mum's"),
    ],
)
def test_all_of_it_is_the_text(lang: str, opening: str, text: str) -> None:
    """Numbers, times, a "not", conjunctions."""
    assert school(lang).ask(f"{opening} {text}") == ("write_facts", {"fact": text})


@pytest.mark.parametrize(
    "text",
    [
        "ricordati che",
        "ricordami che il codice è 8812",
        "non ricordati che il codice è 8812",
        "ricordati che la lista sta in ~/lista.txt",
        "ricordati che l'orario sta su https://example.org",
        "dimentica che il codice è 4711",
    ],
)
def test_another_opening_or_a_place_is_no_such_thing(text: str) -> None:
    """Nothing follows, other words stand before it, or a file is in it: then it may be another plan."""
    assert school().ask(text) is None


def test_nothing_is_inferred() -> None:
    """So that what writes need not ask again."""
    found = school().inducer.read(view("ricordati che il codice del garage è 8812"))

    assert found is not None
    assert not isinstance(found, Ambiguous)
    assert found.steps == 0


@given(
    st.lists(
        st.sampled_from(
            ["il", "la", "codice", "è", "non", "12", "domani", "e", "poi", "Anna", "a", "di", "che", "3,5", "più"]
        ),
        min_size=1,
    )
)
def test_the_text_is_never_cut_or_changed(words: list[str]) -> None:
    """From the word after the opening to the last one."""
    text = " ".join(words)

    found = school().ask(f"ricordati che {text}")

    assert found in (("write_facts", {"fact": text}), None)
