"""Grammars in llama.cpp's notation (GBNF) under which a model cannot write a malformed plan."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from metnos_cli.plan.grammar.framework import framework_grammar, tool_grammar
from metnos_cli.plan.grammar.schema import generate_schema_grammar, unexpressed
from metnos_cli.plan.grammar.skeleton import skeleton
from metnos_cli.plan.grammar.tools import digest, forget_tools
from metnos_cli.plan.pool_filter import filter_pool_for_grammar

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.records import Request

__all__ = [
    "clear_cache",
    "generate_framework_grammar",
    "generate_schema_grammar",
    "generate_tool_grammar",
    "unexpressed",
]

_KEPT = 64
_CACHE: OrderedDict[Hashable, str] = OrderedDict()


def generate_framework_grammar(
    pool: Sequence[Manifest], max_steps: int, request: Request | None = None, *, done: Sequence[Manifest] = ()
) -> str:
    """The grammar of one whole plan; the same pool gives the same text.

    Choosing a tool admits only its own arguments; ``from_step`` and ``${stepN.field}`` can only name an earlier step
    and a field which that step's executor declares; a tool whose schema cannot be written is left out.

    Args:
        pool: Executors that may be called, in any order: the text follows it.
        max_steps: At most so many steps.
        request: When given, escape routes and provider-bound executors that it does not call for are left out.
        done: Executors of steps that have already run; the plan's own steps are counted on from there.

    Raises:
        ManifestError: No executor of the pool has arguments that can be written.
    """
    if request is not None:
        pool = filter_pool_for_grammar(pool, request)
    key = ("framework", _digests(pool), max_steps, _digests(done))
    found = _kept(key)
    return found if found is not None else _keep(key, framework_grammar(pool, max_steps, done))


def generate_tool_grammar(pool: Sequence[Manifest]) -> str:
    """The grammar of one call, its arguments being plain values: for fillers and single calls.

    Args:
        pool: Executors that may be called.

    Raises:
        ManifestError: No executor of the pool has arguments that can be written.
    """
    key = ("tool", _digests(pool))
    found = _kept(key)
    return found if found is not None else _keep(key, tool_grammar(pool))


def clear_cache() -> None:
    """Forget the grammars already made, and the executors already written."""
    _CACHE.clear()
    forget_tools()
    skeleton.cache_clear()


def _digests(pool: Sequence[Manifest]) -> tuple[str, ...]:
    return tuple([digest(manifest) for manifest in pool])


def _kept(key: Hashable) -> str | None:
    found = _CACHE.get(key)
    if found is not None:
        _CACHE.move_to_end(key)
    return found


def _keep(key: Hashable, text: str) -> str:
    _CACHE[key] = text
    if len(_CACHE) > _KEPT:
        _CACHE.popitem(last=False)
    return text
