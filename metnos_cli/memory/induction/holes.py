"""Whether words never seen may fill a hole of an example: free text that leaves one reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.memory.induction.context import NAMES, left
from metnos_cli.memory.induction.opening import INTRODUCES, tells_sentence
from metnos_cli.memory.induction.reading import holds_only_itself, one_place, second_order

if TYPE_CHECKING:
    from metnos_cli.memory.align import Segment
    from metnos_cli.memory.induction.family import Example, Family, Shared
    from metnos_cli.memory.view import View

SEEN_BY = 2
"""Examples that must agree on what stands in a place before a name never seen may stand there."""


def may_be_free(
    view: View, example: Example, segment: Segment, place: int, first: int, last: int, family: Family, shared: Shared
) -> bool:
    """Whether free text may stand here: the words around it leave one reading."""
    preposition, before = left(example.view, segment.first, example.alignment.owners)
    told = family.openings.get((preposition, before))
    if not told or set(told) != {segment.role} or not _article_agrees(view, segment.role, place, first, family):
        return False
    words = view.words[first:last]
    if view.stems(first, last) in shared.phrases:
        # It is a value that only others have had: which family it belongs to may be the whole difference.
        return False
    opened = _introduced(view, example, segment, (first, last), preposition, before)
    if not _holds(view, first, last, opened=opened):
        return False
    if not opened and any(word.stem in family.literals and not word.function and not word.capital for word in words):
        return False
    name = words[0].capital and words[-1].capital and first > 0
    if not name and any(word.key in view.lexicon.naming for word in words):
        return False
    timely = view.lexicon.time_prepositions | view.lexicon.units
    if any(word.key in timely for word in words) and not name:
        return False
    if _goes_on(view, last) or (
        name and segment.role in family.listed and not one_place(view, first, last, family.phrases)
    ):
        return False
    if opened:
        return True
    taught = example.view.words[segment.first : segment.last]
    taught_name = taught[0].capital and taught[-1].capital and segment.first > 0
    if name != taught_name or len(told[segment.role]) < (SEEN_BY if name else SEEN_BY + 1):
        return False
    return name or (segment.role not in family.mixed and _plain(view, segment, first, last, family, shared))


def _goes_on(view: View, last: int) -> bool:
    """Whether a name goes on after a run of words that ends inside it."""
    return last < len(view) and view.words[last].capital and view.words[last - 1].capital


def _holds(view: View, first: int, last: int, *, opened: bool) -> bool:
    """Whether a run of words is one text: no second order, nothing that turns it ("Anna not Marco", "Tom or Sam").

    What a word such as "che" introduces is told as it stands, whatever it holds.
    """
    if second_order(view, first, last) or view.words[last - 1].key in view.lexicon.prepositions:
        return False  # of "disdire la cena di venerdì" the day is the dinner's
    before = view.words[first - 1].key if first else ""
    if before in view.lexicon.introduces:
        return before not in INTRODUCES[view.lang] or tells_sentence(view, first, last)
    words = view.words[first:last]
    named = words[0].capital and words[-1].capital and first > 0 and not opened
    if named and not all(word.capital or word.key in view.lexicon.in_names for word in words):
        return False
    return holds_only_itself(view, first, last)


def _article_agrees(view: View, role: str, place: int, first: int, family: Family) -> bool:
    """An article before free text belongs to it or not, as it did before; a capital one is part of a name."""
    told = family.articles[role]
    if first > place:
        return told.failed > 0 and not told.held
    if view.words[first].article and not view.words[first].capital:
        return told.held > 0 and not told.failed
    return True


def _introduced(
    view: View, example: Example, segment: Segment, words: tuple[int, int], preposition: str | None, before: str
) -> bool:
    """Whether a word stands before the hole after which only free text can stand ("che", "called")."""
    known, (first, last) = view.lexicon, words
    opening = {known.stem(word) for word in known.introduces} | known.introduces | {NAMES}
    if (preposition in opening) or (preposition is None and before in opening):
        return True
    if min(segment.last - segment.first, last - first) < 2:
        return False
    if view.lang == "it":
        return preposition in known.clauses and all(
            known.infinitive.fullmatch(key) for key in (view.words[first].key, example.view.words[segment.first].key)
        )
    # "remind me to call": after a pronoun "to" leads a verb; after a noun it may lead anything.
    return preposition == "to" and first > 1 and view.words[first - 2].function and not view.words[first].capital


def _plain(view: View, segment: Segment, first: int, last: int, family: Family, shared: Shared) -> bool:
    """Free text in lower case: no longer than the example's, and of words that mean nothing else anywhere."""
    words = view.words[first:last]
    return last - first <= max(1, segment.last - segment.first) and not any(
        word.function or word.stem in shared.literals or family.members.get(word.root) for word in words
    )
