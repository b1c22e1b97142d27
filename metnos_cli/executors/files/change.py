"""write_files, move_files, copy_files, create_dirs, delete_files: all that changes files, by the guard alone."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.answer import answer, each, failure
from metnos_cli.executors.files.entry import entry_of, existing, picked, without_last_copies
from metnos_cli.executors.textual import added
from metnos_cli.messages import text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from metnos_cli.ports import ExecutorContext

TEXT_BYTES = 50_000_000


def write_files(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Write a text: a new file, at the end of one, or in place of one.

    Raises:
        ExecutorError: By class; ``wrong_args`` when the file is there and ``mode`` is ``create``.
    """
    path = context.files.writable(str(args["path"]))
    mode = str(args.get("mode") or "create")
    told = str(args["text"])
    data = (told if not told or told.endswith("\n") else f"{told}\n").encode("utf-8", "replace")
    if mode == "append" and os.path.lexists(path):
        data = _with_more(path, told, context)
    context.files.make_dir(path.parent)
    context.files.write(path, data, overwrite=mode != "create")
    return answer([entry_of(path, context)], path=context.files.shown(path), size=len(data))


def _with_more(path: Path, told: str, context: ExecutorContext) -> bytes:
    """The file's content with a text at its end, written as the file is written.

    Raises:
        ExecutorError: ``wrong_args``: it is too large, it is no text, or its charset has not all the letters.
    """
    shown = context.files.shown(path)
    with context.files.open(path.resolve()) as stream:
        before = stream.read(TEXT_BYTES + 1)
    if len(before) > TEXT_BYTES:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "file_too_large", path=shown, limit=TEXT_BYTES)
    try:
        data = added(before, told.encode("utf-8", "replace").decode("utf-8"))
    except UnicodeEncodeError as error:
        facts = {"path": shown, "charset": error.encoding, "sign": error.object[error.start]}
        raise ExecutorError(ErrorClass.WRONG_ARGS, "file_charset", **facts) from error
    if data is None:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "file_binary", path=shown)
    return data


def move_files(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Move or rename.

    Raises:
        ExecutorError: By class, when nothing could be moved.
    """
    return _carry(args, context, context.files.move, "moved")


def copy_files(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Copy files and whole folders; secrets in a folder are left out, and told.

    Raises:
        ExecutorError: By class, when nothing could be copied.
    """
    return _carry(args, context, context.files.copy, "copied")


def _carry(args: dict[str, Any], context: ExecutorContext, act: Callable[..., Any], done_as: str) -> dict[str, Any]:
    """Move or copy each source to its place; files of several folders keep their folders."""
    paths, several = picked(args, context)
    told = str(args["dst"])
    target = context.files.writable(told)
    if not paths:
        return answer([], dst=context.files.shown(target), summary=_summary(done_as, [], target, None, context))
    into = several or _is_folder(told, target, existing(paths[0], context))
    overwrite = bool(args.get("overwrite", False))
    below = shared_folder(_admitted(paths, context))
    placed: set[Path] = set()
    secret: list[Path] = []
    done = 0

    def one(path: str) -> dict[str, Any]:
        nonlocal done
        context.check_cancelled()
        source = existing(path, context)
        place = target / source.relative_to(below) if into else target
        if place in placed:
            raise ExecutorError(ErrorClass.WRONG_ARGS, "path_exists", path=context.files.shown(place))
        placed.add(place)
        # Only now: what is not there to be carried leaves no empty folder behind.
        context.files.make_dir(place.parent)
        secret.extend(act(source, place, overwrite=overwrite) or ())
        done += 1
        context.progress(done, len(paths))
        return entry_of(place, context)

    entries, failed = each(paths, one, str, context.lang)
    failed += [_left_out(path, context) for path in secret]
    source = None if into else context.files.writable(paths[0])
    return answer(
        entries, failed, dst=context.files.shown(target), summary=_summary(done_as, entries, target, source, context)
    )


def _left_out(path: Path, context: ExecutorContext) -> dict[str, Any]:
    """A secret in a folder that was copied: told as when it is named by itself."""
    shown = context.files.shown(path)
    return failure(shown, ExecutorError(ErrorClass.DENIED, "path_secret", path=shown), context.lang)


def _summary(done_as: str, entries: Sequence[Any], target: Path, source: Path | None, context: ExecutorContext) -> str:
    """What was done, in words: into a folder, or one thing by its new name."""
    shown = context.files.shown(target)
    if source is None:
        return text(context.lang, f"summary.files_{done_as}", count=len(entries), where=shown)
    return text(context.lang, f"summary.file_{done_as}_as", source=context.files.shown(source), target=shown)


def _admitted(paths: Sequence[str], context: ExecutorContext) -> list[Path]:
    """The sources that may be touched; the others fail each for itself when their turn comes."""
    found = []
    for path in paths:
        with suppress(ExecutorError):
            found.append(context.files.writable(path))
    return found


def shared_folder(sources: Sequence[Path]) -> Path:
    """The folder below which sources keep their places: two files of one name in two folders never meet.

    Args:
        sources: Absolute; without any there is nothing to place.
    """
    below = sources[0].parent if sources else Path("/")
    while not all(source.is_relative_to(below) and source != below for source in sources):
        below = below.parent
    return below


def _is_folder(told: str, target: Path, source: Path) -> bool:
    """Whether a destination is the folder to go into, or the new name.

    A name that is not there yet is a folder when it is written as one, or when a file with an ending would go to a
    name without one: ``sposta x.log in ~/b`` does not make a file called b.
    """
    if target.is_dir() or told.endswith(("/", os.sep)):
        return True
    if os.path.lexists(target):
        return False
    return bool(source.suffix) and not target.suffix and not source.is_dir()


def create_dirs(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Make a folder with those above it.

    Raises:
        ExecutorError: By class; ``wrong_args`` when a file of that name is there.
    """
    path = context.files.writable(str(args["path"]))
    if os.path.lexists(path) and not path.is_dir():
        raise ExecutorError(ErrorClass.WRONG_ARGS, "path_exists", path=context.files.shown(path))
    created = context.files.make_dir(path)
    shown = context.files.shown(path)
    summary = text(context.lang, "summary.dir_made" if created else "summary.dir_there", where=shown)
    return answer([entry_of(path, context)], path=shown, created=created, summary=summary)


def delete_files(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Put files and folders in the trash; of identical files that a search for duplicates gave, one of each stays.

    Raises:
        ExecutorError: By class, when nothing could be put there.
    """
    kept = 0
    if "entries" in args:
        entries = without_last_copies(args["entries"])
        kept = len(args["entries"]) - len(entries)
        args = {**args, "entries": entries}
    paths, _ = picked(args, context)
    done = 0

    def one(path: str) -> dict[str, Any]:
        nonlocal done
        context.check_cancelled()
        found = existing(path, context)
        entry = entry_of(found, context)
        context.files.trash(found)
        done += 1
        context.progress(done, len(paths))
        return entry

    gone, failed = each(paths, one, str, context.lang)
    return answer(gone, failed, kept=kept)
