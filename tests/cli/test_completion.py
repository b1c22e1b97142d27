"""Tab completion for each shell: commands, options, what an argument may be; files where nothing is known."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
from conftest import ROOT, Metnos

from metnos_cli.cli.app import COMMANDS
from metnos_cli.cli.completion import candidates, complete
from metnos_cli.executors.catalog import load_catalog


def values(*words: str, begun: str = "") -> list[str]:
    """What is offered after these words."""
    return [value for value, _ in candidates(words, begun)]


def test_commands_come_first() -> None:
    """All of them, or those that go on as begun."""
    assert values() == list(COMMANDS)
    assert values(begun="fa") == ["facts"]
    assert values("paths", begun="p") == ["prune", "promote"]
    assert values("paths", "list", begun="x") == []


def test_options_follow_their_command() -> None:
    """Those of every command too; a word that begins with a minus is one."""
    offered = values("ask", begun="--")

    assert {"--json", "--explain", "--yes", "--lang", "--plain", "--help"} <= set(offered)
    assert "--days" not in offered
    assert values("stats", begun="--d") == ["--days", "--debug"]


def test_what_an_argument_may_be() -> None:
    """Verdicts, topics, keys, steps, executors, languages; after an option's value the arguments go on."""
    assert values("feedback") == ["ok", "no", "retry"]
    assert values("feedback", "ok") == []
    assert values("--lang") == ["it", "en"]
    assert values("paths", "list", "--sort") == ["last", "uses", "age"]
    assert values("help", begun="me") == ["memory"]
    assert values("config", "set", begun="ui.r") == ["ui.rows"]
    assert values("config", "set", "ui.rows") == []
    assert values("setup", "lang", begun="mo") == ["model"]
    assert set(values("executors", "show")) == {manifest.name for manifest in load_catalog(())}
    assert values("ask") == []


def test_each_shell_gets_what_it_reads() -> None:
    """bash: a text a line; zsh and fish and PowerShell: with its meaning, in the user's language."""
    bash = {"_METNOS_COMPLETE": "complete_bash", "COMP_WORDS": "metnos\npaths\npr", "COMP_CWORD": "2"}
    assert complete(bash) == ("prune\npromote\n", 0)

    typed = {"_TYPER_COMPLETE_ARGS": "metnos paths pru", "METNOS_LANG": "it"}
    zsh, _ = complete({"_METNOS_COMPLETE": "complete_zsh", **typed})
    assert (
        zsh
        == '_arguments \'*: :(("prune":"Dimentica ciò che non serve da troppi giorni attivi e ciò che supera il massimo."))\'\n'
    )
    fish = {
        "_METNOS_COMPLETE": "complete_fish",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        **typed,
        "METNOS_LANG": "en",
    }
    assert complete(fish)[0].startswith("prune\tForget what has not served")
    assert complete({**fish, "_TYPER_COMPLETE_FISH_ACTION": "is-args"}) == ("", 0)
    power = {"_METNOS_COMPLETE": "complete_powershell", **typed}
    assert complete(power)[0].startswith("prune:::Dimentica")


def test_where_nothing_is_known_files_are_completed() -> None:
    """zsh is told so; fish hears that there are no arguments; bash falls back by itself."""
    typed = {"_TYPER_COMPLETE_ARGS": "metnos paths import "}

    assert complete({"_METNOS_COMPLETE": "complete_zsh", **typed}) == ("_files\n", 0)
    fish = {"_METNOS_COMPLETE": "complete_fish", "_TYPER_COMPLETE_FISH_ACTION": "is-args", **typed}
    assert complete(fish) == ("", 1)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_shown_and_installed(metnos: Metnos, shell: str) -> None:
    """For the shell named; one that is not known is a usage error."""
    assert "_METNOS_COMPLETE=complete_" in metnos("--show-completion", shell).stdout

    answer = metnos("--install-completion", shell)
    assert answer.exit_status == 0
    assert f"Completamento per {shell}" in answer.stderr
    assert metnos("--install-completion", "tcsh").exit_status == 2


@pytest.mark.parametrize("shell", ["powershell", "pwsh"])
def test_a_shell_that_is_not_here_is_one_sentence(
    metnos: Metnos, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shell: str
) -> None:
    """Its profile cannot be found without asking it."""
    monkeypatch.setenv("PATH", str(tmp_path))

    answer = metnos("--install-completion", shell)

    assert answer.exit_status == 2
    assert shell in answer.stderr.splitlines()[0]
    assert "Traceback" not in answer.stderr


def test_bash_completes_with_it(metnos: Metnos, tmp_path: Path) -> None:
    """The real shell, by the script as installed, with Tab pressed."""
    program = tmp_path / "metnos"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m metnos_cli "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    script = tmp_path / "script"
    script.write_text(metnos("--show-completion", "bash").stdout, encoding="utf-8")
    shell = pexpect.spawn(
        "bash", ["--norc", "--noprofile"], timeout=30, encoding="utf-8", cwd=str(tmp_path), dimensions=(24, 400)
    )
    try:
        shell.sendline(f"PATH='{tmp_path}':$PATH; . '{script}'; PS1='ready> '; echo in'it'")
        shell.expect("init\r\n")
        shell.expect("ready> ")
        shell.send("metnos feedb\t")
        shell.expect("metnos feedback ")
        shell.send("re\t")
        shell.expect("retry ")
    finally:
        shell.close(force=True)


def test_completion_answers_without_a_home() -> None:
    """Nothing of the user's is needed: the process has no other variables."""
    done = subprocess.run(
        [sys.executable, "-m", "metnos_cli"],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT), "_METNOS_COMPLETE": "complete_bash", "COMP_WORDS": "metnos ", "COMP_CWORD": "1"},
        check=False,
    )

    assert done.stdout.split() == list(COMMANDS)
