"""Words of each language that are not values: what tells languages apart, and lemmas that a dictionary gets wrong."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.records import Lang


@cache
def language_words(lang: Lang) -> Mapping[str, Any]:
    """The table of one language, parsed once: ``common`` (a string of words) and ``lemmas`` (word to lemma)."""
    import tomllib

    return tomllib.loads(Path(__file__).with_name(f"{lang}.toml").read_text(encoding="utf-8"))
