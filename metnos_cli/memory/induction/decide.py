"""Decides whether what a request was read as may stand: by examples that it differs from by words seen exchanged."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from metnos_cli.memory.gate.words import COPULA
from metnos_cli.memory.induction.context import left
from metnos_cli.memory.induction.evidence import folded, setting_of
from metnos_cli.memory.induction.presence import (
    SHARED_BY,
    WORDINGS,
    contended_by,
    is_free,
    is_lower_guess,
    most_moves,
    qualified,
)
from metnos_cli.memory.induction.reading import Piece, Reading, assemble, joined
from metnos_cli.memory.induction.signatures import difference, pair_of
from metnos_cli.memory.words.stem import root_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from metnos_cli.memory.induction.family import Example, Family, Shared
    from metnos_cli.memory.view import View

MOST_STEPS = 3
"""Inferences that one reading may string together: a word exchanged, an argument that comes or goes, one that is
known from another family."""
POLAR_BY = 1
"""Occasions on which a word that has an opposite must have been exchanged."""
AMOUNT_BY = 3
"""Times that a word of amount must have meant nothing, where such words are arguments elsewhere."""


@dataclass(slots=True)
class Draft:
    """A request being read."""

    view: View
    """The request."""
    owners: list[str | None]
    """Role by word, so far."""
    pieces: list[Piece] = field(default_factory=list)
    """So far."""
    steps: int = 0
    """Inferences so far."""

    def put(self, piece: Piece) -> int:
        """Take a piece; the place after it."""
        self.pieces.append(piece)
        self.owners[piece.first : piece.last] = [piece.role] * (piece.last - piece.first)
        return piece.last


class Unreadable(Exception):
    """This family's evidence does not explain the request."""


def _mates(draft: Draft, signature: tuple[str, ...], family: Family, shared: Shared) -> list[tuple[Example, int]]:
    """Examples with these literal words, otherwise with one word exchanged, and what that cost."""
    same = family.signatures.get(signature)
    if same:
        return [(example, 0) for example in same]
    near: list[tuple[Example, int]] = []
    for other, examples in family.signatures.items():
        pairs = exchanged_between(other, signature, draft.view, family, shared)
        if pairs is not None and len(pairs) + draft.steps <= MOST_STEPS:
            near += [(example, len(pairs)) for example in examples]
    return near or _scattered(draft.view, signature, family)


def _scattered(view: View, signature: tuple[str, ...], family: Family) -> list[tuple[Example, int]]:
    """The examples that share most words, where each word stood in some example and no word decides anything.

    What has an opposite stands in both, or in neither: "turn all fans on" is no "turn all fans off". So does a copula,
    which makes a question ("all fans on" is no "are all fans on"), and whatever may be a verb.
    """
    words = set(signature)
    if not family.bare or len(family.signatures) < WORDINGS or not all(family.literals[word] for word in words):
        return []
    known = view.lexicon
    shared = {
        other: len(words.intersection(other))
        for other in family.signatures
        if not any(
            known.polar(word) or word == COPULA or word in known.verbs for word in words.symmetric_difference(other)
        )
    }
    most = max(shared.values(), default=0)
    if most < SHARED_BY:
        return []
    return [(example, 1) for other, count in shared.items() if count == most for example in family.signatures[other]]


def amounts_told(view: View, pieces: Iterable[Piece], family: Family, shared: Shared) -> bool:
    """Whether no word of amount is passed over where such a word has been an argument: "show ALL alarms"."""
    used = {place for piece in pieces for place in range(piece.first, piece.last)}
    for place, word in enumerate(view.words):
        if place in used or word.stem not in view.lexicon.quantifiers or view.spans_in(place, place + 1):
            continue
        if family.members.get(word.root):
            return False
        if family.literals[word.stem] < AMOUNT_BY and word.root in shared.members:
            return False
    return True


def all_well_known(view: View, reading: Reading, family: Family) -> bool:
    """Whether a word that says "all" is an argument by more than one example, in a family with few of them.

    What other families agree on needs none of its own; a request for the very same thing needs no second one.
    """
    if family.taught >= WORDINGS or folded_map(reading.values) == folded_map(reading.example.shape.values):
        return True
    return not any(
        piece.how == "known"
        and any(word.stem in view.lexicon.universal for word in view.words[piece.first : piece.last])
        and _times_known(view, piece, family) < SHARED_BY
        for piece in reading.pieces
    )


