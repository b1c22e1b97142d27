"""A finished grammar as text: the rules that the root needs, in the order in which they are met."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.plan.grammar.gbnf import names_in

if TYPE_CHECKING:
    from metnos_cli.plan.grammar.gbnf import Rules


def render(rules: Rules) -> str:
    """The text of a grammar that does not depend on what a plan remembers."""
    met = {"root": None}
    waiting = ["root"]
    for name in waiting:  # grows while it is walked
        for needed in sorted(names_in(rules[name])):
            if needed not in met:
                met[needed] = None
                waiting.append(needed)
    return "".join(f"{name} ::= {rules[name]}\n" for name in met)
