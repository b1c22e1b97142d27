"""Says which extra is missing, where an executor needs a package that is not part of the core."""

from __future__ import annotations

from importlib.util import find_spec

from metnos_cli.errors import ErrorClass, ExecutorError


def require(extra: str, *packages: str) -> None:
    """Make sure that packages are installed.

    Args:
        extra: The extra of Metnos that brings them.
        packages: Top-level names.

    Raises:
        ExecutorError: ``unavailable``: one is not; the facts name it and the extra.
    """
    for package in packages:
        if find_spec(package) is None:
            raise ExecutorError(ErrorClass.UNAVAILABLE, "extra_missing", package=package, extra=extra)
