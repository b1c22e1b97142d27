"""Fields of entries: which one is meant, and how its values compare."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any

from metnos_cli.errors import ErrorClass, ExecutorError
from metnos_cli.executors.amounts import as_number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.records import Lang

SYNONYMS: Mapping[str, str] = {
    "dimensione": "size", "dimensioni": "size", "grandezza": "size", "peso": "size", "bytes": "size", "length": "size",
    "nome": "name", "titolo": "title", "testo": "text", "percorso": "path", "indirizzo": "url",
    "data": "modified", "date": "modified", "modifica": "modified", "modified_at": "modified", "mtime": "modified",
    "time": "modified", "tipo": "kind", "type": "kind", "estensione": "extension", "ext": "extension",
    "suffix": "extension", "memoria": "memory", "ram": "memory", "utente": "user", "username": "user",
    "processore": "cpu", "conteggio": "count", "numero": "count", "gruppo": "group",
}  # fmt: skip
"""What plans and people call fields, and what the entries call them."""
_ISO = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?")


def field_of(entries: Sequence[Mapping[str, Any]], told: str) -> str:
    """The entries' own name of a field.

    Args:
        entries: What is looked into; of none, any name is right.
        told: As the plan names it.

    Raises:
        ExecutorError: ``wrong_args``: no entry has such a field; the facts list those there are.
    """
    names: dict[str, str] = {}
    for entry in entries:
        for name in entry:
            names.setdefault(name.casefold(), name)
    wanted = told.strip().casefold()
    for candidate in (wanted, SYNONYMS.get(wanted, wanted), *_same_meaning(wanted)):
        if candidate in names:
            return names[candidate]
    if not entries:
        return told
    raise ExecutorError(ErrorClass.WRONG_ARGS, "no_field", field=told, fields=", ".join(sorted(names.values())))


def _same_meaning(wanted: str) -> list[str]:
    """A time is ``modified`` in files, ``date`` in messages; a name is a title where there is no name."""
    if SYNONYMS.get(wanted, wanted) == "modified":
        return ["date", "start", "started", "due"]
    return ["title", "path", "url"] if wanted in ("name", "nome") else []


def moment(value: Any) -> datetime | None:
    """The value as a moment, when it spells one."""
    if not isinstance(value, str) or not _ISO.fullmatch(value.strip()):
        return None
    try:
        return datetime.fromisoformat(value.strip())
    except ValueError:
        return None


def sort_key(value: Any, lang: Lang) -> tuple[int, Any]:
    """Something to sort by: numbers before moments before texts."""
    number = as_number(value, lang)
    if number is not None:
        return 0, number
    at = moment(value)
    if at is not None:
        return 1, at.timestamp()
    return 2, natural(str(value))


def natural(text: str) -> list[tuple[int, Any]]:
    """Texts in the order in which people expect them: ``file2`` before ``file10``."""
    parts = re.split(r"(\d{1,18})", text.casefold())
    return [(0, int(part)) if place % 2 else (1, part) for place, part in enumerate(parts)]
