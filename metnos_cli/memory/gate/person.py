"""Who does what is asked about, and to whom: part of what may not be left over."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from metnos_cli.memory.gate import Candidate
    from metnos_cli.memory.view import View


def other_person(candidate: Candidate) -> tuple[str, str] | None:
    """The words by which another person does it, or has it done; None where everybody is the same.

    Mails that I sent ("HO mandato") are none that he sent ("HA mandato"). "Photos of me" are not all photos; "for me"
    says for whom it is done, which is whoever asks. Where only one request has such a verb, it may be said in another
    way.
    """
    then, now = (
        _persons(view, used)
        for view, used in ((candidate.then, candidate.used_then), (candidate.now, candidate.used_now))
    )
    one, other = _verb_asked(candidate.then, candidate.used_then), _verb_asked(candidate.now, candidate.used_now)
    stems = [candidate.now.lexicon.stem(told.rpartition(" ")[2]) for told in (one, other)]
    if one and other and one != other and stems[0] == stems[1]:
        return one, other
    alone = set(candidate.now.lexicon.persons.values())
    if alone.isdisjoint(then) or alone.isdisjoint(now):
        then, now = (Counter({one: count for one, count in told.items() if one not in alone}) for told in (then, now))
    if then == now:
        return None
    return " ".join(sorted(then - now)) or "…", " ".join(sorted(now - then)) or "…"


def _verb_asked(view: View, used: frozenset[int]) -> str:
    """The verb that a question word leads to, with its pronoun: "dove ABITO", "cosa GLI DEVO"; empty where none does.

    Italian verbs tell their person by their ending, which their stem does not keep. Forms of "be" tell other things
    besides, and those of "have" are compared wherever they stand.
    """
    known, words = view.lexicon, view.words
    if not known.persons or not words or words[0].key not in known.questions or 0 in used:
        return ""
    at = 2 if len(words) > 2 and words[1].key in known.clitics else 1
    if at >= len(words) or at in used or words[at].key in known.persons or known.stem(words[at].key) == known.stem("è"):
        return ""
    return " ".join(word.key for word in words[1 : at + 1])


def _persons(view: View, used: frozenset[int]) -> Counter[str]:
    """Persons of "have", with the pronoun right before it, and pronouns after a preposition."""
    known, found = view.lexicon, Counter[str]()
    for place, word in enumerate(view.words):
        before = view.words[place - 1].key if place else ""
        if place in used:
            continue
        if word.key in known.persons:
            clitic = before if before in known.clitics else ""
            found[f"{clitic} {known.persons[word.key]}".strip()] += 1
        elif word.key in known.speakers and known.prepositions.get(before, "") not in known.dative:
            found[f"{before} {word.key}"] += before in known.prepositions
    return +found