def _times_known(view: View, piece: Piece, family: Family) -> int:
    """How often a piece's words were taught as its argument."""
    stems = view.stems(piece.first, piece.last)
    return family.phrases[stems][piece.role] if stems in family.phrases else 0


def contested(view: View, pieces: Iterable[Piece], family: Family) -> bool:
    """Whether a word stands where mostly another argument stood, one that excludes what it is read as.

    Two arguments that stand in one place and never together are two names for one thing, or things that look alike:
    which of them a word tells is known of a word taught more than once, or taught in that very place; and where
    something else is guessed, of words that keep company with what else is told.
    """
    pieces = tuple(pieces)
    owners: list[str | None] = [None] * len(view)
    for piece in pieces:
        owners[piece.first : piece.last] = [piece.role] * (piece.last - piece.first)
    guessed = any(piece.how == "free" for piece in pieces)
    for piece in pieces:
        if piece.kind != "words" or piece.how == "free" or view.spans_in(piece.first, piece.last):
            continue
        there = family.openings.get(left(view, piece.first, owners), {})
        apart = [other for other in there if (piece.role, other) not in family.together]
        if guessed and any(_fits_better(other, piece.role, pieces, family) for other in apart):
            return True
        if all(len(there[other]) <= len(there.get(piece.role, ())) for other in apart):
            continue
        if _times_known(view, piece, family) >= SHARED_BY:
            continue
        if family.settings.get(setting_of(view, piece.first, piece.last, owners)) != {piece.role}:
            return True
    return False


def _fits_better(rival: str, role: str, pieces: Iterable[Piece], family: Family) -> bool:
    """Whether what else is told stood beside a rival more than twice as often as beside a role, relative to each."""
    seen, others = family.together, [piece.role for piece in pieces if piece.role != role]
    if seen[rival, rival] <= SHARED_BY or not others:
        return False
    own = min(seen[role, other] / seen[role, role] for other in others)
    return min(seen[rival, other] / seen[rival, rival] for other in others) > 2 * own


def exchanged_between(
    then: tuple[str, ...], now: tuple[str, ...], view: View, family: Family, shared: Shared
) -> list[tuple[str, str]] | None:
    """The literal words by which two signatures differ, one for one, if all may be exchanged; None otherwise."""
    gone, come = difference(then, now)
    if max(len(gone), len(come)) > MOST_STEPS:
        return None
    pairs: list[tuple[str, str]] = []
    for one in list(gone):
        other = next((held for held in come if exchangeable(pair_of(one, held), view, family, shared)), None)
        if other is not None:
            gone.remove(one)
            come.remove(other)
            pairs.append((one, other))
    if gone and come:
        return None
    for one, other in [*((rest, "") for rest in gone), *(("", rest) for rest in come)]:
        if not exchangeable(pair_of(one, other), view, family, shared):
            return None
        pairs.append((one, other))
    return pairs if len(pairs) <= MOST_STEPS else None


def exchangeable(pair: tuple[str, str], view: View, family: Family, shared: Shared) -> bool:
    """Whether one literal word may stand for another, or be left out: by the dictionary, or as seen."""
    one, other = pair
    known = view.lexicon
    if one and (known.same(one, other) or _number_told(one, other, view)):
        return True
    if one and known.opposed(one, other):
        return False
    if any(root_of(stem, view.lang) in family.members for stem in pair):
        return False
    if not one and (other in known.verbs or known.polar(other)):
        return False
    own = family.exchanges.get(pair)
    if one and (known.polar(one) or known.polar(other)):
        # What has an opposite is exchanged on more than one occasion's word: "apri la serratura" may lock it.
        return own is not None and own.held > POLAR_BY and not own.failed
    if own is not None:
        return own.held > 0 and not own.failed
    if one and family.places[one] & family.places[other]:
        return True
    if {one, other} & (known.quantifiers | known.determiners):
        return False
    general = shared.exchanges.get(pair)
    return general is not None and general.held >= SHARED_BY and not general.failed


