"""Placeholders: found, checked and resolved, and never searched for in what they stand for."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.plan.placeholders import Kind, Placeholder, as_text, find, in_text, malformed, of_step, parse, resolve


@pytest.mark.parametrize(
    ("text", "kind", "name", "number"),
    [
        ("${step3.ok_count}", Kind.STEP, "ok_count", 3),
        ("${step12.a-b}", Kind.STEP, "a-b", 12),
        ("${FILLER:cestino_folder}", Kind.FILLER, "cestino_folder", 1),
        ("${RUNTIME:now}", Kind.RUNTIME, "now", 1),
        ("${SLOT:time}", Kind.SLOT, "time", 1),
        ("${SLOT:amount-of-money#2}", Kind.SLOT, "amount-of-money", 2),
        ("${ARG:nome cartella}", Kind.ARG, "nome cartella", 1),
    ],
)
def test_each_kind_is_read(text: str, kind: Kind, name: str, number: int) -> None:
    """What it names, and which one."""
    assert parse(text) == Placeholder(kind, name, text, number)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "step1.x",
        "${step0.x}",
        "${step1}",
        "${step1.}",
        "${FILLER:}",
        "${FILLER:a b}",
        "${SLOT:#2}",
        "${x}",
        " ${step1.x}",
        "${step1.x}}",
    ],
)
def test_anything_else_is_no_placeholder(text: str) -> None:
    """Nor is a placeholder with something around it."""
    assert parse(text) is None


def test_what_only_starts_like_one_is_named() -> None:
    """Each malformed beginning is told as far as it goes; sound ones are not."""
    assert malformed("a ${step1.x} ${HOME}/b ${ ${step2} $x {y}") == ("${HOME}", "${", "${step2}")
    assert malformed("costs $5") == ()


def test_all_of_a_value_are_found_with_their_place() -> None:
    """In lists and objects, in order; keys are names, not text."""
    value = {"a/b": ["x", "${step1.y} and ${RUNTIME:now}"], "${step1.k}": 1, "c": {"d": "${FILLER:q}"}}

    assert [(place, found.text) for place, found in find(value, "/args")] == [
        ("/args/a~1b/1", "${step1.y}"),
        ("/args/a~1b/1", "${RUNTIME:now}"),
        ("/args/c/d", "${FILLER:q}"),
    ]


def test_a_whole_placeholder_keeps_its_type_and_one_inside_text_is_rendered() -> None:
    """Numbers stay numbers; inside a sentence lists are joined and nothing is said for null."""
    values = {"n": 3, "names": ["a", "b"], "none": None, "size": 2.0, "row": {"a": 1}}

    def lookup(found: Placeholder) -> Any:
        return values[found.name]

    assert resolve({"limit": "${step1.n}", "all": ["${step1.names}"]}, lookup) == {"limit": 3, "all": [["a", "b"]]}
    assert resolve("${step1.n} file: ${step1.names}${step1.none}, ${step1.size}", lookup) == "3 file: a, b, 2"
    assert resolve("${step1.row}!", lookup) == '{"a": 1}!'
    assert as_text(True) == "true"


def test_what_was_given_is_left_as_it_was() -> None:
    """Resolving makes a new value."""
    given_args = {"a": ["${step1.x}"]}
    resolve(given_args, lambda found: "new")

    assert given_args == {"a": ["${step1.x}"]}


@given(st.text())
def test_text_that_came_from_a_value_is_never_searched_again(inner: str) -> None:
    """A file called ``${FILLER:password}`` stays a file's name."""
    said = f"${{FILLER:secret}}{inner}${{step1.x}}"

    assert resolve("${step1.text}", lambda found: said) == said
    assert resolve("a ${step1.text} b", lambda found: said) == f"a {said} b"


@given(
    st.recursive(
        st.text() | st.integers() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_a_value_without_placeholders_stays_as_it_is(value: Any) -> None:
    """Whatever it holds."""
    if not list(find(value)):
        assert resolve(value, lambda found: "changed") == value


def test_an_executors_own_message_becomes_a_plans() -> None:
    """Its fields are those of its step; other placeholders stay."""
    assert (
        of_step("${ok_count} file in ${RUNTIME:home} ${step1.x}", 2)
        == "${step2.ok_count} file in ${RUNTIME:home} ${step1.x}"
    )


def test_several_in_one_text_come_in_order() -> None:
    """From left to right, repetition included."""
    assert [found.name for found in in_text("${step1.a}${step2.b}${step1.a}")] == ["a", "b", "a"]
