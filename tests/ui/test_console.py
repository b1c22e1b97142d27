"""The two streams and their symbols."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli.ui.console import Console, styled
from metnos_cli.ui.glyphs import ASCII, UNICODE, fitted, glyphs_for
from tests.ui.worlds import Terminal, err, out, world


def test_answers_go_to_stdout_and_the_rest_to_stderr() -> None:
    """Nothing of one is on the other."""
    here = world()
    console = Console(here, "it")

    console.answer("risposta")
    console.say("nota")
    console.ask("domanda ")

    assert out(here) == "risposta\n"
    assert err(here) == "nota\ndomanda "


@pytest.mark.parametrize(
    "variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"METNOS_PLAIN": "1"}, {"TERM": "unknown"}], ids=str
)
def test_the_environment_asks_for_plain_text(variables: dict[str, str]) -> None:
    """Each of them is enough, on a real terminal too."""
    here = world(**variables)

    assert not styled(here, here.stdout)
    assert not Console(here, "it").err_styled


@pytest.mark.parametrize("variables", [{}, {"NO_COLOR": ""}, {"METNOS_PLAIN": "0"}], ids=str)
def test_a_terminal_is_drawn_on(variables: dict[str, str]) -> None:
    """An empty NO_COLOR asks for nothing, as its specification says."""
    here = world(**variables)

    assert styled(here, here.stdout)


def test_what_is_no_terminal_is_plain() -> None:
    """So is ``--plain``."""
    piped, here = world(terminal=False), world()

    assert not styled(piped, piped.stdout)
    assert not styled(here, here.stdout, plain=True)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "cp850"])
def test_symbols_have_twins_where_the_encoding_lacks_them(encoding: str) -> None:
    """cp1252 has no check mark."""
    stream = Terminal(encoding=encoding)

    assert glyphs_for(stream) == ASCII
    assert glyphs_for(stream, "unicode") == ASCII
    for field in fields(ASCII):
        getattr(ASCII, field.name).encode("ascii")


def test_symbols_by_setting() -> None:
    """UTF-8 carries them all, unless the user prefers ASCII."""
    assert glyphs_for(Terminal()) == UNICODE
    assert glyphs_for(Terminal(), "ascii") == ASCII


def test_text_that_does_not_fit_is_written_as_well_as_it_can_be() -> None:
    """Twins for symbols, question marks for the rest, never an exception."""
    here = world(encoding="cp1252")
    console = Console(here, "it")

    console.answer("perché … ✓ “sì” → 日本 ≥ 3")

    assert out(here) == "perché … ok “sì” -> ?? >= 3\n"


@given(st.text(max_size=80), st.sampled_from(["ascii", "latin-1", "cp1252", "utf-8"]))
def test_any_text_fits_any_encoding(text: str, encoding: str) -> None:
    """Half characters apart, which no encoding has and the sanitiser takes out."""
    text = text.encode("utf-8", "replace").decode("utf-8")

    fitted(Terminal(encoding=encoding), text).encode(encoding)


def test_the_width_is_the_terminals_or_columns() -> None:
    """Never too narrow to write on."""
    assert Console(world(COLUMNS="132"), "it").width() == 132
    assert Console(world(), "it").width() == 80
    assert Console(world(COLUMNS="3"), "it").width() == 20
