"""Patterns: read as ECMA means them, matched, negated and turned into automata."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metnos_cli.plan.grammar.automaton import END, TooLarge, build
from metnos_cli.plan.grammar.formats import PATTERNS, language_of
from metnos_cli.plan.grammar.patterns import Unsupported, read_pattern
from metnos_cli.plan.grammar.regex import ANY_TEXT, NOTHING, Regex, both, matches, negated, text, then

ATOMS = st.sampled_from(["a", "b", ".", "[ab]", "[^a]", r"\d", r"\w", r"\s", r"\.", "(a|b)", "(?:ab|c)", "è", "1"])
QUANTIFIERS = st.sampled_from(["", "", "*", "+", "?", "{2}", "{1,3}", "{0,}", "+?"])
PARTS = st.tuples(ATOMS, QUANTIFIERS).map("".join)
BRANCHES = st.tuples(
    st.sampled_from(["", "^"]), st.lists(PARTS, min_size=1, max_size=4), st.sampled_from(["", "$"])
).map(lambda told: told[0] + "".join(told[1]) + told[2])
LANGUAGES = st.lists(BRANCHES, min_size=1, max_size=2).map("|".join)
TEXTS = st.text("ab1 c.è", max_size=6)


def accepts(automaton: list[dict[int, tuple[tuple[int, int], ...]]], value: str) -> bool:
    """Walk an automaton."""
    state = 0 if automaton else None
    for char in value:
        row = automaton[state] if state is not None else {}
        state = next(
            (target for target, ranges in row.items() if any(low <= ord(char) <= high for low, high in ranges)), None
        )
    return state is not None and END in automaton[state]


@settings(deadline=None)
@given(LANGUAGES, TEXTS)
def test_a_pattern_is_found_where_python_finds_it(pattern: str, value: str) -> None:
    """Python's classes being held to ASCII as ECMA's are, and its ``$`` to the very end."""
    expected = re.search(pattern.replace("$", r"\Z"), value, re.ASCII) is not None

    assert matches(read_pattern(pattern), value) == expected


@settings(deadline=None)
@given(LANGUAGES, LANGUAGES, TEXTS)
def test_automata_say_what_the_languages_say(one: str, other: str, value: str) -> None:
    """For intersections and negations too."""
    language = both(read_pattern(one), negated(read_pattern(other)))
    try:
        automaton = build(language)
    except TooLarge:
        return

    assert accepts(automaton, value) == matches(language, value)
    assert matches(language, value) == (matches(read_pattern(one), value) and not matches(read_pattern(other), value))


@pytest.mark.parametrize(
    ("pattern", "found", "missing"),
    [
        (r"^(?=.*[A-Z])(?=.*\d).{4,}$", ["Ab1c", "xxA1"], ["ab1c", "ABcd", "A1"]),
        (r"^(?!tmp|old)\w+$", ["abc", "tm"], ["tmp", "oldest"]),
        (r"^(?!.*\.$)[a-z.]+$", ["a.b"], ["a."]),
        (r"(^foo$)|(^bar$)", ["foo", "bar"], ["foobar", "xfoo"]),
        (r"^(?<year>\d{4})$", ["2026"], ["26"]),
        (r"^[\]\-\\^]+$", ["]-\\^"], ["a"]),
        (r"^[\u0041-\u{43}\x44]+$", ["ABCD"], ["E"]),
        (r"^\cA$", ["\x01"], ["A"]),
        (r"^a{,2}$", ["a{,2}"], ["a"]),
        (r"^\u{1F34B}$", ["🍋"], ["x"]),
        ("", ["", "x"], []),
    ],
)
def test_the_usual_extras_are_understood(pattern: str, found: list[str], missing: list[str]) -> None:
    """Conditions on what follows, anchors inside groups, escapes of every kind."""
    language = read_pattern(pattern)

    assert [value for value in found if not matches(language, value)] == []
    assert [value for value in missing if matches(language, value)] == []


@pytest.mark.parametrize(
    "pattern",
    [
        r"(a)\1",
        r"\bword\b",
        "(?<=a)b",
        "a**",
        "(",
        "[a",
        "a{3,1}",
        r"\p{L}",
        "a$b",
        "*a",
        "[z-a]",
        r"\u12",
        "(?i)a",
        "a{99999}",
    ],
)
def test_what_is_beyond_the_regular_subset_is_refused(pattern: str) -> None:
    """And what is no pattern at all."""
    with pytest.raises(Unsupported):
        read_pattern(pattern)


def test_the_algebra_knows_its_bounds() -> None:
    """Nothing and everything are themselves under negation, and a text is only itself."""
    assert negated(NOTHING) == ANY_TEXT
    assert negated(negated(text("a"))) == text("a")
    assert both(ANY_TEXT, text("a")) == text("a")
    assert then(NOTHING, text("a")) == NOTHING
    assert build(both(text("a"), text("b"))) == []


def test_an_automaton_that_grows_without_measure_is_given_up() -> None:
    """Instead of taking all memory."""
    language: Regex = both(read_pattern("^(a|b)*a(a|b){12}$"), read_pattern("b"))

    with pytest.raises(TooLarge):
        build(language)


@pytest.mark.parametrize("name", PATTERNS)
def test_each_format_has_a_language(name: str) -> None:
    """It is neither empty nor everything."""
    language = language_of(name)

    assert language is not None
    assert not matches(language, "")
    assert not matches(language, "no such thing!")
