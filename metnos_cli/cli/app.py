"""The command line: global options, the table of commands, and the one place that turns errors into statuses."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from metnos_cli.cli.ending import is_about_output
from metnos_cli.cli.globals import Globals, take_globals
from metnos_cli.cli.lazy import Command, LazyGroup
from metnos_cli.cli.numbers import numbers_kept
from metnos_cli.errors import ExitStatus, MetnosError

if TYPE_CHECKING:
    from collections.abc import Sequence


COMMANDS: dict[str, Command] = {
    "ask": Command("metnos_cli.cli.ask"),
    "chat": Command("metnos_cli.cli.chat"),
    "paths": Command("metnos_cli.cli.paths"),
    "feedback": Command("metnos_cli.cli.feedback"),
    "facts": Command("metnos_cli.cli.facts"),
    "tasks": Command("metnos_cli.cli.tasks"),
    "stats": Command("metnos_cli.cli.stats"),
    "undo": Command("metnos_cli.cli.undo"),
    "executors": Command("metnos_cli.cli.executors"),
    "extract": Command("metnos_cli.cli.extract"),
    "bench": Command("metnos_cli.cli.bench"),
    "setup": Command("metnos_cli.cli.setup"),
    "doctor": Command("metnos_cli.cli.doctor"),
    "help": Command("metnos_cli.cli.help"),
    "config": Command("metnos_cli.cli.config"),
}


class MainGroup(LazyGroup):
    """The commands of ``metnos``."""

    commands_table = COMMANDS


app = typer.Typer(
    cls=MainGroup,
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", "-V"),  # noqa: ARG001  taken, as all that follows, before Typer runs
    lang: str = typer.Option("", "--lang"),  # noqa: ARG001
    config: str = typer.Option("", "--config", metavar="file"),  # noqa: ARG001
    plain: bool = typer.Option(False, "--plain"),  # noqa: ARG001
    debug: bool = typer.Option(False, "--debug"),  # noqa: ARG001
    install_completion: bool = typer.Option(False, "--install-completion"),  # noqa: ARG001
    show_completion: bool = typer.Option(False, "--show-completion"),  # noqa: ARG001
) -> None:
    """A terminal assistant that learns to stop asking the model (Italian and English)."""
    if context.invoked_subcommand is not None:
        return
    if sys.stdin.isatty() and sys.stdout.isatty():
        from metnos_cli.cli.chat import chat

        chat()
    from metnos_cli.cli.usage import show_page

    show_page(["--help"])


def run(argv: Sequence[str]) -> int:
    """Run one command line.

    Args:
        argv: Arguments without the program's name.

    Returns:
        The exit status.
    """
    from metnos_cli.cli import wiring

    try:
        globals_, rest = take_globals(argv)
    except MetnosError as error:
        return wiring.tell(error, Globals())
    if globals_.version:
        from metnos_cli import __version__

        sys.stdout.write(f"metnos {__version__}\n")
        return ExitStatus.ANSWERED
    here = wiring.begin(globals_)
    try:
        if rest[:1] in (["--install-completion"], ["--show-completion"]):
            from metnos_cli.cli.completion_install import set_up

            set_up(rest, here.environment, here.lang)
            return ExitStatus.ANSWERED
        return invoke(rest)
    except MetnosError as error:
        return wiring.tell(error, globals_)
    except (KeyboardInterrupt, typer.Abort):
        return ExitStatus.INTERRUPTED
    except OSError as error:
        if is_about_output(error):
            raise
        return wiring.tell(error, globals_)
    except Exception as error:  # noqa: BLE001  the one place at the top
        return _unforeseen(error, rest, globals_)
    finally:
        wiring.end()


def invoke(argv: Sequence[str]) -> int:
    """Run one command in the present world.

    Returns:
        The exit status.
    """
    if "-h" in argv or "--help" in argv:
        from metnos_cli.cli import wiring
        from metnos_cli.cli.usage import show_page

        if show_page(argv, wiring.world().lang):
            return ExitStatus.ANSWERED
    words = numbers_kept(argv)
    status = typer.main.get_command(app).main(args=words, prog_name="metnos", standalone_mode=False)
    return int(status) if isinstance(status, int) else int(ExitStatus.ANSWERED)


def _unforeseen(error: Exception, words: Sequence[str], globals_: Globals) -> int:
    """Typer's own usage errors are told in the user's language; anything else is a fault of ours, in one sentence."""
    from metnos_cli.cli import wiring

    if isinstance(error, typer.Exit):
        return int(error.exit_code)
    if not (hasattr(error, "exit_code") and hasattr(error, "show")):
        return wiring.tell(error, globals_)
    from metnos_cli.cli.mistakes import lines_of
    from metnos_cli.cli.usage import language

    environment = wiring.world().environment
    for line in lines_of(error, words, language(environment, globals_), environment):
        sys.stderr.write(f"{line}\n")
    return int(error.exit_code)
