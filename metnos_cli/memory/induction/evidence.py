"""What taught examples prove, counted: per family of frameworks, and across families."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from metnos_cli.memory.align import Alignment, Kind, Segment, signature_of
from metnos_cli.memory.induction.context import NAMES, Around, around, core
from metnos_cli.memory.induction.signatures import Signatures, difference, pair_of
from metnos_cli.memory.shape import name_of
from metnos_cli.memory.view import TIME_DIMS
from metnos_cli.records import Framework

if TYPE_CHECKING:
    from collections.abc import Mapping

    from metnos_cli.memory.shape import Shape
    from metnos_cli.memory.view import Span, View

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
    values: defaultdict[tuple[tuple[str, ...], str], Counter[Any]] = field(default_factory=_counters)
    """(Stems, role) -> values as taught."""
    forms: defaultdict[str, Tally] = field(default_factory=_tallies)
    """Role -> whether its values are the words as they stand (held) or another form of them (failed)."""
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
    listed: set[str] = field(default_factory=set)
    """Roles that took several values at once: two names side by side may be two."""
    members: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Stem -> roles of the values that held it."""
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
    taught: int = 0
    """Examples that count."""
    bare: bool = True
    """Whether every argument stood in words every time: no word of this family has decided anything but the tool."""


@dataclass(slots=True)
class Shared:
    """Evidence from all families together."""

    phrases: defaultdict[tuple[str, ...], dict[str, set[str]]] = field(default_factory=lambda: defaultdict(dict))
    """Stems of a value's words -> argument name -> families in which it had it."""
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
    members: set[str] = field(default_factory=set)
    """Stems that were part of a value anywhere."""
    pointing: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Argument name -> possessives, demonstratives and words of amount that were its value."""
    times: defaultdict[tuple[Any, ...], dict[tuple[str, int], set[str]]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    """Kind of a time and its preposition -> (argument name, function words that belong to it) -> families."""


def add(example: Example, family: Family, shared: Shared) -> None:
    """Count one example; unclear ones prove nothing."""
    family.examples.append(example)
    if not example.alignment.sure:
        return
    for segment in example.alignment.segments:
        _count_segment(example, segment, family, shared)
    _count_literal_values(example, family)
    owners = example.alignment.owners
    literal = [word.stem for word, owner in zip(example.view.words, owners, strict=True) if owner is None]
    family.literals.update(literal)
    shared.literals.update(stem for stem in literal if stem)
    _count_places(example, family)
    _compare(example, family, shared)
    named = set(example.roles) | set(example.constants)
    family.together.update((one, other) for one in named for other in named)
    family.roles.update(set(example.roles))
    family.taught += 1
    family.bare = family.bare and not example.constants
    family.signatures.add(example)


def _count_segment(example: Example, segment: Segment, family: Family, shared: Shared) -> None:
    view, owners = example.view, example.alignment.owners
    role, name = segment.role, name_of(segment.role)
    spans = list(view.spans_in(segment.first, segment.last))
    _count_spans(example, segment, spans, family, shared)
    if segment.kind not in ("words", "form"):
        return
    placed = around(view, segment.first, segment.last, owners)
    stems = view.stems(segment.first, segment.last)
    value = _taught(example, segment)
    family.phrases[stems][role] += 1
    family.rivals |= {frozenset((role, other)) for other in family.phrases[stems] if other != role}
    family.settings[setting_of(view, segment.first, segment.last, owners)].add(role)
    family.values[stems, role][value] += 1
    family.forms[role].add(segment.kind == "words")
    if len({folded(told) for told in family.values[stems, role]}) > 1:
        family.inflected.add(role)
    shared.phrases[stems].setdefault(name, set()).add(family.name)
    shared.values[stems, name][value] += 1
    family.leads[role, "L"][placed.lead] += 1
    family.leads[role, "R"][placed.after] += 1
    shared.leads[name][placed.lead] += 1
    if is_name(view, segment.first, segment.last):
        for key in ((placed.preposition, placed.before), (placed.preposition,)):
            family.names[key].setdefault(role, set()).add(stems)
    if isinstance(example.shape.values.get(role), list):
        family.listed.add(role)
    if not spans:
        there = family.openings[placed.preposition, placed.before]
        there.setdefault(role, set()).add(stems)
        _count_text(view, segment, placed, family)
        if segment.last < len(view) and not view.words[segment.last - 1].capital:
            for key in kind_keys(view, segment.last, placed):
                family.kinds[key].setdefault(role, set()).add(stems)
        family.rivals |= {frozenset((role, other)) for other in there if other != role}
        _count_article(example, segment, family)
    for stem in stems:
        family.members[stem].add(role)
        shared.members.add(stem)
    if len(stems) == 1 and stems[0] in view.lexicon.pointing:
        shared.pointing[name].add(stems[0])


def _count_text(view: View, segment: Segment, placed: Around, family: Family) -> None:
    if segment.first and placed.preposition is None and not view.words[segment.first - 1].function:
        ends = family.texts[placed.before].setdefault(segment.role, {})
        ends.setdefault(placed.after, set()).add(view.stems(segment.first, segment.last))


def _count_spans(example: Example, segment: Segment, spans: list[Span], family: Family, shared: Shared) -> None:
    """The slots and times that a segment's words may have been read from."""
    view, owners = example.view, example.alignment.owners
    for span in spans:
        if segment.first <= core(view, span) and span.last <= segment.last and len(spans) == 1:
            _count_supply(family, shared, view, span, segment, owners)
    for span in view.times.values():
        if segment.kind == "words" and segment.first <= core(view, span) and span.last == segment.last:
            _count_supply(family, shared, view, span, segment, owners)


