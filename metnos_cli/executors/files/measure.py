"""compute_files: how many, how large, which checksum, which are exact duplicates."""

from __future__ import annotations

from collections import defaultdict
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ExecutorError
from metnos_cli.executors.amounts import number_text, size_text
from metnos_cli.executors.answer import answer, as_text, each, failure
from metnos_cli.executors.files.entry import file_entry, matcher, named, unread, walk
from metnos_cli.messages import has, text

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator

    from metnos_cli.ports import ExecutorContext

CHUNK = 1 << 20
HEAD = 4096
"""Bytes that tell most different files of one size apart before they are read whole."""


def compute_files(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """Count, add up, hash, or find files of the same content.

    Raises:
        ExecutorError: By class.
    """
    what = str(args["what"])
    failed: list[dict[str, Any]] = []
    files = _files(args, context, failed)
    size = sum(found.st_size for _, found in files)
    path = context.files.shown(context.files.readable(args["path"])) if "entries" not in args else ""
    fields: dict[str, Any] = {"what": what, "path": as_text(path), "count": len(files), "size": size}
    if what == "hash":
        return _hashes(files, failed, fields, context)
    if what == "duplicates":
        return _duplicates(files, failed, fields, context)
    fields["summary"] = _summary(f"files_{what}", fields, context, where=path)
    row = {"name": as_text(path) or text(context.lang, "summary.these"), "count": len(files), "size": size}
    return answer([row], failed, ok_count=len(files), **fields)


def _files(
    args: dict[str, Any], context: ExecutorContext, failed: list[dict[str, Any]]
) -> list[tuple[Path, os.stat_result]]:
    """The files meant: of the entries, the one named, or all below the folder named."""
    pattern = str(args.get("pattern") or "")
    fits = matcher(pattern) if pattern else lambda _name: True
    found: list[tuple[Path, os.stat_result]] = []

    def unreadable(path: Path, error: OSError) -> None:
        failed.append(unread(path, error, context))

    for told in named(args):
        try:
            path = context.files.readable(told)
        except ExecutorError as error:
            if "entries" not in args:
                raise
            failed.append(failure(told, error, context.lang))
            continue
        if not path.is_dir():
            found += _looked([path], unreadable)
            continue
        inside = walk(path, context, recursive=True, hidden=pattern.startswith("."), failed=unreadable)
        found += _looked((Path(entry.path) for entry in inside if fits(entry.name)), unreadable)
    return found


def _looked(paths: Iterable[Path], failed: Callable[[Path, OSError], None]) -> Iterator[tuple[Path, os.stat_result]]:
    """What the system tells of each; what cannot be looked at is told to ``failed``, what went meanwhile is not."""
    for path in paths:
        try:
            yield path, path.lstat()
        except FileNotFoundError:
            continue
        except OSError as error:
            failed(path, error)


def _summary(key: str, fields: dict[str, Any], context: ExecutorContext, **facts: Any) -> str:
    lang = context.lang
    told = {
        name: size_text(value, lang) if name in ("size", "wasted") else number_text(value, lang)
        for name, value in fields.items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }
    if not facts.get("where"):
        facts["where"] = text(lang, "summary.these")
        key = f"{key}_found" if has(lang, f"summary.{key}_found") else key
    return text(lang, f"summary.{key}", **told, **facts)


def _digest(path: Path, context: ExecutorContext, most: int | None = None) -> str:
    """SHA-256 of a file, or of its beginning."""
    made = sha256()
    with context.files.open(path) as stream:
        while data := stream.read(CHUNK if most is None else most):
            made.update(data)
            if most is not None:
                break
            context.check_cancelled()
    return made.hexdigest()


def _hashes(
    files: list[tuple[Path, os.stat_result]],
    failed: list[dict[str, Any]],
    fields: dict[str, Any],
    context: ExecutorContext,
) -> dict[str, Any]:
    zone = context.clock.now().tzinfo

    def one(item: tuple[Path, os.stat_result]) -> dict[str, Any]:
        path, found = item
        return {**file_entry(path, found, context.files.shown(path), zone), "hash": _digest(path, context)}

    entries, more = each(files, one, lambda item: context.files.shown(item[0]), context.lang)
    if len(entries) == 1:
        fields["hash"] = entries[0]["hash"]
        fields["summary"] = f"{entries[0]['hash']}  {entries[0]['path']}"
    else:
        fields["summary"] = _summary("files_hash", fields, context, where=fields["path"])
    return answer(entries, [*failed, *more], **fields)


def _duplicates(
    files: list[tuple[Path, os.stat_result]],
    failed: list[dict[str, Any]],
    fields: dict[str, Any],
    context: ExecutorContext,
) -> dict[str, Any]:
    """Files of the same content, group by group, those that waste most first; empty files do not count."""
    zone = context.clock.now().tzinfo
    by_content = _alike(files, failed, context)
    groups = sorted(by_content.items(), key=lambda group: (-group[1][0][1].st_size * (len(group[1]) - 1), group[0]))
    entries = [
        {**file_entry(path, found, context.files.shown(path), zone), "hash": digest, "group": number}
        for number, (digest, group) in enumerate(groups, start=1)
        for path, found in group
    ]
    fields["groups"] = len(groups)
    fields["wasted"] = sum(group[0][1].st_size * (len(group) - 1) for _, group in groups)
    key = "files_duplicates" if groups else "files_no_duplicates"
    fields["summary"] = _summary(key, fields, context, where=fields["path"])
    # Looking went well even where nothing was found: only a search in which nothing could be read fails.
    return {**answer(entries, failed, ok_count=len(files), **fields), "ok_count": len(entries)}


def _alike(
    files: list[tuple[Path, os.stat_result]], failed: list[dict[str, Any]], context: ExecutorContext
) -> dict[str, list[tuple[Path, os.stat_result]]]:
    """Groups by SHA-256: first by size, then by the first bytes, so that few are read whole."""
    alone: dict[tuple[int, int], tuple[Path, os.stat_result]] = {}
    for path, found in files:
        alone.setdefault((found.st_dev, found.st_ino), (path, found))  # two names of one file waste nothing
    sizes: defaultdict[int, list[tuple[Path, os.stat_result]]] = defaultdict(list)
    for path, found in alone.values():
        if found.st_size:
            sizes[found.st_size].append((path, found))
    groups: dict[str, list[tuple[Path, os.stat_result]]] = {}
    candidates = [group for group in sizes.values() if len(group) > 1]
    for done, group in enumerate(candidates):
        context.progress(done, len(candidates))
        for likely in _split(group, HEAD, failed, context).values():
            if len(likely) > 1:
                whole = _split(likely, None, failed, context)
                groups |= {digest: same for digest, same in whole.items() if len(same) > 1}
    return groups


def _split(
    group: Iterable[tuple[Path, os.stat_result]],
    most: int | None,
    failed: list[dict[str, Any]],
    context: ExecutorContext,
) -> dict[str, list[tuple[Path, os.stat_result]]]:
    """The files by the digest of their beginning, or of the whole."""
    found: defaultdict[str, list[tuple[Path, os.stat_result]]] = defaultdict(list)
    for path, looked in group:
        context.check_cancelled()
        try:
            found[_digest(path, context, most)].append((path, looked))
        except ExecutorError as error:
            if error.key == "timed_out":
                raise
            failed.append(failure(context.files.shown(path), error, context.lang))
    return found
