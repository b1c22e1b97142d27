"""What the taught examples of a family are kept as, and what they prove of it: examples, counts, shared counts."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from metnos_cli.memory.align import Alignment, Kind, signature_of
from metnos_cli.memory.induction.signatures import Signatures
from metnos_cli.records import Framework

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.memory.shape import Shape
    from metnos_cli.memory.view import View

NOTHING = Framework(())
PARTS = "<parts>"
"""Stands for the kind of any duration whose parts are arguments."""
LITERAL = ""
"""The role of a value that supplies no argument."""
UNCLEAR = "?"
"""The role of a value whose words are only in part those of an argument."""


class Supply(NamedTuple):
    """How a value of a kind became an argument."""

    role: str
    """The argument, ``LITERAL`` or ``UNCLEAR``."""
    kind: Kind
    """How its words became the value."""
    lead: int
    """How many function words before the value's core belong to the argument."""


@dataclass(frozen=True, slots=True)
class Example:
    """A request that was answered well, with its words told apart."""

    entry: int
    """Id of the shortcut that keeps it."""
    view: View
    """The request."""
    shape: Shape
    """What answered it."""
    alignment: Alignment
    """Which words supplied which argument."""
    signature: tuple[str, ...] = ()
    """Stems of its literal words."""
    roles: tuple[str, ...] = ()
    """Arguments that words supply, sorted."""
    framework: Framework = NOTHING
    """The framework itself, for its fillers and final message."""

    @property
    def constants(self) -> Mapping[str, Any]:
        """Arguments that stand in no word."""
        return self.alignment.constants


def example_of(entry: int, view: View, shape: Shape, alignment: Alignment, framework: Framework = NOTHING) -> Example:
    """An example with its signature."""
    return Example(entry, view, shape, alignment, signature_of(view, alignment.owners), alignment.roles, framework)


@dataclass(slots=True)
class Tally:
    """How often something held and how often it did not."""

    held: int = 0
    """For."""
    failed: int = 0
    """Against."""

    def add(self, held: bool) -> None:
        """Count one observation."""
        if held:
            self.held += 1
        else:
            self.failed += 1


def _counters() -> defaultdict[Any, Counter[Any]]:
    return defaultdict(Counter)


def _tallies() -> defaultdict[Any, Tally]:
    return defaultdict(Tally)


