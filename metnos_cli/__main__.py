"""The ``metnos`` command: answers ``--version`` at once and hands everything else to the command line."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run and exit with the status that the command ends in."""
    for name in [name for name, value in os.environ.items() if _tells_nothing(name, value)]:
        del os.environ[
            name
        ]  # for the libraries too: an empty XDG_DATA_HOME would put their trash in the working folder
    if sys.stdout is None or sys.stderr is None or sys.stdin is None:
        from metnos_cli.cli.ending import open_streams

        open_streams()
    try:
        status = _run(sys.argv[1:])
        sys.stdout.flush()
    except OSError as error:
        from metnos_cli.cli.ending import give_up

        status = give_up(error)
    except KeyboardInterrupt:
        status = 130  # before a command could take it: while its modules are read
    sys.exit(status)


def _tells_nothing(name: str, value: str) -> bool:
    """Whether a variable of the desktop's folders counts as unset: empty, or a folder that is no absolute path."""
    folder = name.startswith("XDG_") and name.endswith(("_HOME", "_DIR"))
    return name.startswith("XDG_") and (not value or (folder and not os.path.isabs(value)))  # noqa: PTH117  pathlib is not imported at every start


def _run(argv: list[str]) -> int:
    """The exit status of one command line, by the shortest way that answers it.

    Raises:
        OSError: The answer cannot be written.
    """
    if "_METNOS_COMPLETE" in os.environ:
        from metnos_cli.cli.completion import complete

        text, status = complete(os.environ)
        sys.stdout.write(text)
        return status
    if argv in (["--version"], ["-V"]):
        from metnos_cli import __version__

        sys.stdout.write(f"metnos {__version__}\n")
        return 0
    if "ask" in argv:
        from metnos_cli.cli.quick import ask

        answered = ask(argv)
        if answered is not None:
            return answered
    if argv[:1] in ([], ["chat"]) and sys.stdin.isatty():
        from metnos_cli.cli.chatting import talk

        ended = talk(argv)
        if ended is not None:
            return ended
    if "-h" in argv or "--help" in argv:
        from metnos_cli.cli.usage import show_page

        if show_page(argv):
            return 0
    from metnos_cli.cli.app import run

    return run(argv)


if __name__ == "__main__":
    main()
