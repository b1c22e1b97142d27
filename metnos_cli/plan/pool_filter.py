"""Keeps out of the pool what the request does not call for: escape routes, and executors bound to one provider."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.records import Request

_WORD = re.compile(r"\w+")
Phrases = tuple[tuple[str, ...], ...]


def filter_pool_for_grammar(pool: Sequence[Manifest], request: Request | str) -> tuple[Manifest, ...]:
    """The executors of a pool that a request calls for, in their order.

    An escape route (``get_inputs``, ``request_new_executor``, ``get_location``) stays only when one of its markers
    stands in the request as whole words ("qua" inside "qualcosa" does not count); an executor whose name ends in a
    provider (``find_messages_imap``) only when a marker of that provider does. Pure and deterministic.

    Args:
        pool: Executors.
        request: The request, or its text.

    Returns:
        What stays; the whole pool when nothing would.
    """
    text = request if isinstance(request, str) else request.text
    words = tuple(_WORD.findall(text.casefold()))
    kept = tuple(manifest for manifest in pool if _called_for(manifest, words))
    return kept or tuple(pool)


def _called_for(manifest: Manifest, words: tuple[str, ...]) -> bool:
    escapes, providers = _markers()
    wanted = escapes.get(manifest.name)
    if wanted is None and manifest.qualifier:
        wanted = providers.get(manifest.qualifier.rpartition("_")[2])
    return wanted is None or any(_stands_in(phrase, words) for phrase in wanted)


def _stands_in(phrase: tuple[str, ...], words: tuple[str, ...]) -> bool:
    length = len(phrase)
    return any(words[start : start + length] == phrase for start in range(len(words) - length + 1))


@cache
def _markers() -> tuple[Mapping[str, Phrases], Mapping[str, Phrases]]:
    """Markers of both languages, by executor and by provider: a request may mix them."""
    import tomllib

    told = tomllib.loads(resources.files("metnos_cli.plan").joinpath("pool_markers.toml").read_text(encoding="utf-8"))
    return _phrases(told["escape"]), _phrases(told["provider"])


def _phrases(tables: Mapping[str, Mapping[str, Sequence[str]]]) -> dict[str, Phrases]:
    return {
        name: tuple(tuple(_WORD.findall(phrase.casefold())) for phrases in by_lang.values() for phrase in phrases)
        for name, by_lang in tables.items()
    }
