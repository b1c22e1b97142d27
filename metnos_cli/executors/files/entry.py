"""Files as entries, and entries as files: what one step finds is what the next one works on."""

from __future__ import annotations

import fnmatch
import os
import re
import stat
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote_to_bytes

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.answer import as_text, failure
from metnos_cli.executors.when import from_stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import tzinfo

    from metnos_cli.ports import ExecutorContext

EXACT = "exact"
CHECK_EVERY = 512
"""Files between two looks at Ctrl-C and the clock."""


def file_entry(path: Path, found: os.stat_result, shown: str, zone: tzinfo | None) -> dict[str, Any]:
    """A file or folder as an entry.

    Args:
        path: Where it stands.
        found: Of the file itself, not of a link's target.
        shown: Its path as people write it.
        zone: Of the time of change.
    """
    folder = stat.S_ISDIR(found.st_mode)
    return {
        **as_named(path, shown),
        "size": found.st_size,
        "modified": from_stamp(found.st_mtime, zone).isoformat(timespec="seconds"),
        "kind": "folder" if folder else "file",
        "extension": "" if folder else path.suffix.lower().removeprefix("."),
    }


def as_named(path: Path, shown: str) -> dict[str, Any]:
    """``path`` and ``name`` as people read them; a name that is no UTF-8 also ``exact``, its bytes percent-encoded.

    Written out, such a byte reads like a backslash, an x and two figures: a file may be called that too.
    """
    told = {"path": as_text(shown), "name": as_text(path.name)}
    return told if told["path"] == shown else {**told, EXACT: quote(os.fsencode(shown), safe="/~")}


def path_of(entry: Mapping[str, Any]) -> str | None:
    """The path of an entry, to the byte where it says so; None when it has none."""
    path, exact = entry.get("path"), entry.get(EXACT)
    if not isinstance(path, str):
        return None
    # Only another reading of the path that people see and agree to: never another path.
    meant = os.fsdecode(unquote_to_bytes(exact)) if isinstance(exact, str) else path
    return meant if as_text(meant) == path else path


def entry_of(path: Path, context: ExecutorContext) -> dict[str, Any]:
    """The entry of something that is there.

    Raises:
        OSError: It is not.
    """
    return file_entry(path, path.lstat(), context.files.shown(path), context.clock.now().tzinfo)


def matcher(pattern: str) -> Callable[[str], bool]:
    """Whether a file name fits a glob; case does not count, ``{a,b}`` and a bare word are understood.

    Args:
        pattern: ``*.pdf``, ``*.{jpg,png}``, ``report`` (anywhere in the name), ``note.txt``.
    """
    told = unicodedata.normalize("NFC", pattern.strip()).casefold()
    while told.startswith("**/"):
        told = told[3:]
    if not re.search(r"[*?\[{.]", told):
        told = f"*{told}*"
    tests = [re.compile(fnmatch.translate(one)).match for one in _alternatives(told)]
    return lambda name: any(test(unicodedata.normalize("NFC", name).casefold()) for test in tests)


def _alternatives(pattern: str) -> list[str]:
    """The globs that ``{a,b}`` stands for."""
    found = re.fullmatch(r"(.*?)\{([^{}]*)\}(.*)", pattern, re.DOTALL)
    if not found:
        return [pattern]
    return [one for part in found[2].split(",") for one in _alternatives(f"{found[1]}{part.strip()}{found[3]}")]


