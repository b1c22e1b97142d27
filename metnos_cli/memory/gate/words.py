"""What a request says apart from its values: its words as concepts, and the marks that turn its sense."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from typing import TYPE_CHECKING

from metnos_cli.memory.words.stem import inflects

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from metnos_cli.memory.gate import Candidate
    from metnos_cli.memory.view import View

COPULA = "be"
"""Stands for the forms of "be" in any language."""
GAP = "\0"
"""Stands where a value was."""
Placed = tuple[str, int]
"""A concept and the word it starts at."""


def keys_of(view: View, used: frozenset[int]) -> list[tuple[str, int]]:
    """Folded words with their places, values replaced by one gap each."""
    found: list[tuple[str, int]] = []
    for place, word in enumerate(view.words):
        if place not in used:
            if not word.silent:
                found.append((word.key, place))
        elif not found or found[-1][0] != GAP:
            found.append((GAP, place))
    return found


def concepts(view: View, used: frozenset[int]) -> list[Placed]:
    """The stems of what the words outside the values mean, one by one.

    Courtesy, polite openings and participles before a name go, phrases become the word they stand for, function
    words go.
    """
    known = view.lexicon
    found: list[Placed] = []
    for key, place in rewritten(view, keys_of(view, used)):
        word = view.words[place]
        function = word.function if word.key == key else key in known.function
        if key != GAP and not function and key not in known.naming:
            found.append((known.stem(key), place))
    return _without_implied(_one_copula(found, view), view)


def _without_implied(found: list[Placed], view: View) -> list[Placed]:
    """The words without verbs that another word implies: "go to the next page" is "next page"."""
    stems = {stem for stem, _ in found}
    for words, verbs in view.lexicon.implied:
        if words & stems:
            found = [placed for placed in found if placed[0] not in verbs]
    return found


def _one_copula(found: list[Placed], view: View) -> list[Placed]:
    """A copula said in several words is said once: "is it going to be" and "will it be" are "be"."""
    known = view.lexicon
    copula = [known.stem(word) for word in known.copulas]
    held = [placed for placed in found if placed[0] in copula]
    if not held:
        return found
    rest = [placed for placed in found if placed[0] not in copula and placed[0] not in known.dummies]
    return sorted([*rest, (COPULA, held[0][1])], key=lambda placed: placed[1])


def rewritten(view: View, keys: list[tuple[str, int]], *, wishes: bool = True) -> list[tuple[str, int]]:
    """The words with each known phrase replaced by what it stands for.

    Args:
        view: The request.
        keys: Its words.
        wishes: Whether the words that it opens with are replaced too: "look for", "I'd like to listen to".
    """
    return list(_once(view, _wished(view, keys) if wishes else keys))


def _wished(view: View, keys: list[tuple[str, int]]) -> list[tuple[str, int]]:
    for _ in range(CHAINED):
        for phrase, meaning in view.lexicon.wishes.get(keys[0][0], ()) if keys else ():
            opening = keys[: len(phrase)]
            if tuple(key for key, _ in opening) == phrase and not _named(view, opening):
                keys = [*((word, keys[0][1]) for word in meaning), *keys[len(phrase) :]]
                break
        else:
            return keys
    return keys


def _once(view: View, keys: list[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    known = view.lexicon
    stems = [key if key == GAP else known.stem(key) for key, _ in keys]
    place = 0
    while place < len(keys):
        for phrase, meaning in known.phrases.get(stems[place], ()):
            size = len(phrase)
            if tuple(stems[place : place + size]) == phrase and not _named(view, keys[place : place + size]):
                yield from ((word, keys[place][1]) for word in meaning)
                place += size
                break
        else:
            yield keys[place]
            place += 1


def _named(view: View, keys: list[tuple[str, int]]) -> bool:
    """Whether a word inside a request has a capital and may be a name: "play SOMETHING by Nina"."""
    return any(place > 0 and view.words[place].capital and not FIRST.match(key) for key, place in keys)


CHAINED = 3
"""Wishes that may come of one another: "i'd like to", "i want to listen to", "play something by"."""
FIRST = re.compile(r"i(?:'|$)")
"""English "I", which always has a capital."""
SIMPLE = frozenset({"di", "a", "da", "in", "con", "su", "per", "tra", "fra"})
"""Italian prepositions without an article."""
NOTHING = "\0"
"""What a request is found by when all of its words are values."""


def found_by(view: View, owners: Sequence[str | None]) -> list[str]:
    """What the literal words of a request are found by: their stems, and the classes that they are exchanged in."""
    used = frozenset(place for place, owner in enumerate(owners) if owner is not None)
    stems = {word.stem for place, word in enumerate(view.words) if place not in used}
    stems |= {stem for stem, _ in concepts(view, used)}
    return sorted({key for stem in stems for key in view.lexicon.keys(stem)} | {NOTHING})


def marks(view: View, used: frozenset[int]) -> dict[str, Counter[str]]:
    """Words that turn the sense of a request, by kind: negation, exception, conditional, deferred ..."""
    keys = keys_of(view, used)
    plain = [key for key, _ in keys]
    found: dict[str, Counter[str]] = {}
    for kind, (words, phrases) in view.lexicon.marks.items():
        counted = Counter(key for key in plain if key in words)
        for phrase in phrases:
            size = len(phrase)
            held = sum(1 for at in range(len(plain) - size + 1) if tuple(plain[at : at + size]) == phrase)
            if held:
                counted[" ".join(phrase)] += held
        found[kind] = counted
    return found


def mood(view: View, used: frozenset[int]) -> str:
    """question, statement of the past, or anything else (a command, as a rule)."""
    known = view.lexicon
    plain = [key for key, _ in rewritten(view, keys_of(view, used)) if key != GAP]
    content = [key for key in plain if key not in known.function]
    if not content:
        return "plain"
    if content[0] in known.questions:
        return "question"
    told = content[0] in known.auxiliaries and any(known.participle.fullmatch(key) for key in content[1:3])
    if told or known.marks["past"][0] & set(content):
        return "past"
    return "plain"


def unmatched(candidate: Candidate) -> tuple[list[Placed], list[Placed]]:
    """Words of the old and of the new request that the other has no match for.

    Matched are equal stems, words of one class, words that were seen exchanged without effect (opposites never are),
    and "all" before a definite plural that the other request has too: "tutte le luci" are "le luci".
    """
    gone = concepts(candidate.then, candidate.used_then)
    come = concepts(candidate.now, candidate.used_now)
    known = candidate.now.lexicon
    _strike_equal(gone, come, candidate)
    _strike(gone, come, lambda one, other: one != other and known.same(one, other))
    for pair in candidate.exchanged:
        if "" in pair:
            _drop(gone, come, max(pair))
        elif not known.opposed(*pair):
            _strike(gone, come, lambda one, other, pair=pair: {one, other} == set(pair))  # type: ignore[misc]
    if candidate.all_told:
        return gone, come
    return (
        [held for held in gone if not _universal(held[1], candidate.then, candidate.used_then, candidate.now)],
        [held for held in come if not _universal(held[1], candidate.now, candidate.used_now, candidate.then)],
    )


def _strike_equal(gone: list[Placed], come: list[Placed], candidate: Candidate) -> None:
    """Take away the words that both say, one for one."""
    for one in list(gone):
        other = next((held for held in come if one[0] == held[0] and _one_word(one, held, candidate)), None)
        if other is not None:
            gone.remove(one)
            come.remove(other)


def _one_word(one: Placed, other: Placed, candidate: Candidate) -> bool:
    """Whether two words of one stem are forms of one word: "posta" and "posto", "Lecce" and "Lecco" are not.

    Names have one form; a noun after its article has those of its number, and no other gender.
    """
    then, now = candidate.then.words[one[1]], candidate.now.words[other[1]]
    agrees = one[0] in candidate.now.lexicon.pointing  # "il prossimo brano", "la prossima traccia"
    if then.key == now.key or then.stem != one[0] or now.stem != other[0] or agrees:
        return True
    if (then.capital and one[1] > 0) or (now.capital and other[1] > 0):
        return False
    views = ((candidate.then, one[1]), (candidate.now, other[1]))
    nouns = all(place > 0 and _is_article(view, place - 1) for view, place in views)
    return not nouns or inflects(then.key, now.key, candidate.now.lang)


def _is_article(view: View, place: int) -> bool:
    """Whether a word is an article, alone or in a preposition ("nella")."""
    word = view.words[place]
    return word.article or (word.function and word.key in view.lexicon.prepositions and word.key not in SIMPLE)


def _strike(gone: list[Placed], come: list[Placed], match: Callable[[str, str], bool]) -> None:
    """Take away pairs that match, one for one."""
    for one in list(gone):
        other = next((held for held in come if match(one[0], held[0])), None)
        if other is not None:
            gone.remove(one)
            come.remove(other)


def _drop(gone: list[Placed], come: list[Placed], stem: str) -> None:
    """Take away one word that was seen to come and go without effect."""
    for side in (gone, come):
        found = next((held for held in side if held[0] == stem), None)
        if found is not None:
            side.remove(found)
            return


def _universal(place: int, view: View, used: frozenset[int], other: View) -> bool:
    """Whether a word is "all" before an article and a noun that stands with that article in the other request."""
    known = view.lexicon
    if view.words[place].stem not in known.universal or place + 2 >= len(view) or place + 2 in used:
        return False
    article, noun = view.words[place + 1], view.words[place + 2]
    if not article.article or noun.stem in known.determiners:
        return False
    return any(one.key == article.key and two.key == noun.key for one, two in itertools.pairwise(other.words))
