"""Reads a request word by word: each one has been seen as this argument, or as a literal word, in its family."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from metnos_cli.memory.align import signature_of
from metnos_cli.memory.induction.context import around, core, left
from metnos_cli.memory.induction.evidence import (
    LITERAL,
    PARTS,
    UNCLEAR,
    Example,
    Family,
    Shared,
    Supply,
    difference,
    folded,
    pair_of,
    setting_of,
    supply_keys,
)
from metnos_cli.memory.induction.reading import Piece, Reading, assemble, joined, plainly_spelt, value_of
from metnos_cli.memory.shape import name_of

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Collection, Iterable

    from metnos_cli.memory.view import Span, View

MOST_STEPS = 2
"""Inferences that one reading may string together: a word exchanged, an argument that comes or goes, one that is
known from another family."""
OFTEN = 4
"""Values that must have stood as the words have them before another form of a known one is taken as it stands."""
POLAR_BY = 1
"""Occasions on which a word that has an opposite must have been exchanged."""
SHARED_BY = 2
"""Families that must agree before a word known in others counts."""


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


def compose(view: View, family: Family, shared: Shared) -> Reading | None:
    """The one reading that the evidence of a family gives, or None.

    Every word of content has to be a value whose role all evidence agrees on, or a literal word; the literal words
    together have to be those of an example, give or take words that were seen exchanged without effect; and the
    arguments have to be the example's, give or take some that were seen to come and go freely.
    """
    try:
        return _compose(view, family, shared)
    except Unreadable:
        return None


def _compose(view: View, family: Family, shared: Shared) -> Reading:
    draft = Draft(view, [None] * len(view))
    cores = {core(view, span): span for span in view.spans.values()}
    wholes = {core(view, span): span for span in view.times.values()}
    place = 0
    while place < len(view):
        after = _read_joined(draft, place, wholes.get(place), family)
        place = after or _read_at(draft, place, cores.get(place), family, shared)
    for piece in draft.pieces:
        if piece.how in ("known", "shared") and not _introduced(draft, piece, family, shared):
            raise Unreadable
    signature = signature_of(view, draft.owners)
    if len(signature) < SHARED_BY and any(piece.how == "shared" for piece in draft.pieces):
        raise Unreadable
    return _decide(draft, _mates(draft, signature, family, shared), family, shared)


def _read_joined(draft: Draft, place: int, span: Span | None, family: Family) -> int:
    """Take an expression of several times that as a whole supplies an argument; 0 when there is none here."""
    if span is None:
        return 0
    supply = _supply(draft, span, place, family)
    if supply is None or supply.kind != "words" or supply.role == LITERAL:
        return 0
    return draft.put(_typed(draft, span, place, supply))


def _read_at(draft: Draft, place: int, span: Span | None, family: Family, shared: Shared) -> int:
    """Take what starts at a place; the next place."""
    end = _phrase_end(draft.view, place, family)
    if span is not None and end <= span.last:
        supply = _supply(draft, span, place, family)
        if supply is not None and supply.role != LITERAL:
            return draft.put(_typed(draft, span, place, supply))
        if supply is not None:
            return span.last
        if end < span.last and span.number is None and not span.parts:
            raise Unreadable
    if end > place:
        return draft.put(_known(draft, place, end, family))
    if span is not None:
        raise Unreadable
    if draft.view.words[place].stem not in family.literals or _opens_name(draft.view, place):
        name = _name(draft, place, family)
        found = name or _borrowed(draft.view, place, family, shared) or _plain_word(draft, place, family, shared)
        if found is not None:
            draft.steps += 1
            return draft.put(found)
    return place + 1


def _name(draft: Draft, place: int, family: Family) -> Piece | None:
    """A name never seen, where all names introduced in this way had one role."""
    view = draft.view
    end = _name_end(view, place)
    if place > 1 and view.words[place - 1].capital and draft.owners[place - 1] is None:
        return None  # the rest of a name that was not taken whole
    if end == place or any(not view.words[word].capital for span in view.spans_in(place, end) for word in _range(span)):
        return None
    preposition, before = left(view, place, draft.owners)
    near, wide = family.names.get((preposition, before), {}), family.names.get((preposition,), {})
    told = wide if preposition else near
    if len(told) != 1 or (near and set(near) != set(told)):
        return None
    ((role, seen),) = told.items()
    if end - place > 1 and role in family.listed:
        return None
    if not plainly_spelt(view, place, end):
        return None
    return Piece(place, end, role, "words", view.slice(place, end), "free")


def _range(span: Span) -> range:
    return range(span.first, span.last)


def _plain_word(draft: Draft, place: int, family: Family, shared: Shared) -> Piece | None:
    """One word in lower case that means nothing else anywhere, where such words had one role before.

    After a preposition it may be a name that was typed without its capital; otherwise it has to stand where others
    stood: after the same word.
    """
    view = draft.view
    word = view.words[place]
    if word.function or word.capital or place == 0 or word.stem in view.lexicon.verbs or not word.key.isalpha():
        return None
    if word.key in view.lexicon.phrase_words:
        return None
    if word.stem in shared.literals or family.members.get(word.stem) or (word.stem,) in shared.phrases:
        return None
    if place + 1 < len(view) and not _settled(view, place + 1, family):
        return None
    preposition, before = left(view, place, draft.owners)
    told = family.openings.get((preposition, before), {})
    if len(told) == 1 and not before.startswith("#"):
        ((role, seen),) = told.items()
        if len({phrase for phrase in seen if len(phrase) == 1}) > SHARED_BY:
            return Piece(place, place + 1, role, "words", word.text, "free")
    named = family.names.get((preposition,), {}) if preposition else {}
    if len(named) == 1 and not told.keys() - named.keys():
        ((role, seen),) = named.items()
        if len(seen) > SHARED_BY:
            return Piece(place, place + 1, role, "words", word.text, "free")
    return None


def _settled(view: View, place: int, family: Family) -> bool:
    """Whether a word is told by something else: a value, a literal or a function word."""
    word = view.words[place]
    if word.function or word.stem in family.literals or view.spans_in(place, place + 1):
        return True
    return any(view.stems(place, end) in family.phrases for end in range(place + 1, len(view) + 1))


def _opens_name(view: View, place: int) -> bool:
    """Whether a capital article inside a sentence begins a name: "the series The Approach"."""
    word = view.words[place]
    follows = place + 1 < len(view) and view.words[place + 1].capital
    return place > 0 and word.article and word.capital and follows and not view.words[place - 1].capital


def _name_end(view: View, place: int) -> int:
    """Where a capitalised name that starts here ends; ``place`` when none does."""
    if place == 0 or not view.words[place].capital:
        return place
    end = place + 1
    while end < len(view):
        if view.words[end].capital:
            end += 1
        elif end + 1 < len(view) and view.words[end].key in view.lexicon.in_names and view.words[end + 1].capital:
            end += 2
        else:
            break
    return end


def _phrase_end(view: View, place: int, family: Family) -> int:
    """Where the longest known value that starts here ends; ``place`` when there is none."""
    for end in range(len(view), place, -1):
        if view.stems(place, end) in family.phrases and not (end == place + 1 and view.words[place].article):
            return end
    return place


def _known(draft: Draft, first: int, last: int, family: Family) -> Piece:
    """A value that the family has seen, in the one role it had, or had in this place."""
    view = draft.view
    stems = view.stems(first, last)
    roles: Collection[str] = family.phrases[stems]
    if len(roles) > 1 or (last - first == 1 and stems[0] in family.literals):
        roles = family.settings[setting_of(view, first, last, draft.owners)]
        if len(roles) != 1 or LITERAL in roles:
            raise Unreadable
    (role,) = roles
    if first == 0 and stems[0] in view.lexicon.verbs:
        raise Unreadable  # what opens a request and may be a verb is one: "show", "play"
    if first and view.words[first - 1].article and view.words[first - 1].end == view.words[first].start:
        raise Unreadable  # an elided article may belong to the value
    value = spelt(view.slice(first, last), family.values[stems, role], family, role)
    return Piece(first, last, role, "words", value, "known")


def spelt(shown: str, taught: Counter[Any], family: Family, role: str) -> Any:
    """A known value as it was taught; another form of its words only where the role is known to take either.

    Raises:
        Unreadable: The evidence does not say which form counts.
    """
    same = [value for value in taught if folded(value) == folded(shown)]
    if same:
        return same[-1]
    if family.forms[role].failed and len(taught) == 1:
        return next(iter(taught))
    forms = family.forms[role]
    if forms.failed or (role not in family.inflected and forms.held < OFTEN):
        raise Unreadable
    return shown


def _borrowed(view: View, place: int, family: Family, shared: Shared) -> Piece | None:
    """A value known as the same argument of other families, where that argument comes and goes freely."""
    for end in range(len(view), place, -1):
        stems = view.stems(place, end)
        names = shared.phrases.get(stems)
        if not names or len(names) > 1:
            continue
        ((name, families),) = names.items()
        roles = [role for role in family.roles if name_of(role) == name]
        if len(roles) != 1 or not is_free(roles[0], family, shared):
            continue
        if len(families) > SHARED_BY or (len(families) == SHARED_BY and _common(roles[0], family, shared)):
            shown = view.slice(place, end)
            taught = [value for value in shared.values[stems, name] if folded(value) == folded(shown)]
            if taught:
                return Piece(place, end, roles[0], "words", taught[-1], "shared")
    return None


def _common(role: str, family: Family, shared: Shared) -> bool:
    """Whether the values of a role are for the most part those of other families too."""
    name = name_of(role)
    own = [phrase for phrase, roles in family.phrases.items() if role in roles]
    known = [phrase for phrase in own if len(shared.phrases[phrase].get(name, ())) >= SHARED_BY]
    return bool(own) and 2 * len(known) >= len(own)


def _supply(draft: Draft, span: Span, start: int, family: Family) -> Supply | None:
    """What all evidence says that a value of this kind supplies here; None when there is none.

    Raises:
        Unreadable: The evidence disagrees.
    """
    placed = around(draft.view, start, span.last, draft.owners)
    timely = span.slot.dim == "time"
    for kind in (PARTS, span.kind) if span.parts else (span.kind,):
        for grain, key in enumerate(supply_keys(kind, placed)):
            told = family.supplies.get(key)
            if told:
                if len(told) > 1:
                    raise Unreadable
                (supply,) = told
                if supply.role == UNCLEAR:
                    raise Unreadable
                if kind in (PARTS, span.kind) or supply.kind == "words":
                    return supply
            # Without a preposition only the closest surroundings tell; an adverb of time stands where it likes.
            if grain == 0 and placed.preposition is None and not timely:
                break
    return None


def _kinds(span: Span) -> tuple[str, ...]:
    """Kinds whose evidence counts for a value: its own; as mere words a duration may stand for a time."""
    if span.parts:
        return (PARTS, span.kind, "time")
    return (span.kind, "duration") if span.kind == "time" else (span.kind,)


def _typed(draft: Draft, span: Span, start: int, supply: Supply) -> Piece:
    first = start - supply.lead
    if not span.slot.certain:
        raise Unreadable
    if first < 0 or any(owner is not None for owner in draft.owners[first:start]):
        raise Unreadable
    if not all(word.function for word in draft.view.words[first:start]):
        raise Unreadable
    value = value_of(draft.view, span, first, supply.role, supply.kind)
    if value is None:
        raise Unreadable
    return Piece(first, span.last, supply.role, supply.kind, value, "typed")


def _introduced(draft: Draft, piece: Piece, family: Family, shared: Shared) -> bool:
    """Whether what stands around a value has stood around values of this role before."""
    placed = around(draft.view, piece.first, piece.last, draft.owners)
    if family.leads[piece.role, "L"][placed.lead]:
        return True
    if placed.preposition:
        return shared.leads[name_of(piece.role)][placed.preposition] >= SHARED_BY
    return placed.after != "$" and family.leads[piece.role, "R"][placed.after] > 0


def is_free(role: str, family: Family, shared: Shared) -> bool:
    """Whether a role was seen to come and go without any other effect."""
    own = family.free.get(role)
    if own is not None and (own.failed or own.held):
        return not own.failed
    general = shared.free.get(name_of(role))
    return general is not None and general.held >= SHARED_BY and not general.failed


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
    return near


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
    if one and known.same(one, other):
        return True
    if one and known.opposed(one, other):
        return False
    if one in family.members or other in family.members:
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


def _decide(draft: Draft, mates: list[tuple[Example, int]], family: Family, shared: Shared) -> Reading:
    """The reading by the examples that come closest; all of them have to agree on what no word tells."""
    draft.pieces = joined(draft.view, sorted(draft.pieces, key=lambda one: one.first))
    roles = tuple(sorted(piece.role for piece in draft.pieces))
    close = [(example, cost) for example, cost in mates if example.roles == roles]
    if not close:
        for example, cost in mates:
            gone, come = difference(example.roles, roles)
            moved = [*gone, *come]
            if cost + draft.steps + len(moved) > MOST_STEPS or not all(is_free(role, family, shared) for role in moved):
                continue
            if not any(_contended(role, roles, family) for role in come):
                close.append((example, cost + len(moved)))
    if not close:
        raise Unreadable
    best, cost = min(close, key=lambda one: one[1])
    pieces = [_signed(piece, close) for piece in draft.pieces]
    values = assemble(draft.view, pieces, _constants(pieces, close), best)
    if values is None:
        raise Unreadable
    named = set(roles) | set(_constants(pieces, close))
    if any((one, other) not in family.together for one in named for other in named):
        raise Unreadable
    if _constants(pieces, close) and not all(_independent(piece, close, family, shared) for piece in pieces):
        raise Unreadable
    return Reading(best, values, tuple(sorted(pieces, key=lambda one: one.first)), draft.steps + cost)


def _contended(added: str, roles: tuple[str, ...], family: Family) -> bool:
    """Whether a role that is added has been seen with a rival of one that is there.

    "caldo oggi" and "caldo oggi a Roma" may give the same words to different arguments; where that was seen, adding
    the place decides nothing.
    """
    return any(
        frozenset((role, rival)) in family.rivals and (rival, added) in family.together
        for role in roles
        for rival in family.roles
        if rival not in roles and (role, rival) not in family.together
    )


def _constants(pieces: Iterable[Piece], close: list[tuple[Example, int]]) -> dict[str, Any]:
    """Arguments that no word tells: the same in all the examples, or the request is unreadable."""
    supplied = {role for piece in pieces for role in (piece.value if piece.kind == "parts" else (piece.role,))}
    told = [{role: value for role, value in example.constants.items() if role not in supplied} for example, _ in close]
    if any(folded_map(one) != folded_map(told[0]) for one in told):
        raise Unreadable
    return told[0]


def folded_map(values: dict[str, Any]) -> dict[str, Any]:
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
