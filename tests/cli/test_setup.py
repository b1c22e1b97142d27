"""``metnos setup`` at a pseudo-terminal: every step may be skipped, what is said is kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest
from conftest import ROOT, Metnos


@pytest.fixture
def wizard(home: Path) -> Iterator[pexpect.spawn]:
    """The wizard, asking."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "metnos_cli", "setup"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb", "METNOS_LANG": "en"},
        encoding="utf-8",
        timeout=30,
        cwd=home,
    )
    yield child
    child.close(force=True)


def test_enter_keeps_everything(wizard: pexpect.spawn, home: Path) -> None:
    """Six times Enter: nothing is written."""
    for prompt in ("general.lang", "safety.roots", "general.location", "engine.proposer", "model.path"):
        wizard.expect(prompt)
        wizard.sendline("")
    wizard.expect("Done")
    wizard.expect(pexpect.EOF)

    text = (home / ".config/metnos/runtime.toml").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line and not line.startswith(("#", "["))] == []


def test_what_is_said_is_kept_and_a_wrong_word_is_asked_again(wizard: pexpect.spawn, metnos: Metnos) -> None:
    """An unknown language is explained, not stored; the location is."""
    wizard.expect("general.lang")
    wizard.sendline("klingon")
    wizard.expect("general.lang")
    wizard.sendline("it")
    wizard.expect("safety.roots")
    wizard.sendline("")
    wizard.expect("general.location")
    wizard.sendline("Bologna")
    wizard.expect("engine.proposer")
    wizard.sendline("offline")
    wizard.expect("model.path")
    wizard.sendline("~/nothing.gguf")
    wizard.expect(pexpect.EOF)

    shown = metnos("config", "show").stdout
    assert "Bologna" in shown
    assert "nothing.gguf" not in shown


def test_without_a_terminal_nothing_is_asked(metnos: Metnos) -> None:
    """Exit 3 and one sentence."""
    answer = metnos("setup")

    assert answer.exit_status == 3
    assert answer.stderr.strip()
