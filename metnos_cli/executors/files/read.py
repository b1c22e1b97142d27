"""read_files: the text of files; the rows of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.answer import answer, as_text, failure
from metnos_cli.executors.files.entry import EXACT, as_named, named
from metnos_cli.executors.pdf import MAGIC, read_pdf
from metnos_cli.executors.textual import decode

if TYPE_CHECKING:
    from pathlib import Path

    from metnos_cli.ports import ExecutorContext

NO_TEXT = frozenset({"file_binary", "pdf_without_text", "file_too_large"})
"""Why a file among many has nothing to read."""
FILE_BYTES = 20_000_000
TABLES = {".csv": "\t|;,", ".tsv": "\t"}
"""Endings of tables, and what may divide their columns; of two that fit equally the first."""


def read_files(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """One entry per file, or per row of a table; ``text`` is all of it.

    Raises:
        ExecutorError: By class, when nothing could be read.
    """
    entries: list[dict[str, Any]] = []
    texts: list[str] = []
    failed: list[dict[str, Any]] = []
    skipped: list[dict[str, Any]] = []
    notes: list[Any] = []
    paths = named(args)
    for done, path in enumerate(paths, start=1):
        context.check_cancelled()
        try:
            found = context.files.readable(path)
            rows = _ends(_read(found, context, notes), args)
        except ExecutorError as error:
            if "entries" in args and error.key in NO_TEXT:
                skipped.append(failure(path, error, context.lang))
            else:
                failed.append(failure(path, error, context.lang))
            continue
        entries += rows
        texts.append(_whole(rows, found, context, several=len(paths) > 1))
        context.progress(done, len(paths))
    if not texts:
        failed += skipped  # of many files those without text are passed over, but all of them is an answer too few
    cut = {"notes": notes} if notes else {}
    return answer(entries, failed, ok_count=len(texts), text="\n\n".join(texts), skipped=len(skipped), **cut)


def _ends(rows: list[dict[str, Any]], args: dict[str, Any]) -> list[dict[str, Any]]:
    """The lines at the beginning and at the end that are asked for, in their order: of a table its rows; else all."""
    first, last = int(args.get("first_lines") or 0), int(args.get("last_lines") or 0)
    if not first and not last:
        return rows
    whole = rows[0] if len(rows) == 1 and "text" in rows[0] and "size" in rows[0] else None
    if whole is None:
        return _cut(rows, first, last)
    lines = _cut(str(whole["text"]).splitlines(), first, last)
    return [{**whole, "text": "\n".join(lines), **({"lines": len(lines)} if "lines" in whole else {})}]


def _cut(many: list[Any], first: int, last: int) -> list[Any]:
    """What stands among the first or the last."""
    return [one for at, one in enumerate(many) if at < first or at >= len(many) - last]


def _whole(rows: list[dict[str, Any]], path: Path, context: ExecutorContext, *, several: bool) -> str:
    text = "\n".join(str(row["text"]) for row in rows)
    return f"## {as_text(context.files.shown(path))}\n\n{text}" if several else text


def _read(path: Path, context: ExecutorContext, notes: list[Any]) -> list[dict[str, Any]]:
    """The entries of one file; what the user should know of it is added to the notes."""
    shown = context.files.shown(path)
    with context.files.open(path) as stream:
        data = stream.read(FILE_BYTES + 1)
    if len(data) > FILE_BYTES:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "file_too_large", path=shown, limit=FILE_BYTES)
    told = {**as_named(path, shown), "size": len(data)}
    if data.startswith(MAGIC) or path.suffix.lower() == ".pdf":
        found = read_pdf(data, shown, context)
        if not found.text:
            raise ExecutorError(ErrorClass.WRONG_ARGS, "pdf_without_text", path=shown)
        return [{**told, "text": found.text, "title": found.title, "pages": found.pages}]
    text = decode(data)
    if text is None:
        raise ExecutorError(ErrorClass.WRONG_ARGS, "file_binary", path=shown)
    if path.suffix.lower() in TABLES:
        return _rows(text, TABLES[path.suffix.lower()], told, context, notes)
    return [{**told, "text": text, "lines": len(text.splitlines())}]


def _rows(
    text: str, dividers: str, told: dict[str, Any], context: ExecutorContext, notes: list[Any]
) -> list[dict[str, Any]]:
    """One entry per row of a table, a field per column; the whole text where there are no rows."""
    from metnos_cli.executors.files.tables import read_table

    table = read_table(text, dividers, context.lang, context.check_cancelled)
    if table is None:
        return [{**told, "text": text}]
    if table.total > len(table.rows):
        notes.append(["table_cut", {"path": told["path"], "rows": table.total, "kept": len(table.rows)}])
    whose = {name: told[name] for name in ("path", EXACT) if name in told}
    for row in table.rows:
        if "path" not in row:
            row.update(whose)
    return list(table.rows)
