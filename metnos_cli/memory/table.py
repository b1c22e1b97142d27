"""L0 table: answers literal, everyday phrases from a closed list, in microseconds and without anything heavy."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from metnos_cli.messages import text
from metnos_cli.records import LANGS, Framework, Hit, Miss, Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.records import Lang, Request

LAYER = "table"
UNKNOWN = Miss(LAYER, "unknown")


@cache
def rows() -> Mapping[tuple[Lang, str], Mapping[str, Any]]:
    """(language, normal form) -> row of ``table.toml``; parsed once."""
    import tomllib

    told = tomllib.loads(Path(__file__).with_name("table.toml").read_text(encoding="utf-8"))
    return {(lang, phrase): row for row in told["row"] for lang in LANGS for phrase in row[lang].split("\n") if phrase}


def look(normal: str, lang: Lang | None = None) -> Hit | Miss:
    """The table's answer to a request given by its normal form alone.

    A row without an executor becomes a framework without steps whose final message is the answer itself;
    ``bindings["answer"]`` then names it (``help``, ``cancel``, ``thanks`` ...).

    Args:
        normal: Normal form of the request.
        lang: The language to answer in, whichever the phrase is in; None when it is not known: then the phrase tells.
    """
    table = rows()
    if lang is not None and (row := table.get((lang, normal))):
        return _hit(row, lang)
    found = [(said, row) for said in LANGS if (row := table.get((said, normal)))]
    if not found or any(row is not found[0][1] for _, row in found):
        return UNKNOWN
    said, row = found[0]
    return _hit(row, lang or said)


def phrase_lang(normal: str) -> Lang | None:
    """The language of a phrase that stands in the table of one language alone; None for any other."""
    table = rows()
    said = [lang for lang in LANGS if (lang, normal) in table]
    return said[0] if len(said) == 1 else None


def table(request: Request) -> Hit | Miss:
    """The layer: only the normal form and the language count."""
    return look(request.normal, request.lang)


def _hit(row: Mapping[str, Any], lang: Lang) -> Hit:
    name = cast("str", row["name"])
    if "tool" not in row:
        framework = Framework((), {}, text(lang, f"table.{name}"))
        return Hit(LAYER, framework, f"table:{name}", "exact", bindings={"answer": name})
    answer = cast("Mapping[str, str]", row.get("answer", {})).get(lang, "")
    return Hit(LAYER, Framework((Step(row["tool"], {}),), {}, answer), f"table:{name}", "exact")
