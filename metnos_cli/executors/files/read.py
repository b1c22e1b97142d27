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
TABLES = {".csv": ",;\t|", ".tsv": "\t"}
"""Endings of tables, and what may divide their columns."""


def read_files(args: dict[str, Any], context: ExecutorContext) -> dict[str, Any]:
    """One entry per file, or per row of a table; ``text`` is all of it.

    Raises:
        ExecutorError: By class, when nothing could be read.
    """
    entries: list[dict[str, Any]] = []
    texts: list[str] = []
    failed: list[dict[str, Any]] = []
    skipped: list[dict[str, Any]] = []
    paths = named(args)
    for done, path in enumerate(paths, start=1):
        context.check_cancelled()
        try:
            found = context.files.readable(path)
            rows = _read(found, context)
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
    return answer(entries, failed, ok_count=len(texts), text="\n\n".join(texts), skipped=len(skipped))


def _whole(rows: list[dict[str, Any]], path: Path, context: ExecutorContext, *, several: bool) -> str:
    text = "\n".join(str(row["text"]) for row in rows)
    return f"## {as_text(context.files.shown(path))}\n\n{text}" if several else text


def _read(path: Path, context: ExecutorContext) -> list[dict[str, Any]]:
    """The entries of one file."""
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
        return _rows(text, TABLES[path.suffix.lower()], told, context)
    return [{**told, "text": text, "lines": len(text.splitlines())}]


def _rows(text: str, dividers: str, told: dict[str, Any], context: ExecutorContext) -> list[dict[str, Any]]:
    """One entry per row of a table, a field per column; numbers are numbers."""
    import csv
    import io

    try:
        dialect: Any = csv.Sniffer().sniff(text[:10_000], dividers)
    except csv.Error:
        dialect = csv.excel
    try:
        header, *rows = [row for row in csv.reader(io.StringIO(text), dialect) if row] or [[]]
    except csv.Error:
        return [{**told, "text": text}]
    if not rows:
        return [{**told, "text": text}]
    names = [name.strip() or f"column_{place}" for place, name in enumerate(header, start=1)]
    divider = str(dialect.delimiter)
    entries = []
    for row in rows:
        cells = {name: _cell(cell, divider, context) for name, cell in zip(names, row, strict=False)}
        line = ", ".join(f"{name}: {cell}" for name, cell in zip(names, row, strict=False) if cell.strip())
        whose = {} if "path" in cells else {name: told[name] for name in ("path", EXACT) if name in told}
        entries.append({"text": line, **cells, **whose})
    return entries


def _cell(cell: str, divider: str, context: ExecutorContext) -> Any:
    """The cell's number when it is one, otherwise its text; long runs of figures are codes, not amounts."""
    from metnos_cli.executors.amounts import as_number

    told = cell.strip()
    if (told.startswith("0") and told[1:2].isdigit()) or len(told) > 15:
        return told
    # A table divided by semicolons has decimal commas; one divided by commas has decimal points.
    number = as_number(told, "it" if divider == ";" else "en" if divider == "," else context.lang)
    return told if number is None else number
