"""Reads texts of any words, where nothing but texts ever stood between the same two words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.memory.induction.context import END, item, opens_clause
from metnos_cli.memory.induction.presence import SHARED_BY
from metnos_cli.memory.induction.reading import Piece, holds_only_itself, plainly_spelt
from metnos_cli.memory.shape import name_of
from metnos_cli.memory.view import TIME_DIMS

if TYPE_CHECKING:
    from metnos_cli.memory.induction.decide import Draft
    from metnos_cli.memory.induction.family import Family, Shared
    from metnos_cli.memory.view import View

TEXTS = 4
"""Texts that must have stood between the same two words before any words are taken for one."""


def read_text(draft: Draft, place: int, family: Family) -> int:
    """Take whatever stands where all kinds of text stood, between the same two words; 0 when nothing does.

    After the word "playlist", up to the end, any words are its name, where that was so each time.
    """
    view = draft.view
    if place == 0 or draft.owners[place - 1] or view.words[place - 1].function:
        return 0
    if any(piece.how == "free" for piece in draft.pieces):
        return 0  # one guess is enough
    told = family.texts.get(item(view, place - 1, draft.owners), {})
    if len(told) != 1:
        return 0
    ((role, ends),) = told.items()
    ((after, seen), *others) = ends.items()
    last = next((at for at in range(place, len(view)) if view.base(at) == after), len(view) if after == END else 0)
    if others or len(seen) < TEXTS or max(map(len, seen)) < SHARED_BY or last <= place:
        return 0
    if view.stems(place, last) in family.phrases or not _wholly_text(view, place, last, role, family):
        return 0
    draft.steps += 1
    return draft.put(Piece(place, last, role, "words", view.slice(place, last), "free"))


def read_clause(draft: Draft, place: int, family: Family, shared: Shared) -> int:
    """Take what somebody is to do ("to water the plants"), where clauses were one argument; 0 when none starts here.

    It goes on to the end, or to the times at the end.
    """
    view = draft.view
    if not opens_clause(view, place) or view.words[place].stem in family.literals:
        return 0
    if len(shared.clauses) != 1 or any(piece.how == "free" for piece in draft.pieces):
        return 0
    ((name, seen),) = shared.clauses.items()
    roles = [role for role in family.roles if name_of(role) == name]
    last = _before_times(view)
    if len(seen) < TEXTS or len(roles) != 1 or last <= place:
        return 0
    if last - place < SHARED_BY:
        return 0  # "add a task to work", "ask Anna to dinner": one word may be no verb
    if any(word.key in view.lexicon.conjunctions for word in view.words[place:last]):
        return 0  # what follows "and" may be asked for, not told
    phrasal = last - place > SHARED_BY and view.words[place + 1].key in view.lexicon.phrasal
    start = place + SHARED_BY if phrasal else place  # "to drop OFF the keys" turns nothing
    if view.stems(place, last) in shared.phrases or not _wholly_text(view, start, last, roles[0], family):
        return 0
    draft.steps += 1
    return draft.put(Piece(place, last, roles[0], "words", view.slice(place, last), "free"))


def _before_times(view: View) -> int:
    """Where the times at the end of a request begin, with what introduces them; the end when there are none."""
    last = len(view)
    while True:
        spans = [span for span in (*view.spans.values(), *view.times.values()) if span.last == last]
        starts = [span.first for span in spans if span.slot.dim in TIME_DIMS]
        if not starts:
            return last
        last = min(starts)
        while last and view.words[last - 1].function:
            last -= 1


def _wholly_text(view: View, first: int, last: int, role: str, family: Family) -> bool:
    """Whether nothing in a run of words would rather be something else: a time, a literal, another argument."""
    known = view.lexicon
    words = view.words[first:last]
    if words[0].key in known.prepositions or not plainly_spelt(view, first, last):
        return False
    if not holds_only_itself(view, first, last):
        return False
    if any(span.slot.dim in TIME_DIMS for span in view.spans_in(first, last)):
        return False
    barred = known.time_prepositions | known.units | known.naming
    leads = {lead for (other, side), told in family.leads.items() if side == "L" and other != role for lead in told}
    return not any(
        word.key in barred or (known.prepositions.get(word.key, word.stem) in leads | family.literals.keys())
        for word in words
        if not word.article
    )
