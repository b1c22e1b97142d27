"""Every sentence a user reads, by language and key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from metnos_cli.records import Lang

FOLDER = Path(__file__).parent
"""``importlib.resources`` would import tempfile, shutil and the compressors at every start."""


@cache
def sentences(lang: Lang) -> Mapping[str, Any]:
    """The nested table of one language, parsed once."""
    import tomllib

    return tomllib.loads(_content(lang))


@cache
def section(lang: Lang, name: str) -> Mapping[str, Any]:
    """One top-level table of a language, read without the others; empty when there is none.

    A command needs a few sentences out of hundreds, and reading them all costs it more than its answer.
    """
    import tomllib

    _, found, after = f"\n{_content(lang)}".partition(f"\n[{name}]\n")
    table: Mapping[str, Any] = tomllib.loads(after.partition("\n[")[0] + "\n") if found else {}
    return table


@cache
def _content(lang: Lang) -> str:
    return FOLDER.joinpath(f"{lang}.toml").read_text(encoding="utf-8")


def text(lang: Lang, key: str, /, **facts: Any) -> str:
    """One sentence.

    Args:
        lang: The user's language.
        key: Dotted path, such as ``error.empty_request``.
        facts: Values for ``{name}`` in the sentence.

    Raises:
        KeyError: There is no such sentence, or it names a value that was not given.
    """
    found = raw(lang, key)
    return found.format_map(facts) if facts or "{" in found else found


def raw(lang: Lang, key: str) -> str:
    """One sentence with its ``{name}`` still in it.

    Raises:
        KeyError: There is no such sentence.
    """
    name, _, rest = key.partition(".")
    found: Any = section(lang, name)
    for part in rest.split("."):
        found = found[part]
    if not isinstance(found, str):
        raise KeyError(key)
    return found


def has(lang: Lang, key: str) -> bool:
    """Whether there is a sentence under this key."""
    name, _, rest = key.partition(".")
    found: Any = section(lang, name)
    for part in rest.split("."):
        if not isinstance(found, Mapping) or part not in found:
            return False
        found = found[part]
    return isinstance(found, str)
