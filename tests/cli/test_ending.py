"""Output that cannot be written: one sentence and a status; a reader that has left is no fault."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

FULL = Path("/dev/full")
"""Every write to it finds the disk full; only some systems have it."""


def shell(home: Path, line: str, *, unbuffered: bool = False) -> subprocess.CompletedProcess[str]:
    """A line of sh in which ``$M`` is Metnos."""
    program = f"{sys.executable} {'-u ' if unbuffered else ''}-m metnos_cli"
    variables = {
        "HOME": str(home), "PYTHONPATH": str(ROOT), "METNOS_LANG": "it", "METNOS_ENGINE": "offline", "M": program,
        "PATH": "/usr/bin:/bin",
    }  # fmt: skip
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, env=variables, cwd=home, check=False)


if FULL.exists():

    @pytest.mark.parametrize("unbuffered", [False, True])
    @pytest.mark.parametrize(
        "args",
        [
            'ask "che ora è"', 'ask --json "che ora è"', 'ask --explain "che ora è"', "executors list", "config show", "stats",
            "--help", "--version", "help memory", "doctor", "paths gaps --json", 'extract "domani alle 9"',
        ],
    )  # fmt: skip
    def test_a_full_disk_is_told_in_one_sentence(home: Path, args: str, unbuffered: bool) -> None:
        """On stderr, with a status that is not 0, and no traceback, also when nothing is buffered."""
        done = shell(home, f"$M {args} > /dev/full", unbuffered=unbuffered)

        assert done.returncode == 1, done.stderr
        assert "non c'è più spazio sul disco" in done.stderr
        assert "Traceback" not in done.stderr
        assert "Exception" not in done.stderr


def test_a_reader_that_leaves_is_no_fault(home: Path) -> None:
    """``metnos config example | head -1`` says nothing more."""
    done = shell(home, "$M config example | head -1")

    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


@pytest.mark.parametrize("closed", [">&-", "<&-", "2>&-"])
def test_a_stream_that_is_closed_stops_nothing(home: Path, closed: str) -> None:
    """Started by something that closed a stream, Metnos answers on the others."""
    done = shell(home, f'$M ask "che ora è" {closed}')

    assert done.returncode == 0
    assert done.stderr == ""


def test_ctrl_c_while_modules_are_read_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends with the status of an interruption, as a moment later."""
    from metnos_cli import __main__ as entry

    def stopped(_argv: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(entry, "_run", stopped)

    with pytest.raises(SystemExit) as ended:
        entry.main()

    assert ended.value.code == 130
