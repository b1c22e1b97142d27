"""The command line: global options, the table of commands, and the one place that turns errors into statuses."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from metnos_cli.cli.globals import Globals, take_globals
from metnos_cli.cli.lazy import Command, LazyGroup
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
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", "-V", help="Print the version and exit."),  # noqa: ARG001  taken before Typer runs
    lang: str = typer.Option("", "--lang", help="it or en: language of the answers."),  # noqa: ARG001
    config: str = typer.Option("", "--config", help="Another configuration file."),  # noqa: ARG001
    plain: bool = typer.Option(False, "--plain", help="Plain text: no colour, no boxes, no animation."),  # noqa: ARG001
    debug: bool = typer.Option(False, "--debug", help="Show the traceback of an error."),  # noqa: ARG001
) -> None:
    """A terminal assistant that learns to stop asking the model (Italian and English)."""
    if context.invoked_subcommand is not None:
        return
    if sys.stdin.isatty() and sys.stdout.isatty():
        from metnos_cli.cli.chat import chat

        chat()
        return
    typer.echo(context.get_help())


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
    wiring.begin(globals_)
    try:
        return invoke(rest)
    except MetnosError as error:
        return wiring.tell(error, globals_)
    except (KeyboardInterrupt, typer.Abort):
        return ExitStatus.INTERRUPTED
    except BrokenPipeError:
        # The reader of a pipe has gone: nobody is left to tell.
        sys.stdout = None
        return ExitStatus.ANSWERED
    except Exception as error:  # noqa: BLE001  the one place at the top
        return _unforeseen(error, globals_)
    finally:
        wiring.end()


def invoke(argv: Sequence[str]) -> int:
    """Run one command in the present world; a usage error shows itself.

    Returns:
        The exit status.
    """
    status = typer.main.get_command(app).main(args=list(argv), prog_name="metnos", standalone_mode=False)
    return int(status) if isinstance(status, int) else int(ExitStatus.ANSWERED)


def _unforeseen(error: Exception, globals_: Globals) -> int:
    """Typer's own usage errors show themselves; anything else is a fault of ours, told in one sentence."""
    from metnos_cli.cli import wiring

    if hasattr(error, "exit_code") and hasattr(error, "show"):
        error.show(file=sys.stderr)
        return int(error.exit_code)
    if isinstance(error, typer.Exit):
        return int(error.exit_code)
    return wiring.tell(error, globals_)
