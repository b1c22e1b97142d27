"""The ``metnos`` command: answers ``--version`` at once and hands everything else to the command line."""

from __future__ import annotations

import sys


def main() -> None:
    """Run and exit with the status that the command ends in."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        from metnos_cli import __version__

        sys.stdout.write(f"metnos {__version__}\n")
        return
    if sys.argv[1:2] == ["ask"] and sys.argv[2:]:
        from metnos_cli.cli.asking import everyday

        status = everyday(sys.argv[2:])
        if status is not None:
            sys.exit(status)
    if sys.argv[1:2] in ([], ["chat"]) and sys.stdin is not None and sys.stdin.isatty():
        from metnos_cli.cli.chatting import talk

        status = talk(sys.argv[1:])
        if status is not None:
            sys.exit(status)
    from metnos_cli.cli.app import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
