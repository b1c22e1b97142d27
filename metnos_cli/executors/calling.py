"""Calls one executor, whatever it is made of, within its time, and makes sure that what it answers can be used."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError, Interrupted, MetnosError, StoreError, unavailable
from metnos_cli.executors.answer import checked_answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.ports import ExecutorContext

OWN = "metnos_cli."
"""Modules that begin so ask ``check_cancelled`` often enough to keep to their time by themselves."""
POLL_S = 0.05


class ProcessRunner:
    """Fulfils ``ports.Runner`` in this process and its children.

    Args:
        clean: Takes control characters out of what a command writes on stderr.
        variables: Environment for commands; None: this process's own.
        callers: Other ways to call, by the key below ``[run]`` in a manifest, such as ``mcp``.
    """

    def __init__(
        self,
        clean: Callable[[str], str] | None = None,
        variables: Mapping[str, str] | None = None,
        callers: Mapping[str, Callable[[Manifest, Mapping[str, Any], ExecutorContext], Mapping[str, Any]]]
        | None = None,
    ) -> None:
        self._clean = clean or printable
        self._variables = variables
        self._callers = dict(callers or {})

    def call(self, manifest: Manifest, args: Mapping[str, Any], context: ExecutorContext) -> Mapping[str, Any]:
        """The executor's answer, with ``ok_count`` and ``error_count``.

        Raises:
            ExecutorError: It failed, timed out, cannot be called or answered with the wrong shape.
            InputNeeded: It has a question and nobody can be asked.
            Interrupted: Ctrl-C.
        """
        limited = _within(manifest, context)
        with _Faults(manifest.name):
            if manifest.run.python:
                answer: Any = self._python(manifest, args, limited)
            elif manifest.run.command:
                answer = self._command(manifest, args, limited)
            else:
                answer = self._other(manifest, args, limited)
        return checked_answer(manifest, answer)

    def _python(self, manifest: Manifest, args: Mapping[str, Any], context: ExecutorContext) -> Any:
        from metnos_cli.executors.loading import load_target

        target = load_target(manifest)
        if manifest.run.python.startswith(OWN) or manifest.effect == "ask":
            return target(dict(args), context)
        answer = _in_thread(lambda guarded: target(dict(args), guarded), manifest, context)
        return json.loads(json.dumps(answer, default=str)) if isinstance(answer, Mapping) else answer

    def _command(self, manifest: Manifest, args: Mapping[str, Any], context: ExecutorContext) -> Any:
        from metnos_cli.executors.process import call_command

        return call_command(manifest, args, context, seconds_of(manifest, context), self._clean, self._variables)

    def _other(self, manifest: Manifest, args: Mapping[str, Any], context: ExecutorContext) -> Any:
        way = "mcp" if manifest.run.mcp else "pipeline"
        caller = self._callers.get(way)
        if caller is None:
            raise ExecutorError(ErrorClass.UNAVAILABLE, "no_caller", tool=manifest.name, way=way)
        return caller(manifest, args, context)


def printable(text: str) -> str:
    """The text without control and format characters; line breaks and tabs stay."""
    return "".join(sign for sign in text if sign.isprintable() or sign in "\n\t")


def seconds_of(manifest: Manifest, context: ExecutorContext) -> float:
    """The time limit: the manifest's, never above the user's; a person who is asked may take the manifest's."""
    own = manifest.run.timeout_s
    return own if manifest.effect == "ask" else min(own, context.settings.number("engine.step_timeout_s"))


def _within(manifest: Manifest, context: ExecutorContext) -> ExecutorContext:
    """The context whose ``check_cancelled`` also watches the clock."""
    seconds = seconds_of(manifest, context)
    end = time.monotonic() + seconds

    def check() -> None:
        context.check_cancelled()
        if time.monotonic() > end:
            raise ExecutorError(ErrorClass.UNAVAILABLE, "timed_out", tool=manifest.name, seconds=f"{seconds:g}")

    return replace(context, check_cancelled=check)


def _in_thread(work: Callable[[ExecutorContext], Any], manifest: Manifest, context: ExecutorContext) -> Any:
    """Run foreign code where it can be left behind: out of time, it may run on but touches nothing any more.

    Raises:
        ExecutorError: It did not end in time, or failed with one.
        Interrupted: Ctrl-C.
    """
    left = threading.Event()
    outcome = _Outcome()

    def run() -> None:
        with outcome:
            outcome.answer = work(_revocable(context, left))

    thread = threading.Thread(target=run, name=manifest.name, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(POLL_S)
            context.check_cancelled()
    finally:
        left.set()
    if outcome.error is not None:
        raise outcome.error
    return outcome.answer


def _revocable(context: ExecutorContext, left: threading.Event) -> ExecutorContext:
    """The context whose ports answer only until ``left`` is set."""
    ports: dict[str, Any] = {name: _Revocable(getattr(context, name), left) for name in ("files", "network", "dialog")}
    return replace(context, **ports)


class _Revocable:
    """Passes every call on to a port, until the executor has been left behind."""

    def __init__(self, port: Any, left: threading.Event) -> None:
        self._port = port
        self._left = left

    def __getattr__(self, name: str) -> Any:
        if self._left.is_set():
            raise Interrupted
        return getattr(self._port, name)


class _Outcome:
    """Keeps what a thread's work ended with, so that the caller meets it."""

    answer: Any = None
    error: BaseException | None = None

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        self.error = error
        return True


class _Faults:
    """An executor's own faults become class ``internal``, a database it cannot use ``unavailable``.

    Nothing that goes wrong inside a call may take the turn down with it: what was done has to be told.
    """

    def __init__(self, tool: str) -> None:
        self.tool = tool

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, StoreError):
            raise unavailable(error) from error
        if isinstance(error, Exception) and not isinstance(error, MetnosError):
            why = f"{type(error).__name__}: {error}"
            raise ExecutorError(ErrorClass.INTERNAL, "executor_fault", tool=self.tool, why=why) from error
        if isinstance(error, SystemExit):
            why = f"exit({error.code})"
            raise ExecutorError(ErrorClass.INTERNAL, "executor_fault", tool=self.tool, why=why) from error
