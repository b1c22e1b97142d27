"""Secrets are taken out of any value, however it writes them, and nothing else is."""

from __future__ import annotations

import json
from html import escape
from typing import Any
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from metnos_cli.safety.hiding import REDACTED, hide, restored, secrets_in, secrets_of

SECRETS = st.text(st.characters(exclude_categories=("Cs",)), min_size=4, max_size=30).filter(
    lambda text: text.strip() == text and not set(text) & set("*")
)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)


def forms(secret: str) -> list[str]:
    """Ways to write a secret."""
    as_json = [json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1], repr(secret)[1:-1]]
    return [secret, *as_json, quote(secret), quote(secret, safe=""), quote_plus(secret)]


def texts(value: Any) -> list[str]:
    """Every text in a value."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in inner for text in texts(part)]


def written(secret: str) -> dict[str, Any]:
    """A value that carries a secret in every way values do."""
    return {
        "alone": secret,
        "inside": f"Logged in with {secret}, thanks",
        "listed": [{"deep": (secret, 1)}],
        "json": json.dumps({"password": secret}),
        "unicode": json.dumps([secret], ensure_ascii=False),
        "twice": json.dumps(json.dumps({"said": json.dumps([secret])})),
        "mixed": repr([json.dumps(secret, ensure_ascii=False)]),
        "page": f"<p>{escape(secret)}</p>",
        "python": repr({"password": secret}),
        "address": f"https://x.org/?p={quote(secret)}",
        "form": f"p={quote_plus(secret)}&q={quote(secret, safe='')}",
    }


@given(SECRETS)
def test_no_way_of_writing_a_secret_gets_through(secret: str) -> None:
    """As it is, in a sentence, as JSON, as Python and in an address."""
    told = written(secret)

    hidden = hide(told, [secret])

    for name, before in told.items():
        assert hidden[name] != before
        assert json.dumps(secret, ensure_ascii=False)[1:-1] not in str(hidden[name])
        assert secret not in json.dumps(hidden[name], ensure_ascii=False)


@given(PLAIN, SECRETS)
def test_what_holds_no_secret_stays_as_it_is(value: Any, secret: str) -> None:
    """Same value, same types."""
    held = " ".join([repr(value), json.dumps(value), json.dumps(value, ensure_ascii=False), *texts(value)])
    assume(not any(str(form) in held for form in forms(secret)))

    assert hide(value, [secret]) == value


def test_a_short_secret_is_hidden_where_it_stands_alone() -> None:
    """A password of two letters does not spoil every word that has them."""
    assert hide("ok: the book is ok.", ["ok"]) == f"{REDACTED}: the book is {REDACTED}."


def test_a_number_is_hidden_when_it_is_long_enough() -> None:
    """A code typed as a number; a small one is every count."""
    assert hide([12345, 1, True, 1.5], ["12345", "1"]) == [REDACTED, 1, True, 1.5]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({"user": "anna", "password": "hunter2"}, ("hunter2",)),
        ({"Username": "anna", "keys": ["one", "two", "one"]}, ("one", "two")),
        ("hunter2", ("hunter2",)),
        (4711, ("4711",)),
        ({"password": "", "more": None, "yes": True}, ()),
    ],
)
def test_all_but_the_name_is_secret(value: Any, found: tuple[str, ...]) -> None:
    """Credentials in whatever shape."""
    assert secrets_in(value) == found


@pytest.mark.parametrize("result", [None, {}, {"value": "x"}, {"value": "x", "secret": False}])
def test_only_what_is_marked_is_secret(result: dict[str, Any] | None) -> None:
    """An ordinary answer is shown."""
    assert secrets_of(result) == ()


def test_a_marked_result_loses_its_answer_whatever_it_is() -> None:
    """The field itself goes, also inside a longer value."""
    told = {"steps": [{"secret": True, "value": {"user": "anna"}, "text": "anna"}]}

    assert hide(told, ["hunter2"]) == {"steps": [{"secret": True, "value": REDACTED, "text": "anna"}]}


def test_an_edit_leaves_hidden_values_as_they_were() -> None:
    """What was shown as stars and left so is what it was; what was typed is what it is."""
    original = {"login": {"user": "anna", "password": "hunter2"}, "url": "https://x.org", "count": 1}
    shown = hide(original, ["hunter2"])
    edited = {"login": {"user": "bob", "password": REDACTED}, "url": "https://y.org", "more": 2}

    assert restored(edited, shown, original) == {
        "login": {"user": "bob", "password": "hunter2"},
        "url": "https://y.org",
        "more": 2,
    }
