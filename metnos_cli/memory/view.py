"""A request as the memory looks at it: its words with their stems, and the values found among them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from metnos_cli.memory.words import lexicon
from metnos_cli.memory.words.stem import fold, root_of
from metnos_cli.records import Slot

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from metnos_cli.memory.words import Lexicon
    from metnos_cli.records import Lang, Request

UNITS = ("year", "quarter", "month", "week", "day", "hour", "minute", "second")
"""Parts of a duration, as slots name them."""
LITERAL_DIMS = frozenset({"path", "url", "email", "glob", "quoted", "phone-number", "credit-card-number"})
"""Values told by their signs: each is one word here, and always a value."""
MEASURED = frozenset({"number", "quantity", "amount-of-money"})
"""Values that are a figure, with or without a unit."""
TIME_DIMS = frozenset({"time", "duration"})
"""Values that are told by words of time."""
ONWARDS = re.compile(
    r"(?:every|each|daily|weekly|monthly|yearly|ogni|tutti|tutte|quotidian\w*)\b|\w+days\b", re.IGNORECASE
)
"""Words that make a time a recurring one."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a request."""

    text: str
    """As typed."""
    key: str
    """Folded: lower case, straight apostrophes."""
    stem: str
    """What it shares with its other forms."""
    start: int
    """First code point in the request."""
    end: int
    """One past the last."""
    function: bool
    """Article, preposition, conjunction or unstressed pronoun."""
    article: bool
    """An article."""
    capital: bool
    """Starts with a capital letter."""
    root: str
    """What it is known by in a value."""
    silent: bool = False
    """Courtesy, or a part of a phrase that adds nothing ("is it GOING TO rain")."""


@dataclass(frozen=True, slots=True)
class Span:
    """Words that tell one value."""

    first: int
    """Index of the first word."""
    last: int
    """One past the last word."""
    slot: Slot
    """The value."""
    measured: bool = False
    """Whether it is a time told by a unit of time: "tra due ore", "next week"."""

    @property
    def number(self) -> int | float | None:
        """The figure of a number or a quantity."""
        value = self.slot.fields.get("value")
        if self.slot.dim in ("time", "duration") or isinstance(value, bool) or not isinstance(value, int | float):
            return None
        return int(value) if float(value).is_integer() else float(value)

    @property
    def parts(self) -> dict[str, int | float]:
        """The parts of a duration by unit: hour, minute ..."""
        if self.slot.dim != "duration":
            return {}
        fields = self.slot.fields
        told: dict[str, Any] = dict(fields.get("parts") or {fields.get("unit", ""): fields.get("value")})
        return {unit: value for unit, value in told.items() if unit in UNITS and isinstance(value, int | float)}

    @property
    def recurring(self) -> bool:
        """Whether it is a time that comes back."""
        return self.slot.dim == "time" and ONWARDS.search(self.slot.text) is not None

    @property
    def kind(self) -> str:
        """Dimension, unit and recurrence: only values of one kind take one another's place."""
        unit = self.slot.fields.get("unit") if self.slot.dim in MEASURED else None
        if self.slot.dim == "time" and self.slot.fields.get("kind") == "open":
            return "open"
        return f"{self.slot.dim}:{unit}" if unit else "recurring" if self.recurring else self.slot.dim

    def kind_after(self, preposition: str | None) -> str:
        """The kind, finer after a preposition: "per la settimana" and "per lunedì" need not be taken alike."""
        return f"{self.kind}+" if self.measured and preposition else self.kind


GENITIVES = frozenset({"'s", "’s"})


class View:
    """The words and values of one request.

    Args:
        text: The request.
        lang: Its language.
        slots: Its values.
    """

    __slots__ = ("lang", "lexicon", "spans", "text", "times", "words")

    def __init__(self, text: str, lang: Lang, slots: Sequence[Slot]) -> None:
        self.text = text
        self.lang = lang
        self.lexicon: Lexicon = lexicon(lang)
        self.words: tuple[Word, ...] = tuple(_words(text, self.lexicon, slots))
        self.spans: dict[int, Span] = {}
        for slot in slots:
            span = self._span(slot)
            if span is not None:
                self.spans[span.first] = span
        self.times: dict[int, Span] = {span.first: span for span in _joined_times(self)}
        """Expressions of time made of several values ("every ten minutes, starting at 5:30"), by their first word."""

    @staticmethod
    def of(request: Request) -> View:
        """The view of a request."""
        return View(request.text, request.lang, request.slots)

    def __len__(self) -> int:
        return len(self.words)

    def slice(self, first: int, last: int) -> str:
        """The text from one word up to another (excluded), as typed."""
        return self.text[self.words[first].start : self.words[last - 1].end]

    def stems(self, first: int, last: int) -> tuple[str, ...]:
        """What the words of a run are known by as values."""
        return tuple(word.root for word in self.words[first:last])

    def base(self, place: int) -> str:
        """A preposition's base form, otherwise the stem."""
        word = self.words[place]
        return self.lexicon.prepositions.get(word.key, word.stem)

    def spans_in(self, first: int, last: int) -> list[Span]:
        """Values that share a word with a run of words."""
        return [span for span in self.spans.values() if span.first < last and first < span.last]

    def _span(self, slot: Slot) -> Span | None:
        inside = [place for place, word in enumerate(self.words) if word.start < slot.end and slot.start < word.end]
        if not inside:
            return None
        last = inside[-1] + 1
        if slot.dim != "time":
            return Span(inside[0], last, slot)
        measured = any(self.words[place].key in self.lexicon.measures for place in inside)
        return Span(inside[0], last + 1 if self._genitive(last) else last, slot, measured)

    def _genitive(self, place: int) -> bool:
        """Whether a word is the sign of a genitive before a noun: "tomorrow'S reminders"."""
        if place + 1 >= len(self.words):
            return False
        word, noun = self.words[place], self.words[place + 1]
        return word.text in GENITIVES and word.start == self.words[place - 1].end and not noun.function


