"""Finds the function behind a manifest: in the package, in an installed one, or beside a user's manifest."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import sys
import threading
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError

if TYPE_CHECKING:
    from types import ModuleType

    from metnos_cli.executors.manifest import Manifest

Target = Callable[..., Any]
UNIQUE = "_metnos_user_"
_LOADING = threading.RLock()


def load_target(manifest: Manifest) -> Target:
    """The function named by ``run.python``.

    Raises:
        ExecutorError: ``unavailable`` when a package it needs is not installed; ``internal`` when there is no such
            module or function.
    """
    name, _, function = manifest.run.python.partition(":")
    try:
        module = _beside(manifest, name) or importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and not name.startswith(error.name):
            raise ExecutorError(
                ErrorClass.UNAVAILABLE, "package_missing", tool=manifest.name, package=error.name
            ) from error
        raise ExecutorError(ErrorClass.INTERNAL, "no_target", tool=manifest.name, target=name) from error
    found = getattr(module, function, None)
    if not callable(found):
        raise ExecutorError(ErrorClass.INTERNAL, "no_target", tool=manifest.name, target=manifest.run.python)
    target: Target = found
    return target


def _beside(manifest: Manifest, name: str) -> ModuleType | None:
    """The module that stands in the manifest's own folder, loaded anew when the file changed; None: not there."""
    path = Path(manifest.folder, *name.split(".")).with_suffix(".py")
    if not manifest.folder or not path.is_file():
        return None
    stamp = f"{path}\0{path.stat().st_mtime_ns}"
    unique = f"{UNIQUE}{sha256(stamp.encode()).hexdigest()[:16]}"
    if unique in sys.modules:
        return sys.modules[unique]
    spec = importlib.util.spec_from_file_location(unique, path)
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    sys.modules[unique] = module
    try:
        with _neighbours(manifest.folder):
            spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[unique]
        raise
    return module


@contextlib.contextmanager
def _neighbours(folder: str) -> Iterator[None]:
    """Let a module import the files beside it, for as long as it is being loaded.

    The folder stands last on the path, so that a user's file never takes the place of a library; what was imported
    from it is forgotten again, so that another executor's ``helper.py`` is not taken for this one's.
    """
    with _LOADING:
        importlib.invalidate_caches()
        sys.path.append(folder)
        try:
            yield
        finally:
            sys.path.remove(folder)
            for name, loaded in list(sys.modules.items()):
                file = getattr(loaded, "__file__", None)
                if file and Path(file).is_relative_to(folder) and not name.startswith(UNIQUE):
                    del sys.modules[name]
