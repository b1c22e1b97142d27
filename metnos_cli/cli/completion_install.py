"""``metnos --install-completion`` and ``--show-completion``: the script that makes a shell ask for completions."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from metnos_cli import messages
from metnos_cli.cli.completion import VARIABLE
from metnos_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.environment import Environment
    from metnos_cli.records import Lang

SHOW = "--show-completion"
INSTALL = "--install-completion"
ASKED = frozenset({"powershell", "pwsh"})
"""Shells that are run to learn where their profile lies."""
SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")


def set_up(words: Sequence[str], environment: Environment, lang: Lang) -> None:
    """Print the script, or put it where the shell looks for it.

    Args:
        words: The option, and the shell's name where it is given.
        environment: Streams.
        lang: The user's language.

    Raises:
        UsageError: The shell cannot be told or is not one of those known.
    """
    from typer._completion_shared import get_completion_script, install

    shell = words[1] if len(words) > 1 else _this_shell()
    if shell not in SHELLS:
        raise UsageError("completion_no_shell")
    if words[0] == SHOW:
        script = get_completion_script(prog_name="metnos", complete_var=VARIABLE, shell=shell)
        environment.stdout.write(f"{script}\n")
        return
    if shell in ASKED and shutil.which(shell) is None:
        raise UsageError("completion_no_program", shell=shell)
    _, path = install(shell=shell, prog_name="metnos", complete_var=VARIABLE)
    environment.stderr.write(messages.text(lang, "mistake.completion_installed", shell=shell, path=path) + "\n")


def _this_shell() -> str:
    """The shell that Metnos was started from; empty when it cannot be told."""
    import shellingham

    try:
        return str(shellingham.detect_shell()[0])
    except shellingham.ShellDetectionFailure:
        return ""
