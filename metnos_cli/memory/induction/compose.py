"""Reads a request word by word: each one has been seen as this argument, or as a literal word, in its family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.memory.align import signature_of
from metnos_cli.memory.induction.context import around, core, left
from metnos_cli.memory.induction.decide import Draft, Unreadable, _decide, _mates
from metnos_cli.memory.induction.evidence import folded, kind_key, setting_of, supply_keys
from metnos_cli.memory.induction.family import LITERAL, PARTS, UNCLEAR, Family, Shared, Supply
from metnos_cli.memory.induction.frames import read_frame
from metnos_cli.memory.induction.presence import SHARED_BY, is_free
from metnos_cli.memory.induction.reading import (
    Piece,
    Reading,
    holds_only_itself,
    hyphened,
    may_hold_article,
    one_place,
    plainly_spelt,
    unknown,
    value_of,
)
from metnos_cli.memory.induction.spelling import said_so, spelt
from metnos_cli.memory.induction.texts import read_clause, read_text
from metnos_cli.memory.shape import name_of
from metnos_cli.memory.view import TIME_DIMS

if TYPE_CHECKING:
    from collections.abc import Collection

    from metnos_cli.memory.view import Span, View

KINDS = 2
"""Words that must have stood before names before another one is taken for such a word."""
SMALL_WORDS = 2
"""Words in lower case that may follow one another inside a name: "The House OF THE Yellow Carpet"."""


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
        after = read_text(draft, place, family) or read_clause(draft, place, family, shared)
        after = after or _read_joined(draft, place, wholes.get(place), family, shared)
        place = after or _read_at(draft, place, cores.get(place), family, shared)
    for piece in draft.pieces:
        if piece.how in ("known", "shared") and not _introduced(draft, piece, family, shared):
            raise Unreadable
    read_frame(draft, family, shared)
    signature = signature_of(view, draft.owners)
    if len(signature) < SHARED_BY and any(piece.how == "shared" for piece in draft.pieces):
        raise Unreadable
    return _decide(draft, _mates(draft, signature, family, shared), family, shared)


def _read_joined(draft: Draft, place: int, span: Span | None, family: Family, shared: Shared) -> int:
    """Take an expression of several times that as a whole supplies an argument; 0 when there is none here."""
    if span is None:
        return 0
    supply = _supply(draft, span, place, family, shared)
    if supply is None or supply.kind != "words" or supply.role == LITERAL:
        return 0
    return draft.put(_typed(draft, span, place, supply))


def _read_at(draft: Draft, place: int, span: Span | None, family: Family, shared: Shared) -> int:
    """Take what starts at a place; the next place."""
    end = _phrase_end(draft.view, place, family)
    if span is not None and end <= span.last:
        supply = _supply(draft, span, place, family, shared)
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
        found = name or _borrowed(draft.view, place, family, shared) or _pointing(draft.view, place, family, shared)
        found = found or _kind_word(draft, place, family, shared) or _plain_word(draft, place, family, shared)
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
    (role,) = told
    if role in family.listed and not one_place(view, place, end, family.phrases):
        return None  # two names side by side may be two
    if not plainly_spelt(view, place, end) or not holds_only_itself(view, place, end):
        return None
    return Piece(place, end, role, "words", view.slice(place, end), "free")


def _range(span: Span) -> range:
    return range(span.first, span.last)


def _pointing(view: View, place: int, family: Family, shared: Shared) -> Piece | None:
    """A word such as "my" or "next" never seen, where words of this kind have had one argument of that name."""
    word = view.words[place]
    if word.stem not in view.lexicon.pointing or word.key in view.lexicon.restricting:
        return None
    if _beside_pointing(view, place) or view.spans_in(place, place + 1):
        return None
    roles = [role for role in family.roles if name_of(role) in shared.pointing]
    if len(roles) != 1 or len(shared.pointing[name_of(roles[0])]) < SHARED_BY:
        return None
    if family.literals.keys() & view.lexicon.pointing:
        return None
    return Piece(place, place + 1, roles[0], "words", word.text, "free")


def _beside_pointing(view: View, place: int) -> bool:
    """Whether another such word, or an elided article, stands beside one: they may be one value."""
    known = view.lexicon.pointing
    beside = [view.words[at] for at in (place - 1, place + 1) if 0 <= at < len(view)]
    elided = place > 0 and view.words[place - 1].end == view.words[place].start
    return elided or any(word.stem in known for word in beside)


def _kind_word(draft: Draft, place: int, family: Family, shared: Shared) -> Piece | None:
    """One or two words in lower case right before a name, where such words had one role: "the PAINTING Number One"."""
    view = draft.view
    for size in (1, 2):
        end = place + size
        key = kind_key(view, end, around(view, place, end, draft.owners)) if end < len(view) else None
        if key is None:
            continue
        told = family.kinds.get(key, {})
        if len(told) != 1 or key[1].startswith("#"):
            return None
        ((role, seen),) = told.items()
        if len(seen) < KINDS or size not in map(len, seen):
            return None
        new = all(unknown(view, at, family, shared) for at in range(place, end))
        return Piece(place, end, role, "words", view.slice(place, end), "free") if new else None
    return None


def _plain_word(draft: Draft, place: int, family: Family, shared: Shared) -> Piece | None:
    """One word in lower case that means nothing else anywhere, where such words had one role before.

    After a preposition it may be a name that was typed without its capital; otherwise it has to stand where others
    stood: after the same word.
    """
    view = draft.view
    word = view.words[place]
    if place == 0 or not unknown(view, place, family, shared):
        return None
    if place + 1 < len(view) and not _settled(view, place + 1, family):
        return None
    preposition, before = left(view, place, draft.owners)
    told = family.openings.get((preposition, before), {})
    if len(told) == 1 and not before.startswith("#"):
        ((role, seen),) = told.items()
        single = {phrase for phrase in seen if len(phrase) == 1}
        settled = role not in family.mixed and not may_hold_article(view, place, role, family)
        if len(single) > SHARED_BY and settled and _followed(view, place, role, family):
            return Piece(place, place + 1, role, "words", word.text, "free")
    named = family.names.get((preposition,), {}) if preposition else {}
    if len(named) == 1 and not told.keys() - named.keys():
        ((role, seen),) = named.items()
        if len(seen) > SHARED_BY:
            return Piece(place, place + 1, role, "words", word.text, "free")
    return None


def _followed(view: View, place: int, role: str, family: Family) -> bool:
    """Whether a word is the last, stands before no word of content, or before one that followed this role before."""
    following = place + 1
    if following >= len(view) or view.words[following].function or view.spans_in(following, following + 1):
        return True
    if view.words[following].stem not in family.literals:
        return True
    return family.leads[role, "R"][view.base(following)] > 0


def _settled(view: View, place: int, family: Family) -> bool:
    """Whether a word is told by something else: a value, a literal or a function word."""
    word = view.words[place]
    if word.function or word.stem in family.literals or view.spans_in(place, place + 1):
        return True
    longest = min(len(view), place + family.longest)
    return any(view.stems(place, end) in family.phrases for end in range(place + 1, longest + 1))


def _opens_name(view: View, place: int) -> bool:
    """Whether a capital article inside a sentence begins a name: "the series The Approach"."""
    word = view.words[place]
    follows = place + 1 < len(view) and view.words[place + 1].capital
    after_name = place > 1 and view.words[place - 1].capital
    return place > 0 and word.article and word.capital and follows and not after_name


def _name_end(view: View, place: int) -> int:
    """Where a capitalised name that starts here ends; ``place`` when none does."""
    if place == 0 or not view.words[place].capital:
        return place
    end = place + 1
    while end < len(view):
        inside = end  # past "of", "of the"
        while inside < min(end + SMALL_WORDS, len(view) - 1) and view.words[inside].key in view.lexicon.in_names:
            inside += 1
        if not view.words[inside].capital and not hyphened(view, end - 1):
            break
        end = inside + 1
    return end


def _phrase_end(view: View, place: int, family: Family) -> int:
    """Where the longest known value that starts here ends; ``place`` when there is none."""
    for end in range(min(len(view), place + family.longest), place, -1):
        if view.stems(place, end) in family.phrases and not (end == place + 1 and view.words[place].article):
            return end
    return place


def _known(draft: Draft, first: int, last: int, family: Family) -> Piece:
    """A value that the family has seen, in the one role it had, or had in this place."""
    view = draft.view
    stems = view.stems(first, last)
    roles: Collection[str] = family.phrases[stems]
    if len(roles) > 1 or (last - first == 1 and stems[0] in family.literals):
        roles = family.settings.get(setting_of(view, first, last, draft.owners), ())
        if len(roles) != 1 or LITERAL in roles:
            raise Unreadable
    (role,) = roles
    if first == 0 and stems[0] in view.lexicon.verbs:
        raise Unreadable  # what opens a request and may be a verb is one: "show", "play"
    if first and view.words[first - 1].article and view.words[first - 1].end == view.words[first].start:
        raise Unreadable  # an elided article may belong to the value
    if not said_so(view, first, last, family):
        raise Unreadable
    if family.forms[role].failed and tuple(word.stem for word in view.words[first:last]) not in family.said:
        raise Unreadable  # "the curtain" may be one by its name where "the curtains" were all of a room
    if family.forms[role].failed or not view.lexicon.pointing.issuperset(stems):
        value = spelt(view.slice(first, last), family.values[stems, role], family, role)
    else:
        value = view.slice(first, last)
    return Piece(first, last, role, "words", value, "known")


def _borrowed(view: View, place: int, family: Family, shared: Shared) -> Piece | None:
    """A value known as the same argument of other families, where that argument comes and goes freely, or is always."""
    for end in range(min(len(view), place + shared.longest), place, -1):
        stems = view.stems(place, end)
        names = shared.phrases.get(stems)
        if not names or len(names) > 1:
            continue
        ((name, families),) = names.items()
        roles = [role for role in family.roles if name_of(role) == name]
        if len(roles) != 1 or not (is_free(roles[0], family, shared) or _always_told(roles[0], family)):
            continue
        if len(families) > SHARED_BY or (len(families) == SHARED_BY and _common(roles[0], family, shared)):
            shown = view.slice(place, end)
            taught = [value for value in shared.values[stems, name] if folded(value) == folded(shown)]
            if taught:
                return Piece(place, end, roles[0], "words", taught[-1], "shared")
    return None


def _always_told(role: str, family: Family) -> bool:
    """Whether every one of several examples has an argument."""
    return family.roles[role] == family.taught > SHARED_BY


def _common(role: str, family: Family, shared: Shared) -> bool:
    """Whether the values of a role are for the most part those of other families too."""
    name = name_of(role)
    own = family.phrases_of(role)
    known = [phrase for phrase in own if len(shared.phrases[phrase].get(name, ())) >= SHARED_BY]
    return bool(own) and 2 * len(known) >= len(own)


def _supply(draft: Draft, span: Span, start: int, family: Family, shared: Shared) -> Supply | None:
    """What all evidence says that a value of this kind supplies here; None when there is none.

    Values whose words were those of an argument only in part say nothing against more than twice as many others.

    Raises:
        Unreadable: The evidence disagrees.
    """
    placed = around(draft.view, start, span.last, draft.owners)
    timely = span.slot.dim == "time"
    kind = span.kind_after(placed.preposition)
    for told_by in (PARTS, kind) if span.parts else (kind,):
        for grain, key in enumerate(supply_keys(told_by, placed)):
            told = family.supplies.get(key)
            if told:
                clear = [supply for supply in told if supply.role != UNCLEAR]
                if len(clear) != 1 or (len(told) > 1 and told[clear[0]] <= SHARED_BY * (told.total() - told[clear[0]])):
                    raise Unreadable
                return clear[0]
            # Without a preposition only the closest surroundings tell; an adverb of time stands where it likes.
            if grain == 0 and placed.preposition is None and not timely:
                break
    return shared_time(span, placed.preposition, family, shared) if span.slot.dim in TIME_DIMS else None


def shared_time(span: Span, preposition: str | None, family: Family, shared: Shared) -> Supply | None:
    """The role that other families agree on for such a time, where this one has an argument of that name.

    An example whose words were unclear says nothing against the others.
    """
    told = shared.times.get((span.kind_after(preposition), preposition), {})
    clear = {supplied: families for supplied, families in told.items() if supplied[0] != name_of(UNCLEAR)}
    if len(clear) != 1:
        return None
    (((name, lead), families),) = clear.items()
    if len(clear) < len(told) and len(families) <= SHARED_BY:
        return None
    roles = [role for role in family.roles if name_of(role) == name]
    return Supply(roles[0], "words", lead) if len(families) >= SHARED_BY and len(roles) == 1 else None


def _typed(draft: Draft, span: Span, start: int, supply: Supply) -> Piece:
    first = start - supply.lead
    if not span.slot.certain and supply.kind != "words":
        raise Unreadable
    if first < 0 or any(owner is not None for owner in draft.owners[first:start]):
        raise Unreadable
    if not all(word.function for word in draft.view.words[first:start]):
        raise Unreadable
    value = value_of(draft.view, span, first, supply.role, supply.kind)
    if value is None:
        raise Unreadable
    return Piece(first, span.last, supply.role, supply.kind, value, "typed")


def _leads_others(lead: str, role: str, family: Family) -> bool:
    """Whether what introduces a value has introduced another role."""
    return any(told[lead] for (other, side), told in family.leads.items() if side == "L" and other != role)


def _introduced(draft: Draft, piece: Piece, family: Family, shared: Shared) -> bool:
    """Whether what stands around a value has stood around values of this role before."""
    placed = around(draft.view, piece.first, piece.last, draft.owners)
    if family.leads[piece.role, "L"][placed.lead]:
        return True
    turned = placed.preposition in draft.view.lexicon.directions  # "mail TO Anna" where they were FROM her
    if piece.how == "known" and not turned and not _leads_others(placed.lead, piece.role, family):
        # Nothing else was ever introduced so, and the value itself is well known, or of several words.
        stems = draft.view.stems(piece.first, piece.last)
        if len(stems) >= SHARED_BY or (placed.preposition and sum(family.phrases[stems].values()) >= SHARED_BY):
            return True
    if placed.preposition:
        return shared.leads[name_of(piece.role)][placed.preposition] >= SHARED_BY
    return placed.after != "$" and family.leads[piece.role, "R"][placed.after] > 0
