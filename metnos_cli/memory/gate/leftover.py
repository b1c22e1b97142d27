"""Check 4: nothing is left over: each word of content of either request is matched by the other, none is turned."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from metnos_cli.memory.gate.words import unmatched
from metnos_cli.records import Check

if TYPE_CHECKING:
    from collections.abc import Sequence

    from metnos_cli.memory.gate import Candidate
    from metnos_cli.memory.gate.words import Placed
    from metnos_cli.memory.view import View

NAME = "leftover"


def leftover(candidate: Candidate) -> Check:
    """Compare what both requests say as bags of words; order does not count, repetition does."""
    if candidate.how == "exact":
        return Check(NAME, True, "same_words")
    turned = _turned(candidate)
    if turned is not None:
        return Check(NAME, False, "other_frame", {"then": turned[0], "now": turned[1]})
    gone, come = unmatched(candidate)
    if gone:
        return Check(NAME, False, "missing_words", {"words": _texts(candidate.then, gone)})
    if come:
        return Check(NAME, False, "extra_words", {"words": _texts(candidate.now, come)})
    return Check(NAME, True, "nothing_left")


def _turned(candidate: Candidate) -> tuple[str, str] | None:
    """A preposition that tells where something goes, in the place of one that tells where it comes from."""
    known = candidate.now.lexicon
    told = [
        Counter(
            known.prepositions.get(word.key, word.key)
            for place, word in enumerate(view.words)
            if place not in used and word.function and known.prepositions.get(word.key) in known.directions
        )
        for view, used in ((candidate.then, candidate.used_then), (candidate.now, candidate.used_now))
    ]
    gone, come = told[0] - told[1], told[1] - told[0]
    return (min(gone), min(come)) if gone and come else _other_person(candidate)


def _other_person(candidate: Candidate) -> tuple[str, str] | None:
    """Who does it, or to whom: mails that I sent ("HO mandato") are none that he sent ("HA mandato").

    "Photos of me" are not all photos; "for me" says for whom it is done, which is whoever asks. Where only one request
    has such a verb, it may be said in another way.
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
    at = 2 if len(words) > 2 and words[1].key in known.clitics | {"si"} else 1
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


def _texts(view: View, words: Sequence[Placed]) -> str:
    return ", ".join(view.words[place].text for _, place in words)
