"""Whether an argument may be told in a request and not in the example that it follows, or the other way round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.memory.shape import name_of

if TYPE_CHECKING:
    from metnos_cli.memory.induction.decide import Draft
    from metnos_cli.memory.induction.family import Example, Family, Shared
    from metnos_cli.memory.induction.reading import Piece
    from metnos_cli.memory.view import View

SHARED_BY = 2
"""Families that must agree before a word known in others counts."""
WORDINGS = 5
"""Wordings of a family in which nothing but arguments changed before its words are taken one by one."""
OF = frozenset({"di", "of"})
"""Prepositions that join a noun with what it belongs to."""


def is_free(role: str, family: Family, shared: Shared) -> bool:
    """Whether a role was seen to come and go without any other effect."""
    own = family.free.get(role)
    if own is not None and (own.failed or own.held):
        return not own.failed
    if family.bare and family.taught >= WORDINGS:
        return SHARED_BY <= family.roles[role] < family.taught
    general = shared.free.get(name_of(role))
    return general is not None and general.held >= SHARED_BY and not general.failed


def is_lower_guess(piece: Piece, view: View) -> bool:
    """Whether a piece was guessed and is written as no name."""
    return piece.how == "free" and not view.words[piece.first].capital


def most_moves(draft: Draft, family: Family) -> int | None:
    """Inferences that arguments which come or go take at most; None for one each.

    Where no word ever decided anything but the tool they come and go as they like: for nothing when nothing else is
    guessed, otherwise for one (two are counted). A literal word that may be a value ("una TRACCIA" where "brano" was
    one) leaves them as they are.
    """
    if not family.bare or family.taught < WORDINGS:
        return None
    known = draft.view.lexicon
    for word, owner in zip(draft.view.words, draft.owners, strict=True):
        if owner is None and not word.function and not family.member_keys.isdisjoint(known.keys(word.stem)):
            return None
    return 1 if draft.steps else 0


def qualified(role: str, example: Example, family: Family) -> bool:
    """Whether an example's value belongs to a literal noun that never stood without such a value.

    "Play corner LIGHTS on" and "le LUCI della cucina" say nothing of "lights on" and "le luci": there the noun is all
    that tells what is meant.
    """
    view = example.view
    for segment in example.alignment.segments:
        if segment.role != role or all(
            w.stem in view.lexicon.pointing for w in view.words[segment.first : segment.last]
        ):
            continue
        after, before = segment.last, _noun_of(example, segment.first)
        if after < len(view) and _is_noun(example, after):
            told = family.places[view.words[after].stem]
            if all(item.startswith("#") for item, _, _ in told):
                return True
        if before is not None and all(item in OF for _, item, _ in family.places[view.words[before].stem]):
            return True
    return False


def _noun_of(example: Example, first: int) -> int | None:
    """The literal noun that "di" or "of" joins with the words from a place on."""
    view, place, joined_by = example.view, first - 1, False
    while place >= 0 and view.words[place].function:
        joined_by = joined_by or view.base(place) in OF
        place -= 1
    return place if joined_by and place >= 0 and _is_noun(example, place) else None


def _is_noun(example: Example, place: int) -> bool:
    """Whether a word is a literal one that neither is a verb nor has an opposite."""
    word, known = example.view.words[place], example.view.lexicon
    literal = example.alignment.owners[place] is None and not word.function
    return literal and word.stem not in known.verbs and not known.polar(word.stem)


def contended_by(added: str, roles: tuple[str, ...], family: Family) -> bool:
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
