"""Reads the only words of a request that nothing explains, where all the rest of it is as in taught examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.memory.align import signature_of
from metnos_cli.memory.gate.words import COPULA
from metnos_cli.memory.induction.context import around
from metnos_cli.memory.induction.family import UNCLEAR
from metnos_cli.memory.induction.presence import SHARED_BY, is_free
from metnos_cli.memory.induction.reading import (
    Piece,
    holds_only_itself,
    may_hold_article,
    one_place,
    plainly_spelt,
    unknown,
)
from metnos_cli.memory.view import TIME_DIMS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from metnos_cli.memory.align import Segment
    from metnos_cli.memory.induction.context import Owners
    from metnos_cli.memory.induction.decide import Draft
    from metnos_cli.memory.induction.family import Example, Family, Shared
    from metnos_cli.memory.view import View, Word

LONGEST = 8
"""Words of a name that nobody has met."""
MANY = 6
"""Values of an argument from which on another one may stand in a frame where only one was ever seen."""
HERE = "?"
"""Stands in a frame for the words that are asked about."""


def read_frame(draft: Draft, family: Family, shared: Shared) -> None:
    """Take the only unexplained words of a request, where otherwise equal examples have one argument in their place.

    "Will it be sunny tomorrow" is "Will it rain today" but for a time and the word before it. The values seen in that
    place have to be two, or one of an argument that takes many.
    """
    run = _unexplained(draft, family, shared)
    if run is None:
        return
    first, last = run
    kept = [piece for piece in draft.pieces if not first <= piece.first < last]
    role = _role(draft, run, kept, family, shared)
    if role is None:
        return
    draft.steps += 1 - (len(draft.pieces) - len(kept))
    draft.pieces = kept
    draft.put(Piece(first, last, role, "words", draft.view.slice(first, last), "free"))


def _unexplained(draft: Draft, family: Family, shared: Shared) -> tuple[int, int] | None:
    """The run of words that are no value, no literal word and no small word; None when there are more, or none."""
    view = draft.view
    places = [
        at
        for at, word in enumerate(view.words)
        if draft.owners[at] is None and _means(word, view) and word.stem not in family.literals
    ]
    guesses = [piece for piece in draft.pieces if piece.how == "free"]
    if not places or places[0] == 0:
        return None
    if all(view.words[at].capital for at in places):
        return _name(draft, places, guesses, family)
    first, *others = places
    return None if guesses or others or not unknown(view, first, family, shared) else (first, first + 1)


def _name(draft: Draft, places: list[int], guesses: list[Piece], family: Family) -> tuple[int, int] | None:
    """A name with the small words inside it, and with what was guessed to be the whole of it."""
    view = draft.view
    if len(guesses) > 1:
        return None
    inside = [at for piece in guesses for at in range(piece.first, piece.last)]
    first, last = min(places + inside), max(places + inside) + 1
    if first == 0 or last - first > LONGEST:
        return None
    leads = {lead for (_, side), told in family.leads.items() if side == "L" for lead in told}
    for at in range(first, last):
        word = view.words[at]
        if word.capital and (at in places or at in inside):
            continue
        if not word.function or (at not in inside and view.lexicon.prepositions.get(word.key, word.key) in leads):
            return None
        if at not in inside and draft.owners[at] is not None:
            return None
    return (first, last) if plainly_spelt(view, first, last) and holds_only_itself(view, first, last) else None


def _role(draft: Draft, run: tuple[int, int], kept: Collection[Piece], family: Family, shared: Shared) -> str | None:
    """The argument that stood where a run of words stands, in the examples that are otherwise the same."""
    view, (first, last) = draft.view, run
    owners = [HERE if first <= at < last else owner for at, owner in enumerate(draft.owners)]
    examples = family.signatures.get(signature_of(view, owners))
    if not examples:
        return None
    free = frozenset(role for role in family.roles if is_free(role, family, shared))
    frame = _frame(view, owners, free.intersection(_timely(view, kept)))
    place = _surroundings(view, first, last, owners)
    values: dict[str, set[tuple[str, ...]]] = {}
    for example in examples:
        segment = _counterpart(frame, example, free)
        if segment is None:
            continue
        if segment.kind != "words" or any(example.view.spans_in(segment.first, segment.last)):
            values.setdefault(UNCLEAR, set())
        elif _surroundings(example.view, segment.first, segment.last, example.alignment.owners) == place:
            values.setdefault(segment.role, set()).add(example.view.stems(segment.first, segment.last))
    if len(values) != 1 or UNCLEAR in values:
        return None
    ((role, seen),) = values.items()
    return role if _enough(view, run, role, seen, family) else None


def _enough(view: View, run: tuple[int, int], role: str, seen: set[tuple[str, ...]], family: Family) -> bool:
    """Whether the values seen in a frame are enough to take other words for one more."""
    first, last = run
    if may_hold_article(view, first, role, family):
        return False
    known = family.phrases_of(role)
    sized = view.words[first].capital or any(len(stems) == 1 for stems in seen)
    if view.words[first].capital:
        if role in family.listed and not one_place(view, first, last, family.phrases):
            return False  # two names side by side may be two
        held = {key for stems in known for said in family.surfaces[stems] for key in said} - view.lexicon.conjunctions
        held |= view.lexicon.in_names
        if not all(word.capital or word.key in held for word in view.words[first:last]):
            return False  # "Anna on Friday", "Oslo and Rome"
    return len(seen) >= SHARED_BY or (sized and len(known) >= MANY)


def _counterpart(frame: tuple[str, ...], example: Example, free: frozenset[str]) -> Segment | None:
    """What an example holds in place of the words asked about; None where it differs in anything else."""
    view, alignment = example.view, example.alignment
    other = _frame(view, alignment.owners, free.intersection(_timely(view, alignment.segments)))
    if len(other) != len(frame):
        return None
    differing = [(one, two) for one, two in zip(frame, other, strict=True) if one != two]
    if len(differing) != 1 or differing[0][0] != f"#{HERE}" or not differing[0][1].startswith("#"):
        return None
    role = differing[0][1][1:]
    return next(segment for segment in alignment.segments if segment.role == role)


def _frame(view: View, owners: Owners, left_out: Collection[str]) -> tuple[str, ...]:
    """The literal words and the arguments of a request in their order, a copula once, without some arguments."""
    known = view.lexicon
    told: list[str] = []
    before: str | None = None
    for word, owner in zip(view.words, owners, strict=True):
        if owner is None:
            if word.key in known.copulas and not word.silent:
                told.extend([] if COPULA in told else [COPULA])  # "it is" tells what "is it" asks
            elif word.key in known.dummies or _means(word, view):
                told.append(word.stem)
        elif owner != before and owner not in left_out:
            told.append(f"#{owner}")
        before = owner
    return tuple(told)


def _means(word: Word, view: View) -> bool:
    """Whether a word has a meaning of its own: no small word, courtesy, copula or empty subject."""
    known = view.lexicon
    return not (word.function or word.silent or word.key in known.copulas or word.key in known.dummies)


def _timely(view: View, parts: Iterable[Piece | Segment]) -> Iterator[str]:
    """The arguments that are told by words of time."""
    for part in parts:
        if any(span.slot.dim in TIME_DIMS for span in view.spans_in(part.first, part.last)):
            yield part.role


def _surroundings(view: View, first: int, last: int, owners: Owners) -> tuple[object, ...]:
    """What introduces a run of words, whether it opens with a capital, and the small words right after it."""
    known, after = view.lexicon, last
    while after < len(view) and owners[after] is None and view.words[after].function:
        after += 1
    tail = [known.prepositions.get(word.key, word.key) for word in view.words[last:after]]
    return (around(view, first, last, owners).preposition, view.words[first].capital, *tail)
