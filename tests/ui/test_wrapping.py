"""Lines wider than the terminal break between words, and never begin with the blank that stood there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli import messages
from metnos_cli.ui.console import Console
from metnos_cli.ui.wrapping import WrappingStream, columns_of, wrapped
from tests.ui.worlds import Terminal, err, out, world

if TYPE_CHECKING:
    from metnos_cli.records import Lang

WORDS = st.lists(st.text("abcè~/.日", min_size=1, max_size=30), min_size=1, max_size=30)


def sentences(lang: Lang) -> list[str]:
    """Every long sentence that a user may read."""

    def leaves(told: object) -> list[str]:
        if isinstance(told, str):
            return [told]
        return [leaf for inner in told.values() for leaf in leaves(inner)] if isinstance(told, dict) else []

    return [leaf for leaf in leaves(messages.sentences(lang)) if len(leaf) > 20]


@given(WORDS, st.integers(5, 80), st.integers(0, 4))
def test_words_stay_whole(words: list[str], columns: int, indent: int) -> None:
    """The same words in the same order; no line is too wide but for one word that is; all stand under the indent."""
    text = " " * indent + " ".join(words)

    lines = wrapped(text, columns).split("\n")

    assert " ".join(lines).split() == words
    assert all(columns_of(line) <= columns or len(line.split()) == 1 for line in lines)
    assert all(len(line) - len(line.lstrip(" ")) == indent and line == line.rstrip() for line in lines)


@pytest.mark.parametrize("columns", [20, 37, 60, 80, 120])
@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_sentence_at_every_width(lang: Lang, columns: int) -> None:
    """Said on a terminal: no line is wider than it."""
    for sentence in sentences(lang):
        here = world(COLUMNS=str(columns))
        Console(here, lang).say(sentence)

        shown = err(here).split("\n")[:-1]
        assert all(len(line) < columns or " " not in line.strip() for line in shown), shown
        assert " ".join(" ".join(shown).split()) == " ".join(sentence.split())


def test_what_is_no_terminal_gets_its_lines_whole() -> None:
    """A pipe has no width."""
    here = world(terminal=False, COLUMNS="20")
    console = Console(here, "it")

    console.say("una riga che a venti colonne non sta")
    console.answer("una riga che a venti colonne non sta")

    assert err(here) == out(here) == "una riga che a venti colonne non sta\n"


def test_the_text_of_a_file_is_left_as_it_is() -> None:
    """Its lines are the file's."""
    here = world(COLUMNS="20")

    Console(here, "it").answer("una riga che a venti colonne non sta", verbatim=True)

    assert out(here) == "una riga che a venti colonne non sta\n"


def test_a_stream_wraps_whole_lines_and_leaves_prompts_and_drawings() -> None:
    """What commands write inside a conversation."""
    under = Terminal()
    stream = WrappingStream(under, lambda: 20)

    stream.write("una riga che a venti colonne non sta\nProcedo con questa cosa qui? [s/N] ")
    stream.write("\x1b[1muna riga disegnata da altri\x1b[0m\n")

    assert under.told == (
        "una riga che a\nventi colonne non\nsta\nProcedo con questa cosa qui? [s/N] "
        "\x1b[1muna riga disegnata da altri\x1b[0m\n"
    )


def test_a_line_laid_out_for_the_whole_width_is_left_alone() -> None:
    """A table of a command inside a conversation is padded up to the last column, or fills it."""
    under = Terminal()
    stream = WrappingStream(under, lambda: 20)
    told = f"{'dodici parole':20}\n{'venti colonne giuste'}\n"

    stream.write(told)

    assert under.told == told
