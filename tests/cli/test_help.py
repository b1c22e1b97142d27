"""Every topic is explained in both languages, and every command is listed."""

from __future__ import annotations

import pytest
from conftest import Metnos

from metnos_cli.cli.app import COMMANDS
from metnos_cli.cli.help import TOPICS


@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_topic_is_explained(metnos: Metnos, lang: str) -> None:
    """The list shows each topic's first line; an unknown one is a usage error."""
    listed = metnos("help", "--lang", lang).stdout

    assert [line.split()[0] for line in listed.splitlines()] == list(TOPICS)
    assert metnos("help", "memory", "--lang", lang).stdout.count("\n") > 3
    assert metnos("help", "nothing").exit_status == 2


def test_help_lists_every_command(metnos: Metnos) -> None:
    """And exits 0."""
    answer = metnos("--help")

    assert answer.exit_status == 0
    assert all(name in answer.stdout for name, command in COMMANDS.items() if not command.hidden)


@pytest.mark.parametrize("name", list(COMMANDS))
def test_each_command_explains_itself(metnos: Metnos, name: str) -> None:
    """``metnos NAME --help``."""
    assert metnos(name, "--help").exit_status == 0
