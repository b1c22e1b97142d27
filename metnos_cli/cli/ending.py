"""The end of a process whose output goes nowhere: a full disk, a reader that has left, a closed stream."""

from __future__ import annotations

import errno
import os
import sys

from metnos_cli.errors import ExitStatus


def open_streams() -> None:
    """Give a process that was started without a stream one that leads nowhere, so that nothing else has to ask."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123  open to the end


def is_about_output(error: OSError) -> bool:
    """Whether it was standard output that failed: a file would have named itself."""
    return (error.filename is None and not isinstance(error, TimeoutError | ConnectionError)) or is_broken(error)


def is_broken(error: OSError) -> bool:
    """Whether the reader of a pipe has gone: nobody is left to tell."""
    return isinstance(error, BrokenPipeError)


def give_up(error: OSError) -> int:
    """Say why the answer could not be written, once, and let the rest of it go.

    Returns:
        The exit status.
    """
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    if is_broken(error):
        return ExitStatus.ANSWERED
    from metnos_cli import messages
    from metnos_cli.environment import Environment

    lang = Environment.real().lang
    if error.errno == errno.ENOSPC:
        sentence = messages.text(lang, "error.output_full")
    else:
        sentence = messages.text(lang, "error.output_failed", why=error.strerror or type(error).__name__)
    sys.stderr.write(f"{sentence}\n")
    return ExitStatus.DEAD_END
