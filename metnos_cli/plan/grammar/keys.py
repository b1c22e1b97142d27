"""Names of properties that are not declared: any JSON string but some."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from metnos_cli.plan.grammar.gbnf import char_class, choice, literal, sequence
from metnos_cli.plan.grammar.regex import united

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_UNIT = re.compile(r"\\u[0-9a-f]{4}|\\.|.", re.DOTALL)
_SIMPLE = ('\\"', "\\\\", "\\b", "\\f", "\\n", "\\r", "\\t")
_NEVER_RAW = ((0x00, 0x1F), (0x22, 0x22), (0x5C, 0x5C))

_Node = dict[str, Any]


def any_key_but(names: Iterable[str], use: Callable[[str], str]) -> str:
    """GBNF of a JSON string in its quotes that is none of these names, however it is spelt.

    Args:
        names: Names that are taken.
        use: Makes a primitive part of the grammar and gives its name.
    """
    root: _Node = {}
    for name in names:
        node = root
        for unit in _UNIT.findall(json.dumps(name, ensure_ascii=False)[1:-1]):
            node = node.setdefault(unit, {})
        node[""] = {}
    if not root:
        return use("string")
    return sequence(['"\\""', f"({_after(root, use('key-rest'), use)})"])


def _after(node: _Node, rest: str, use: Callable[[str], str]) -> str:
    """What may come next: another character than the names have here, or one of theirs and so on."""
    taken = united(tuple((ord(unit), ord(unit)) for unit in node if len(unit) == 1))
    told = [sequence([char_class(united((*_NEVER_RAW, *taken)), negated=True), rest])]
    told += [sequence([literal(unit), rest]) for unit in _SIMPLE if unit not in node]
    if not any(unit.startswith("\\") for unit in node):
        told.append(sequence([literal("\\u00"), "[01]", use("hex"), rest]))
    if all(ord(unit) < 0x80 for unit in node if len(unit) == 1):
        told.append(sequence([use("high-escape"), rest]))
    for unit, child in node.items():
        if unit:
            told.append(sequence([literal(unit), f"({_after(child, rest, use)})"]))
    if "" not in node:
        told.append('"\\""')
    return choice(told)