def walk(
    root: Path,
    context: ExecutorContext,
    *,
    recursive: bool,
    hidden: bool,
    failed: Callable[[Path, OSError], None],
) -> Iterator[os.DirEntry[str]]:
    """Every file below a folder, links not followed, denied folders not entered, in the order of names.

    Args:
        root: A folder that the guard let pass.
        context: Guard, Ctrl-C, progress.
        recursive: Whether sub-folders are entered.
        hidden: Whether names with a dot in front count.
        failed: Hears of what cannot be looked at.
    """
    seen = 0
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        below: list[Path] = []
        try:
            with os.scandir(folder) as scan:
                inside = sorted(scan, key=lambda entry: entry.name)
        except OSError as error:
            failed(folder, error)
            continue
        for entry in inside:
            seen += 1
            if seen % CHECK_EVERY == 0:
                context.check_cancelled()
                context.progress(seen, None)
            if (entry.name.startswith(".") and not hidden) or not context.files.admits(Path(entry.path)):
                continue
            try:
                folder_inside, file_inside = entry.is_dir(follow_symlinks=False), entry.is_file(follow_symlinks=False)
            except OSError as error:
                failed(Path(entry.path), error)
                continue
            if folder_inside:
                below.append(Path(entry.path))
            elif file_inside:
                yield entry
        if recursive:
            waiting += reversed(below)


def unread(path: Path, error: OSError, context: ExecutorContext) -> dict[str, Any]:
    """The row of ``errors`` for something that cannot be looked at; all the rest goes on."""
    shown = as_text(context.files.shown(path))
    why = error.strerror or str(error)
    return failure(shown, ExecutorError(ErrorClass.UNAVAILABLE, "path_failed", path=shown, why=why), context.lang)


def existing(path: str, context: ExecutorContext) -> Path:
    """Something to move, copy or delete: a link stays a link.

    Raises:
        ExecutorError: ``denied``, or ``wrong_args`` when it is not there.
    """
    found = context.files.writable(path)
    if not os.path.lexists(found):
        raise ExecutorError(ErrorClass.WRONG_ARGS, "path_missing", path=path)
    return found


def named(args: dict[str, Any]) -> list[str]:
    """The paths that the arguments name: of each entry, or ``path``.

    Raises:
        ExecutorError: ``missing_input`` when they name none; ``wrong_args`` when an entry has no path.
    """
    if "entries" in args:
        paths = [path_of(entry) for entry in args["entries"]]
        if None in paths:
            raise ExecutorError(ErrorClass.WRONG_ARGS, "entries_without", field="path")
        return [str(path) for path in paths]
    if not isinstance(args.get("path"), str):
        raise ExecutorError(ErrorClass.MISSING_INPUT, "path_needed")
    return [args["path"]]


def picked(args: dict[str, Any], context: ExecutorContext) -> tuple[list[str], bool]:
    """The paths to act on, and whether there may be several: entries, ``path``, or what ``pattern`` picks in it.

    Raises:
        ExecutorError: By class; ``wrong_args`` when the pattern picks nothing.
    """
    paths = named(args)
    if "entries" in args or not args.get("pattern"):
        return paths, "entries" in args
    folder = context.files.readable(paths[0])
    if not folder.is_dir():
        raise ExecutorError(ErrorClass.WRONG_ARGS, "path_not_folder", path=paths[0])
    fits = matcher(str(args["pattern"]))
    hidden = str(args["pattern"]).startswith(".")
    found = [
        context.files.shown(Path(entry.path))
        for entry in walk(folder, context, recursive=False, hidden=hidden, failed=_unreadable)
        if fits(entry.name)
    ]
    if not found:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "nothing_matches", pattern=args["pattern"], path=paths[0])
    return found, True


def _unreadable(folder: Path, error: OSError) -> None:
    raise ExecutorError(
        ErrorClass.UNAVAILABLE, "path_failed", path=str(folder), why=error.strerror or str(error)
    ) from error


def without_last_copies(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of each group of identical files in a list, all but the first: deleting duplicates leaves one of each.

    Args:
        entries: Any; only those that carry ``group`` and ``hash`` belong to groups.
    """
    groups: dict[Any, list[int]] = {}
    for place, entry in enumerate(entries):
        if entry.get("hash") and entry.get("group") is not None:
            groups.setdefault((entry["group"], entry["hash"]), []).append(place)
    spared = {places[0] for places in groups.values() if len(places) > 1}
    return [entry for place, entry in enumerate(entries) if place not in spared]
