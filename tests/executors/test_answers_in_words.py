"""What executors say of what they did: true, whole sentences, in the number of what they speak of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metnos_cli import messages
from metnos_cli.executors.when import lasting

if TYPE_CHECKING:
    from metnos_cli.records import Lang
    from tests.conftest import Metnos
    from tests.executors.small_world import SmallWorld


def test_a_folder_is_said_to_be_made_when_it_was(small: SmallWorld) -> None:
    """And to have been there when it was there."""
    first, second = (small.call("create_dirs", path="~/x")["summary"] for _ in range(2))

    assert first == "Creata la cartella ~/x."
    assert second == "La cartella ~/x c'era già."


@pytest.mark.parametrize(("name", "told"), [("no-such-program-runs", "Nessun processo"), ("pyTHon", "Processi con")])
def test_processes_by_name(small: SmallWorld, name: str, told: str) -> None:
    """None is said as none, and some with the name that was asked for."""
    summary = small.call("get_processes", name=name)["summary"]

    assert summary.startswith(told)
    assert f"«{name}»" in summary


@given(st.integers(0, 10**8), st.sampled_from(["it", "en"]))
def test_a_span_tells_no_part_that_is_nought(seconds: int, lang: Lang) -> None:
    """And one of a thing in the singular."""
    words = lasting(seconds, lang).replace(",", "").split()

    assert "0" not in words
    for place, word in enumerate(words):
        if word == "1":
            assert words[place + 1] in ("giorno", "ora", "minuto", "day", "hour", "minute")


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (28_121, "7 ore e 48 minuti"),
        (90_061, "1 giorno, 1 ora e 1 minuto"),
        (172_800, "2 giorni"),
        (59, "meno di un minuto"),
    ],
)
def test_a_span_in_words(seconds: int, told: str) -> None:
    """Days, hours, minutes."""
    assert lasting(seconds, "it") == told


def test_several_files_take_their_room_in_the_plural(small: SmallWorld) -> None:
    """Where they have no folder to be named by."""
    small.file("a.txt", "x")
    entries = small.call("find_files", path="~", pattern="*.txt")["entries"]

    assert small.call("compute_files", entries=entries, what="size")["summary"].startswith("Questi file occupano")


@pytest.mark.parametrize("lang", ["it", "en"])
def test_an_error_that_a_hint_follows_ends_its_sentence(lang: Lang) -> None:
    """Otherwise the two run into one another."""
    told = messages.sentences(lang)

    assert [key for key, sentence in told["error"].items() if key in told["hint"] and sentence[-1] not in ".?!"] == []


def test_parts_of_the_system_are_told_once(metnos: Metnos) -> None:
    """In words, and not again in a table."""
    lines = metnos("ask", "quanto spazio libero ho sul disco").stdout.splitlines()

    assert lines
    assert all(line.startswith("Disco") for line in lines)


def test_again_is_said_of_the_very_same_request(metnos: Metnos) -> None:
    """Not of one that is only like it."""
    first = metnos("ask", "sposta ~/uno.log in ~/b/").stderr
    other = metnos("ask", "sposta ~/due.log in ~/b/").stderr
    again = metnos("ask", "sposta ~/due.log in ~/b/").stderr

    assert "volta" not in first + other
    assert "2ª volta" in again
