"""Counts what taught examples prove: per family of frameworks, and across families."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metnos_cli.memory.induction.context import NAMES, Around, around, core, opens_clause
from metnos_cli.memory.induction.family import LITERAL, PARTS, UNCLEAR, Supply
from metnos_cli.memory.induction.signatures import difference, pair_of
from metnos_cli.memory.shape import name_of
from metnos_cli.memory.view import TIME_DIMS

if TYPE_CHECKING:
    from metnos_cli.memory.align import Kind, Segment
    from metnos_cli.memory.induction.family import Example, Family, Shared
    from metnos_cli.memory.view import Span, View


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
    _count_value(example, segment, stems, family, shared)
    family.phrases[stems][role] += 1
    family.longest, shared.longest = max(family.longest, len(stems)), max(shared.longest, len(stems))
    family.rivals |= {frozenset((role, other)) for other in family.phrases[stems] if other != role}
    if len(family.phrases[stems]) > 1:
        family.mixed.update(family.phrases[stems])
    family.settings[setting_of(view, segment.first, segment.last, owners)].add(role)
    shared.phrases[stems].setdefault(name, set()).add(family.name)
    family.leads[role, "L"][placed.lead] += 1
    family.leads[role, "R"][placed.after] += 1
    shared.leads[name][placed.lead] += 1
    if isinstance(example.shape.values.get(role), list):
        family.listed.add(role)
    if opens_clause(view, segment.first):
        shared.clauses[name].add(stems)
    _count_name(view, segment, placed, family)
    if not spans:
        _count_text(view, segment, placed, family)
        _count_article(example, segment, family)
    for stem in stems:
        family.members[stem].add(role)
        family.member_keys.update(view.lexicon.keys(stem))
        shared.members.add(stem)
    if len(stems) == 1 and stems[0] in view.lexicon.pointing:
        shared.pointing[name].add(stems[0])


def _count_value(example: Example, segment: Segment, stems: tuple[str, ...], family: Family, shared: Shared) -> None:
    """A value as it was taught, and the words that it stood in."""
    role, words = segment.role, example.view.words[segment.first : segment.last]
    value = _taught(example, segment)
    family.values[stems, role][value] += 1
    shared.values[stems, name_of(role)][value] += 1
    family.said.add(tuple(word.stem for word in words))
    family.surfaces[stems].add(tuple(word.key for word in words))
    family.forms[role].add(segment.kind == "words")
    family.letters[role].add(value == example.view.slice(segment.first, segment.last))
    if len({folded(told) for told in family.values[stems, role]}) > 1:
        family.inflected.add(role)


def _count_name(view: View, segment: Segment, placed: Around, family: Family) -> None:
    if is_name(view, segment.first, segment.last):
        stems = view.stems(segment.first, segment.last)
        for key in ((placed.preposition, placed.before), (placed.preposition,)):
            family.names[key].setdefault(segment.role, set()).add(stems)


def _count_text(view: View, segment: Segment, placed: Around, family: Family) -> None:
    """Words that are no value of a kind: what stood in their place, and right before a name."""
    role, stems = segment.role, view.stems(segment.first, segment.last)
    there = family.openings[placed.preposition, placed.before]
    there.setdefault(role, set()).add(stems)
    family.rivals |= {frozenset((role, other)) for other in there if other != role}
    if segment.first and placed.preposition is None and not view.words[segment.first - 1].function:
        ends = family.texts[placed.before].setdefault(role, {})
        ends.setdefault(placed.after, set()).add(stems)
    if segment.last < len(view) and not view.words[segment.last - 1].capital:
        key = kind_key(view, segment.last, placed)
        if key is not None:
            family.kinds[key].setdefault(role, set()).add(stems)


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


def kind_key(view: View, place: int, placed: Around) -> tuple[str | None, str] | None:
    """What tells the kind of a thing that is named next: the words before it; before "called" any words will do."""
    if view.words[place].key in view.lexicon.naming:
        return (None, NAMES)
    return (placed.preposition, placed.before) if view.words[place].capital else None


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
