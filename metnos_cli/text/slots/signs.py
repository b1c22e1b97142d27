"""Names that no language owns: file name extensions and top-level domains."""

from __future__ import annotations

from functools import cache
from importlib import resources


@cache
def signs(table: str) -> frozenset[str]:
    """One set of names: ``extensions``, ``not_alone`` or ``domains``; read on first use."""
    import tomllib

    told = tomllib.loads(resources.files(__package__).joinpath("signs.toml").read_text(encoding="utf-8"))
    return frozenset(told[table].split())
