"""Runs an executor that is a program: JSON on its stdin, JSON on its stdout, stopped with its children in time."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.text.whole_json import as_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.ports import ExecutorContext

STDOUT_BYTES = 20_000_000
STDERR_BYTES = 64_000
CHUNK = 65_536
POLL_S = 0.05
DRAIN_S = 0.5
"""How long a pipe may stay open in grandchildren after the program itself has ended."""
GRACE_S = 0.5
"""Between asking a program to end and ending it."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended."""

    status: int
    """Exit status; negative: the signal."""
    stdout: bytes
    """What it wrote."""
    stderr: bytes
    """The end of what it said."""


def call_command(
    manifest: Manifest,
    args: Mapping[str, Any],
    context: ExecutorContext,
    seconds: float,
    clean: Callable[[str], str],
    variables: Mapping[str, str] | None = None,
) -> Any:
    """The JSON that a command executor answered with.

    A program reports a failure by a status other than 0: with ``{"error": {"class": ..., "message": ...}}`` on
    stdout, or with its last line on stderr.

    Raises:
        ExecutorError: It is not there, failed, timed out, wrote too much or something that is not JSON.
        Interrupted: Ctrl-C.
    """
    environment = dict(os.environ if variables is None else variables)
    environment |= {"METNOS_LANG": context.lang, "METNOS_NOW": context.clock.now().isoformat()}
    ended = run_program(
        _argv(manifest),
        as_json(dict(args)).encode(),
        folder=manifest.folder or None,
        variables=environment,
        seconds=seconds,
        check=context.check_cancelled,
        tool=manifest.name,
    )
    said = clean(ended.stderr.decode("utf-8", "replace")).strip()
    if ended.status != 0:
        raise _failed(manifest, ended, said, clean)
    try:
        return json.loads(ended.stdout.decode("utf-8"))
    except ValueError as error:
        raise ExecutorError(ErrorClass.INTERNAL, "answer_not_json", tool=manifest.name, why=str(error)) from error


def _failed(manifest: Manifest, ended: Ended, said: str, clean: Callable[[str], str]) -> ExecutorError:
    """The failure a program reported, or the one its status stands for."""
    last = said.splitlines()[-1] if said else ""
    error_class = ErrorClass.INTERNAL
    try:
        told = json.loads(ended.stdout)["error"]
        error_class = ErrorClass(told.get("class", error_class))
        last = clean(str(told.get("message", last)))
    except (ValueError, KeyError, TypeError, AttributeError):
        # No report of its own, or not in the agreed form: the status and stderr have to do.
        pass
    return ExecutorError(
        error_class,
        "command_failed",
        message=f"{manifest.name}: {last}" if last else None,
        tool=manifest.name,
        status=ended.status,
        why=last,
    )


def _argv(manifest: Manifest) -> list[str]:
    """The command line; a program that stands beside the manifest is meant before one of the same name on PATH."""
    program, *rest = manifest.run.command
    beside = Path(manifest.folder, program)
    return [str(beside) if manifest.folder and beside.is_file() else program, *rest]


def run_program(
    argv: Sequence[str],
    given: bytes,
    *,
    folder: str | None,
    variables: Mapping[str, str],
    seconds: float,
    check: Callable[[], None],
    tool: str,
) -> Ended:
    """Run a program in its own process group, feed it and collect what it writes.

    Raises:
        ExecutorError: ``unavailable``: not there, or out of time; ``internal``: it wrote too much.
    """
    try:
        process = subprocess.Popen(
            list(argv),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=dict(variables),
            start_new_session=True,
        )
    except OSError as error:
        why = error.strerror or str(error)
        raise ExecutorError(ErrorClass.UNAVAILABLE, "command_missing", tool=tool, program=argv[0], why=why) from error
    exchange = _Exchange(process, given, tool)
    try:
        exchange.finish(time.monotonic() + seconds, seconds, check)
        return Ended(process.wait(), bytes(exchange.stdout), bytes(exchange.stderr))
    finally:
        exchange.close()
        if process.poll() is None:
            stop_group(process)


class _Exchange:
    """The three pipes of one program, read and written as they are ready."""

    def __init__(self, process: subprocess.Popen[bytes], given: bytes, tool: str) -> None:
        self.process = process
        self.tool = tool
        self.stdout = bytearray()
        self.stderr = bytearray()
        self._left = memoryview(given)
        self._selector = selectors.DefaultSelector()
        self._open: list[IO[bytes]] = []
        for stream, events in (
            (process.stdin, selectors.EVENT_WRITE),
            (process.stdout, selectors.EVENT_READ),
            (process.stderr, selectors.EVENT_READ),
        ):
            assert stream is not None  # noqa: S101  all three were asked for
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, events, stream)
            self._open.append(stream)

    def finish(self, end: float, seconds: float, check: Callable[[], None]) -> None:
        """Exchange until the program and its pipes have ended."""
        while self._open or self.process.poll() is None:
            check()
            if time.monotonic() > end:
                raise ExecutorError(ErrorClass.UNAVAILABLE, "timed_out", tool=self.tool, seconds=f"{seconds:g}")
            if not self._open:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(POLL_S)
                continue
            for key, _ in self._selector.select(POLL_S):
                self._serve(key.data)
            if self.process.poll() is not None:
                end = min(end, time.monotonic() + DRAIN_S)
                if not self._selector.select(0):
                    return

    def _serve(self, stream: IO[bytes]) -> None:
        if stream is self.process.stdin:
            self._write(stream)
            return
        data = os.read(stream.fileno(), CHUNK)
        if not data:
            self._done(stream)
        elif stream is self.process.stdout:
            self.stdout += data
            if len(self.stdout) > STDOUT_BYTES:
                raise ExecutorError(ErrorClass.INTERNAL, "answer_too_long", tool=self.tool, limit=STDOUT_BYTES)
        else:
            self.stderr += data
            del self.stderr[:-STDERR_BYTES]

    def _write(self, stream: IO[bytes]) -> None:
        try:
            written = os.write(stream.fileno(), self._left[:CHUNK])
        except BrokenPipeError:
            # A program need not read what it is given.
            written = len(self._left)
        self._left = self._left[written:]
        if not self._left:
            self._done(stream)

    def _done(self, stream: IO[bytes]) -> None:
        self._selector.unregister(stream)
        self._open.remove(stream)
        with contextlib.suppress(BrokenPipeError):
            stream.close()

    def close(self) -> None:
        """Let go of the pipes."""
        for stream in tuple(self._open):
            self._done(stream)
        self._selector.close()


def stop_group(process: subprocess.Popen[bytes]) -> None:
    """End a program and its children: asked first, then ended."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, sign)
        try:
            process.wait(GRACE_S)
        except subprocess.TimeoutExpired:
            continue
        if sign == signal.SIGTERM:
            # The program went; children that ignore the request go too.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        return
