"""``metnos chat`` over the real parts, in a pseudo-terminal."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Metnos

from tests.ui.screen import Screen


@pytest.fixture
def chat(home: Path) -> Iterator[Screen]:
    """A conversation in a home with two files, without a model."""
    documents = home / "Documenti"
    documents.mkdir()
    (documents / "a.pdf").write_bytes(b"x")
    (documents / "b.txt").write_bytes(b"y")
    with Screen("-m", "metnos_cli", "chat", columns=100, rows=60, METNOS_ENGINE="offline") as screen:
        yield screen.ready()


def test_a_request_learnt_and_met_again(chat: Screen) -> None:
    """Planned, then answered from memory, then judged."""
    chat.enter("trova i pdf in ~/Documenti").wait("~/Documenti/a.pdf", "engine").ready()
    chat.enter("trova i pdf in ~/Documenti").wait("stessa frase").ready()

    chat.send("\x07").wait("Segnato come giusto.")


def test_everyday_phrases_come_from_the_table(chat: Screen) -> None:
    """Without a model and without a plan."""
    chat.enter("che ora è").wait("table").ready()


def test_the_first_word_may_be_missing(home: Path) -> None:
    """Bare ``metnos`` in a terminal is the conversation."""
    with Screen("-m", "metnos_cli", METNOS_ENGINE="offline") as screen:
        assert screen.ready().send("\x04").end() == 0


def test_commands_run_inside(chat: Screen) -> None:
    """As on the command line."""
    chat.enter("/config path").wait("runtime.toml").ready().enter("/config mah").wait("«mah» non esiste").ready()

    chat.enter("/executors").wait("find_files").ready()


def test_the_last_turn_of_another_session(chat: Screen, home: Path) -> None:
    """Goes on where it stopped."""
    chat.enter("trova i pdf in ~/Documenti").wait("a.pdf").ready().send("\x04").end()

    with Screen("-m", "metnos_cli", "chat", columns=100, rows=60, METNOS_ENGINE="offline") as later:
        later.ready().enter("/last").wait("trova i pdf in ~/Documenti", "a.pdf").ready().enter("/ok").wait("giusto")


def test_a_deletion_asks_and_enter_is_no(chat: Screen, home: Path) -> None:
    """Everything is shown; nothing is done."""
    chat.enter("cancella ~/Documenti/b.txt").wait("Posso? delete_files", "[N]o").enter().wait("Hai detto no").ready()

    assert (home / "Documenti/b.txt").exists()


def test_a_signal_from_outside_is_control_c(chat: Screen) -> None:
    """It ends no conversation."""
    os.kill(chat.child.pid, signal.SIGINT)

    chat.wait("Ctrl-D o /quit").ready().enter("che ora è").wait("table")


def test_without_a_terminal_it_is_said(metnos: Metnos) -> None:
    """Exit status 3 and what to do instead; bare ``metnos`` prints help."""
    answer = metnos("chat")

    assert answer.exit_status == 3
    assert "La chat vuole un terminale." in answer.stderr


def test_a_broken_configuration_is_told(home: Path) -> None:
    """By file and line, before the first prompt."""
    path = home / ".config/metnos/runtime.toml"
    path.parent.mkdir(parents=True)
    path.write_text("[ui]\nkey_ok = 'escape'\n")

    with Screen("-m", "metnos_cli", "chat", columns=140) as screen:
        screen.wait("runtime.toml:2: ui.key_ok = escape")
        assert screen.end() == 2


def test_the_first_prompt_waits_for_nothing_it_does_not_need(home: Path) -> None:
    """Neither numbers, models, tables, networks nor the command line; they are read while the person thinks."""
    with Screen(
        "-X",
        "importtime",
        "-m",
        "metnos_cli",
        "chat",
        columns=120,
        METNOS_ENGINE="offline",
        METNOS_MODEL_WARM_UP="false",
    ) as screen:
        # Reading ahead begins right after the prompt, and its lines may cover the prompt itself.
        screen.wait_printed("metnos ›")
        before = screen.raw.partition("metnos ›")[0]

    imported = {line.rpartition("|")[2].strip().split(".")[0] for line in before.splitlines() if "|" in line}
    assert "prompt_toolkit" in imported
    assert imported & {"numpy", "llama_cpp", "rich", "typer", "httpx2", "jsonschema", "tomlkit", "trafilatura"} == set()