@dataclass(slots=True)
class Family:
    """Evidence from the examples of one family."""

    name: str
    """Its digest."""
    examples: list[Example] = field(default_factory=list)
    """In the order in which they were taught."""
    signatures: Signatures = field(default_factory=Signatures)
    """Literal words -> examples."""
    phrases: defaultdict[tuple[str, ...], Counter[str]] = field(default_factory=_counters)
    """Stems of a value's words -> the roles it had."""
    longest: int = 0
    """Words of the longest value."""
    values: defaultdict[tuple[tuple[str, ...], str], Counter[Any]] = field(default_factory=_counters)
    """(Stems, role) -> values as taught."""
    said: set[tuple[str, ...]] = field(default_factory=set)
    """Stems of the words that a value stood in."""
    forms: defaultdict[str, Tally] = field(default_factory=_tallies)
    """Role -> whether its values are the words as they stand (held) or another form of them (failed)."""
    letters: defaultdict[str, Tally] = field(default_factory=_tallies)
    """Role -> whether its values are the words letter by letter (held) or written otherwise (failed)."""
    surfaces: defaultdict[tuple[str, ...], set[tuple[str, ...]]] = field(default_factory=lambda: defaultdict(set))
    """Stems of a value's words -> the words it stood in, folded."""
    inflected: set[str] = field(default_factory=set)
    """Roles whose values kept the form that the words had, in more than one form of a word."""
    literals: Counter[str] = field(default_factory=Counter)
    """Stems that stood as literal words."""
    roles: Counter[str] = field(default_factory=Counter)
    """How many examples have a role."""
    together: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Roles (constants' too) that one framework had together, and how often."""
    supplies: defaultdict[tuple[Any, ...], Counter[Supply]] = field(default_factory=_counters)
    """Kind of value and surroundings -> what it supplied; four grains of surroundings."""
    leads: defaultdict[tuple[str, str], Counter[str]] = field(default_factory=_counters)
    """(role, L or R) -> what introduced it, what followed it."""
    openings: defaultdict[tuple[str | None, str], dict[str, set[tuple[str, ...]]]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    """(preposition, item before) -> roles of free text there, with what they held."""
    texts: defaultdict[str, dict[str, dict[str, set[tuple[str, ...]]]]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    """Item right before -> role of the text there -> item after -> such texts."""
    kinds: defaultdict[tuple[str | None, str], dict[str, set[tuple[str, ...]]]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    """As ``openings``, of words in lower case that stood right before a name (before "called": in one place)."""
    names: defaultdict[tuple[str | None, ...], dict[str, set[tuple[str, ...]]]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    """(preposition, item before), (preposition,) -> roles of capitalised names there, with those names."""
    rivals: set[frozenset[str]] = field(default_factory=set)
    """Pairs of roles that the same words, or words in the same place, have had."""
    mixed: set[str] = field(default_factory=set)
    """Roles that have shared words with another: what a new word is cannot be told from where it stands."""
    listed: set[str] = field(default_factory=set)
    """Roles that took several values at once: two names side by side may be two."""
    members: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Stem -> roles of the values that held it."""
    member_keys: set[str] = field(default_factory=set)
    """Stems that were part of a value, and the classes of words they may be exchanged in."""
    articles: defaultdict[str, Tally] = field(default_factory=_tallies)
    """Role -> whether an article before a value belongs to it."""
    free: defaultdict[str, Tally] = field(default_factory=_tallies)
    """Role -> whether the framework stays the same when the role comes or goes."""
    swaps: defaultdict[str, Tally] = field(default_factory=_tallies)
    """Role -> whether the constants stay the same when its value changes."""
    exchanges: defaultdict[tuple[str, str], Tally] = field(default_factory=_tallies)
    """Two literal words (one may be empty) -> whether the framework stays the same when one replaces the other."""
    settings: defaultdict[tuple[Any, ...], set[str]] = field(default_factory=lambda: defaultdict(set))
    """A phrase in its place -> the roles it had there (``LITERAL``: none)."""
    places: defaultdict[str, set[tuple[str, str, str]]] = field(default_factory=lambda: defaultdict(set))
    """Literal word -> (item before, item after, constants) where it stood: words of one place do the same there."""
    heads: dict[tuple[str, ...], tuple[int, Example]] = field(default_factory=dict)
    """Words that examples open with before a text to the end -> the newest such example, with its number."""
    opened: int = 0
    """Examples whose openings are known."""
    taught: int = 0
    """Examples that count."""
    bare: bool = True
    """Whether every argument stood in words every time: no word of this family has decided anything but the tool."""

    def phrases_of(self, role: str) -> list[tuple[str, ...]]:
        """Stems of the values that a role had."""
        return [stems for stems, roles in self.phrases.items() if role in roles]


@dataclass(slots=True)
class Shared:
    """Evidence from all families together."""

    phrases: defaultdict[tuple[str, ...], dict[str, set[str]]] = field(default_factory=lambda: defaultdict(dict))
    """Stems of a value's words -> argument name -> families in which it had it."""
    longest: int = 0
    """Words of the longest value."""
    values: defaultdict[tuple[tuple[str, ...], str], Counter[Any]] = field(default_factory=_counters)
    """(Stems, argument name) -> values as taught."""
    leads: defaultdict[str, Counter[str]] = field(default_factory=_counters)
    """Argument name -> what introduced it."""
    free: defaultdict[str, Tally] = field(default_factory=_tallies)
    """Argument name -> as in a family."""
    exchanges: defaultdict[tuple[str, str], Tally] = field(default_factory=_tallies)
    """As in a family."""
    literals: Counter[str] = field(default_factory=Counter)
    """Stems that stood as literal words anywhere."""
    clauses: defaultdict[str, set[tuple[str, ...]]] = field(default_factory=lambda: defaultdict(set))
    """Argument name -> values that were an infinitive with all that goes with it."""
    members: set[str] = field(default_factory=set)
    """Stems that were part of a value anywhere."""
    pointing: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Argument name -> possessives, demonstratives and words of amount that were its value."""
    times: defaultdict[tuple[Any, ...], dict[tuple[str, int], set[str]]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    """Kind of a time and its preposition -> (argument name, function words that belong to it) -> families."""
