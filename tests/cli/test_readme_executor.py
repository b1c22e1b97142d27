"""The executor that the README shows: its very text, put where it says, checked and asked for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Metnos

README = Path(__file__).resolve().parents[2] / "README.md"


@pytest.fixture
def shown(home: Path) -> Path:
    """Manifest and program, in the folder that the README names."""
    section = README.read_text(encoding="utf-8").partition("## An executor of your own")[2].partition("\n## ")[0]
    blocks = dict(re.findall(r"```(\w+)\n(.*?)```", section, re.DOTALL))
    folder = home / ".config/metnos/executors/wordcount"
    folder.mkdir(parents=True)
    (folder / "manifest.toml").write_text(blocks["toml"], encoding="utf-8")
    program = folder / "count"
    program.write_text(blocks["python"], encoding="utf-8")
    program.chmod(0o755)
    (home / "note.txt").write_text("uno due tre quattro", encoding="utf-8")
    return folder


def test_it_passes_the_check(metnos: Metnos, shown: Path) -> None:
    """Without an error."""
    answer = metnos("executors", "check", str(shown), "--json")

    assert (answer.exit_status, answer.json["errors"]) == (0, 0)


def test_it_answers(metnos: Metnos, shown: Path) -> None:
    """In the words of its example."""
    answer = metnos("ask", "conta le parole di ~/note.txt")

    assert (answer.exit_status, answer.stdout.strip()) == (0, "4 parole.")


def test_it_is_guarded_like_the_others(metnos: Metnos, shown: Path, home: Path) -> None:
    """A secret is refused before the program starts."""
    (home / ".ssh").mkdir()
    (home / ".ssh/id_rsa").write_text("a b c", encoding="utf-8")

    assert metnos("ask", "conta le parole di ~/.ssh/id_rsa").exit_status == 4