def _number_told(one: str, other: str, view: View) -> bool:
    """Whether two words are one noun whose number another word tells: "every ALARM", "all ALARMS"."""
    telling = view.lexicon.telling_number
    if not telling or one[:1] != other[:1] or root_of(one, view.lang) != root_of(other, view.lang):
        return False
    beside = itertools.pairwise(view.words)
    return any(noun.stem in (one, other) and word.key in telling for word, noun in beside)


def _decide(draft: Draft, mates: list[tuple[Example, int]], family: Family, shared: Shared) -> Reading:
    """The reading by the examples that come closest; all of them have to agree on what no word tells."""
    draft.pieces = joined(draft.view, sorted(draft.pieces, key=lambda one: one.first))
    roles = tuple(sorted(piece.role for piece in draft.pieces))
    close = [(example, cost) for example, cost in mates if example.roles == roles]
    close = close or list(_moved(draft, roles, mates, family, shared))
    if not close:
        raise Unreadable
    best, cost = min(close, key=lambda one: one[1])
    pieces = [_signed(piece, close) for piece in draft.pieces]
    values = assemble(draft.view, pieces, _constants(pieces, close), best)
    if values is None:
        raise Unreadable
    named = set(roles) | set(_constants(pieces, close))
    if any(is_lower_guess(piece, draft.view) and roles.count(piece.role) > 1 for piece in draft.pieces):
        raise Unreadable  # "in un panificio a Nunez": two places may be a place and something else
    if any((one, other) not in family.together for one in named for other in named):
        raise Unreadable
    if _constants(pieces, close) and not all(_independent(piece, close, family, shared) for piece in pieces):
        raise Unreadable
    return Reading(best, values, tuple(sorted(pieces, key=lambda one: one.first)), draft.steps + cost)


def _moved(
    draft: Draft, roles: tuple[str, ...], mates: list[tuple[Example, int]], family: Family, shared: Shared
) -> Iterator[tuple[Example, int]]:
    """The examples with other arguments, some of which may come or go, and what that cost."""
    settled = most_moves(draft, family)
    for example, cost in mates:
        gone, come = difference(example.roles, roles)
        moved = [*gone, *come]
        spent = len(moved) if settled is None else min(len(moved), settled)
        if cost + draft.steps + spent > MOST_STEPS or not all(is_free(role, family, shared) for role in moved):
            continue
        if any(qualified(role, example, family) for role in gone):
            continue
        if not any(contended_by(role, roles, family) for role in come):
            yield example, cost + (len(moved) if settled is None else min(len(moved), SHARED_BY * settled))


def _constants(pieces: Iterable[Piece], close: list[tuple[Example, int]]) -> dict[str, Any]:
    """Arguments that no word tells: the same in all the examples, or the request is unreadable."""
    supplied = {role for piece in pieces for role in (piece.value if piece.kind == "parts" else (piece.role,))}
    told = [{role: value for role, value in example.constants.items() if role not in supplied} for example, _ in close]
    if any(folded_map(one) != folded_map(told[0]) for one in told):
        raise Unreadable
    return told[0]


def folded_map(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values compared without case."""
    return {role: folded(value) for role, value in values.items()}


def _signed(piece: Piece, close: list[tuple[Example, int]]) -> Piece:
    """A figure takes its sign from the examples: "abbassa di 20" is -20."""
    if piece.kind != "number":
        return piece
    kinds = {one.kind for example, _ in close for one in example.alignment.segments if one.role == piece.role}
    if len(kinds) != 1:
        raise Unreadable
    if kinds == {"negative"}:
        return Piece(piece.first, piece.last, piece.role, "negative", -piece.value, piece.how)
    return piece


def _independent(piece: Piece, close: list[tuple[Example, int]], family: Family, shared: Shared) -> bool:
    """Whether the constants hold for this value too: it is an example's own, or they were seen not to depend on it."""
    if piece.kind != "words":
        return True
    if any(folded(example.shape.values.get(piece.role)) == folded(piece.value) for example, _ in close):
        return True
    swaps = family.swaps.get(piece.role)
    seen = swaps is not None and swaps.held > 0 and not swaps.failed
    return seen or is_free(piece.role, family, shared)
