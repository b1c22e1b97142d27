"""The terminal's own modes: whether it shows what is typed, and what was typed too early."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from metnos_cli.environment import Environment


@contextlib.contextmanager
def echo(environment: Environment, *, on: bool, lines: bool = True) -> Iterator[None]:
    """Within it the terminal shows what is typed, or does not; without a terminal nothing changes.

    Args:
        environment: Whose terminal.
        on: Whether what is typed is shown.
        lines: Whether Enter ends a line. Where nobody reads, it has to stay Enter: the editor that reads it later
            tells it from Ctrl-J, which only begins a new line.
    """
    descriptor = _descriptor(environment)
    if descriptor is None:
        yield
        return
    import termios

    before = termios.tcgetattr(descriptor)
    changed = list(before)
    changed[3] = before[3] | termios.ECHO if on else before[3] & ~termios.ECHO
    changed[0] = before[0] | termios.ICRNL if lines else before[0] & ~termios.ICRNL
    termios.tcsetattr(descriptor, termios.TCSADRAIN, changed)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def forget_typed(environment: Environment) -> None:
    """Drop what was typed and not read yet: it was not meant as an answer to a question that was not there."""
    descriptor = _descriptor(environment)
    if descriptor is not None:
        import termios

        termios.tcflush(descriptor, termios.TCIFLUSH)


def _descriptor(environment: Environment) -> int | None:
    """The terminal's descriptor; None where stdin is no terminal of the system, or the system has none."""
    import os

    try:
        descriptor = environment.stdin.fileno()
        return descriptor if os.isatty(descriptor) and os.name == "posix" else None
    except (OSError, ValueError):
        return None
