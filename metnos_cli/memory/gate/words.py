"""What a request says apart from its values: its words as concepts, and the marks that turn its sense."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from metnos_cli.memory.view import View

GAP = "\0"
"""Stands where a value was."""
Placed = tuple[str, int]
"""A concept and the word it starts at."""


def keys_of(view: View, used: frozenset[int]) -> list[tuple[str, int]]:
    """Folded words with their places, values replaced by one gap each."""
    found: list[tuple[str, int]] = []
    for place, word in enumerate(view.words):
        if place not in used:
            found.append((word.key, place))
        elif not found or found[-1][0] != GAP:
            found.append((GAP, place))
    return found


def without(keys: list[tuple[str, int]], phrases: frozenset[tuple[str, ...]]) -> list[tuple[str, int]]:
    """The words without these phrases, longest first."""
    kept: list[tuple[str, int]] = []
    place = 0
    longest = max((len(phrase) for phrase in phrases), default=0)
    while place < len(keys):
        for size in range(min(longest, len(keys) - place), 0, -1):
            if tuple(key for key, _ in keys[place : place + size]) in phrases:
                place += size
                break
        else:
            kept.append(keys[place])
            place += 1
    return kept


def concepts(view: View, used: frozenset[int]) -> list[Placed]:
    """What the words outside the values mean, one by one.

    Courtesy and polite openings go, phrases become the word they stand for, function words go, stems become the
    class they may be exchanged in.
    """
    known = view.lexicon
    plain = without(without(keys_of(view, used), known.courtesy), known.polite)
    found: list[Placed] = []
    for key, place in _rewritten(view, plain):
        if key != GAP and key not in known.function:
            found.append((known.concept(known.stem(key)), place))
    return found


def _rewritten(view: View, keys: list[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    """The words with each known phrase replaced by what it stands for."""
    place = 0
    while place < len(keys):
        for phrase, meaning in view.lexicon.phrases.get(keys[place][0], ()):
            if tuple(key for key, _ in keys[place : place + len(phrase)]) == phrase:
                yield from ((word, keys[place][1]) for word in meaning)
                place += len(phrase)
                break
        else:
            yield keys[place]
            place += 1


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
    plain = [key for key, _ in without(without(keys_of(view, used), known.courtesy), known.polite) if key != GAP]
    content = [key for key in plain if key not in known.function]
    if not content:
        return "plain"
    if content[0] in known.questions:
        return "question"
    if known.marks["past"][0] & set(content) or (content[0] in known.auxiliaries and len(content) > 1):
        return "past"
    return "plain"
