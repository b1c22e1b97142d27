"""``metnos feedback`` says which turn it judged, and what the memory made of it."""

from __future__ import annotations

import json

import pytest
from conftest import Metnos


def test_the_turn_that_was_judged_is_named(metnos: Metnos) -> None:
    """Its mark and its request, shortened to a line, before what was learnt."""
    folder = metnos.home / "una cartella dal nome piuttosto lungo che non finisce mai"
    folder.mkdir()
    (metnos.home / "x").mkdir()
    metnos("ask", "trova i pdf in ~/x")

    first = metnos("feedback", "ok").stderr.splitlines()
    assert first[0] == "✓ trova i pdf in ~/x"
    assert len(first) > 1

    long = f"trova i file .txt in '{folder}' che contengono 'una cosa che cerco da tempo'"
    metnos("ask", long)
    said = metnos("feedback", "no").stderr.splitlines()[0]
    assert said.startswith("✗ trova i file .txt in")
    assert said.endswith("…")
    assert len(said) <= 62


def test_ascii_marks_where_the_stream_has_no_others(metnos: Metnos) -> None:
    """And the shortened request on one line."""
    metnos("ask", "trova i pdf in ~")

    said = metnos("feedback", "ok", PYTHONIOENCODING="ascii").stderr
    assert said.splitlines()[0].endswith("trova i pdf in ~")
    assert "✓" not in said


def test_a_retry_without_another_way_says_so(metnos: Metnos) -> None:
    """The answer is the same, and is told to be."""
    (metnos.home / "x").mkdir()
    first = metnos("ask", "trova i pdf in ~/x")

    again = metnos("--lang", "it", "feedback", "retry")

    assert first.stdout == again.stdout
    assert again.stderr.splitlines()[-1] == "Non conosco un altro modo: è la stessa risposta."


def test_what_was_wanted_is_told_to_be_kept(metnos: Metnos) -> None:
    """The first time, and when more is said of a turn that was judged already; not where nothing was told."""
    (metnos.home / "x").mkdir()
    metnos("ask", "trova i pdf in ~/x")

    for wanted in ("volevo le cartelle", "volevo i txt"):
        assert f"«{wanted}»" in metnos("--lang", "it", "feedback", "no", "--wanted", wanted).stderr
    assert "Annotato" not in metnos("--lang", "it", "feedback", "no").stderr


@pytest.mark.parametrize("request_text", ["trova i txt in ~/x", "trova i pdf in ~/x", "find the big files in ~/x"])
def test_what_was_rejected_is_not_made_again_for_these_words(metnos: Metnos, request_text: str) -> None:
    """Once it may be made again; twice there is no other way, until the turn is accepted after all."""
    (metnos.home / "x").mkdir()
    (metnos.home / "x/a.pdf").write_bytes(b"x")
    first = json.loads(metnos("ask", "--json", request_text).stdout)
    assert first["outcome"]["kind"] == "answered"
    metnos("feedback", "no")
    second = json.loads(metnos("ask", "--json", request_text).stdout)
    assert second["outcome"]["kind"] == "answered"
    metnos("feedback", "no")

    for _ in range(2):
        again = json.loads(metnos("ask", "--json", request_text).stdout)
        assert again["outcome"]["kind"] == "dead_end"
        assert again["outcome"]["error"]["key"] == "abstain.rejected"
        assert f"metnos feedback ok {second['id']}" in again["outcome"]["message"]
        assert not again["steps"]
        assert not again["learnt"]
    assert metnos("feedback", "ok", second["id"]).exit_status == 0
    assert json.loads(metnos("ask", "--json", request_text).stdout)["outcome"]["kind"] == "answered"


def test_other_words_may_have_the_same_plan(metnos: Metnos) -> None:
    """What was wrong for some words may be right for others."""
    (metnos.home / "x").mkdir()
    metnos("ask", "trova i pdf in ~/x")
    metnos("feedback", "no")

    assert json.loads(metnos("ask", "--json", "elenca i pdf in ~/x").stdout)["outcome"]["kind"] == "answered"
