"""Tells in which orders an executor gives its entries by itself, and lifts a limit that was only a default."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.plan.lexicon.tokens import tokens_of
from metnos_cli.plan.sketch import cues
from metnos_cli.plan.sketch.clauses import find_verb

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.plan.lexicon import Lexicon


def own_orders(manifest: Manifest, words: Lexicon) -> frozenset[tuple[str, str]]:
    """Orders in which an executor gives its entries by itself: its examples ask for "the last 3" by a limit alone."""
    if "limit" not in manifest.args.get("properties", {}):
        return frozenset()
    examples = [one for one in manifest.examples if one.lang == words.lang and "limit" in one.args]
    orders = [cues.find_extreme(find_verb(tokens_of(one.text, ()), words), words) for one in examples]
    told = zip(orders, examples, strict=True)
    return frozenset((one.key, one.order) for one, example in told if one and one.limit == example.args["limit"])


def without_limit(args: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments without the limit, which was lifted before it was known that an order is wanted."""
    return {name: value for name, value in args.items() if name != "limit"}