def _count_places(example: Example, family: Family) -> None:
    view, owners = example.view, example.alignment.owners
    constants = repr(sorted(example.constants.items()))
    for place, word in enumerate(view.words):
        if owners[place] is None and not word.function:
            around_it = around(view, place, place + 1, owners)
            family.settings[setting_of(view, place, place + 1, owners)].add(LITERAL)
            family.places[word.stem].add((around_it.before, around_it.after, constants))


def setting_of(view: View, first: int, last: int, owners: Any) -> tuple[Any, ...]:
    """A phrase with what introduces it and what follows it, a value told by its kind."""
    lead = around(view, first, last, owners).lead
    place = last
    while place < len(view) and view.words[place].article:
        place += 1
    span = next(iter(view.spans_in(place, place + 1)), None) if place < len(view) else None
    after = "$" if place >= len(view) else f"<{span.kind}>" if span is not None else view.base(place)
    return (view.stems(first, last), lead, after)


def kind_keys(view: View, place: int, placed: Around) -> tuple[tuple[str | None, str], ...]:
    """What tells the kind of a thing that is named next: the words before it; before "called" any words will do."""
    if view.words[place].key in view.lexicon.naming:
        return ((None, NAMES),)
    return ((placed.preposition, placed.before),) if view.words[place].capital else ()


def is_name(view: View, first: int, last: int) -> bool:
    """Whether words are written as a name inside a sentence: first and last with a capital, not at its start."""
    return first > 0 and view.words[first].capital and view.words[last - 1].capital


def _taught(example: Example, segment: Segment) -> Any:
    """The value as it was taught (a list's element by its words)."""
    value = example.shape.values.get(segment.role)
    return value if isinstance(value, str) else example.view.slice(segment.first, segment.last)


def _count_article(example: Example, segment: Segment, family: Family) -> None:
    words = example.view.words
    if words[segment.first].article and not words[segment.first].capital:
        family.articles[segment.role].add(True)
    elif segment.first and words[segment.first - 1].article:
        family.articles[segment.role].add(False)


def _count_supply(family: Family, shared: Shared, view: View, span: Span, segment: Segment, owners: Any) -> None:
    """What a value of this kind supplied in these surroundings; its leading function words count as outside."""
    start = core(view, span)
    free = list(owners)
    free[segment.first : start] = [None] * (start - segment.first)
    placed = around(view, start, segment.last, free)
    whole = segment.last == span.last and all(word.function for word in view.words[segment.first : start])
    lead = 0 if segment.kind in ("parts", "slot", "number", "negative") else start - segment.first
    kind: Kind = "number" if segment.kind == "negative" else segment.kind
    supply = Supply(segment.role if whole else UNCLEAR, kind, lead)
    timing = span.kind_after(placed.preposition)
    for key in supply_keys(PARTS if segment.kind == "parts" else timing, placed):
        family.supplies[key][supply] += 1
    if span.slot.dim in TIME_DIMS and kind == "words":
        told = shared.times[timing, placed.preposition]
        told.setdefault((name_of(supply.role), supply.lead), set()).add(family.name)


def _count_literal_values(example: Example, family: Family) -> None:
    """A value that supplied nothing says that its kind may be mere words there."""
    view, owners = example.view, example.alignment.owners
    for span in view.spans.values():
        start = core(view, span)
        if all(owner is None for owner in owners[start : span.last]):
            placed = around(view, start, span.last, owners)
            for key in supply_keys(span.kind_after(placed.preposition), placed):
                family.supplies[key][Supply(LITERAL, "words", 0)] += 1


def supply_keys(kind: str, placed: Around) -> tuple[tuple[Any, ...], ...]:
    """From the closest surroundings to the widest."""
    return (
        (kind, placed.preposition, placed.before, placed.after),
        (kind, placed.preposition, placed.before),
        (kind, placed.preposition, "", placed.after, ""),
        (kind, placed.preposition),
        *(((kind,),) if kind == "recurring" else ()),
    )


def _compare(example: Example, family: Family, shared: Shared) -> None:
    """Minimal pairs: what differs in one place, in the words or in the arguments, and what does not follow it."""
    for other in family.signatures.get(example.signature) or ():
        _compare_arguments(example, other, family, shared)
    for signature in family.signatures.near(example.signature):
        gone, come = difference(signature, example.signature)
        pair = pair_of(gone[0] if gone else "", come[0] if come else "")
        for other in family.signatures[signature]:
            if other.roles == example.roles:
                same = other.constants == example.constants
                family.exchanges[pair].add(same)
                shared.exchanges[pair].add(same)


def _compare_arguments(example: Example, other: Example, family: Family, shared: Shared) -> None:
    gone, come = difference(other.roles, example.roles)
    same = other.constants == example.constants
    if gone or come:
        if len(gone) <= 1 and len(come) <= 1:
            for role in (*gone, *come):
                family.free[role].add(same)
                shared.free[name_of(role)].add(same)
        return
    changed = [
        role
        for role in set(example.roles)
        if folded(example.shape.values.get(role)) != folded(other.shape.values.get(role))
    ]
    if len(changed) == 1:
        family.swaps[changed[0]].add(same)


def folded(value: Any) -> Any:
    """Texts without case and spare white space, lists element by element."""
    if isinstance(value, str):
        return " ".join(value.casefold().split())
    if isinstance(value, list):
        return [folded(held) for held in value]
    return value
