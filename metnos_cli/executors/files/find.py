"""find_files and list_dirs: what stands where."""

from __future__ import annotations

import operator
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.answer import answer
from metnos_cli.executors.files.entry import file_entry, matcher, unread, walk
from metnos_cli.executors.when import from_stamp, read_period

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from metnos_cli.ports import ExecutorContext


def find_files(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Files below a folder whose name, size and time of change fit, in the order of their paths.

    Raises:
        ExecutorError: By class, when the folder itself cannot be searched.
    """
    root = context.files.readable(str(args.get("path") or "~"))
    fits = matcher(str(args["pattern"])) if args.get("pattern") else lambda _name: True
    wanted = _wanted(args, context)
    failed: list[dict[str, Any]] = []
    zone = context.clock.now().tzinfo
    if root.is_file():
        found = [file_entry(root, root.lstat(), context.files.shown(root), zone)]
        return _answer(root, found if fits(root.name) and wanted(root.lstat()) else [], failed, context)
    found = []
    for entry in walk(
        root,
        context,
        recursive=bool(args.get("recursive", True)),
        hidden=str(args.get("pattern") or "").startswith("."),
        failed=lambda path, error: failed.append(unread(path, error, context)),
    ):
        if not fits(entry.name):
            continue
        path = Path(entry.path)
        try:
            looked = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            continue  # it went while we were looking
        except OSError as error:
            failed.append(unread(path, error, context))
            continue
        if wanted(looked):
            found.append(file_entry(path, looked, context.files.shown(path), zone))
    return _answer(root, found, failed, context)


def _answer(
    root: Path, found: list[dict[str, Any]], failed: list[dict[str, Any]], context: ExecutorContext
) -> dict[str, Any]:
    size = sum(entry["size"] for entry in found)
    return answer(found, failed, path=context.files.shown(root), total_size=size)


def _wanted(args: dict[str, Any], context: ExecutorContext) -> Callable[[os.stat_result], bool]:
    """The conditions on size and time as one question."""
    sized = _sized(args)
    period = None
    if args.get("when"):
        period = read_period(str(args["when"]), context.clock.now().tzinfo)
    zone = context.clock.now().tzinfo

    def test(found: os.stat_result) -> bool:
        if not sized(found.st_size):
            return False
        return period is None or period.holds(from_stamp(found.st_mtime, zone))

    return test


COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "min_size": operator.ge,
    "max_size": operator.le,
    "larger_than": operator.gt,
    "smaller_than": operator.lt,
}
"""Argument -> how a file's size stands to it."""


def _sized(args: dict[str, Any]) -> Callable[[int], bool]:
    """Whether a size in bytes fits every bound."""
    bounds = [(holds, int(args[name])) for name, holds in COMPARED.items() if args.get(name) is not None]
    return lambda size: all(holds(size, bound) for holds, bound in bounds)


def list_dirs(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """What stands directly in a folder: folders first, each kind in the order of names.

    Raises:
        ExecutorError: By class.
    """
    root = context.files.readable(str(args.get("path") or "~"))
    if not root.is_dir():
        raise ExecutorError(ErrorClass.WRONG_ARGS, "path_not_folder", path=context.files.shown(root))
    wanted = str(args.get("kind") or "all")
    zone = context.clock.now().tzinfo
    found = []
    failed: list[dict[str, Any]] = []
    try:
        inside = sorted(os.scandir(root), key=lambda entry: entry.name.casefold())
    except OSError as error:
        shown = context.files.shown(root)
        raise ExecutorError(ErrorClass.UNAVAILABLE, "path_forbidden", path=shown, why=error.strerror) from error
    for entry in inside:
        if entry.name.startswith(".") and not args.get("hidden"):
            continue
        path = Path(entry.path)
        try:
            told = file_entry(path, entry.stat(follow_symlinks=False), context.files.shown(path), zone)
        except FileNotFoundError:
            continue  # it went while we were looking
        except OSError as error:
            failed.append(unread(path, error, context))
            continue
        if told["kind"] == "folder":
            # What the entry of a folder takes on the disk says nothing about what is in it.
            told["size"] = _size_below(path, context) if args.get("measure") and wanted != "file" else None
        if wanted in ("all", told["kind"]):
            found.append({name: value for name, value in told.items() if value is not None})
    found.sort(key=lambda told: told["kind"] != "folder")
    folders = sum(told["kind"] == "folder" for told in found)
    return answer(found, failed, path=context.files.shown(root), folder_count=folders, file_count=len(found) - folders)


def _size_below(folder: Path, context: ExecutorContext) -> int:
    """Bytes of all files below a folder; what cannot be read does not count."""
    inside = walk(folder, context, recursive=True, hidden=True, failed=lambda _folder, _error: None)
    return sum(_size_of(entry) for entry in inside)


def _size_of(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat(follow_symlinks=False).st_size
    except OSError:
        return 0  # it went while we were looking
