"""Figures and reasons in the user's words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.errors import DiskFull, ErrorClass, ExecutorError, MetnosError
from metnos_cli.safety.terminal_output import clean as sanitise
from metnos_cli.ui.words import clean, duration, error_lines, moment, number, one_line, score, size, told, value_text


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0.00001, "< 0,1 ms"),
        (0.00042, "0,4 ms"),
        (0.0126, "13 ms"),
        (0.9994, "999 ms"),
        (1.26, "1,3 s"),
        (59.94, "59,9 s"),
        (125, "2 min 5 s"),
        (7325, "2 h 2 min"),
    ],
)
def test_durations(seconds: float, shown: str) -> None:
    """As few figures as say something."""
    assert duration("it", seconds) == shown


@pytest.mark.parametrize(
    ("octets", "shown"),
    [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1_234_567, "1.2 MB"), (5e9, "5.0 GB"), (1e18, "1000.0 PB")],
)
def test_sizes(octets: float, shown: str) -> None:
    """Decimal units, as file managers write them."""
    assert size("en", octets) == shown


@pytest.mark.parametrize(("value", "shown"), [(0.95, "0.95"), (0.968, "0.968"), (0.9501, "0.95"), (1.0, "1.00")])
def test_scores_keep_the_figure_that_decides(value: float, shown: str) -> None:
    """A third one where there is one."""
    assert score(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [(True, "sì"), (None, "–"), (2.50, "2,5"), (3, "3"), (["a", True], "a, sì"), ({"a": 1}, "a: 1"), (1e-9, "1e-09")],
)
def test_values(value: object, shown: str) -> None:
    """Any JSON value."""
    assert value_text("it", value) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2026-11-29T18:22:01+01:00", "2026-11-29 18:22"),
        ("2026-11-29", "2026-11-29"),
        ("2026-99-29T18:22:01", "2026-99-29T18:22:01"),
        ("domani", "domani"),
    ],
)
def test_moments(text: str, shown: str) -> None:
    """Only what is a moment is shortened."""
    assert moment(text) == shown


def test_a_reason_without_a_sentence_is_shown_as_it_is() -> None:
    """From a user's own executor."""
    assert told("it", "miss.some_new_reason") == "some new reason"


def test_a_missing_fact_is_a_dash() -> None:
    """Failing twice helps nobody."""
    assert told("en", "error.disk_full") == "There is no room left to write –."


def test_errors_have_a_sentence_and_a_hint() -> None:
    """A sentence from outside is shown as data."""
    assert error_lines("it", DiskFull(path="/x")) == [
        "Non c'è più spazio per scrivere /x.",
        "Libera un po' di spazio e riprova.",
    ]
    assert error_lines("it", ExecutorError(ErrorClass.INTERNAL, message="rotto\x1b[31m"))[0] == "rotto"
    assert error_lines("en", MetnosError("no_such_key")) == ["Something inside Metnos did not work."]


@given(st.floats(allow_nan=False), st.sampled_from(["it", "en"]))
def test_any_number_has_words(value: float, lang: str) -> None:
    """Also the infinite ones."""
    assert number("it" if lang == "it" else "en", value)


@given(st.text())
def test_printable_text_needs_no_sanitiser(text: str) -> None:
    """The short way and the long way give the same."""
    assert clean(text) == sanitise(text)


@given(st.text())
def test_one_line_is_one_line(text: str) -> None:
    """Whatever it holds."""
    assert len(one_line(text).split("\n")) == 1
    assert "\x1b" not in one_line(text)
