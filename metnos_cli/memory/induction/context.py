"""What stands around a run of words: the preposition before it, the item before, the item after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from metnos_cli.memory.view import Span, View

START = "^"
END = "$"
NAMES = "="
"""Any of the words that say what something is called: one introduces what another does."""
Owners = Sequence[str | None]


@dataclass(frozen=True, slots=True)
class Around:
    """The surroundings of a run of words."""

    preposition: str | None
    """Base form of the nearest preposition (or other function word) before it."""
    before: str
    """Stem of the last word of content before it, ``#role`` when that supplies one, ``^`` at the start."""
    after: str
    """Base or stem of the next word, ``#role`` when it supplies one, ``$`` at the end."""

    @property
    def lead(self) -> str:
        """What introduces the run: the preposition, or else the item before."""
        return self.preposition or self.before


def around(view: View, first: int, last: int, owners: Owners) -> Around:
    """The surroundings of the words from ``first`` up to ``last``."""
    preposition, before = left(view, first, owners)
    return Around(preposition, before, right(view, last, owners))


def left(view: View, first: int, owners: Owners) -> tuple[str | None, str]:
    """The preposition and the item before a place."""
    known = view.lexicon
    preposition: str | None = None
    place = first - 1
    while place >= 0 and owners[place] is None and view.words[place].function:
        key = view.words[place].key
        if (
            preposition is None
            and not view.words[place].silent
            and key not in known.articles
            and key not in known.conjunctions
            and (key not in known.pronouns or key in known.introduces)
        ):
            preposition = known.prepositions.get(key, key)
        place -= 1
    if place < 0:
        return preposition, START
    return preposition, item(view, place, owners)


def item(view: View, place: int, owners: Owners) -> str:
    """What a word is to its neighbours: the argument it supplies, a word that names, or its stem."""
    owner = owners[place]
    if owner is not None:
        return f"#{owner}"
    word = view.words[place]
    return NAMES if word.key in view.lexicon.naming else word.stem


def right(view: View, last: int, owners: Owners) -> str:
    """The item after a place, articles skipped."""
    place = last
    while place < len(view) and owners[place] is None and skipped(view, place):
        place += 1
    if place >= len(view):
        return END
    owner = owners[place]
    return view.base(place) if owner is None else f"#{owner}"


def skipped(view: View, place: int) -> bool:
    """Whether a word says nothing where it stands: courtesy, or an article that opens no name ("The Approach")."""
    word = view.words[place]
    following = view.words[place + 1] if place + 1 < len(view) else None
    opens_name = word.capital and place > 0 and following is not None and following.capital
    return word.silent or (word.article and not opens_name)


def opens_clause(view: View, place: int) -> bool:
    """Whether a word is the infinitive that a preposition introduces: "to CALL the dentist", "di COMPRARE il pane"."""
    before = view.words[place - 1] if place else None
    if before is None or before.silent or before.key not in view.lexicon.clauses:
        return False
    word, after = view.words[place], view.words[place + 1] if place + 1 < len(view) else None
    if after is not None and after.start == word.end:
        return False  # "to anna's list"
    if word.function or word.capital or view.spans_in(place, place + 1):
        return False
    return bool(view.lexicon.infinitive.fullmatch(word.key)) and word.key not in view.lexicon.determiners


def core(view: View, span: Span) -> int:
    """Where a value's words start once leading prepositions and definite articles are left out."""
    place = span.first
    while place < span.last - 1 and view.words[place].function and not _counts(view, place):
        place += 1
    return place


def _counts(view: View, place: int) -> bool:
    """Whether an article says "one": "un'ora", "an hour"."""
    return view.words[place].key in ("un", "uno", "una", "un'", "a", "an")
