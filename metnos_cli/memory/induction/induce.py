"""Keeps what was taught, family by family, and finds the one reading that it gives to a new request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metnos_cli.memory.induction.compose import compose
from metnos_cli.memory.induction.decide import MOST_STEPS, all_well_known, amounts_told, contested
from metnos_cli.memory.induction.evidence import add, folded
from metnos_cli.memory.induction.family import Example, Family, Shared
from metnos_cli.memory.induction.follow import follow
from metnos_cli.memory.induction.opening import continued
from metnos_cli.memory.induction.presence import SHARED_BY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from metnos_cli.memory.induction.reading import Reading
    from metnos_cli.memory.view import View


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """More than one reading: nothing is served."""

    readings: tuple[Reading, ...]
    """The readings."""


class Inducer:
    """Templates that several examples teach together."""

    def __init__(self) -> None:
        self._families: dict[str, Family] = {}
        self._shared = Shared()

    def add(self, example: Example) -> None:
        """Learn from one example."""
        family = self._families.setdefault(example.shape.family, Family(example.shape.family))
        add(example, family, self._shared)

    def read(self, view: View) -> Reading | Ambiguous | None:
        """What a request means by the examples: exactly one reading, several, or none."""
        found: dict[tuple[str, str], Reading] = {}
        for family in self._families.values():
            for reading in self._readings(view, family):
                if not amounts_told(view, reading.pieces, family, self._shared) or self._far_fetched(
                    view, reading, family
                ):
                    continue
                if contested(view, reading.pieces, family) or not all_well_known(view, reading, family):
                    continue
                told = repr(sorted((role, folded(value)) for role, value in reading.values.items()))
                best = found.get((family.name, told))
                if best is None or reading.steps < best.steps:
                    found[family.name, told] = reading
        if len(found) > 1:
            return Ambiguous(tuple(found.values()))
        return next(iter(found.values()), None)

    def told(self, stems: frozenset[str]) -> bool:
        """Whether any of these stems was part of an argument, in whatever family."""
        return not stems.isdisjoint(self._shared.members)

    def _readings(self, view: View, family: Family) -> Iterator[Reading]:
        for told in continued(view, family):
            yield told
            return
        reading = compose(view, family, self._shared)
        if reading is not None:
            yield reading
            return
        stems = {word.stem for word in view.words}
        for signature in family.signatures.within(stems):
            for example in family.signatures[signature]:
                other = follow(view, example, family, self._shared)
                if other is not None:
                    yield other

    def _far_fetched(self, view: View, reading: Reading, family: Family) -> bool:
        """Whether more was inferred than one lone literal word can carry: less still if others use it more."""
        words = reading.example.signature
        if len(words) >= SHARED_BY or (words and any(word.key in view.lexicon.naming for word in view.words)):
            return False
        elsewhere = any(self._shared.literals[word] > 2 * family.literals[word] for word in words)
        guessed = any(piece.how == "free" for piece in reading.pieces)
        return reading.steps >= (MOST_STEPS - 1 if elsewhere and guessed else MOST_STEPS)
