"""Reads a request that opens as an example does and goes on with a text of its own: "ricordati che ..."."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.memory.induction.reading import Piece, Reading, second_order
from metnos_cli.memory.view import LITERAL_DIMS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from metnos_cli.memory.induction.family import Example, Family
    from metnos_cli.memory.view import View
    from metnos_cli.records import Lang

INTRODUCES: Mapping[Lang, frozenset[str]] = {"it": frozenset({"che"}), "en": frozenset({"that"})}
"""Words after which a whole sentence follows: what it says is told, not asked for."""
ASKS = frozenset({"fa", "sono"})
"""Verbs of "che tempo fa", "che ore sono"."""
PLACES = LITERAL_DIMS - {"email", "phone-number"}
"""Values that more than the sentence may be about: with a file in it, it may be another plan."""


def continued(view: View, family: Family) -> Iterator[Reading]:
    """The reading by which all after the opening of an example is its text; nothing when no example opens so.

    No inference is in it: the words before the text are the very same, and the last of them leaves no doubt that a
    text follows. Whatever stands in the text (numbers, times, a "not") belongs to it.

    Args:
        view: The new request.
        family: Examples of one family.
    """
    for head, example in _heads_of(view, family):
        size = len(head)
        if not tells_sentence(view, size, len(view)):
            return
        if not any(span.slot.dim in PLACES for span in view.spans.values()):
            (segment,) = example.alignment.segments
            text = view.slice(size, len(view))
            values = {**example.constants, segment.role: text}
            yield Reading(example, values, (Piece(size, len(view), segment.role, "words", text, "free"),), 0)
            return


def _heads_of(view: View, family: Family) -> list[tuple[tuple[str, ...], Example]]:
    """The openings of examples that a request has too and goes on from, the newest first."""
    for number, example in enumerate(family.examples[family.opened :], start=family.opened):
        head = opening_of(example)
        if head:
            family.heads[head] = (number, example)
    family.opened = len(family.examples)
    if not family.heads:
        return []
    keys = tuple(word.key for word in view.words)
    found = [(keys[:size], family.heads.get(keys[:size])) for size in {len(head) for head in family.heads}]
    told = [(kept[0], head, kept[1]) for head, kept in found if kept is not None and len(head) < len(keys)]
    return [(head, example) for _, head, example in sorted(told, key=lambda one: -one[0])]


def tells_sentence(view: View, first: int, last: int) -> bool:
    """Whether a sentence follows "che" or "that", and not the thing it points to, a question, or a second wish.

    "Remember that the code is 12" tells something; "remember that restaurant", "say that again", "di' che ora è" and
    "remember that and turn off the lights" do not.
    """
    known, word = view.lexicon, view.words[first]
    if second_order(view, first, last) or word.key in known.conjunctions:
        return False
    if last - first < 2:
        return view.lang == "it"  # "che piove"
    after = view.words[first + 1]
    if view.lang == "it":
        return last - first > 2 or not (after.key in known.copulas or after.key in ASKS)
    opens = word.function or word.capital or word.stem in known.determiners or word.key in known.subjects
    return opens or word.key.isdecimal() or word.key.endswith("s") or after.key in known.copulas | known.auxiliaries


def opening_of(example: Example) -> tuple[str, ...]:
    """The folded words before the only value of an example, where it is a text to the end; empty otherwise."""
    alignment, view = example.alignment, example.view
    if not alignment.sure or len(alignment.segments) != 1:
        return ()
    (segment,) = alignment.segments
    whole = segment.kind == "words" and segment.last == len(view) and segment.first > 1
    if not whole or example.shape.values.get(segment.role) != view.slice(segment.first, segment.last):
        return ()
    head = tuple(word.key for word in view.words[: segment.first])
    return head if head[-1] in INTRODUCES[view.lang] else ()
