"""Narrows executors to one request: arguments that it gives no value for go, and values are those that it holds.

A grammar made of narrowed executors cannot write a path, an address, a number or a time that was not asked for.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from metnos_cli.executors.manifest import digest_of
from metnos_cli.plan.intent import clauses_of, spoken
from metnos_cli.plan.lexicon.named import with_names
from metnos_cli.plan.lexicon.tokens import tokenize
from metnos_cli.plan.sketch.cues import find_extreme, find_named
from metnos_cli.plan.sketch.kinds import DIMS, argument_kinds
from metnos_cli.plan.sketch.shifting import SHIFT
from metnos_cli.text.slots.argument import as_argument

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.executors.manifest import Manifest
    from metnos_cli.records import Request, Step

GROUNDED = ("path", "url", "email", "time", "duration", "number")
"""Kinds of arguments whose values stand in the request."""


def narrowed(pool: Sequence[Manifest], request: Request, draft: Sequence[Step] = ()) -> tuple[Manifest, ...]:
    """The pool with its arguments cut down to what a request can fill.

    Args:
        pool: The executors.
        request: What was asked.
        draft: Steps whose values count as given too.
    """
    given = _given(request)
    for step in draft:
        manifest = next((one for one in pool if one.name == step.tool), None)
        for name, value in step.args.items():
            kind = argument_kinds(manifest).get(name, "") if manifest else ""
            if kind in GROUNDED and value not in given[kind]:
                given[kind].append(value)
    return tuple(_narrow(manifest, given) for manifest in pool)


def _given(request: Request) -> dict[str, list[Any]]:
    """Kind of argument -> values that the request holds for it."""
    words = spoken(request)
    given: dict[str, list[Any]] = {kind: [] for kind in GROUNDED}
    for token in with_names(tokenize(request), request.text, words):
        if token.slot is None:
            continue
        value = as_argument(token.slot)
        for kind in GROUNDED:
            fits = token.slot.dim in DIMS[kind] and (kind != "number" or not isinstance(value, str))
            if fits and value not in given[kind]:
                given[kind].append(value)
    for clause in clauses_of(request, words):
        order = find_extreme(clause, words)
        if order is not None and order.limit is not None and order.limit not in given["number"]:
            given["number"].append(order.limit)
        named = find_named(clause, words)
        if named is not None:
            given["path"] += [f"{str(path).rstrip('/')}/{named.text}" for path in given["path"]]
    return given


def _narrow(manifest: Manifest, given: Mapping[str, Sequence[Any]]) -> Manifest:
    """One executor with its arguments cut down; required ones without a value stay as they are."""
    kinds = argument_kinds(manifest)
    required = set(manifest.args.get("required", ()))
    properties: dict[str, Any] = {}
    for name, schema in manifest.args.get("properties", {}).items():
        kind = kinds[name]
        if kind not in GROUNDED:
            properties[name] = schema
        elif given[kind]:
            either_way = [f"-{value}" for value in given[kind]] if name == SHIFT else []
            properties[name] = {"enum": [*given[kind], *either_way]}
        elif name in required or _is_alternative(manifest, name):
            properties[name] = schema
    args = {**manifest.args, "properties": properties}
    # Grammars are kept by digest: the same executor narrowed to another request is another executor.
    return replace(manifest, args=args, digest=digest_of([manifest.digest, args]))


def _is_alternative(manifest: Manifest, name: str) -> bool:
    """Whether one of several required alternatives needs this argument."""
    options = [*manifest.args.get("oneOf", ()), *manifest.args.get("anyOf", ())]
    return any(name in option.get("required", ()) for option in options)