_JOINED = re.compile(r"E[NUT]+(?:[CO]*T+)*|NO?T+(?:[CO]*T+)*|T+(?:[CO]*T+)+")
"""E: every; N: a number; U: a unit of time; T: a word of a time or a duration; O: of; C: another word that joins."""


def _joined_times(view: View) -> Iterator[Span]:
    flags = "".join(_flag(view, place) for place in range(len(view)))
    if "T" not in flags and "E" not in flags:
        return
    for found in _JOINED.finditer(flags):
        first, last = found.span()
        inside = view.spans_in(first, last)
        recurring = "E" in found[0]
        if not recurring and (len(inside) < 2 or all(span.slot.dim != "time" for span in inside)):
            continue
        start, end = view.words[first].start, view.words[last - 1].end
        yield Span(first, last, Slot("time", view.text[start:end], start, end, {}))


def _flag(view: View, place: int) -> str:
    known, word = view.lexicon, view.words[place]
    span = next(iter(view.spans_in(place, place + 1)), None)
    if span is not None and span.slot.dim in TIME_DIMS and not (word.function and _leads(view, span, place)):
        return "T"
    if word.key in known.every:
        return "E"
    if span is not None and span.number is not None and span.last == span.first + 1:
        return "N"
    if word.key in known.units:
        return "U"
    if known.prepositions.get(word.key) in ("di", "of"):
        return "O"
    return "C" if word.function or word.key in known.time_joints else "-"


def _leads(view: View, span: Span, place: int) -> bool:
    """Whether nothing but function words stands between the start of a value and a word of it."""
    return all(word.function for word in view.words[span.first : place])


@cache
def _pattern(lang: Lang) -> re.Pattern[str]:
    """Figures with signs inside, words (an elision stays with its article), single signs that mean something."""
    word = r"[^\W\d_]+['’]?" if lang == "it" else r"[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)*|['’]s\b"
    return re.compile(rf"\d+(?:[.:,/]\d+)*|{word}|[^\s\w.,;:!?…'’\"“”«»()\[\]{{}}-]|_+")


def _words(text: str, known: Lexicon, slots: Sequence[Slot]) -> list[Word]:
    """Words in order; a value told by its signs (a path, an address ...) is one word."""
    literal = [slot for slot in slots if slot.dim in LITERAL_DIMS]
    found: list[Word] = []
    done = 0
    for slot in literal:
        found += _plain(text, done, slot.start, known)
        shown = text[slot.start : slot.end]
        told = f"<{slot.dim}>"
        found.append(Word(shown, shown, told, slot.start, slot.end, False, False, False, told))
        done = slot.end
    found += _plain(text, done, len(text), known)
    if any(word.text.islower() for word in found):
        found = [_letter(word) if word.start and word.text.isupper() else word for word in found]
    found = [_adverb(found, place, known) if word.key in known.particles else word for place, word in enumerate(found)]
    for place in _silent(found, known):
        found[place] = replace(found[place], silent=True, function=True)
    return found


def _letter(word: Word) -> Word:
    """A word in capitals inside a sentence: "in the US", "il capitolo I", "lamp A" (but "may I")."""
    if not word.function or (word.text == "I" and word.key == "i" and not word.article):
        return word
    return replace(word, stem=f"{word.stem}^", root=f"{word.root}^", function=False, article=False)


def _silent(words: Sequence[Word], known: Lexicon) -> Iterator[int]:
    """Places of courtesy, of polite openings, and of what a verb of the future brings along."""
    keys = [word.key for word in words]
    for place in range(len(keys)):
        for phrase in known.silent.get(keys[place], ()):
            size = len(phrase)
            if tuple(keys[place : place + size]) != phrase or size == len(keys):
                continue
            before = keys[place - 1] if place else ""
            if phrase not in known.future or before in known.subjects:
                if phrase in known.edging and _inside(words, place, place + size, known):
                    continue  # "rispondi GRAZIE ad Anna", "play the song Sorry"
                yield from range(place, place + size)


def _inside(words: Sequence[Word], first: int, last: int, known: Lexicon) -> bool:
    """Whether words stand between others that are no courtesy, or are a name."""
    if first and words[first].capital:
        return True
    edges = {word for phrase in known.edging for word in phrase}
    return not all(word.key in edges for word in words[:first]) and not all(word.key in edges for word in words[last:])


def _adverb(words: Sequence[Word], place: int, known: Lexicon) -> Word:
    """A preposition without a noun of its own, or after a verb that takes it along, is a word of content."""
    word = words[place]
    after = words[place + 1].key if place + 1 < len(words) else ""
    alone = not after or after in known.prepositions or after in known.conjunctions
    if not alone and (place == 0 or words[place - 1].key not in known.particles[word.key]):
        return word
    return replace(word, stem=f"{word.stem}+", root=f"{word.root}+", function=False, article=False)


def _plain(text: str, start: int, end: int, known: Lexicon) -> list[Word]:
    return [_word(match[0], start + match.start(), known) for match in _pattern(known.lang).finditer(text[start:end])]


def _word(shown: str, start: int, known: Lexicon) -> Word:
    key = fold(shown)
    stem = known.stem(key)
    return Word(
        text=shown,
        key=key,
        stem=stem,
        start=start,
        end=start + len(shown),
        function=key in known.function,
        article=key in known.articles,
        capital=shown[:1].isupper(),
        root=root_of(stem, known.lang),
    )
