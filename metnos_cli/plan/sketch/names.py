"""Tells which words that nobody knows may be names."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from metnos_cli.plan.lexicon.tokens import Token
    from metnos_cli.plan.sketch.clauses import Clause
    from metnos_cli.records import Lang

GERUNDS: Mapping[str, tuple[str, ...]] = {"it": ("ando", "endo"), "en": ("ing",)}
"""Endings of words that tell what is done: none of them is a name."""
WHO: Mapping[str, frozenset[str]] = {"it": frozenset({"che"}), "en": frozenset({"that", "which", "who", "whose"})}
"""Words after which a verb stands."""


def could_be_names(clause: Clause, unknown: Sequence[tuple[int, Token]], lang: Lang) -> bool:
    """Whether unknown words can be names at all: a verb that nobody knows cannot.

    Args:
        clause: Where they stand.
        unknown: Their places, in order, at least one.
        lang: Its language.
    """
    if not clause.verbs and unknown[0][0] == 0:
        return False
    texts = ["", *clause.words]
    if any(texts[place] in WHO[lang] for place, _ in unknown):
        return False  # "that begin with A": what they do
    return not any(token.text.endswith(GERUNDS[lang]) for _, token in unknown)
