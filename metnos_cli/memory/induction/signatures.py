"""Keeps the examples of a family by their literal words, and finds those whose words are nearly or wholly given."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, ItemsView, Iterator

    from metnos_cli.memory.induction.family import Example

Signature = tuple[str, ...]
"""Stems of literal words, sorted."""


class Signatures:
    """Signature -> examples, in the order in which the signatures were first taught.

    Comparing each new signature with all the others would make a family of n wordings cost n squared, so those that
    differ in one word are found by what is left of them without one word.
    """

    def __init__(self) -> None:
        self._examples: dict[Signature, list[Example]] = {}
        self._order: dict[Signature, int] = {}
        self._shortened: defaultdict[Signature, list[Signature]] = defaultdict(list)
        self._first: defaultdict[str, list[Signature]] = defaultdict(list)

    def __len__(self) -> int:
        return len(self._examples)

    def __getitem__(self, signature: Signature) -> list[Example]:
        return self._examples[signature]

    def get(self, signature: Signature) -> list[Example] | None:
        """The examples with exactly these words."""
        return self._examples.get(signature)

    def items(self) -> ItemsView[Signature, list[Example]]:
        """(signature, examples)."""
        return self._examples.items()

    def __iter__(self) -> Iterator[Signature]:
        return iter(self._examples)

    def add(self, example: Example) -> None:
        """Take in one example."""
        signature = example.signature
        known = self._examples.get(signature)
        if known is not None:
            known.append(example)
            return
        self._order[signature] = len(self._examples)
        self._examples[signature] = [example]
        for key in _shortened(signature):
            self._shortened[key].append(signature)
        if signature:
            self._first[signature[0]].append(signature)

    def near(self, signature: Signature) -> list[Signature]:
        """Other signatures that differ by one word more, one less, or one in place of another."""
        found = {other: None for key in _shortened(signature) for other in self._shortened.get(key, ())}
        found.pop(signature, None)
        return list(found)

    def within(self, stems: Collection[str]) -> list[Signature]:
        """Signatures of at least one word, all of whose words are among these."""
        held = set(stems)
        found = [signature for stem in held for signature in self._first.get(stem, ()) if held.issuperset(signature)]
        return sorted(found, key=self._order.__getitem__)


def _shortened(signature: Signature) -> set[Signature]:
    """A signature, and what is left of it without each of its words."""
    return {signature, *(signature[:place] + signature[place + 1 :] for place in range(len(signature)))}


def difference(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """What only the first holds, and what only the second holds, repetition counted."""
    gone: list[str] = []
    come = list(other)
    for held in one if one != other else ():
        if held in come:
            come.remove(held)
        else:
            gone.append(held)
    return gone, come if one != other else []


def pair_of(one: str, other: str) -> tuple[str, str]:
    """Two words in one order."""
    return (one, other) if one <= other else (other, one)
