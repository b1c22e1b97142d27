"""How a request says it, word by word: what has a lasting effect is served only in the frame that was taught.

Bags of words are alike where "move the file TO the trash" and "FROM the trash", "the notes to the backup" and "the
backup to the notes", "le mail" and "una mail" differ. For what only reads a wrong hit is an answer beside the point;
for what deletes, sends or moves it is an act that nobody asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from metnos_cli.memory.gate.words import GAP, keys_of, rewritten

if TYPE_CHECKING:
    from metnos_cli.memory.gate import Candidate
    from metnos_cli.memory.view import View

INDEFINITE = frozenset({"un", "uno", "una", "un'", "a", "an"})
"""Articles that tell one of several."""


PLURAL = "+"
"""Stands for an article of the plural."""


def other_frame(candidate: Candidate) -> tuple[str, str] | None:
    """The first words in which two requests say it differently; None when they say it alike.

    Compared are all words but values, courtesy and definite articles, in their order: prepositions by their base
    form, verbs also by what may stand for them or in the infinitive, everything else as it stands.
    """
    then = _frame(candidate.then, candidate.used_then)
    now = _frame(candidate.now, candidate.used_now | candidate.added)
    for place in range(max(len(then), len(now))):
        one = then[place] if place < len(then) else ""
        other = now[place] if place < len(now) else ""
        if one != other and not _same_verb(one, other, candidate.now):
            return _shown(one), _shown(other)
    return None


def asked(view: View) -> bool:
    """Whether a request ends in a question mark and no courtesy turns it into a wish ("puoi cancellare ...?")."""
    return view.text.rstrip().endswith("?") and not any(word.silent for word in view.words)


def _frame(view: View, used: frozenset[int]) -> list[str]:
    known = view.lexicon
    keys = list(rewritten(view, keys_of(view, used)))
    definite = known.articles - INDEFINITE
    said = [known.prepositions.get(key, key) for key, _ in keys if key not in definite and key not in known.naming]
    # "I pdf" are several and "il pdf" is one, though the word is the same.
    return [*said, *(PLURAL for key, _ in keys if key in known.plural)]


def _same_verb(one: str, other: str, view: View) -> bool:
    """Whether one verb may stand for another, in the same form or in the infinitive: "cancella", "eliminare"."""
    known = view.lexicon
    if GAP in (one, other) or not one or not other:
        return False
    first, second = known.stem(one), known.stem(other)
    if first not in known.verbs or second not in known.verbs or not known.same(first, second):
        return False
    return first != second or bool(view.lang == "it" and known.infinitive.fullmatch(other))


def _shown(key: str) -> str:
    return "…" if key == GAP else key
