"""``metnos executors add-mcp``, ``refresh-mcp``, ``remove-mcp``: a server is shown before it is admitted."""

from __future__ import annotations

import sys
import tomllib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Metnos

CLOCK = ("--", sys.executable, "-m", "mcp_server_time", "--local-timezone", "Europe/Rome")


def servers(home: Path) -> object:
    """What the settings hold."""
    path = home / ".config/metnos/runtime.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")).get("mcp", {}).get("servers", {}) if path.exists() else {}


def test_a_server_is_admitted_listed_called_and_taken_out(metnos: Metnos, home: Path) -> None:
    """The published clock, from nothing to nothing."""
    added = metnos("executors", "add-mcp", "clock", "--yes", *CLOCK)
    listed = metnos("executors", "list", "--json")
    removed = metnos("executors", "remove-mcp", "clock")
    again = metnos("executors", "list", "--json")

    assert (added.exit_status, listed.exit_status, removed.exit_status, again.exit_status) == (0, 0, 0, 0)
    assert "get_current_time  legge" in added.stdout
    from_servers = [row["name"] for row in listed.json["executors"] if row["origin"] == "mcp"]
    assert from_servers == ["convert_time", "get_current_time"]
    assert servers(home) == {}
    assert not [row for row in again.json["executors"] if row["origin"] == "mcp"]


def test_without_a_terminal_and_without_yes_nothing_is_admitted(metnos: Metnos, home: Path) -> None:
    """The tools are shown, the settings stay."""
    answer = metnos("executors", "add-mcp", "clock", *CLOCK)

    assert answer.exit_status == 4
    assert "get_current_time" in answer.stdout
    assert servers(home) == {}


def test_comments_and_other_servers_stay(metnos: Metnos, home: Path) -> None:
    """The file is edited, not rewritten; tokens are named, never written."""
    path = home / ".config/metnos/runtime.toml"
    path.parent.mkdir(parents=True)
    path.write_text('# mio\n[mcp.servers.altro]\ncommand = ["true"]  # provato\n', encoding="utf-8")

    answer = metnos("executors", "add-mcp", "clock", "--yes", "--distrust", "--env-from", "PATH", *CLOCK)

    told = path.read_text(encoding="utf-8")
    assert answer.exit_status == 0
    assert "# mio" in told
    assert "# provato" in told
    assert servers(home)["clock"]["env_from"] == ["PATH"]  # type: ignore[index]
    assert "scrive" in answer.stdout


def test_what_is_no_server_is_a_dead_end(metnos: Metnos, home: Path) -> None:
    """Nothing is written; the sentence says why and what to do."""
    answer = metnos("executors", "add-mcp", "bad", "--yes", "--", "/nessun/programma")

    assert answer.exit_status == 1
    assert "/nessun/programma" in answer.stderr
    assert servers(home) == {}


def test_wrong_options_are_usage_errors(metnos: Metnos) -> None:
    """Said before anything is started."""
    assert (
        metnos("executors", "add-mcp", "x", "--header-from", "nonsense", "--url", "http://127.0.0.1:1/").exit_status
        == 2
    )
    assert metnos("executors", "add-mcp", "x").exit_status == 2
    assert metnos("executors", "refresh-mcp", "nessuno").exit_status == 2
    assert metnos("executors", "remove-mcp", "nessuno").exit_status == 2
