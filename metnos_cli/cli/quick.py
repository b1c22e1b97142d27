"""Answers ``metnos ask`` by the shortest way: its options are few, and reading them takes no library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.cli import wiring
from metnos_cli.cli.asking import answer, read_switches
from metnos_cli.cli.ending import is_about_output
from metnos_cli.cli.globals import take_globals
from metnos_cli.errors import ExitStatus, MetnosError

if TYPE_CHECKING:
    from collections.abc import Sequence


def ask(argv: Sequence[str]) -> int | None:
    """Answer, if the command line is one of ``ask`` and nothing in it has to be explained.

    Args:
        argv: Arguments without the program's name.

    Returns:
        The exit status, or None when the command line has to be read after all.

    Raises:
        OSError: The answer cannot be written.
    """
    try:
        globals_, rest = take_globals(argv)
    except MetnosError:
        return None
    asked = read_switches(rest[1:]) if rest[:1] == ["ask"] else None
    if asked is None or globals_.version:
        return None
    here = wiring.begin(globals_)
    try:
        return answer(here, asked)
    except MetnosError as error:
        return wiring.tell(error, globals_)
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED
    except OSError as error:
        if is_about_output(error):
            raise
        return wiring.tell(error, globals_)
    except Exception as error:  # noqa: BLE001  the same place at the top, reached by the shorter way
        return wiring.tell(error, globals_)
    finally:
        wiring.end()
