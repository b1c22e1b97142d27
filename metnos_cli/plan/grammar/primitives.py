"""The rules that every grammar starts from, read from ``grammars/*.gbnf``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from metnos_cli.plan.grammar.gbnf import STATE, names_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.plan.grammar.gbnf import Rules


def folder() -> Path:
    """Where the grammars lie: beside this module in an installed package, at the top of a checkout."""
    installed = Path(__file__).parent / "golden"
    return installed if installed.is_dir() else Path(__file__).parents[3] / "grammars"


@cache
def primitives() -> Mapping[str, tuple[str, tuple[str, ...]]]:
    """Name -> (body, names of the rules that it refers to); ``@`` at the end of a name is ``STATE`` here."""
    found = {}
    for file in ("json.gbnf", "plan.gbnf"):
        for line in (folder() / file).read_text(encoding="utf-8").splitlines():
            name, defined, body = line.partition(" ::= ")
            if defined and not line.startswith("#"):
                told = body.replace("@", STATE)
                found[name.replace("@", STATE)] = (told, tuple(sorted(names_in(told))))
    return found


@cache
def closure(names: frozenset[str]) -> tuple[str, ...]:
    """These primitives and all that they refer to; rules still to be defined are among them."""
    met = dict.fromkeys(sorted(names))
    waiting = list(met)
    known = primitives()
    for name in waiting:  # grows while it is walked
        for needed in known[name][1] if name in known else ():
            if needed not in met:
                met[needed] = None
                waiting.append(needed)
    return tuple(met)


def use(rules: Rules, name: str) -> str:
    """Make a primitive, and what it refers to, part of a grammar.

    Args:
        rules: The grammar in the making.
        name: A primitive, or a rule that is still to be defined there.

    Returns:
        The name.
    """
    if name not in rules:
        known = primitives().get(name)
        if known is not None:
            rules.set(name, known[0])
            for needed in known[1]:
                use(rules, needed)
    return name
