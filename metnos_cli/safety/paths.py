"""How a path is meant and whether it may be touched: read here once, for the guard on files and for the vaglio."""

from __future__ import annotations

import errno
import os
from functools import cached_property
from typing import TYPE_CHECKING

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.safety.oserrors import executor_error
from metnos_cli.safety.policy import PathPolicy

if TYPE_CHECKING:
    from pathlib import Path

    from metnos_cli.config.load import Settings
    from metnos_cli.environment import Environment


class PathGuard:
    """Turns what a user or a plan writes into resolved, allowed paths; changes nothing.

    Args:
        policy: Which paths may be touched.
        cwd: Where relative paths stand; one that is not there is looked for in the user's folder.
    """

    def __init__(self, policy: PathPolicy, cwd: Path) -> None:
        self.policy = policy
        self._cwd = cwd

    @staticmethod
    def reading(environment: Environment, settings: Settings) -> PathGuard:
        """The guard that the settings and the user's folders make."""
        return PathGuard(PathPolicy.of(settings, environment), environment.cwd)

    def readable(self, path: str) -> Path:
        """The resolved path, checked for reading.

        Raises:
            ExecutorError: ``denied`` outside the roots or secret; ``wrong_args`` when it is not there.
        """
        try:
            resolved = self.resolved(self._located(path))
            self.allow(resolved)
            resolved.lstat()
        except OSError as error:
            raise executor_error(error, path) from error
        return resolved

    def writable(self, path: str) -> Path:
        """The path to change or create: its folder resolved, a link at its end left as it is.

        Raises:
            ExecutorError: ``denied`` outside the roots or secret, also where a link at its end leads.
        """
        told = self._located(path)
        try:
            placed = self.resolved(told.parent) / told.name if told.name not in ("", "..") else self.resolved(told)
            self.allow(placed)
            self.allow(self.resolved(placed))
        except OSError as error:
            raise executor_error(error, path) from error
        return placed

    def admits(self, path: Path) -> bool:
        """Whether what stands directly in a folder that was checked may be shown; no link is followed."""
        return self.policy.admits(path)

    @cached_property
    def _homes(self) -> tuple[str, ...]:
        """The user's folder as it is written and as it is resolved."""
        return tuple(dict.fromkeys((str(self.policy.home), str(self.resolved(self.policy.home)))))

    def shown(self, path: Path) -> str:
        """The path as a person would write it (``~/...``)."""
        told = str(path)
        for home in self._homes:
            if told == home:
                return "~"
            if told.startswith(f"{home}/"):
                return f"~{told[len(home) :]}"
        return told

    def _located(self, path: str) -> Path:
        """An absolute path as the user means it; not yet resolved.

        Raises:
            ExecutorError: ``wrong_args``: it is empty or holds a NUL.
        """
        if not path.strip() or "\0" in path:
            raise ExecutorError(ErrorClass.WRONG_ARGS, "path_odd", path=path.replace("\0", "?"), why="NUL")
        if path == "~" or path.startswith("~/"):
            return self.policy.home / path[2:].lstrip("/")
        told = self._cwd / path
        at_home = self.policy.home / path
        return at_home if not os.path.lexists(told) and os.path.lexists(at_home) else told

    @staticmethod
    def resolved(path: Path) -> Path:
        """The path with every link followed.

        Raises:
            OSError: ``ELOOP``: links lead to one another.
        """
        try:
            return path.resolve()
        except RuntimeError as error:  # a loop of links, in Pythons before 3.13
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from error

    def allow(self, path: Path) -> None:
        """Let a resolved path pass.

        Raises:
            ExecutorError: ``denied``.
        """
        reason = self.policy.refusal(path)
        if reason is not None:
            raise ExecutorError(ErrorClass.DENIED, reason, path=self.shown(path))
